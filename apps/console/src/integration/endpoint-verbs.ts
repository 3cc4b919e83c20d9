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
import { askAction } from '../components/action-dialog.js';
import { REMARK_LENGTH } from '../components/remark-dialog.js';
import { fail, succeed } from '../components/toaster.js';
import { textOf } from '../i18n/texts.js';
import { noteFailure } from '../lib/failures.js';
import { count } from '../lib/china-time.js';
import { call, newIdempotencyKey } from '../lib/http.js';
import { changed } from '../lib/list-query.js';
import { underOneKey } from '../lib/one-key.js';
import { showEndpointSecret } from './endpoint.dialog.js';
import { texts } from './texts.js';
import { nameOfWebhook } from './webhooks.js';

const t = (key: keyof typeof texts.zh, values?: Record<string, string | number>) => textOf(texts, key, values);

/** Reads endpoints and their deliveries again wherever they are shown. */
export const endpointsChanged = (): Promise<void> =>
  changed(listWebhooks, getWebhook, listWebhookDeliveries, getWebhookDelivery, listWebhookHours, listFeedConsumers);

/** Does what needs no dialog; a refusal is said and nothing else moves. */
const atOnce = async (work: () => Promise<unknown>, done: string): Promise<void> => {
  try {
    await work();
    succeed(done);
  } catch (error) {
    noteFailure(error);
    fail(error instanceof Error ? error.message : String(error));
  }
  await endpointsChanged();
};

const ofOne = ({ id }: Webhook) => ({ query: { webhookId: id }, idempotencyKey: newIdempotencyKey() });

/** Tries one waiting event now; when it is accepted all others follow. */
export const retryNow = (webhook: Webhook): Promise<void> =>
  atOnce(() => call(retryWebhookNow, ofOne(webhook)), t('retried', { name: nameOfWebhook(webhook) }));

/** Delivers to an endpoint that was paused or disabled again. */
export const resume = (webhook: Webhook): Promise<void> =>
  atOnce(() => call(resumeWebhook, ofOne(webhook)), t('resumed', { name: nameOfWebhook(webhook) }));

export const askPause = async (webhook: Webhook): Promise<void> => {
  await askAction({
    verb: t('pause'),
    sentence: t('pauseSentence', { name: nameOfWebhook(webhook) }),
    run: () => call(pauseWebhook, ofOne(webhook)),
  });
  await endpointsChanged();
};

/** Answers whether it was deleted. */
export const askDelete = async (webhook: Webhook): Promise<boolean> => {
  const name = nameOfWebhook(webhook);
  const done = await askAction({
    verb: t('deleteEndpoint'),
    sentence: t('deleteSentence', { name, n: count(webhook.waiting) }),
    intent: 'danger',
    reason: { label: t('reason'), required: true, maxLength: REMARK_LENGTH },
    run: (reason) =>
      underOneKey(`delete webhook ${JSON.stringify([webhook.id, reason])}`, (idempotencyKey) =>
        call(deleteWebhook, { query: { webhookId: webhook.id }, body: { reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(t('deleted', { name }));
  await endpointsChanged();
  return done;
};

/** Makes a new secret and shows it, once; the one before signs beside it for a day. */
export const askRotateSecret = async (webhook: Webhook): Promise<void> => {
  const name = nameOfWebhook(webhook);
  let secret: string | undefined;
  await askAction({
    verb: t('rotateSecret'),
    sentence: t('rotateSecretSentence', { name }),
    run: async () => {
      ({ secret } = await underOneKey(`rotate webhook secret ${webhook.id}`, (idempotencyKey) =>
        call(rotateWebhookSecret, { query: { webhookId: webhook.id }, idempotencyKey }),
      ));
    },
  });
  if (secret === undefined) return;
  void endpointsChanged();
  await showEndpointSecret(t('secretRotated', { name }), secret);
};

/** Ends the secret that was replaced before its day is over. `accepted`: deliveries of the last hour, by whichever secret. */
export const askRevokeSecret = async (webhook: Webhook, secretId: string, accepted: number): Promise<void> => {
  const done = await askAction({
    verb: t('revokeSecret'),
    sentence: t('revokeSecretSentence', { n: count(accepted) }),
    intent: 'danger',
    reason: { label: t('reason'), required: true, maxLength: REMARK_LENGTH },
    run: (reason) =>
      underOneKey(`revoke webhook secret ${JSON.stringify([secretId, reason])}`, (idempotencyKey) =>
        call(revokeWebhookSecret, { query: { webhookId: webhook.id, secretId }, body: { reason }, idempotencyKey }),
      ),
  });
  if (done) succeed(t('secretRevoked'));
  await endpointsChanged();
};
