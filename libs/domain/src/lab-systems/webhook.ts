import {
  decode,
  idOfStream,
  webhookEvents,
  type Position,
  type RecordedEvent,
  type WebhookDisabledCause,
  type WebhookEvent,
  type UnitType,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';
import { requireFeedTypes } from './unit-feed.js';

/**
 * Texts in characters; `types` is the maximum number of type prefixes of an endpoint, `endpointsPerUnit` that of
 * endpoints of a unit.
 */
export const WEBHOOK_LIMITS = { url: 2000, description: 200, types: 50, reason: 200, endpointsPerUnit: 20 } as const;

/** Maximum number of concurrent deliveries to one endpoint, and the rate per second for a backlog. */
export const WEBHOOK_RATES = { atOnce: 8, backlogPerSecond: 5 } as const;

/** How long a replaced secret also signs, beside the new one. */
const PREVIOUS_SIGNS_MS = 24 * 60 * 60_000;
/** Maximum number of secrets that sign at a time: the current and the previous one. */
const MAX_SECRETS = 2;

export type WebhookState = 'active' | 'paused' | 'disabled' | 'deleted';
/** `until` (UTC) is when the secret stops signing; null for the current one. */
export type WebhookSecret = { id: string; last4: string; until: string | null };

export type Webhook = {
  unitId: string;
  unitType: UnitType;
  url: string;
  /** Prefixes of versioned type names; empty for all types. */
  types: string[];
  description: string;
  state: WebhookState;
  disabledCause: WebhookDisabledCause | null;
  /** The current secret first. */
  secretIds: WebhookSecret[];
};

/** The events to deliver again. Times are UTC; `to` is exclusive. */
export type RedeliverySelection =
  { mode: 'events'; eventIds: string[] } | { mode: 'period'; from: string; to: string } | { mode: 'failed' };

type NewSecret = Pick<WebhookSecret, 'id' | 'last4'>;
type WebhookTexts = Pick<Webhook, 'url' | 'types' | 'description'>;

export type WebhookCommand =
  | {
      type: 'RegisterWebhook';
      webhook: Pick<Webhook, 'unitId' | 'unitType'> & WebhookTexts;
      secret: NewSecret;
    }
  | { type: 'ChangeWebhook'; changes: Partial<WebhookTexts> }
  | { type: 'PauseWebhook' }
  | { type: 'ResumeWebhook' }
  | { type: 'DisableWebhook'; cause: WebhookDisabledCause }
  | { type: 'RotateWebhookSecret'; secret: NewSecret; at: string }
  | { type: 'RevokeWebhookSecret'; secretId: string; reason: string; at: string }
  | { type: 'RequestRedelivery'; selection: RedeliverySelection; count: number; reason: string }
  | { type: 'DeleteWebhook'; reason: string };

/** The secrets that sign at this time (UTC, ISO 8601), the current one first. */
export const signingSecrets = ({ secretIds }: Pick<Webhook, 'secretIds'>, at: string): WebhookSecret[] =>
  secretIds.filter(({ until }) => until === null || until > at);

const decide = (command: WebhookCommand, state: Webhook | null): WebhookEvent[] => {
  if (command.type === 'RegisterWebhook') {
    refuseIf(state && problem('RECORD_EXISTS', {}, 'id'));
    const { secret, webhook } = command;
    requireFeedTypes(webhook.types);
    return [{ type: 'WebhookRegistered', data: { ...webhook, secretId: secret.id, last4: secret.last4 } }];
  }
  if (command.type === 'DeleteWebhook' && state?.state === 'deleted') return [];
  if (!state || state.state === 'deleted') throw new RuleBroken(problem('NO_SUCH_WEBHOOK'));
  switch (command.type) {
    case 'ChangeWebhook':
      return decideChange(command.changes, state);
    case 'PauseWebhook':
      return state.state === 'active' ? [{ type: 'WebhookPaused', data: {} }] : [];
    case 'ResumeWebhook':
      return state.state === 'active' ? [] : [{ type: 'WebhookResumed', data: {} }];
    case 'DisableWebhook':
      return state.state === 'disabled' ? [] : [{ type: 'WebhookDisabled', data: { cause: command.cause } }];
    case 'RotateWebhookSecret':
      return decideRotation(command, state);
    case 'RevokeWebhookSecret':
      return decideRevocation(command, state);
    case 'RequestRedelivery': {
      requireReason(command.reason);
      const { selection, count, reason } = command;
      return [{ type: 'WebhookRedeliveryRequested', data: { ...selection, count, reason: reason.trim() } }];
    }
    case 'DeleteWebhook':
      return [{ type: 'WebhookDeleted', data: { reason: command.reason.trim() } }];
  }
};

const requireReason = (reason: string): void =>
  refuseIf(isBlank(reason) ? problem('REASON_REQUIRED', {}, 'reason') : null);

const decideChange = ({ url, types, description }: Partial<WebhookTexts>, state: Webhook): WebhookEvent[] => {
  if (types) requireFeedTypes(types);
  const data = {
    ...(url === undefined || url === state.url ? {} : { url }),
    ...(types === undefined || types.join() === state.types.join() ? {} : { types }),
    ...(description === undefined || description === state.description ? {} : { description }),
  };
  return Object.keys(data).length > 0 ? [{ type: 'WebhookChanged', data }] : [];
};

const decideRotation = (
  { secret, at }: Extract<WebhookCommand, { type: 'RotateWebhookSecret' }>,
  state: Webhook,
): WebhookEvent[] => {
  const activeSecrets = signingSecrets(state, at);
  const [current] = activeSecrets;
  refuseIf(activeSecrets.length < MAX_SECRETS ? null : problem('WEBHOOK_SECRETS_BOTH_SIGN'));
  const data = {
    secretId: secret.id,
    last4: secret.last4,
    previousSecretId: current?.id ?? '',
    previousUntil: new Date(Date.parse(at) + PREVIOUS_SIGNS_MS).toISOString(),
  };
  return [{ type: 'WebhookSecretRotated', data }];
};

const decideRevocation = (
  { secretId, reason, at }: Extract<WebhookCommand, { type: 'RevokeWebhookSecret' }>,
  state: Webhook,
): WebhookEvent[] => {
  const secret = signingSecrets(state, at).find(({ id }) => id === secretId);
  if (!secret) throw new RuleBroken(problem('NO_SUCH_WEBHOOK_SECRET'));
  refuseIf(secret.until === null ? problem('WEBHOOK_SECRET_CURRENT') : null);
  requireReason(reason);
  return [{ type: 'WebhookSecretRevoked', data: { secretId, reason: reason.trim() } }];
};

const evolve = (state: Webhook | null, event: WebhookEvent): Webhook | null => {
  if (event.type === 'WebhookRegistered') {
    const { secretId, last4, ...webhook } = event.data;
    const secretIds = [{ id: secretId, last4, until: null }];
    return { ...webhook, state: 'active', disabledCause: null, secretIds };
  }
  if (!state) return null;
  switch (event.type) {
    case 'WebhookChanged': {
      const { url = state.url, types = state.types, description = state.description } = event.data;
      return { ...state, url, types, description };
    }
    case 'WebhookPaused':
      return { ...state, state: 'paused' };
    case 'WebhookResumed':
      return { ...state, state: 'active', disabledCause: null };
    case 'WebhookDisabled':
      return { ...state, state: 'disabled', disabledCause: event.data.cause };
    case 'WebhookSecretRotated': {
      const { secretId, last4, previousSecretId, previousUntil } = event.data;
      const previous = state.secretIds.filter(({ id }) => id === previousSecretId);
      return {
        ...state,
        secretIds: [
          { id: secretId, last4, until: null },
          ...previous.map((secret) => ({ ...secret, until: previousUntil })),
        ],
      };
    }
    case 'WebhookSecretRevoked':
      return { ...state, secretIds: state.secretIds.filter(({ id }) => id !== event.data.secretId) };
    case 'WebhookRedeliveryRequested':
      return state;
    case 'WebhookDeleted':
      return { ...state, state: 'deleted' };
  }
};

/**
 * Stream webhook-<id>. The state is null before the endpoint is registered.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_WEBHOOK, NO_SUCH_WEBHOOK_SECRET, FEED_TYPE_UNKNOWN,
 * WEBHOOK_SECRETS_BOTH_SIGN, WEBHOOK_SECRET_CURRENT, REASON_REQUIRED (002 ILIS, EM-010; Standard Webhooks 1.0).
 */
export const webhook: Aggregate<typeof webhookEvents, WebhookCommand, Webhook | null> = {
  category: 'webhook',
  events: webhookEvents,
  decider: { initialState: null, decide, evolve },
};

/**
 * An endpoint in lists. `createdBy` is the id of a user or an access key, `registeredAt` the log position of its
 * registration, `stateSince` the start time of its current state.
 */
export type WebhookRow = Webhook & {
  id: string;
  revision: number;
  createdAt: string;
  createdBy: string;
  registeredAt: Position;
  stateSince: string;
};

/** Endpoints of all units, including deleted ones, because their deliveries are stored for a while longer. */
export const webhooks: Projection<WebhookRow> = {
  name: 'webhooks',
  version: 1,
  types: Object.keys(webhookEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, stored, id) {
    if (row && row.revision >= stored.revision) return row;
    const state = evolve(row, decode(webhookEvents, stored));
    if (!state) return row;
    const { at } = stored.metadata;
    const stateSince = row && row.state === state.state ? row.stateSince : at;
    return { ...(row ?? registration(stored)), ...state, id, revision: stored.revision, stateSince };
  },
  view: {
    columns: {
      unitId: { type: 'text', of: (row) => row.unitId },
      state: { type: 'text', of: (row) => row.state },
      createdAt: { type: 'text', of: (row) => row.createdAt },
    },
    search: null,
    indexes: [['unitId', 'createdAt'], ['state']],
  },
};

const registration = ({ metadata, position }: RecordedEvent) => ({
  createdAt: metadata.at,
  createdBy: metadata.by.userId,
  registeredAt: position,
});
