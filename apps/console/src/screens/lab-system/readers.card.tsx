import type { FeedConsumer } from '#contract';
import { Card } from '../../components/field.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { duration } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { texts } from './texts.js';

const HOUR_S = 3_600;

/** The most delayed first: by the age of the oldest unread event. */
const byLag = (a: FeedConsumer, b: FeedConsumer): number =>
  b.lagSeconds - a.lagSeconds || b.lagEvents - a.lagEvents || a.name.localeCompare(b.name);

/** The position of each reader of the unit's events, as a bar of the last hour; the tick is the end of the log. */
export const ReadersCard = ({
  readers,
  troubled,
  error,
  onRetry,
}: {
  readers: readonly FeedConsumer[] | undefined;
  /** Failing endpoints. */
  troubled: ReadonlySet<string>;
  error: unknown;
  onRetry(): void;
}) => {
  const t = useTexts(texts);
  return (
    <Card title={t('readers')} after={<span className="aux muted">{t('readersHint')}</span>} padded={false}>
      {readers === undefined ? (
        error ? (
          <ErrorState title={t('readersFailed')} error={error} onRetry={onRetry} />
        ) : (
          <LoadingRows rows={3} />
        )
      ) : readers.length === 0 ? (
        <p className="card-note">{t('noReaders')}</p>
      ) : (
        <ul className="readers">
          {readers.toSorted(byLag).map((reader) => (
            <Reader key={`${reader.kind} ${reader.id}`} reader={reader} isTroubled={troubled.has(reader.id)} />
          ))}
        </ul>
      )}
    </Card>
  );
};

const Reader = ({
  reader: { kind, name, position, lagEvents, lagSeconds },
  isTroubled,
}: {
  reader: FeedConsumer;
  isTroubled: boolean;
}) => {
  const t = useTexts(texts);
  const isUpToDate = lagEvents === 0;
  const readShare = isUpToDate ? 1 : position === null ? 0 : Math.max(0, 1 - lagSeconds / HOUR_S);
  const lagLabel = isUpToDate
    ? t(position === null ? 'nothingToRead' : 'atEnd')
    : position === null
      ? t('readNothing', { n: formatCount(lagEvents) })
      : t('behind', { n: formatCount(lagEvents), time: duration(lagSeconds * 1_000) });
  return (
    <li>
      <div className="row dense">
        <span className="strong ellipsis" title={name}>
          {name}
        </span>
        <span className="scope">{t(`kind.${kind}`)}</span>
        <span className={`push numeric nowrap${isTroubled ? ' danger-text strong' : isUpToDate ? ' muted' : ''}`}>
          {lagLabel}
        </span>
      </div>
      <div className="reader-bar" aria-hidden>
        <i data-late={isTroubled || undefined} style={{ width: `${readShare * 100}%` }} />
      </div>
    </li>
  );
};
