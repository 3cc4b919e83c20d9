import { AutomaticUpdates, Edit, Pause, Play, SendMessage, Trash } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { listWebhookHours, type Webhook } from '#contract';
import { Hours } from '../../components/charts/small-charts.js';
import { type Column, DataTable } from '../../components/data-table.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { StateMark } from '../../components/state-mark.js';
import { ActionMenu } from '../../components/action-menu.js';
import { useTexts } from '../../i18n/texts.js';
import type { ConnectedUnit } from '../../integration/connected-unit.js';
import { confirmDelete, confirmPause, confirmRotateSecret, resume } from '../../integration/endpoint-actions.js';
import { openEditEndpointDialog, openNewEndpointDialog } from '../../integration/endpoint.dialog.js';
import { lastDayHours, deliveredRate, slowestP95 } from '../../integration/hours.js';
import { useRefreshInterval } from '../../integration/refresh-interval.js';
import { openTestEventDialog } from '../../integration/test-event.dialog.js';
import { texts as integrationTexts } from '../../integration/texts.js';
import {
  compareByProblem,
  hasProblem,
  webhookName,
  shortUrl,
  webhookState,
  subscriptionText,
} from '../../integration/webhooks.js';
import { dateTime, recentTime, relativeTime, shortTime, timeOfDay } from '../../lib/china-time.js';
import { formatCount, percentRoundedDown } from '../../lib/numbers.js';
import { webhookPath } from '../../lib/paths.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useNow } from '../../lib/use-time.js';
import { useWiderThan } from '../../lib/use-wider-than.js';
import { ConnectionCard } from './connection-card.js';
import { texts } from './texts.js';

/** The last 24 hours of one endpoint. */
export const useEndpointHours = (webhookId: string) =>
  useQuery({
    ...queryOptionsOf(listWebhookHours, { webhookId }),
    refetchInterval: useRefreshInterval(),
    meta: { quiet: true },
  });

/** The endpoints that receive events, those with problems first. */
export const EndpointsCard = ({
  unit,
  webhooks,
  error,
  onRetry,
}: {
  unit: ConnectedUnit;
  webhooks: readonly Webhook[] | undefined;
  error: unknown;
  onRetry(): void;
}) => {
  const t = useTexts(texts);
  const s = useTexts(integrationTexts);
  const now = useNow();
  const navigate = useNavigate();
  const wide = useWiderThan(720);
  const pathOf = (webhook: Webhook, state?: string) =>
    webhookPath(webhook.id, { unitId: unit.unitId, ...(state ? { state } : {}) });
  const roomForHours = useWiderThan(1020);
  const hoursColumn: Column<Webhook> = {
    key: 'hours',
    head: t('lastDay'),
    width: 140,
    card: 'without',
    cell: (webhook) => <LastDay webhook={webhook} />,
  };
  const columns: Column<Webhook>[] = [
    {
      key: 'endpoint',
      head: t('endpointHead'),
      card: 'title',
      cell: (webhook) => (
        <>
          <div className="ellipsis">
            <Link className="strong plain-link" to={pathOf(webhook)}>
              {webhookName(webhook)}
            </Link>{' '}
            <span className="aux muted">{subscriptionText(webhook, s)}</span>
          </div>
          <div className="mono muted ellipsis">{shortUrl(webhook.url)}</div>
        </>
      ),
      tooltip: ({ url }) => url,
    },
    ...(roomForHours ? [hoursColumn] : []),
    { key: 'rate', head: t('rate'), width: 96, cell: (webhook) => <Rate webhook={webhook} /> },
    {
      key: 'state',
      head: t('state'),
      width: 124,
      noEllipsis: true,
      cell: (webhook) => {
        const { mark, text } = webhookState(webhook, s);
        return <StateMark mark={mark}>{text}</StateMark>;
      },
    },
    {
      key: 'next',
      head: t('nextOrLast'),
      width: 104,
      cell: (webhook) => <DeliveryTime webhook={webhook} now={now} />,
    },
    {
      key: 'actions',
      head: t('actions'),
      card: 'end',
      width: 128,
      noEllipsis: true,
      pinned: wide,
      cell: (webhook) => (
        <ActionMenu
          name={webhookName(webhook)}
          main={
            webhook.state !== 'active'
              ? { text: t('goOn'), tone: 'turn', onPress: () => void resume(webhook) }
              : hasProblem(webhook)
                ? { text: t('seeFailures'), tone: 'turn', onPress: () => void navigate(pathOf(webhook, 'waiting')) }
                : { text: t('seeDeliveries'), tone: 'quiet', onPress: () => void navigate(pathOf(webhook)) }
          }
          actions={actionsOf(webhook, t)}
        />
      ),
    },
  ];
  return (
    <ConnectionCard
      title={t('endpoints')}
      hint={t('endpointsHint')}
      addName={s('newEndpoint')}
      onAdd={() => openNewEndpointDialog(unit)}
    >
      {webhooks === undefined ? (
        error ? (
          <ErrorState title={t('endpointsFailed')} error={error} onRetry={onRetry} />
        ) : (
          <LoadingRows rows={3} />
        )
      ) : webhooks.length === 0 ? (
        <p className="card-note">{t('noEndpoints')}</p>
      ) : (
        <div className="roomy-rows">
          <DataTable
            caption={t('endpoints')}
            columns={columns}
            rows={webhooks.toSorted(compareByProblem)}
            keyOf={({ id }) => id}
            onOpen={(webhook) => void navigate(pathOf(webhook))}
            cards
          />
        </div>
      )}
    </ConnectionCard>
  );
};

const actionsOf = (webhook: Webhook, t: ReturnType<typeof useTexts<keyof typeof texts.zh>>) => [
  { key: 'edit', text: t('editEndpoint'), icon: <Edit />, onPress: () => void openEditEndpointDialog(webhook) },
  {
    key: 'test',
    text: t('testAsk'),
    icon: <SendMessage />,
    reason: webhook.state === 'active' ? null : t('notActive'),
    onPress: () => void openTestEventDialog([webhook]),
  },
  {
    key: 'secret',
    text: t('rotateSecretAsk'),
    icon: <AutomaticUpdates />,
    hint: t('bothADay'),
    onPress: () => void confirmRotateSecret(webhook),
  },
  webhook.state === 'active'
    ? { key: 'pause', text: t('pauseAsk'), icon: <Pause />, onPress: () => void confirmPause(webhook) }
    : { key: 'resume', text: t('goOn'), icon: <Play />, onPress: () => void resume(webhook) },
  {
    key: 'delete',
    text: t('deleteAsk'),
    icon: <Trash />,
    isDanger: true,
    hint: webhook.waiting > 0 ? t('losesWaiting', { n: formatCount(webhook.waiting) }) : '',
    onPress: () => void confirmDelete(webhook),
  },
];

const LastDay = ({ webhook }: { webhook: Webhook }) => {
  const t = useTexts(texts);
  const { data, dataUpdatedAt } = useEndpointHours(webhook.id);
  if (webhook.state === 'paused')
    return <span className="aux muted">{t('pausedSince', { at: shortTime(webhook.stateSince) })}</span>;
  return data ? (
    <Hours
      label={t('lastDayOf', { name: webhookName(webhook) })}
      hours={lastDayHours(data.items, dataUpdatedAt)}
      width={120}
      height={26}
    />
  ) : null;
};

const Rate = ({ webhook }: { webhook: Webhook }) => {
  const t = useTexts(texts);
  const { data } = useEndpointHours(webhook.id);
  const rate = deliveredRate(data?.items ?? []);
  const p95 = slowestP95(data?.items ?? []);
  if (rate === null) return <span className="nothing">—</span>;
  return (
    <>
      <div className={`numeric${rate < 0.99 ? ' danger-text strong' : ''}`}>{percentRoundedDown(rate)}</div>
      {p95 !== null && <div className="aux muted numeric">{t('slowestHour', { ms: formatCount(p95) })}</div>}
    </>
  );
};

const DeliveryTime = ({
  webhook: { nextAt, lastDeliveredAt, waiting, state },
  now,
}: {
  webhook: Webhook;
  now: number;
}) => {
  const t = useTexts(texts);
  return (
    <>
      {state === 'active' && nextAt !== null && waiting > 0 ? (
        <>
          <div className="numeric" title={dateTime(nextAt)}>
            {timeOfDay(nextAt)}
          </div>
          <div className="aux muted">{relativeTime(nextAt, now)}</div>
        </>
      ) : (
        <>
          <div className="nothing">—</div>
          <div className="aux muted">
            {waiting > 0
              ? t('piledUp', { n: formatCount(waiting) })
              : lastDeliveredAt !== null
                ? t('deliveredAt', { at: recentTime(lastDeliveredAt) })
                : t('nothingYet')}
          </div>
        </>
      )}
    </>
  );
};
