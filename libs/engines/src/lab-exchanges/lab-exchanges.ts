import { DAY_MS, HOUR_MS } from '#domain/time';

/** How many refused pushes of a unit are kept, and for how long. */
export const MAX_REFUSED_PUSHES = 50;
export const REFUSED_PUSHES_DAYS = 30;
/** Number of hours whose pushes are counted, including the current one. */
export const PUSH_HOURS = 24;

/**
 * A refused push of the system of a unit. `operation` is its name in the contract; `keyId` is null for a push with the
 * integration secret. `subject` is the id of the consignment or report that was refused; `others` is the number of
 * other ones in the same push. `reason` is the rule and its parameters as JSON.
 */
export type RefusedPush = {
  operation: string;
  keyId: string | null;
  status: number;
  code: string;
  subject: string | null;
  others: number;
  reason: string;
  at: string;
};

/** Equal refusals are one row: `at` is the time of the newest, `firstAt` that of the oldest. */
export type RefusedPushRow = RefusedPush & { times: number; firstAt: string };

/** Pushes in the hour that began at `at`. */
export type PushHour = { at: string; accepted: number; refused: number };

/**
 * Kinds of calls of the platform to the system of a unit. `state`: states of consignments; `reports`: calls about
 * reports.
 */
export const LAB_CALL_KINDS = ['catalogue', 'state', 'reports', 'message', 'bill'] as const;
export type LabCallKind = (typeof LAB_CALL_KINDS)[number];

/** The result of a call. `failure` is null if it succeeded; `status` is null if there was no response. */
export type LabCallResult = { at: string; ms: number; status: number | null; failure: string | null };

/** The newest call of a kind, the last success and the last failure. */
export type LabCallHealth = {
  kind: LabCallKind;
  lastAt: string;
  lastMs: number;
  lastStatus: number | null;
  successAt: string | null;
  failureAt: string | null;
  /** The last failure. */
  failure: string | null;
  failureStatus: number | null;
  /** Time of the first failure since the last success; null if the newest call succeeded. */
  failingSince: string | null;
};

/**
 * Port. Recent exchanges between the platform and the systems of units, for the page of their managers. A unit has at
 * most MAX_REFUSED_PUSHES refused pushes, PUSH_HOURS hours and one row for each kind of call. Times are UTC, ISO 8601.
 * Nothing else depends on this data, so callers do not await writes.
 */
export interface LabExchanges {
  /** Counts a push that was accepted. */
  recordAcceptedPush(unitId: string, at: string): Promise<void>;
  /** Counts a refused push and stores it, instead of the oldest one if there are too many. */
  recordRefusedPush(unitId: string, push: RefusedPush): Promise<void>;
  /** Refused pushes of the last REFUSED_PUSHES_DAYS days, the newest first. */
  refusedPushes(unitId: string, now: string): Promise<RefusedPushRow[]>;
  /** Hours with pushes, the oldest first. */
  hours(unitId: string, now: string): Promise<PushHour[]>;
  /** A result that is older than the stored one is ignored. */
  recordCall(unitId: string, kind: LabCallKind, result: LabCallResult): Promise<void>;
  /** In the order of LAB_CALL_KINDS; a kind that was never called is left out. */
  calls(unitId: string): Promise<LabCallHealth[]>;
  close(): Promise<void>;
}

export const hourOfPush = (at: string): string => `${at.slice(0, 13)}:00:00.000Z`;
/** The first of the counted hours. */
export const firstPushHour = (now: string): string =>
  hourOfPush(new Date(Date.parse(now) - (PUSH_HOURS - 1) * HOUR_MS).toISOString());
/** Refusals before this time are deleted. */
export const refusedPushesSince = (now: string): string =>
  new Date(Date.parse(now) - REFUSED_PUSHES_DAYS * DAY_MS).toISOString();

/** Equal for refusals that are stored as one row. */
export const refusalKey = ({ operation, keyId, code, subject, reason }: RefusedPush): string =>
  JSON.stringify([operation, keyId, code, subject, reason]);

/** The health of a kind of call after one more call; `previous` is null for the first one. */
export const healthAfter = (
  kind: LabCallKind,
  previous: LabCallHealth | null,
  { at, ms, status, failure }: LabCallResult,
): LabCallHealth => {
  const last = { kind, lastAt: at, lastMs: ms, lastStatus: status };
  const { successAt = null, failureAt = null, failingSince = null } = previous ?? {};
  if (failure === null)
    return {
      ...last,
      successAt: at,
      failureAt,
      failure: previous?.failure ?? null,
      failureStatus: previous?.failureStatus ?? null,
      failingSince: null,
    };
  return { ...last, successAt, failureAt: at, failure, failureStatus: status, failingSince: failingSince ?? at };
};

export const sortByKind = (calls: readonly LabCallHealth[]): LabCallHealth[] =>
  calls.toSorted((a, b) => LAB_CALL_KINDS.indexOf(a.kind) - LAB_CALL_KINDS.indexOf(b.kind));
