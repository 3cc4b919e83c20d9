import {
  type AccessKeyEvent,
  accessKeyEvents,
  decode,
  idOfStream,
  type RecordedEvent,
  type Scope,
  UNIT_TYPE,
  type UnitType,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import type { Projection } from '../event-sourcing/projection.js';
import { timeLeft } from '../time/clock-skew.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';

/** Name and reason in characters; `keysPerUnit` is the number of valid keys a unit can have at a time. */
export const ACCESS_KEY_LIMITS = { name: 100, reason: 200, keysPerUnit: 50 } as const;

/** Consigning units read their consignments. Scopes that report on consignments are reserved for laboratories. */
const SCOPES_OF_CONSIGNING_UNITS: readonly Scope[] = ['events:read', 'consignments:read', 'webhooks:manage'];

const HOUR_MS = 60 * 60_000;
/** Maximum overlap in hours during which a replaced secret is valid beside the new one. */
export const MAX_OVERLAP_HOURS = 24;

/** A use within this time of the last recorded use is not recorded. */
const USE_RECORDED_EVERY_MS = HOUR_MS;

/**
 * A secret of a key. The secret itself is known only to the unit's system. `id` is null for the secret issued with the
 * key. `until` (UTC) is the end of validity of a replaced secret; null for the current one.
 */
export type AccessKeySecret = { id: string | null; until: string | null };

export type AccessKey = {
  unitId: string;
  unitType: UnitType;
  name: string;
  scopes: Scope[];
  /** UTC; null: valid until revoked. */
  expiresAt: string | null;
  isRevoked: boolean;
  lastUsedAt: string | null;
  /** The current secret first, then the replaced one while it may still be valid. */
  secrets: AccessKeySecret[];
};

export type AccessKeyCommand =
  | {
      type: 'IssueAccessKey';
      key: Pick<AccessKey, 'unitId' | 'unitType' | 'name' | 'scopes' | 'expiresAt'>;
      reason: string;
      at: string;
    }
  | { type: 'ChangeAccessKey'; name?: string | undefined; scopes?: Scope[] | undefined; reason: string }
  | { type: 'RotateAccessKey'; secretId: string; overlapHours: number; reason: string; at: string }
  | { type: 'RevokeAccessKey'; reason: string }
  | { type: 'RecordUse'; at: string };

/** The scopes among `scopes` that a key of this unit type can have: 1 testing unit, 2 consigning unit. */
export const scopesFor = (unitType: UnitType, scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => unitType === UNIT_TYPE.laboratory || SCOPES_OF_CONSIGNING_UNITS.includes(scope));

/** Whether the key is valid at this time (UTC, ISO 8601). */
export const isValidAt = ({ isRevoked, expiresAt }: Pick<AccessKey, 'isRevoked' | 'expiresAt'>, at: string): boolean =>
  !isRevoked && (expiresAt === null || expiresAt > at);

/**
 * The secrets that are valid at this time (UTC, ISO 8601), the current one first. A secret whose `until` is further
 * ahead than the maximum overlap was replaced while the clock ran ahead, and is not valid.
 */
export const validSecrets = ({ secrets }: Pick<AccessKey, 'secrets'>, at: string): AccessKeySecret[] =>
  secrets.filter(({ until }) => until === null || timeLeft(until, at, MAX_OVERLAP_HOURS * HOUR_MS) > 0);

const nameProblems = (name: string): Problem[] =>
  isBlank(name) ? [problem('ACCESS_KEY_NAME_REQUIRED', {}, 'name')] : [];

const scopeProblems = (unitType: UnitType, scopes: readonly Scope[]): Problem[] =>
  scopes
    .filter((scope) => !scopesFor(unitType, scopes).includes(scope))
    .map((scope) => problem('SCOPE_OF_TESTING_UNITS', { scope }, 'scopes'));

const issueProblems = ({ key, at }: Extract<AccessKeyCommand, { type: 'IssueAccessKey' }>): Problem[] => [
  ...nameProblems(key.name),
  ...scopeProblems(key.unitType, key.scopes),
  ...(key.expiresAt !== null && key.expiresAt <= at ? [problem('ACCESS_KEY_EXPIRES_IN_PAST', {}, 'expiresAt')] : []),
];

const decide = (command: AccessKeyCommand, state: AccessKey | null): AccessKeyEvent[] => {
  if (command.type === 'IssueAccessKey') {
    refuseIf(state && problem('RECORD_EXISTS', {}, 'id'));
    refuseIf(issueProblems(command));
    const { unitId, unitType, name, scopes, expiresAt } = command.key;
    const data = {
      unitId,
      unitType,
      name: name.trim(),
      scopes: [...new Set(scopes)],
      expiresAt,
      reason: command.reason,
    };
    return [{ type: 'AccessKeyIssued', data }];
  }
  if (!state) throw new RuleBroken(problem('NO_SUCH_ACCESS_KEY'));
  switch (command.type) {
    case 'ChangeAccessKey':
      return decideChange(command, state);
    case 'RotateAccessKey':
      return decideRotation(command, state);
    case 'RevokeAccessKey':
      if (state.isRevoked) return [];
      requireReason(command.reason);
      return [{ type: 'AccessKeyRevoked', data: { reason: command.reason.trim() } }];
    case 'RecordUse':
      return isUseRecorded(state, command.at) ? [] : [{ type: 'AccessKeyUsed', data: { usedAt: command.at } }];
  }
};

const requireReason = (reason: string): void =>
  refuseIf(isBlank(reason) ? problem('REASON_REQUIRED', {}, 'reason') : null);

/** A change of the scopes requires a reason, a change of the name does not. */
const decideChange = (
  { name, scopes, reason }: Extract<AccessKeyCommand, { type: 'ChangeAccessKey' }>,
  state: AccessKey,
): AccessKeyEvent[] => {
  refuseIf(state.isRevoked ? problem('ACCESS_KEY_REVOKED') : null);
  refuseIf([
    ...(name === undefined ? [] : nameProblems(name)),
    ...(scopes === undefined ? [] : scopeProblems(state.unitType, scopes)),
  ]);
  const requestedScopes = scopes && [...new Set(scopes)];
  const changedScopes =
    requestedScopes && requestedScopes.toSorted().join() !== state.scopes.toSorted().join()
      ? requestedScopes
      : undefined;
  const changedName = name !== undefined && name.trim() !== state.name ? name.trim() : undefined;
  if (changedScopes === undefined && changedName === undefined) return [];
  if (changedScopes !== undefined) requireReason(reason);
  const data = {
    ...(changedName === undefined ? {} : { name: changedName }),
    ...(changedScopes === undefined ? {} : { scopes: changedScopes }),
    reason: reason.trim(),
  };
  return [{ type: 'AccessKeyChanged', data }];
};

/** At most two secrets are valid at a time. Only a rotation without overlap ends a secret early. */
const decideRotation = (
  { secretId, overlapHours, reason, at }: Extract<AccessKeyCommand, { type: 'RotateAccessKey' }>,
  state: AccessKey,
): AccessKeyEvent[] => {
  refuseIf(state.isRevoked ? problem('ACCESS_KEY_REVOKED') : null);
  requireReason(reason);
  refuseIf(overlapHours > 0 && validSecrets(state, at).length > 1 ? problem('ACCESS_KEY_SECRETS_BOTH_OPEN') : null);
  const previousUntil = overlapHours > 0 ? new Date(Date.parse(at) + overlapHours * HOUR_MS).toISOString() : null;
  return [{ type: 'AccessKeyRotated', data: { secretId, previousUntil, reason: reason.trim() } }];
};

const isUseRecorded = ({ isRevoked, lastUsedAt }: AccessKey, at: string): boolean =>
  isRevoked || (lastUsedAt !== null && Math.abs(Date.parse(at) - Date.parse(lastUsedAt)) < USE_RECORDED_EVERY_MS);

const FIRST_SECRET: AccessKeySecret = { id: null, until: null };

const evolve = (state: AccessKey | null, event: AccessKeyEvent): AccessKey | null => {
  if (event.type === 'AccessKeyIssued') {
    const { unitId, unitType, name, scopes, expiresAt } = event.data;
    return { unitId, unitType, name, scopes, expiresAt, isRevoked: false, lastUsedAt: null, secrets: [FIRST_SECRET] };
  }
  if (!state) return null;
  switch (event.type) {
    case 'AccessKeyRevoked':
      return { ...state, isRevoked: true };
    case 'AccessKeyUsed':
      return { ...state, lastUsedAt: event.data.usedAt };
    case 'AccessKeyChanged': {
      const { name = state.name, scopes = state.scopes } = event.data;
      return { ...state, name, scopes };
    }
    case 'AccessKeyRotated': {
      const { secretId, previousUntil = null } = event.data;
      if (secretId === undefined) return state;
      const previous = previousUntil === null ? [] : state.secrets.filter(({ until }) => until === null);
      return {
        ...state,
        secrets: [{ id: secretId, until: null }, ...previous.map(({ id }) => ({ id, until: previousUntil }))],
      };
    }
  }
};

/**
 * Stream accessKey-<id>. The state is null before the key is issued.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_ACCESS_KEY, ACCESS_KEY_NAME_REQUIRED, SCOPE_OF_TESTING_UNITS,
 * ACCESS_KEY_EXPIRES_IN_PAST, ACCESS_KEY_REVOKED, ACCESS_KEY_SECRETS_BOTH_OPEN, REASON_REQUIRED (002 ILIS-006).
 */
export const accessKey: Aggregate<typeof accessKeyEvents, AccessKeyCommand, AccessKey | null> = {
  category: 'accessKey',
  events: accessKeyEvents,
  decider: { initialState: null, decide, evolve },
};

/** A key in lists. `createdBy` is a user id. */
export type AccessKeyRow = AccessKey & {
  id: string;
  revision: number;
  createdAt: string;
  createdBy: string;
  revokedAt: string | null;
  revokedBy: string | null;
  revokeReason: string;
};

/** Keys of all units, including revoked ones. */
export const accessKeys: Projection<AccessKeyRow> = {
  name: 'accessKeys',
  version: 2,
  types: Object.keys(accessKeyEvents),
  idsOf: (event) => [idOfStream(event.stream)],
  project(row, stored, id) {
    if (row && row.revision >= stored.revision) return row;
    const event = decode(accessKeyEvents, stored);
    const state = evolve(row, event);
    if (!state) return row;
    return { ...(row ?? createdBy(stored)), ...state, id, revision: stored.revision, ...revocationOf(event, stored) };
  },
  view: {
    columns: {
      unitId: { type: 'text', of: (row) => row.unitId },
      isRevoked: { type: 'integer', of: (row) => Number(row.isRevoked) },
      createdAt: { type: 'text', of: (row) => row.createdAt },
    },
    search: null,
    indexes: [['unitId', 'createdAt']],
  },
};

const createdBy = ({ metadata }: RecordedEvent) => ({
  createdAt: metadata.at,
  createdBy: metadata.by.userId,
  revokedAt: null,
  revokedBy: null,
  revokeReason: '',
});

const revocationOf = (event: AccessKeyEvent, { metadata }: RecordedEvent) =>
  event.type === 'AccessKeyRevoked'
    ? { revokedAt: metadata.at, revokedBy: metadata.by.userId, revokeReason: event.data.reason }
    : {};
