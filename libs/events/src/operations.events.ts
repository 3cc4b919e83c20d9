import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/**
 * The reason of an operator. It must not contain personal data, because it is never sealed. Invalid input is reported
 * with these codes of rules.
 */
export const OperatorReason = z.string('REASON_REQUIRED').trim().min(1, 'REASON_REQUIRED').max(200, 'TEXT_TOO_LONG');

/** One build of a version of a view, by the name it has in the registry. */
const BuildReference = z.object({ version: z.number().int(), build: z.string() });
const OperatorAction = BuildReference.extend({ reason: OperatorReason });

/**
 * A field that differs. `old` and `new` are JSON texts, null if the field is missing. Both are null for `hidden`
 * values: free text may name a person, and the log is permanent, so only numbers, booleans, ids and times are stored.
 */
export const DifferingField = z.object({
  field: z.string(),
  old: z.string().nullable(),
  new: z.string().nullable(),
  hidden: z.boolean(),
});
export type DifferingField = z.infer<typeof DifferingField>;

/** A row that differs between the two builds; fields are listed only if both have the row. */
export const DifferingRow = z.object({
  id: z.string(),
  difference: z.enum(['onlyOld', 'onlyNew', 'different']),
  fields: z.array(DifferingField),
});
export type DifferingRow = z.infer<typeof DifferingRow>;

/** Two builds at the same position of the log. `samples` are the first rows that differ, at most twenty. */
export const Comparison = z.object({
  /** The build that was active meanwhile. */
  against: z.string(),
  position: z.string(),
  rows: z.number().int(),
  onlyOld: z.number().int(),
  onlyNew: z.number().int(),
  different: z.number().int(),
  samples: z.array(DifferingRow).max(20),
});
export type Comparison = z.infer<typeof Comparison>;

/** operations-view-<name>: actions of operators on the builds of one view, and results of the projector. */
export const viewOperationEvents = {
  /** `build` is the name of the new build, so that a repeated request makes only one. */
  RebuildRequested: defineEvent(OperatorAction),
  RebuildPaused: defineEvent(OperatorAction),
  RebuildResumed: defineEvent(OperatorAction),
  RebuildCancelled: defineEvent(OperatorAction),
  /** Recorded by the projector. The rebuild has caught up and waits for the operator. */
  BuildsCompared: defineEvent(BuildReference.extend(Comparison.shape)),
  /** Switches readers to `build`; `from` is kept and still updated. */
  BuildSwitched: defineEvent(OperatorAction.extend({ from: z.string() })),
  SwitchedBack: defineEvent(OperatorAction.extend({ from: z.string() })),
  BuildDropped: defineEvent(OperatorAction),
  /** A build that has stopped at an event continues from its checkpoint. */
  ViewRestarted: defineEvent(OperatorAction),
  /** Tries a stream that is set aside for the view, or all of them (null), again in every build that is updated. */
  StreamsRetried: defineEvent(OperatorAction.extend({ stream: z.string().nullable() })),
};
export type ViewOperationEvent = EventOf<typeof viewOperationEvents>;

/** The result of rebuilding rows in one view. */
export const RewrittenView = z.object({ view: z.string(), rows: z.number().int(), changed: z.number().int() });
export type RewrittenView = z.infer<typeof RewrittenView>;

/** operations-rows: rebuilds of the rows of single consignments. `requestId` connects the result with its request. */
export const rowOperationEvents = {
  RowsRebuildRequested: defineEvent(
    z.object({ requestId: z.string(), consignmentId: z.string(), reason: OperatorReason }),
  ),
  /** Recorded by the projector. */
  RowsRebuilt: defineEvent(
    z.object({ requestId: z.string(), consignmentId: z.string(), views: z.array(RewrittenView) }),
  ),
  /** Recorded by the projector: a view cannot process an event; no row was changed in that view. */
  RowsRebuildFailed: defineEvent(z.object({ requestId: z.string(), consignmentId: z.string(), message: z.string() })),
};
export type RowOperationEvent = EventOf<typeof rowOperationEvents>;

/** `ids` were the jobs that `filter` showed (name of a field -> its value) when the operator confirmed their number. */
const JobAction = z.object({
  ids: z.array(z.string()).min(1).max(1_000),
  filter: z.record(z.string(), z.string()),
  reason: OperatorReason,
});

/** operations-jobs: actions of operators on jobs. */
export const jobOperationEvents = {
  JobsRetried: defineEvent(JobAction),
  JobsCancelled: defineEvent(JobAction),
};
export type JobOperationEvent = EventOf<typeof jobOperationEvents>;
