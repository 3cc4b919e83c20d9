import {
  consignmentEvents,
  decode,
  type Actor,
  type ConsignmentEvent,
  type ConsignStatus,
  type RecordedEvent,
} from '#events';

/** What of a consignment an event is about, as far as somebody who holds an older version needs to know. */
export const CHANGED = ['form', 'testingUnit', 'samples', 'other'] as const;
export type Changed = (typeof CHANGED)[number];

const ABOUT: Partial<Record<ConsignmentEvent['type'], Changed>> = {
  ConsignmentSaved: 'form',
  MailNumberSet: 'form',
  TestingUnitChanged: 'testingUnit',
  SampleAdded: 'samples',
  SampleSaved: 'samples',
  SampleRemoved: 'samples',
};

/** One change: who made it when, of what, and the status it moved to (null: the status stayed). */
export type ConsignmentChange = {
  revision: number;
  by: Actor;
  at: string;
  changed: Changed;
  toStatus: ConsignStatus | null;
};

/**
 * What happened to a consignment after a revision, oldest first, drafting included, which the log of steps leaves out:
 * whoever typed on that revision is told with whom to merge (ADR-041). `events` is the whole stream.
 */
export const consignmentChanges = (events: readonly RecordedEvent[], after: number): ConsignmentChange[] => {
  const changes: ConsignmentChange[] = [];
  let status: ConsignStatus = 10;
  for (const recorded of events) {
    const { type, data }: ConsignmentEvent = decode(consignmentEvents, recorded);
    const next: ConsignStatus = 'toStatus' in data ? data.toStatus : status;
    const { by, at } = recorded.metadata;
    if (recorded.revision > after)
      changes.push({
        revision: recorded.revision,
        by,
        at,
        changed: ABOUT[type] ?? 'other',
        toStatus: next === status ? null : next,
      });
    status = next;
  }
  return changes;
};
