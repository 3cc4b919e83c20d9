import { ArrowDown } from '@blueprintjs/icons';
import type { ReactElement, ReactNode } from 'react';
import type { FeedConsumer } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { count } from '../../lib/format.js';
import { duration } from '../../lib/relative-time.js';
import { texts } from './texts.js';

/** What goes over the connection, by its direction. */
export const Directions = ({ readers }: { readers: readonly FeedConsumer[] }) => (
  <div className="directions">
    <Fetched readers={readers} />
  </div>
);

const Tile = ({
  icon,
  label,
  value,
  unit,
  note,
}: {
  icon: ReactElement;
  label: string;
  value: string;
  unit: string;
  note: ReactNode;
}) => (
  <div className="card direction">
    <div className="aux muted row tight">
      {icon}
      {label}
    </div>
    <div className="direction-value numeric">
      {value}
      <small>{unit}</small>
    </div>
    <div className="aux secondary">{note}</div>
  </div>
);

const Fetched = ({ readers }: { readers: readonly FeedConsumer[] }) => {
  const t = useTexts(texts);
  const keys = readers.filter(({ kind, position }) => kind === 'key' && position !== null);
  const last = Math.max(0, ...keys.map(({ lagEvents }) => lagEvents));
  const longest = Math.max(0, ...keys.map(({ lagSeconds }) => lagSeconds));
  return (
    <Tile
      icon={<ArrowDown size={12} />}
      label={t('fetched')}
      value={count(keys.length)}
      unit={t('readersUnit')}
      note={
        keys.length === 0
          ? t('nobodyReads')
          : last === 0
            ? t('allAtEnd')
            : t('mostBehind', { n: count(last), time: duration(longest * 1_000) })
      }
    />
  );
};
