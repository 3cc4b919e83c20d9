import { type DisabledReason, getAllowedActions, type ResultOf } from '#contract';
import { openAlertDialog } from '../components/alert-dialog.js';
import { textOf } from '../i18n/texts.js';
import { logHandledFailure } from '../lib/failures.js';
import { queryClient, queryOptionsOf } from '../lib/queries.js';
import { texts } from './texts.js';

/**
 * Why the server will refuse a submission, and what settles it: samples (something withdrawn or priced anew, a file
 * that is asked for), or a member of the form (`path`) whose choice is gone or whose day has passed.
 */
export type SubmissionProblem = DisabledReason & { sampleIds: string[] };

/** Told of a member of the form; everything else that the form lacks is judged as it is typed. */
const OF_THE_FORM = new Set([
  'CHOSEN_UNIT_CLOSED',
  'ADDRESS_CLOSED',
  'PROJECT_GONE',
  'QUALIFICATION_LOST',
  'TEST_TIME_PAST',
]);

/** What the consignment itself lacks is left out: form and list judge that as it is typed. */
export const submissionProblemsIn = ({ actions }: ResultOf<typeof getAllowedActions>): SubmissionProblem[] => {
  const submit = actions.find(({ action }) => action === 'submit');
  return [submit?.reason ?? [], ...(submit?.further ?? [])]
    .flat()
    .map((each) => ({ ...each, sampleIds: each.sampleIds ?? [] }))
    .filter(({ code, sampleIds }) => sampleIds.length > 0 || OF_THE_FORM.has(code));
};

/** Asks the server. Without an answer nothing is predicted; the submission itself is checked all the same. */
const previewSubmission = async (id: string): Promise<SubmissionProblem[]> => {
  try {
    const query = queryOptionsOf(getAllowedActions, { id });
    const answer = await queryClient.fetchQuery({ ...query, staleTime: 0, meta: { quiet: true } });
    queryClient.setQueriesData({ queryKey: query.queryKey }, answer); // an open form asks the same for its revision
    return submissionProblemsIn(answer);
  } catch (error) {
    logHandledFailure(error);
    return [];
  }
};

/**
 * Says why a consignment would be refused before anything is asked of its user, and offers the way to what settles it.
 * @returns false when nothing stands against it; else what the user wants to see, null for nothing
 */
export const warnBeforeSubmitting = async (id: string): Promise<false | SubmissionProblem | null> => {
  const found = await previewSubmission(id);
  const [first] = found;
  if (!first) return false;
  const leads = await openAlertDialog({
    title: textOf(texts, 'cannotSubmit'),
    message: found.map(({ message }) => message).join('\n'),
    confirm: textOf(texts, first.sampleIds.length > 0 ? 'lookAtSample' : 'lookAtForm'),
    cancel: textOf(texts, 'cancel'),
  });
  return leads ? first : null;
};
