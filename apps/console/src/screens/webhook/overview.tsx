import { Key } from '@blueprintjs/icons';
import type { Webhook } from '#contract';
import { HourlyLine, Hours } from '../../components/charts/small-charts.js';
import { useTexts } from '../../i18n/texts.js';
import { confirmRevokeSecret } from '../../integration/endpoint-actions.js';
import { openEditEndpointDialog } from '../../integration/endpoint.dialog.js';
import {
  lastDayHours,
  lastDayLatencies,
  slowestP95,
  totalDeliveries,
  type WebhookHour,
} from '../../integration/hours.js';
import { texts as integrationTexts } from '../../integration/texts.js';
import { subscriptionText } from '../../integration/webhooks.js';
import { dateTime, relativeTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { useNow } from '../../lib/use-time.js';
import { texts } from './texts.js';

type Totals = { delivered: number; failed: number };

/**
 * The last day and week, the events that the endpoint receives, and the signing secrets. `readAt`: when the hours were
 * read, in milliseconds.
 */
export const Overview = ({
  webhook,
  hours = [],
  lastWeek,
  readAt,
}: {
  webhook: Webhook;
  hours: readonly WebhookHour[] | undefined;
  lastWeek: Totals | undefined;
  readAt: number;
}) => (
  <div className="webhook-overview">
    <LastDay hours={hours} lastWeek={lastWeek} waiting={webhook.waiting} readAt={readAt} />
    <Subscription webhook={webhook} />
    <Secrets webhook={webhook} accepted={hours.at(-1)?.delivered ?? 0} />
  </div>
);

const LastDay = ({
  hours,
  lastWeek,
  waiting,
  readAt,
}: {
  hours: readonly WebhookHour[];
  lastWeek: Totals | undefined;
  waiting: number;
  readAt: number;
}) => {
  const t = useTexts(texts);
  const { delivered, failed } = totalDeliveries(hours);
  const p95 = slowestP95(hours);
  return (
    <section className="card webhook-card" aria-label={t('lastDay')}>
      <div className="row wrap aux muted">
        <h2>{t('lastDay')}</h2>
        <span className="push numeric">
          <span className="nowrap">
            {t('delivered')} <b className="good-text">{formatCount(delivered)}</b>　{t('notDelivered')}{' '}
            <b className={failed > 0 ? 'danger-text' : ''}>{formatCount(failed)}</b>　{t('waiting')}{' '}
            <b>{formatCount(waiting)}</b>
          </span>
          {p95 !== null && (
            <>
              {'　'}
              <span className="nowrap">{t('slowestHour', { ms: formatCount(p95) })}</span>
            </>
          )}
        </span>
      </div>
      <div className="webhook-hours">
        <Hours
          label={t('hoursLabel', { good: formatCount(delivered), bad: formatCount(failed) })}
          hours={lastDayHours(hours, readAt)}
          width={414}
          height={34}
          gap={3}
        />
      </div>
      {p95 !== null && (
        <div className="webhook-latency">
          <HourlyLine
            label={t('latencyLabel', { ms: formatCount(p95) })}
            values={lastDayLatencies(hours, readAt)}
            width={414}
            height={22}
          />
        </div>
      )}
      <div className="row aux muted">
        <span>{t('dayAgo')}</span>
        {lastWeek && (
          <span className="numeric webhook-week">
            {t('lastWeek', { good: formatCount(lastWeek.delivered), bad: formatCount(lastWeek.failed) })}
          </span>
        )}
        <span className="push">{t('now')}</span>
      </div>
    </section>
  );
};

const Subscription = ({ webhook }: { webhook: Webhook }) => {
  const t = useTexts(texts);
  const s = useTexts(integrationTexts);
  return (
    <section className="card webhook-card" aria-label={t('subscription')}>
      <div className="row aux">
        <h2>{t('subscription')}</h2>
        <span className="muted ellipsis" title={webhook.types.join('\n')}>
          {subscriptionText(webhook, s)}
        </span>
      </div>
      <p className="aux secondary">{t('rules')}</p>
      <button type="button" className="link-button" onClick={() => void openEditEndpointDialog(webhook)}>
        {t('edit')}
      </button>
    </section>
  );
};

/** At most two: while both are active both sign, and the old one shows its remaining time. */
const Secrets = ({ webhook, accepted }: { webhook: Webhook; accepted: number }) => {
  const t = useTexts(texts);
  const now = useNow();
  const { secretIds } = webhook;
  return (
    <section className="card webhook-card" aria-label={t('secrets')}>
      <div className="row aux">
        <h2>{t('secrets')}</h2>
        <span className="muted ellipsis">{t(secretIds.length > 1 ? 'bothSign' : 'oneSigns')}</span>
      </div>
      <ul className="webhook-secrets">
        {secretIds.map(({ id, last4, until }) => (
          <li key={id}>
            <Key size={14} />
            <span className="mono">whsec_…{last4}</span>
            {secretIds.length > 1 && (
              <span className="scope" data-new={until === null || undefined}>
                {t(until === null ? 'new' : 'old')}
              </span>
            )}
            {until === null ? (
              <span className="aux muted">{t('current')}</span>
            ) : (
              <>
                <span className="aux secondary" title={dateTime(until)}>
                  {t('ends', { time: relativeTime(until, now) })}
                </span>
                <button
                  type="button"
                  className="link-button danger-text push"
                  onClick={() => void confirmRevokeSecret(webhook, id, accepted)}
                >
                  {t('endNow')}
                </button>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};
