import { problem, refuseIf, RuleBroken, signProblem } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import { findConsignment } from '../consignments/find-consignment.js';

/** Consignments that somebody may sign together, now. @throws RuleBroken as findConsignment and signProblem find */
export const mayBeSigned = async ({ eventStore }: Engines, ids: readonly string[], caller: Caller): Promise<void> => {
  const chosen = await Promise.all(
    ids.map(async (id) => {
      const { state } = await findConsignment(eventStore, id, caller);
      if (state.phase !== 'open') throw new RuleBroken(problem('NO_SUCH_CONSIGNMENT'));
      return state;
    }),
  );
  refuseIf(signProblem(chosen));
};
