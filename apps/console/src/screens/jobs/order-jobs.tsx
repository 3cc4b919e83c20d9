import { cancelJob, cancelJobs, type JobRow, retryJob, retryJobs } from '#contract';
import { openActionDialog } from '../../components/action-dialog.js';
import { toastSuccess } from '../../components/toaster.js';
import { textOf, type TextValues } from '../../i18n/texts.js';
import { callOperation } from '../../lib/http.js';
import { withIdempotencyKey } from '../../lib/idempotent-write.js';
import { texts } from './texts.js';
import { type JobFilters, jobName, jobsChanged, kindName, bulkOrderFilter } from './use-jobs.js';

/** libs/events: OperatorReason. */
const REASON_LENGTH = 200;
/** Maximum number of jobs per request. */
const MAX_JOBS = 1_000;

const t = (key: keyof typeof texts.zh, values?: TextValues): string => textOf(texts, key, values);
const reasonField = () => ({
  label: t('reason'),
  required: true,
  placeholder: t('reasonHint'),
  maxLength: REASON_LENGTH,
});

/**
 * Asks for a reason, sends the order, shows the result, and reads the jobs again, also after a refusal, because their
 * number may have changed.
 */
const orderWithReason = async (
  action: string,
  sentence: string,
  isCancel: boolean,
  order: (reason: string) => Promise<{ count: number }>,
): Promise<void> => {
  let count = 0;
  const isConfirmed = await openActionDialog({
    action,
    sentence,
    intent: isCancel ? 'danger' : 'primary',
    reason: reasonField(),
    run: async (reason) => {
      try {
        ({ count } = await order(reason));
      } finally {
        void jobsChanged();
      }
    },
  });
  if (isConfirmed) toastSuccess(t(isCancel ? 'cancelled' : 'retried', { n: count }));
};

export const confirmRetry = (job: JobRow): Promise<void> =>
  orderWithReason(t('retryTitle'), t('retrySentence', { name: jobName(job, t) }), false, (reason) =>
    withIdempotencyKey(`retry ${job.id} ${job.finishedAt ?? ''} ${reason}`, (idempotencyKey) =>
      callOperation(retryJob, { query: { jobId: job.id }, body: { reason }, idempotencyKey }),
    ),
  );

export const confirmCancel = (job: JobRow): Promise<void> =>
  orderWithReason(t('cancelTitle'), t('cancelSentence', { name: jobName(job, t) }), true, (reason) =>
    withIdempotencyKey(`cancel ${job.id} ${job.runAt} ${reason}`, (idempotencyKey) =>
      callOperation(cancelJob, { query: { jobId: job.id }, body: { reason }, idempotencyKey }),
    ),
  );

/** The filters of an order, as text. */
const scopeText = ({ name, consignment }: JobFilters): string => {
  const scope = [name && kindName(name, t), consignment].filter(Boolean).join(' ');
  return scope ? t('scopeOf', { scope }) : t('scopeAll');
};

const sentenceOf = (key: 'retryAllSentence' | 'cancelAllSentence', filters: JobFilters, n: number): string =>
  `${t(key, { scope: scopeText(filters), n })}${n > MAX_JOBS ? t('firstOnly', { max: MAX_JOBS }) : ''}`;

/** Retries all failed jobs of the filters; `expectedCount` is the number in the dialog. */
export const confirmRetryAll = (filters: JobFilters, expectedCount: number): Promise<void> =>
  orderWithReason(
    t('retryAllTitle', { n: expectedCount }),
    sentenceOf('retryAllSentence', filters, expectedCount),
    false,
    (reason) =>
      withIdempotencyKey(
        `retry ${JSON.stringify(bulkOrderFilter(filters))} ${expectedCount} ${reason}`,
        (idempotencyKey) =>
          callOperation(retryJobs, { body: { ...bulkOrderFilter(filters), expectedCount, reason }, idempotencyKey }),
      ),
  );

/** Cancels all waiting jobs of the filters. */
export const confirmCancelAll = (filters: JobFilters, expectedCount: number): Promise<void> =>
  orderWithReason(
    t('cancelAllTitle', { n: expectedCount }),
    sentenceOf('cancelAllSentence', filters, expectedCount),
    true,
    (reason) =>
      withIdempotencyKey(
        `cancel ${JSON.stringify(bulkOrderFilter(filters))} ${expectedCount} ${reason}`,
        (idempotencyKey) =>
          callOperation(cancelJobs, { body: { ...bulkOrderFilter(filters), expectedCount, reason }, idempotencyKey }),
      ),
  );
