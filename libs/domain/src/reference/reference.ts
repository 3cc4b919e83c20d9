import { type ReferenceEvent, referenceEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { refuseIf } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { entriesOf, listedAs, type ListEntry, listProblems } from './kept-lists.js';
import type { ListName } from './list-names.js';

/**
 * List: one of the things every installation needs, or what replaces it; `fact` is what is to hold from now on. KeepList: a list as its
 * keeper wants it; `bigCategoryIds` are those there are.
 */
export type ReferenceCommand =
  | { type: 'List'; fact: ReferenceEvent }
  | { type: 'KeepList'; list: ListName; entries: readonly ListEntry[]; bigCategoryIds: readonly string[] };

/** reference-<name>: a list that says the same again is not recorded. @throws RuleBroken what listProblems finds (002 CAT-007). */
export const reference: Aggregate<typeof referenceEvents, ReferenceCommand, ReferenceEvent | null> = {
  category: 'reference',
  events: referenceEvents,
  decider: {
    initialState: null,
    decide(command, listed) {
      if (command.type === 'KeepList')
        refuseIf(listProblems(command.list, entriesOf(listed), command.entries, command.bigCategoryIds));
      const fact = command.type === 'KeepList' ? listedAs(command.list.name, command.entries) : command.fact;
      return sameFacts(fact, listed) ? [] : [fact];
    },
    evolve: (_listed, event) => event,
  },
};
