import { z } from 'zod';
import { WEBHOOK_LIMITS } from '#domain/lab-systems';
import { WebhookDisabledCause } from '#events';
import { Guid, operation } from '../operation.js';
import { code, line, opaque, paragraphs } from '../texts.js';

export const WEBHOOKS_PATH = '/api/v1/webhooks';
const SOURCE = 'ILIS, EM-010';

/**
 * An endpoint of a unit's own system. Times are UTC. `types` are prefixes of versioned names, empty for all.
 * `disabledCause`: `gone` if it responded with 410, `exhausted` if the last attempt of a delivery failed. `secretIds`
 * are the secrets that sign, the current one first; `until` is when a replaced one stops signing. `createdBy` is the
 * name of its author. `waiting` is the number of waiting events, which are sent at `nextAt` or later. `failingSince` is
 * null while the endpoint accepts. `last…` members describe the last attempt; `lastStatus` is null if there was no
 * response.
 */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  types: z.array(z.string()),
  description: z.string(),
  state: z.enum(['active', 'paused', 'disabled']),
  stateSince: z.string(),
  disabledCause: WebhookDisabledCause.nullable(),
  secretIds: z.array(z.object({ id: z.string(), last4: z.string(), until: z.string().nullable() })),
  createdAt: z.string(),
  createdBy: z.string(),
  waiting: z.number().int(),
  failingSince: z.string().nullable(),
  nextAt: z.string().nullable(),
  lastAt: z.string().nullable(),
  lastStatus: z.number().int().nullable(),
  lastFailure: z.string().nullable(),
  lastDeliveredAt: z.string().nullable(),
});
export type Webhook = z.infer<typeof Webhook>;

/** The only response that contains the secret: `whsec_` and 32 bytes in base64. */
export const WebhookWithSecret = Webhook.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

/** The unit whose endpoints an administrator manages. All others manage those of their own unit. */
const unitId = Guid.optional();
const webhookId = Guid;
/** The rules of addresses check the characters, not the rules of texts. */
const url = opaque(WEBHOOK_LIMITS.url, 1);
const types = z.array(code(100, 1)).max(WEBHOOK_LIMITS.types);
const description = line(WEBHOOK_LIMITS.description);
const reason = paragraphs(WEBHOOK_LIMITS.reason);
/** Parameters of a path with only the id of an endpoint. */
const WebhookParams = z.object({ webhookId });

export const registerWebhook = operation({
  name: 'RegisterWebhook',
  family: 'v1',
  method: 'POST',
  path: WEBHOOKS_PATH,
  summary:
    'Registers an endpoint, to which the events of the unit’s feed are delivered from now on; answers its secret',
  source: SOURCE,
  body: z.object({ unitId, url, types: types.default([]), description: description.default('') }),
  result: WebhookWithSecret,
});
export const listWebhooks = operation({
  name: 'ListWebhooks',
  family: 'v1',
  method: 'GET',
  path: WEBHOOKS_PATH,
  summary: 'Endpoints of a unit, oldest first, without their secrets',
  source: SOURCE,
  query: z.object({ unitId }),
  result: z.object({ items: z.array(Webhook) }),
});
export const getWebhookKey = operation({
  name: 'GetWebhookKey',
  family: 'v1',
  method: 'GET',
  path: `${WEBHOOKS_PATH}/key`,
  summary: 'The public key by which `v1a` signatures of all deliveries are verified',
  source: SOURCE,
  result: z.object({ algorithm: z.literal('ed25519'), publicKey: z.string() }),
});
export const getWebhook = operation({
  name: 'GetWebhook',
  family: 'v1',
  method: 'GET',
  path: `${WEBHOOKS_PATH}/:webhookId`,
  summary: 'One endpoint',
  source: SOURCE,
  query: WebhookParams,
  result: Webhook,
});
export const changeWebhook = operation({
  name: 'ChangeWebhook',
  family: 'v1',
  method: 'PATCH',
  path: `${WEBHOOKS_PATH}/:webhookId`,
  summary: 'Changes address, types or description of an endpoint; what is not sent stays',
  source: SOURCE,
  query: WebhookParams,
  body: z.object({ url: url.optional(), types: types.optional(), description: description.optional() }),
  result: Webhook,
});
export const deleteWebhook = operation({
  name: 'DeleteWebhook',
  family: 'v1',
  method: 'DELETE',
  path: `${WEBHOOKS_PATH}/:webhookId`,
  summary: 'Deletes an endpoint; a reason can stand in the query or in the body',
  source: SOURCE,
  query: z.object({ webhookId, reason: reason.optional() }),
  body: z.object({ reason: reason.optional() }).optional(),
  result: z.literal(true),
});
export const pauseWebhook = operation({
  name: 'PauseWebhook',
  family: 'v1',
  method: 'POST',
  path: `${WEBHOOKS_PATH}/:webhookId/pause`,
  summary: 'Pauses deliveries; they wait until the endpoint is resumed',
  source: SOURCE,
  query: WebhookParams,
  result: Webhook,
});
export const resumeWebhook = operation({
  name: 'ResumeWebhook',
  family: 'v1',
  method: 'POST',
  path: `${WEBHOOKS_PATH}/:webhookId/resume`,
  summary: 'Delivers again to an endpoint that was paused or disabled, what waits first',
  source: SOURCE,
  query: WebhookParams,
  result: Webhook,
});
export const rotateWebhookSecret = operation({
  name: 'RotateWebhookSecret',
  family: 'v1',
  method: 'POST',
  path: `${WEBHOOKS_PATH}/:webhookId/rotate-secret`,
  summary: 'Answers a new secret; the one before signs beside it for 24 hours',
  source: SOURCE,
  query: WebhookParams,
  result: WebhookWithSecret,
});
export const revokeWebhookSecret = operation({
  name: 'RevokeWebhookSecret',
  family: 'v1',
  method: 'POST',
  path: `${WEBHOOKS_PATH}/:webhookId/secrets/:secretId/revoke`,
  summary: 'Ends a secret that was replaced before its 24 hours are over',
  source: SOURCE,
  query: z.object({ webhookId, secretId: Guid }),
  body: z.object({ reason }),
  result: Webhook,
});
