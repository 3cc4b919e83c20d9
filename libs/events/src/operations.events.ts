import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/**
 * Why an operator acted. No personal data belongs here, as it is never sealed. Broken input is told by the rules of
 * these names.
 */
export const OperatorReason = z.string('REASON_REQUIRED').trim().min(1, 'REASON_REQUIRED').max(200, 'TEXT_TOO_LONG');

/** One build of a version of a view, by the name it has in the registry. */
const ofBuild = z.object({ version: z.number().int(), build: z.string() });
const acted = ofBuild.extend({ reason: OperatorReason });

/**
 * A field that differs. `old` and `new` as JSON text, null where the field is not there; both are null for `hidden`
 * values: free text may name a person, and the log is for ever, so only numbers, truths, ids and times are shown.
 */
export const DifferingField = z.object({
  field: z.string(),
  old: z.string().nullable(),
  new: z.string().nullable(),
  hidden: z.boolean(),
});
export type DifferingField = z.infer<typeof DifferingField>;

/** A row of which the two builds say different things; fields are listed only for one that both have. */
export const DifferingRow = z.object({
  id: z.string(),
  difference: z.enum(['onlyOld', 'onlyNew', 'different']),
  fields: z.array(DifferingField),
});
export type DifferingRow = z.infer<typeof DifferingRow>;

/** Two builds at the same position of the log. `samples` are the first rows that differ, at most twenty. */
export const Comparison = z.object({
  /** The build that answered readers meanwhile. */
  against: z.string(),
  position: z.string(),
  rows: z.number().int(),
  onlyOld: z.number().int(),
  onlyNew: z.number().int(),
  different: z.number().int(),
  samples: z.array(DifferingRow).max(20),
});
export type Comparison = z.infer<typeof Comparison>;

/** operations-view-<name>: what operators do with the builds of one view, and what the projector found. */
export const viewOperationEvents = {
  /** `build` is the name the projector gives to what it makes, so that asking twice makes one. */
  RebuildRequested: defineEvent(acted),
  RebuildPaused: defineEvent(acted),
  RebuildResumed: defineEvent(acted),
  RebuildCancelled: defineEvent(acted),
  /** By the projector. The rebuild has caught up and waits for the operator. */
  BuildsCompared: defineEvent(ofBuild.extend(Comparison.shape)),
  /** Readers are to go to `build`; `from` is kept and fed. */
  BuildSwitched: defineEvent(acted.extend({ from: z.string() })),
  SwitchedBack: defineEvent(acted.extend({ from: z.string() })),
  BuildDropped: defineEvent(acted),
  /** A build that has stopped at an event tries again from its checkpoint. */
  ViewRestarted: defineEvent(acted),
  /** A stream that is set aside for the view, or all of them (null), is tried again in every build that is fed. */
  StreamsRetried: defineEvent(acted.extend({ stream: z.string().nullable() })),
};
export type ViewOperationEvent = EventOf<typeof viewOperationEvents>;

/** What making the rows anew came to in one view. */
export const RewrittenView = z.object({ view: z.string(), rows: z.number().int(), changed: z.number().int() });
export type RewrittenView = z.infer<typeof RewrittenView>;

/** operations-rows: rows of single consignments made anew; `requestId` ties the answer to its request. */
export const rowOperationEvents = {
  RowsRebuildRequested: defineEvent(
    z.object({ requestId: z.string(), consignmentId: z.string(), reason: OperatorReason }),
  ),
  /** By the projector. */
  RowsRebuilt: defineEvent(
    z.object({ requestId: z.string(), consignmentId: z.string(), views: z.array(RewrittenView) }),
  ),
  /** By the projector: an event that a view cannot take; no row was changed in that view. */
  RowsRebuildFailed: defineEvent(z.object({ requestId: z.string(), consignmentId: z.string(), message: z.string() })),
};
export type RowOperationEvent = EventOf<typeof rowOperationEvents>;

/** `ids` were the jobs that `filter` showed (name of a field -> its value) when the operator confirmed their number. */
const jobsActed = z.object({
  ids: z.array(z.string()).min(1).max(1_000),
  filter: z.record(z.string(), z.string()),
  reason: OperatorReason,
});

/** operations-jobs: what operators do with jobs. */
export const jobOperationEvents = {
  JobsRetried: defineEvent(jobsActed),
  JobsCancelled: defineEvent(jobsActed),
};
export type JobOperationEvent = EventOf<typeof jobOperationEvents>;
