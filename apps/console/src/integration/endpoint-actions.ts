import {
  deleteWebhook,
  getWebhook,
  getWebhookDelivery,
  listWebhookHours,
  listFeedConsumers,
  listWebhookDeliveries,
  listWebhooks,
  pauseWebhook,
  resumeWebhook,
  retryWebhookNow,
  revokeWebhookSecret,
  rotateWebhookSecret,
  type Webhook,
} from '#contract';
import { openActionDialog } from '../components/action-dialog.js';
import { REMARK_LENGTH } from '../components/remark-dialog.js';
import { toastError, toastSuccess } from '../components/toaster.js';
import { textOf } from '../i18n/texts.js';
import { logHandledFailure } from '../lib/failures.js';
import { callOperation, newIdempotencyKey } from '../lib/http.js';
import { invalidateOperations } from '../lib/list-query.js';
import { withIdempotencyKey } from '../lib/idempotent-write.js';
import { formatCount } from '../lib/numbers.js';
import { openEndpointSecret } from './endpoint.dialog.js';
import { texts } from './texts.js';
import { webhookName } from './webhooks.js';

const t = (key: keyof typeof texts.zh, values?: Record<string, string | number>) => textOf(texts, key, values);

/** Reads endpoints and their deliveries again wherever they are shown. */
export const endpointsChanged = (): Promise<void> =>
  invalidateOperations(
    listWebhooks,
    getWebhook,
    listWebhookDeliveries,
    getWebhookDelivery,
    listWebhookHours,
    listFeedConsumers,
  );

/** Runs an action that needs no dialog; a refusal is shown and changes nothing. */
const runAction = async (work: () => Promise<unknown>, successText: string): Promise<void> => {
  try {
    await work();
    toastSuccess(successText);
  } catch (error) {
    logHandledFailure(error);
    toastError(error instanceof Error ? error.message : String(error));
  }
  await endpointsChanged();
};

const requestFor = ({ id }: Webhook) => ({ query: { webhookId: id }, idempotencyKey: newIdempotencyKey() });

/** Tries one waiting event now; if it is accepted, all others follow. */
export const retryNow = (webhook: Webhook): Promise<void> =>
  runAction(() => callOperation(retryWebhookNow, requestFor(webhook)), t('retried', { name: webhookName(webhook) }));

/** Resumes deliveries to an endpoint that was paused or disabled. */
export const resume = (webhook: Webhook): Promise<void> =>
  runAction(() => callOperation(resumeWebhook, requestFor(webhook)), t('resumed', { name: webhookName(webhook) }));

export const confirmPause = async (webhook: Webhook): Promise<void> => {
  await openActionDialog({
    action: t('pause'),
    sentence: t('pauseSentence', { name: webhookName(webhook) }),
    run: () => callOperation(pauseWebhook, requestFor(webhook)),
  });
  await endpointsChanged();
};

/** Resolves to whether it was deleted. */
export const confirmDelete = async (webhook: Webhook): Promise<boolean> => {
  const name = webhookName(webhook);
  const isConfirmed = await openActionDialog({
    action: t('deleteEndpoint'),
    sentence: t('deleteSentence', { name, n: formatCount(webhook.waiting) }),
    intent: 'danger',
    reason: { label: t('reason'), required: true, maxLength: REMARK_LENGTH },
    run: (reason) =>
      withIdempotencyKey(`delete webhook ${JSON.stringify([webhook.id, reason])}`, (idempotencyKey) =>
        callOperation(deleteWebhook, { query: { webhookId: webhook.id }, body: { reason }, idempotencyKey }),
      ),
  });
  if (isConfirmed) toastSuccess(t('deleted', { name }));
  await endpointsChanged();
  return isConfirmed;
};

/** Makes a new secret and shows it once; the previous one also signs for a day. */
export const confirmRotateSecret = async (webhook: Webhook): Promise<void> => {
  const name = webhookName(webhook);
  let secret: string | undefined;
  await openActionDialog({
    action: t('rotateSecret'),
    sentence: t('rotateSecretSentence', { name }),
    run: async () => {
      ({ secret } = await withIdempotencyKey(`rotate webhook secret ${webhook.id}`, (idempotencyKey) =>
        callOperation(rotateWebhookSecret, { query: { webhookId: webhook.id }, idempotencyKey }),
      ));
    },
  });
  if (secret === undefined) return;
  void endpointsChanged();
  await openEndpointSecret(t('secretRotated', { name }), secret);
};

/** Revokes the replaced secret before its day is over. `accepted`: deliveries of the last hour, with either secret. */
export const confirmRevokeSecret = async (webhook: Webhook, secretId: string, accepted: number): Promise<void> => {
  const isConfirmed = await openActionDialog({
    action: t('revokeSecret'),
    sentence: t('revokeSecretSentence', { n: formatCount(accepted) }),
    intent: 'danger',
    reason: { label: t('reason'), required: true, maxLength: REMARK_LENGTH },
    run: (reason) =>
      withIdempotencyKey(`revoke webhook secret ${JSON.stringify([secretId, reason])}`, (idempotencyKey) =>
        callOperation(revokeWebhookSecret, {
          query: { webhookId: webhook.id, secretId },
          body: { reason },
          idempotencyKey,
        }),
      ),
  });
  if (isConfirmed) toastSuccess(t('secretRevoked'));
  await endpointsChanged();
};
