import { earlierOf, refuseIf, signProblem, type CommandContext, type OpenConsignment } from '#domain';
import type { Engines } from '#engines';
import type { Caller } from '../auth/caller.js';
import type { Decisions } from '../decisions/decisions.js';
import { findConsignment } from './find-consignment.js';
import { handleSeveral, type Done } from './handle-several.js';
import { storeSignImage } from './sign-image.js';

type Signed = {
  ids: string[];
  caller: Caller;
  context: CommandContext;
  signImage: string | undefined;
  seen?: ReadonlyMap<string, number>;
};

/** The consignor signs consignments, all of them or none, with one drawn image. @throws RuleBroken as signProblem and storeSignImage find */
export const signTogether = async (
  { eventStore, files }: Engines,
  decisions: Decisions,
  { ids, caller, context, signImage, seen }: Signed,
): Promise<Done[]> => {
  await allMaySign();
  // Also for a repeated request: one that was stopped half-way signs the rest with the same image.
  const imageHash = signImage === undefined ? null : await storeSignImage(files, signImage);
  return handleSeveral(eventStore, decisions, {
    ids,
    caller,
    context,
    seen,
    commandFor: () => ({ type: 'Sign', by: context.by, at: context.at, imageHash }),
  });

  /** VA-018 to VA-020 look at all of them at once, unless this very request has signed them before. */
  async function allMaySign(): Promise<void> {
    const chosen: OpenConsignment[] = [];
    for (const id of ids) {
      const { state, past } = await findConsignment(eventStore, id, caller);
      if (earlierOf(past, context)) return;
      if (state.phase === 'open') chosen.push(state);
    }
    refuseIf(signProblem(chosen));
  }
};
