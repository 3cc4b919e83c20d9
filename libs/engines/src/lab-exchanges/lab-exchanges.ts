import { DAY_MS, HOUR_MS } from '#domain/time';

/** Refused pushes that are kept of a unit, and for how long. */
export const REFUSED_PUSHES_KEPT = 50;
export const REFUSED_PUSHES_DAYS = 30;
/** Hours whose pushes are counted, the one under way included. */
export const PUSH_HOURS = 24;

/**
 * A push of a unit's own system that was refused. `operation` is its name in the contract, `keyId` null for a push by
 * the integration secret. `subject` is the id of the consignment or report that the refusal is about, `others` counts
 * those that the same push named beside it. `reason` is JSON of the rule and what its sentence is filled with.
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

/** The same refusal again is the same row: `at` is the newest of them, `firstAt` the oldest. */
export type RefusedPushRow = RefusedPush & { times: number; firstAt: string };

/** Pushes in the hour that began at `at`. */
export type PushHour = { at: string; accepted: number; refused: number };

/** What the platform asks the system of a unit. `state`: of consignments; `reports`: calls about reports. */
export const LAB_CALL_KINDS = ['catalogue', 'state', 'reports', 'message', 'bill'] as const;
export type LabCallKind = (typeof LAB_CALL_KINDS)[number];

/** How a call ended. `failure` is null if it was answered as it should be, `status` if there was no answer. */
export type LabCallResult = { at: string; ms: number; status: number | null; failure: string | null };

/** The newest call of a kind, and when one last succeeded and last failed. */
export type LabCallHealth = {
  kind: LabCallKind;
  lastAt: string;
  lastMs: number;
  lastStatus: number | null;
  successAt: string | null;
  failureAt: string | null;
  /** Of the newest that failed. */
  failure: string | null;
  failureStatus: number | null;
  /** Since when none has succeeded; null while the newest did. */
  failingSince: string | null;
};

/**
 * Port. What lately passed between the platform and the own systems of units, for the page of their managers. However
 * much is noted, a unit has at most REFUSED_PUSHES_KEPT refused pushes, PUSH_HOURS hours and a row for each kind of
 * call. Times are UTC, ISO 8601. Losing it loses nothing but this, and whoever notes does not wait.
 */
export interface LabExchanges {
  /** Counts a push that was accepted. */
  noteAccepted(unitId: string, at: string): Promise<void>;
  /** Counts a push that was refused and keeps it, in the place of the oldest one if there are too many. */
  noteRefused(unitId: string, push: RefusedPush): Promise<void>;
  /** The newest first, none older than REFUSED_PUSHES_DAYS before `now`. */
  refused(unitId: string, now: string): Promise<RefusedPushRow[]>;
  /** Hours with pushes, the oldest first. */
  hours(unitId: string, now: string): Promise<PushHour[]>;
  /** A result that is older than the newest one is left out. */
  noteCall(unitId: string, kind: LabCallKind, result: LabCallResult): Promise<void>;
  /** In the order of LAB_CALL_KINDS; a kind that was never called is left out. */
  calls(unitId: string): Promise<LabCallHealth[]>;
  close(): Promise<void>;
}

export const hourOfPush = (at: string): string => `${at.slice(0, 13)}:00:00.000Z`;
/** The first hour that still counts. */
export const firstPushHour = (now: string): string =>
  hourOfPush(new Date(Date.parse(now) - (PUSH_HOURS - 1) * HOUR_MS).toISOString());
/** Refusals before this time are forgotten. */
export const refusedPushesSince = (now: string): string =>
  new Date(Date.parse(now) - REFUSED_PUSHES_DAYS * DAY_MS).toISOString();

/** What makes two refusals the same one. */
export const refusalKey = ({ operation, keyId, code, subject, reason }: RefusedPush): string =>
  JSON.stringify([operation, keyId, code, subject, reason]);

/** How calls of a kind stand after one more; `before` is null for the first. */
export const healthAfter = (
  kind: LabCallKind,
  before: LabCallHealth | null,
  { at, ms, status, failure }: LabCallResult,
): LabCallHealth => {
  const last = { kind, lastAt: at, lastMs: ms, lastStatus: status };
  const { successAt = null, failureAt = null, failingSince = null } = before ?? {};
  if (failure === null)
    return {
      ...last,
      successAt: at,
      failureAt,
      failure: before?.failure ?? null,
      failureStatus: before?.failureStatus ?? null,
      failingSince: null,
    };
  return { ...last, successAt, failureAt: at, failure, failureStatus: status, failingSince: failingSince ?? at };
};

export const inOrderOfKinds = (calls: readonly LabCallHealth[]): LabCallHealth[] =>
  calls.toSorted((a, b) => LAB_CALL_KINDS.indexOf(a.kind) - LAB_CALL_KINDS.indexOf(b.kind));
