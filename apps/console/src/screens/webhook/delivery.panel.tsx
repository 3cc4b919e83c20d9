import { Button, Drawer } from '@blueprintjs/core';
import { ChevronDown, ChevronUp, Cross, Repeat, TickCircle } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { getWebhookDelivery, type Webhook, type WebhookDeliveryDetail } from '#contract';
import { ATTEMPT_WAITS } from '#domain/lab-systems';
import { CodeBlock, CopyButton } from '../../components/code-block.js';
import { ErrorState, LoadingRows } from '../../components/page-states.js';
import { useTexts } from '../../i18n/texts.js';
import { useRefreshInterval } from '../../integration/refresh-interval.js';
import { texts as integrationTexts } from '../../integration/texts.js';
import { eventTypeName, attemptOutcomeText } from '../../integration/webhooks.js';
import { dateTime, recentTime, shortTime } from '../../lib/china-time.js';
import { formatCount } from '../../lib/numbers.js';
import { eventTypePath } from '../../lib/paths.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { ConsignmentLink } from './delivery-columns.js';
import { texts } from './texts.js';

/** A point of the line: `time` is its actual or planned time. */
type Point = { n: number; kind: 'good' | 'bad' | 'next' | 'far'; time: string | null; note: string; isLast?: boolean };

/** Maximum number of past attempts; earlier ones are left out. */
const MAX_PAST_ATTEMPTS = 4;

/** Past attempts are filled, the last one ringed, the next in blue, the rest dashed with their planned time. */
const AttemptTimeline = ({ delivery }: { delivery: WebhookDeliveryDetail }) => {
  const t = useTexts(texts);
  const s = useTexts(integrationTexts);
  const { tried: attempts, nextAt, state } = delivery;
  const pastPoints = attempts.slice(-MAX_PAST_ATTEMPTS).map((attempt, index, all): Point => ({
    n: attempt.n,
    kind: attempt.failure === null ? 'good' : 'bad',
    time: attempt.at,
    note: attemptOutcomeText(attempt, s),
    isLast: index === all.length - 1,
  }));
  const lastAttemptNumber = attempts.at(-1)?.n ?? 0;
  const futurePoints: Point[] =
    state === 'waiting' && nextAt !== null
      ? [
          { n: lastAttemptNumber + 1, kind: 'next', time: nextAt, note: t('planned') },
          ...laterPoints(lastAttemptNumber + 2, nextAt),
        ]
      : [];
  const points = [...pastPoints, ...futurePoints];
  if (points.length === 0) return null;
  return (
    <ol className="attempts" aria-label={t('attempts')}>
      {points.map(({ n, kind, time, note, isLast }) => (
        <li key={n} data-kind={kind} data-last={isLast || undefined}>
          <span className="attempt-mark numeric">{n}</span>
          <span className="attempt-time numeric" title={time === null ? '' : dateTime(time)}>
            {time === null ? '' : pointText(time, kind)}
          </span>
          <span className="attempt-note">{note}</span>
        </li>
      ))}
    </ol>
  );
};

/** With seconds if it is today; otherwise only the day if it is far away. */
const pointText = (time: string, kind: Point['kind']): string => {
  const recent = recentTime(time);
  return recent.includes('-') && kind === 'far'
    ? shortTime(time).slice(0, 5)
    : recent.replace(/^(\d\d:\d\d):\d\d$/, kind === 'far' ? '$1' : '$&');
};

/** The attempt after the next one, and the last of all, if those before them fail. */
const laterPoints = (from: number, nextAt: string): Point[] => {
  let time = Date.parse(nextAt);
  const plannedPoints = ATTEMPT_WAITS.slice(from - 1).map((wait, index): Point => {
    time += wait;
    return { n: from + index, kind: 'far', time: new Date(time).toISOString(), note: '' };
  });
  return plannedPoints.filter((_, index) => index === 0 || index === plannedPoints.length - 1);
};

type PanelProps = {
  webhook: Webhook;
  eventId: string;
  /** Shown beside the list; otherwise it covers the page. */
  beside: boolean;
  onClose(): void;
  onRedeliver(): void;
  previous: string | undefined;
  next: string | undefined;
  onOpen(eventId: string): void;
};

/** One delivery: its attempts, the responses, and the request, byte by byte. */
export const DeliveryPanel = (props: PanelProps) => {
  const t = useTexts(texts);
  const { beside, onClose } = props;
  const titleId = useId();
  if (beside)
    return (
      <aside className="card delivery-panel" aria-label={t('delivery')}>
        <Content {...props} titleId={titleId} />
      </aside>
    );
  return (
    <Drawer isOpen onClose={onClose} size="min(100%, 560px)" position="right" transitionDuration={100}>
      {/* Blueprint's drawer has no role of its own. */}
      <div role="dialog" aria-modal aria-labelledby={titleId} className="delivery-panel over-list">
        <Content {...props} titleId={titleId} />
      </div>
    </Drawer>
  );
};

const Content = ({
  webhook,
  eventId,
  beside,
  onClose,
  onRedeliver,
  previous,
  next,
  onOpen,
  titleId,
}: PanelProps & { titleId: string }) => {
  const t = useTexts(texts);
  const deliveryQuery = useQuery({
    ...queryOptionsOf(getWebhookDelivery, { webhookId: webhook.id, eventId }),
    refetchInterval: useRefreshInterval(),
    meta: { quiet: true },
  });
  const { data } = deliveryQuery;
  return (
    <>
      <div className="delivery-head">
        <div className="grow">
          <h2 id={titleId} className="ellipsis">
            {data ? eventTypeName(data.type) : t('delivery')}
          </h2>
          <div className="row tight">
            {data && <ConsignmentLink delivery={data} />}
            <span className="mono muted ellipsis">{eventId}</span>
            <CopyButton text={eventId} iconOnly label={t('copyId')} />
          </div>
        </div>
        {data && !data.isTest && (
          <Button size="small" variant="outlined" icon={<Repeat />} text={t('redeliver')} onClick={onRedeliver} />
        )}
        <Button
          size="small"
          variant="minimal"
          icon={<ChevronUp />}
          aria-label={t('up')}
          disabled={previous === undefined}
          onClick={() => previous !== undefined && onOpen(previous)}
        />
        <Button
          size="small"
          variant="minimal"
          icon={<ChevronDown />}
          aria-label={t('down')}
          disabled={next === undefined}
          onClick={() => next !== undefined && onOpen(next)}
        />
        {!beside && (
          <Button size="small" variant="minimal" icon={<Cross />} aria-label={t('close')} onClick={onClose} />
        )}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className="delivery-body" role="group" aria-label={t('delivery')} tabIndex={0}>
        {data ? (
          <Detail delivery={data} />
        ) : deliveryQuery.isPending ? (
          <LoadingRows rows={4} />
        ) : (
          <ErrorState
            title={t('deliveryFailed')}
            error={deliveryQuery.error}
            onRetry={() => void deliveryQuery.refetch()}
          />
        )}
      </div>
    </>
  );
};

const Detail = ({ delivery }: { delivery: WebhookDeliveryDetail }) => {
  const t = useTexts(texts);
  const last = delivery.tried.at(-1);
  const signatures =
    last?.headers['webhook-signature']?.split(' ').filter((signature) => signature.startsWith('v1,')).length ?? 0;
  return (
    <>
      <AttemptTimeline delivery={delivery} />
      {last && <ResponseNote attempt={last} />}
      {last && (
        <CodeBlock
          head={
            <>
              {t('headers')}
              {signatures > 1 && (
                <span className="row tight delivery-signed">
                  <TickCircle size={12} />
                  {t('bothSigned')}
                </span>
              )}
            </>
          }
          label={t('headers')}
          notation="headers"
          text={Object.entries(last.headers)
            .map(([name, value]) => `${name}: ${value}`)
            .join('\n')}
          actions={
            <Link className="code-action" to={eventTypePath(delivery.type, 'webhook')}>
              {t('howToVerify')}
            </Link>
          }
        />
      )}
      {delivery.body === null ? (
        <div className="note info">{t('bodyGone')}</div>
      ) : (
        <CodeBlock
          head={t('body')}
          label={t('body')}
          notation="json"
          text={formatBody(delivery.body)}
          actions={
            <Link className="code-action" to={eventTypePath(delivery.type)}>
              {t('aboutType')}
            </Link>
          }
        />
      )}
    </>
  );
};

/** Pretty-printed for people; a body that is not JSON is unchanged. */
const formatBody = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

const ResponseNote = ({ attempt }: { attempt: WebhookDeliveryDetail['tried'][number] }) => {
  const t = useTexts(texts);
  const s = useTexts(integrationTexts);
  const { answer, failure, ms, retryAfterS, at } = attempt;
  return (
    <div className={`note ${failure === null ? 'success' : 'danger'} delivery-answer`}>
      <b className="numeric">{attemptOutcomeText(attempt, s)}</b>
      <span className="mono delivery-answer-text">{answer || t('noAnswer')}</span>
      <span className="aux numeric nowrap" title={dateTime(at)}>
        {retryAfterS !== null && `Retry-After ${formatCount(retryAfterS)}　`}
        {s('ms', { n: formatCount(ms) })}
      </span>
    </div>
  );
};
