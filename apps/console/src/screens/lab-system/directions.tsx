import { ArrowDown, ArrowRight } from '@blueprintjs/icons';
import { useQueries } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { type FeedConsumer, listWebhookHours, type Webhook } from '#contract';
import { Sparkline } from '../../components/charts/small-charts.js';
import { useTexts } from '../../i18n/texts.js';
import { lastDayHours, deliveredRate, totalDeliveries } from '../../integration/hours.js';
import { useRefreshInterval } from '../../integration/live.js';
import { count, duration } from '../../lib/china-time.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { percentText } from './endpoints.card.js';
import { texts } from './texts.js';

/** What goes over the connection, by its direction. */
export const Directions = ({
  readers,
  webhooks,
}: {
  readers: readonly FeedConsumer[];
  webhooks: readonly Webhook[];
}) => (
  <div className="directions">
    {webhooks.length > 0 && <Pushed webhooks={webhooks} />}
    <Fetched readers={readers} />
  </div>
);

const Tile = ({
  icon,
  label,
  value,
  unit,
  note,
  course,
}: {
  icon: ReactElement;
  label: string;
  value: string;
  unit: string;
  note: ReactNode;
  course?: readonly number[];
}) => (
  <div className="card direction">
    <div className="aux muted row tight">
      {icon}
      {label}
      {course && (
        <span className="push direction-course">
          <Sparkline values={course} />
        </span>
      )}
    </div>
    <div className="direction-value numeric">
      {value}
      <small>{unit}</small>
    </div>
    <div className="aux secondary">{note}</div>
  </div>
);

const Pushed = ({ webhooks }: { webhooks: readonly Webhook[] }) => {
  const t = useTexts(texts);
  const live = useRefreshInterval();
  const asked = useQueries({
    queries: webhooks.map(({ id }) => ({
      ...queryOptionsOf(listWebhookHours, { webhookId: id }),
      refetchInterval: live,
      meta: { quiet: true },
    })),
  });
  const hours = asked.flatMap(({ data }) => data?.items ?? []);
  const { delivered, failed } = totalDeliveries(hours);
  const rate = deliveredRate(hours);
  const newest = Math.max(...asked.map(({ dataUpdatedAt }) => dataUpdatedAt));
  return (
    <Tile
      icon={<ArrowRight size={12} />}
      label={t('pushed')}
      value={count(delivered)}
      unit={t('perDay')}
      note={
        rate === null ? (
          t('nothingPushed')
        ) : failed === 0 ? (
          t('allDelivered')
        ) : (
          <span className="danger-text">{t('notDelivered', { n: count(failed), rate: percentText(rate) })}</span>
        )
      }
      {...(rate === null ? {} : { course: lastDayHours(hours, newest).map(({ good, bad }) => good + bad) })}
    />
  );
};

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
