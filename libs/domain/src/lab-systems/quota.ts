import { quotaEvents, type QuotaEvent, type QuotaKind } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, refuseIf } from '../rules/rule-broken.js';
import { ACCESS_KEY_LIMITS } from './access-key.js';
import { WEBHOOK_LIMITS } from './webhook.js';

/** Maximum number per unit of each kind, and the error code when it is exceeded. */
const QUOTAS = {
  accessKey: { places: ACCESS_KEY_LIMITS.keysPerUnit, refusal: 'TOO_MANY_ACCESS_KEYS' },
  webhook: { places: WEBHOOK_LIMITS.endpointsPerUnit, refusal: 'TOO_MANY_WEBHOOKS' },
} as const;

/** `takenAt` is UTC; null for holders that existed before places were counted. */
export type QuotaHolder = { id: string; takenAt: string | null };
/** Null before the first place is taken. */
export type Quota = { holders: QuotaHolder[] } | null;

/**
 * `existingHolderIds` are holders that existed before places were counted. `released` are holders whose places can be
 * freed; the caller looks for them only if no place is left.
 */
export type QuotaCommand = {
  type: 'TakePlace';
  kind: QuotaKind;
  unitId: string;
  holderId: string;
  existingHolderIds: string[];
  released: string[];
  at: string;
};

/** Stream id of a unit's places. */
export const quotaId = (kind: QuotaKind, unitId: string): string => `${kind}-${unitId}`;

/** Whether a place is free without releasing one. */
export const hasPlace = (kind: QuotaKind, usedPlaces: number): boolean => usedPlaces < QUOTAS[kind].places;

const decide = (
  { kind, unitId, holderId, existingHolderIds, released, at }: QuotaCommand,
  state: Quota,
): QuotaEvent[] => {
  if (state?.holders.some(({ id }) => id === holderId)) return [];
  const holderIds = state ? state.holders.map(({ id }) => id) : existingHolderIds;
  const releasedIds = released.filter((id) => holderIds.includes(id));
  refuseIf(
    hasPlace(kind, holderIds.length - releasedIds.length)
      ? null
      : problem(QUOTAS[kind].refusal, { max: QUOTAS[kind].places }),
  );
  return [
    ...(state || existingHolderIds.length === 0
      ? []
      : [{ type: 'QuotaHoldersFound' as const, data: { kind, unitId, holderIds: existingHolderIds } }]),
    ...(releasedIds.length === 0
      ? []
      : [{ type: 'QuotaPlacesReleased' as const, data: { kind, unitId, holderIds: releasedIds } }]),
    { type: 'QuotaPlaceTaken', data: { kind, unitId, holderId, at } },
  ];
};

const evolve = (state: Quota, event: QuotaEvent): Quota => {
  const holders = state?.holders ?? [];
  switch (event.type) {
    case 'QuotaHoldersFound':
      return { holders: [...holders, ...event.data.holderIds.map((id) => ({ id, takenAt: null }))] };
    case 'QuotaPlaceTaken':
      return { holders: [...holders, { id: event.data.holderId, takenAt: event.data.at }] };
    case 'QuotaPlacesReleased':
      return { holders: holders.filter(({ id }) => !event.data.holderIds.includes(id)) };
  }
};

/**
 * Stream quota-<kind>-<unit id>. Taking a place for an existing holder records no event.
 * @throws RuleBroken TOO_MANY_ACCESS_KEYS, TOO_MANY_WEBHOOKS
 */
export const quota: Aggregate<typeof quotaEvents, QuotaCommand, Quota> = {
  category: 'quota',
  events: quotaEvents,
  decider: { initialState: null, decide, evolve },
};
