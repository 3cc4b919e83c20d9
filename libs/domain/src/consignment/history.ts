import { consignmentEvents, decode, type ConsignmentEvent, type RecordedEvent } from '#events';
import { evolve } from './evolve.js';
import { OF_WITNESSES } from './history-fields.js';
import type { HistoryChange } from './history-difference.js';
import type { Consignment } from './state.js';

type Known = Exclude<Consignment, { phase: 'absent' }>;

/** One event of a consignment and what it was before and after it. `before` is null for the first. */
export type Moment = { recorded: RecordedEvent; event: ConsignmentEvent; before: Known | null; after: Known };

/** The life of a consignment, a moment an event, oldest first; states share what did not change. `events` is the whole stream. */
export const momentsOf = (events: readonly RecordedEvent[]): Moment[] => {
  const moments: Moment[] = [];
  let state: Consignment = { phase: 'absent' };
  for (const recorded of events) {
    const event: ConsignmentEvent = decode(consignmentEvents, recorded);
    const before: Known | null = state.phase === 'absent' ? null : state;
    const after: Consignment = evolve(state, event);
    if (after.phase !== 'absent') moments.push({ recorded, event, before, after });
    state = after;
  }
  return moments;
};

/** Where a laboratory's history begins: the first submission. What was typed before it is the client's own affair (ADR-026). Null: never submitted. */
export const firstSubmission = (moments: readonly Moment[]): number | null =>
  moments.find(({ event }) => event.type === 'ConsignmentCommitted')?.recorded.revision ?? null;

/** It went back to the client with a reason: rejected, returned, or a correction asked for. */
export const sendsBack = ({ event }: Moment): boolean =>
  event.type === 'AuditRejected' ||
  event.type === 'SampleReturned' ||
  (event.type === 'LaterStageEntered' && event.data.toStatus === 70);

const ANSWERS: ReadonlySet<ConsignmentEvent['type']> = new Set([
  'ConsignmentSaved',
  'SampleAdded',
  'SampleSaved',
  'SampleRemoved',
  'AttachmentAdded',
  'AttachmentRemoved',
  'ConsignmentCommitted',
  'ConsignmentReopened',
]);

/** The refusal that a moment answers: the one whose reason stood on the consignment when the client edited or submitted it again. */
export const answeredBy = (moments: readonly Moment[], moment: Moment): Moment | null => {
  if (!moment.before?.rollbackCause || !ANSWERS.has(moment.event.type)) return null;
  return (
    moments.findLast((earlier) => earlier.recorded.revision < moment.recorded.revision && sendsBack(earlier)) ?? null
  );
};

/** A save that set nothing but witnesses is called after them. */
export const isAboutWitnesses = ({ event }: Moment, changes: readonly HistoryChange[]): boolean =>
  event.type === 'ConsignmentSaved' && changes.length > 0 && changes.every(({ label }) => OF_WITNESSES.has(label));
