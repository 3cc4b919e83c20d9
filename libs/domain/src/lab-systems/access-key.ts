import { type AccessKeyEvent, accessKeyEvents, decode, idOfStream, type RecordedEvent, type Scope } from '#events';
import type { Aggregate } from '../handle.js';
import type { Projection } from '../projection.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';

/** Longest name and reason in characters, and how many keys of a unit may hold at a time. */
export const ACCESS_KEY_LIMITS = { name: 100, reason: 200, held: 50 } as const;

/** A consigning unit follows its consignments; what reports on them is the laboratory's. */
const SCOPES_OF_CONSIGNING_UNITS: readonly Scope[] = ['events:read', 'consignments:read', 'webhooks:manage'];

/** Uses within an hour of the one recorded last are not recorded. */
const USE_RECORDED_EVERY_MS = 60 * 60_000;

export type AccessKey = {
  unitId: string;
  unitType: 1 | 2;
  name: string;
  scopes: Scope[];
  /** UTC; null: it holds until it is revoked. */
  expiresAt: string | null;
  isRevoked: boolean;
  lastUsedAt: string | null;
};

export type AccessKeyCommand =
  | {
      type: 'IssueAccessKey';
      key: Pick<AccessKey, 'unitId' | 'unitType' | 'name' | 'scopes' | 'expiresAt'>;
      reason: string;
      at: string;
    }
  | { type: 'RotateAccessKey'; reason: string }
  | { type: 'RevokeAccessKey'; reason: string }
  | { type: 'RecordUse'; at: string };

/** Scopes that a key of such a unit can have: 1 testing unit, 2 consigning unit. */
export const scopesFor = (unitType: 1 | 2, scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => unitType === 1 || SCOPES_OF_CONSIGNING_UNITS.includes(scope));

/** Whether a key opens anything at this time (UTC, ISO 8601). */
export const holdsAt = ({ isRevoked, expiresAt }: Pick<AccessKey, 'isRevoked' | 'expiresAt'>, at: string): boolean =>
  !isRevoked && (expiresAt === null || expiresAt > at);

const issueProblems = ({ key, at }: Extract<AccessKeyCommand, { type: 'IssueAccessKey' }>): Problem[] => {
  const beyond = key.scopes.filter((scope) => !scopesFor(key.unitType, key.scopes).includes(scope));
  return [
    ...(isBlank(key.name) ? [problem('ACCESS_KEY_NAME_REQUIRED', {}, 'name')] : []),
    ...beyond.map((scope) => problem('SCOPE_OF_TESTING_UNITS', { scope }, 'scopes')),
    ...(key.expiresAt !== null && key.expiresAt <= at ? [problem('ACCESS_KEY_EXPIRES_IN_PAST', {}, 'expiresAt')] : []),
  ];
};

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
    case 'RotateAccessKey':
      refuseIf(state.isRevoked ? problem('ACCESS_KEY_REVOKED') : null);
      refuseIf(isBlank(command.reason) ? problem('REASON_REQUIRED', {}, 'reason') : null);
      return [{ type: 'AccessKeyRotated', data: { reason: command.reason.trim() } }];
    case 'RevokeAccessKey':
      if (state.isRevoked) return [];
      refuseIf(isBlank(command.reason) ? problem('REASON_REQUIRED', {}, 'reason') : null);
      return [{ type: 'AccessKeyRevoked', data: { reason: command.reason.trim() } }];
    case 'RecordUse':
      return isRecorded(state, command.at) ? [] : [{ type: 'AccessKeyUsed', data: { usedAt: command.at } }];
  }
};

const isRecorded = ({ isRevoked, lastUsedAt }: AccessKey, at: string): boolean =>
  isRevoked || (lastUsedAt !== null && Math.abs(Date.parse(at) - Date.parse(lastUsedAt)) < USE_RECORDED_EVERY_MS);

const evolve = (state: AccessKey | null, event: AccessKeyEvent): AccessKey | null => {
  if (event.type === 'AccessKeyIssued') {
    const { unitId, unitType, name, scopes, expiresAt } = event.data;
    return { unitId, unitType, name, scopes, expiresAt, isRevoked: false, lastUsedAt: null };
  }
  if (!state) return null;
  switch (event.type) {
    case 'AccessKeyRevoked':
      return { ...state, isRevoked: true };
    case 'AccessKeyUsed':
      return { ...state, lastUsedAt: event.data.usedAt };
    case 'AccessKeyRotated':
      return state;
  }
};

/**
 * accessKey-<id>; null before it was issued.
 * @throws RuleBroken RECORD_EXISTS, NO_SUCH_ACCESS_KEY, ACCESS_KEY_NAME_REQUIRED, SCOPE_OF_TESTING_UNITS, ACCESS_KEY_EXPIRES_IN_PAST,
 * ACCESS_KEY_REVOKED, REASON_REQUIRED (002 ILIS-006).
 */
export const accessKey: Aggregate<typeof accessKeyEvents, AccessKeyCommand, AccessKey | null> = {
  category: 'accessKey',
  events: accessKeyEvents,
  decider: { initialState: null, decide, evolve },
};

/** A key as lists show it. `createdBy` is the id of a user. */
export type AccessKeyRow = AccessKey & {
  id: string;
  revision: number;
  createdAt: string;
  createdBy: string;
  revokedAt: string | null;
  revokedBy: string | null;
  revokeReason: string;
};

/** Keys of every unit, revoked ones too. */
export const accessKeys: Projection<AccessKeyRow> = {
  name: 'accessKeys',
  version: 1,
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
