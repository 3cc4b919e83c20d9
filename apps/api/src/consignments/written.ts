import type { ConsignmentView } from '#contract';
import type { Consignment, Handled, Language } from '#domain';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { answer, type Answer } from '../http/answer.js';
import { consignmentView } from './consignment-view.js';

type Written = Handled<Consignment>;

/** The whole consignment as it is after a command of its owner. */
export const wholeAfter = async (
  store: EventStore,
  id: string,
  { state, revision, position }: Written,
  caller: Caller,
  language: Language,
): Promise<Answer<ConsignmentView>> => {
  if (state.phase === 'absent') throw new Error(`consignment ${id} is gone after it was written`);
  return answer(await consignmentView(store, { id, state, revision, personsShown: true }, caller, language), {
    revision,
    position,
  });
};

/** Revision and status after a command. */
export const statusAfterwards = ({ state, revision, position }: Written) => {
  if (state.phase === 'absent') throw new Error('a consignment is gone after it was written');
  return answer({ revision, consignStatus: state.consignStatus }, { revision, position });
};
