import { Link } from 'react-router-dom';
import type { WebhookDelivery } from '#contract';
import { ATTEMPT_WAITS } from '#domain/lab-systems';
import type { Column } from '../../components/data-table.js';
import { StateMark } from '../../components/state-mark.js';
import { historyPath } from '../../lib/paths.js';
import { useTexts } from '../../i18n/texts.js';
import { texts as integrationTexts } from '../../integration/texts.js';
import { eventTypeName, attemptOutcomeText } from '../../integration/webhooks.js';
import { dateTime, recentTime, relativeTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { useNow } from '../../lib/use-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { texts } from './texts.js';

const COMPACT_BELOW = 720;
const ROOMY_FROM = 1340;

/** Columns of the list of deliveries; a phone shows everything under the name. */
export const useDeliveryColumns = (open: (eventId: string) => void): Column<WebhookDelivery>[] => {
  const t = useTexts(texts);
  const now = useNow();
  const wide = useWiderThan(COMPACT_BELOW);
  const roomy = useWiderThan(ROOMY_FROM);
  const event: Column<WebhookDelivery> = {
    key: 'event',
    head: t('event'),
    cell: (row) => (
      <>
        <div className="row tight">
          <button type="button" className="link-button dense ellipsis" onClick={() => open(row.eventId)}>
            {eventTypeName(row.type)}
          </button>
          <ConsignmentLink delivery={row} />
          {row.isTest && <span className="scope">{t('test')}</span>}
          {row.isRedelivery && <span className="scope">{t('redelivered')}</span>}
        </div>
        <div className="mono muted ellipsis">{row.eventId}</div>
        {!wide && (
          <div className="row wide aux">
            <Result row={row} />
            <span className="numeric muted">{row.lastAt === null ? '' : recentTime(row.lastAt)}</span>
          </div>
        )}
      </>
    ),
    tooltip: ({ eventId }) => eventId,
  };
  if (!wide) return [event];
  return [
    event,
    { key: 'result', head: t('result'), width: 142, cell: (row) => <Result row={row} /> },
    ...(roomy
      ? [
          {
            key: 'ms',
            head: t('took'),
            width: 76,
            align: 'right' as const,
            cell: ({ lastMs }: WebhookDelivery) => (lastMs === null ? '' : formatCount(lastMs)),
          },
        ]
      : []),
    {
      key: 'last',
      head: t('last'),
      width: 100,
      secondary: true,
      noEllipsis: true,
      cell: ({ lastAt }) => <span className="numeric">{lastAt === null ? '—' : recentTime(lastAt)}</span>,
      tooltip: ({ lastAt }) => (lastAt === null ? '' : dateTime(lastAt)),
    },
    {
      key: 'next',
      head: t('next'),
      width: 92,
      cell: ({ nextAt }) =>
        nextAt === null ? (
          <span className="nothing">—</span>
        ) : (
          <span className="numeric">{relativeTime(nextAt, now)}</span>
        ),
      tooltip: ({ nextAt }) => (nextAt === null ? '' : dateTime(nextAt)),
    },
  ];
};

/** The number of the consignment of the event; a test has none. */
export const ConsignmentLink = ({ delivery: { consignCode, subject } }: { delivery: WebhookDelivery }) =>
  consignCode && (
    <Link className="numeric nowrap" to={historyPath(subject)}>
      {consignCode}
    </Link>
  );

/** The result of the last attempt, and its number. */
const Result = ({ row: { state, attempts, lastStatus, lastFailure } }: { row: WebhookDelivery }) => {
  const t = useTexts(texts);
  const s = useTexts(integrationTexts);
  if (attempts === 0 && state === 'waiting') return <StateMark mark="running">{t('underWay')}</StateMark>;
  return (
    <span className="row tight">
      <StateMark mark={state === 'delivered' ? 'ok' : 'failed'}>
        {attemptOutcomeText({ status: lastStatus, failure: lastFailure }, s)}
      </StateMark>
      {attempts > 0 && (
        <span className="aux muted numeric">{t('attempt', { n: attempts, of: ATTEMPT_WAITS.length })}</span>
      )}
    </span>
  );
};
