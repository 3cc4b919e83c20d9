import { type ReferenceEvent, referenceEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { sameFacts } from '../rules/same-facts.js';

/** Lists one of the things every installation needs, or replaces what was listed; `fact` is what is to hold from now on. */
export type ReferenceCommand = { type: 'List'; fact: ReferenceEvent };

/** reference-<name>: a list that says the same again is not recorded. */
export const reference: Aggregate<typeof referenceEvents, ReferenceCommand, ReferenceEvent | null> = {
  category: 'reference',
  events: referenceEvents,
  decider: {
    initialState: null,
    decide: ({ fact }, listed) => (sameFacts(fact, listed) ? [] : [fact]),
    evolve: (_listed, event) => event,
  },
};
