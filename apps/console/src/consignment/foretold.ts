import { type ForbiddenBecause, getAllowedActions, type ResultOf } from '#contract';
import { alertUser } from '../components/alert-dialog.js';
import { textOf } from '../i18n/texts.js';
import { noteFailure } from '../lib/failures.js';
import { queryClient, readOf } from '../lib/queries.js';
import { texts } from './texts.js';

/** Why the server will refuse a submission, and the sample that settles it: something withdrawn or priced anew, a file that is asked for. */
export type Foretold = ForbiddenBecause & { sampleIds: string[] };

/** What the consignment itself lacks is left out: form and list judge that as it is typed. */
export const foretoldIn = ({ actions }: ResultOf<typeof getAllowedActions>): Foretold[] => {
  const submit = actions.find(({ action }) => action === 'submit');
  return [submit?.reason ?? [], ...(submit?.further ?? [])]
    .flat()
    .filter((each): each is Foretold => each.sampleIds !== undefined && each.sampleIds.length > 0);
};

/** As the server says this moment; who cannot be asked foretells nothing, the submission itself is held to it all the same. */
const foretold = async (id: string): Promise<Foretold[]> => {
  try {
    const asked = readOf(getAllowedActions, { id });
    const answer = await queryClient.fetchQuery({ ...asked, staleTime: 0, meta: { quiet: true } });
    queryClient.setQueriesData({ queryKey: asked.queryKey }, answer); // an open form asks the same for its revision
    return foretoldIn(answer);
  } catch (error) {
    noteFailure(error);
    return [];
  }
};

/**
 * Says why a consignment would be refused before anything is asked of its user, and offers the way to the sample.
 * @returns false when nothing stands against it; else the sample the user wants to see, null for none
 */
export const warnBeforeSubmitting = async (id: string): Promise<false | string | null> => {
  const found = await foretold(id);
  const [first] = found;
  if (!first) return false;
  const leads = await alertUser({
    title: textOf(texts, 'cannotSubmit'),
    message: found.map(({ message }) => message).join('\n'),
    confirm: textOf(texts, 'lookAtSample'),
    cancel: textOf(texts, 'cancel'),
  });
  return leads ? (first.sampleIds[0] ?? null) : null;
};
