import { type DisabledReason, getAllowedActions, type ResultOf } from '#contract';
import { openAlertDialog } from '../components/alert-dialog.js';
import { textOf } from '../i18n/texts.js';
import { logHandledFailure } from '../lib/failures.js';
import { queryClient, queryOptionsOf } from '../lib/queries.js';
import { texts } from './texts.js';

/**
 * Why the server will refuse a submission, and where to fix it: samples (something withdrawn or priced again, a
 * required file), or a member of the form (`path`) whose choice is unavailable or whose day has passed.
 */
export type SubmissionProblem = DisabledReason & { sampleIds: string[] };

/** Shown at a member of the form; everything else that the form lacks is validated as it is typed. */
const FORM_PROBLEM_CODES = new Set([
  'CHOSEN_UNIT_CLOSED',
  'ADDRESS_CLOSED',
  'PROJECT_GONE',
  'QUALIFICATION_LOST',
  'TEST_TIME_PAST',
]);

/** What the consignment itself lacks is left out, because form and list validate it as it is typed. */
export const submissionProblemsIn = ({ actions }: ResultOf<typeof getAllowedActions>): SubmissionProblem[] => {
  const submit = actions.find(({ action }) => action === 'submit');
  return [submit?.reason ?? [], ...(submit?.further ?? [])]
    .flat()
    .map((each) => ({ ...each, sampleIds: each.sampleIds ?? [] }))
    .filter(({ code, sampleIds }) => sampleIds.length > 0 || FORM_PROBLEM_CODES.has(code));
};

/** Asks the server. Without a response there is no preview; the submission itself is checked anyway. */
const previewSubmission = async (id: string): Promise<SubmissionProblem[]> => {
  try {
    const query = queryOptionsOf(getAllowedActions, { id });
    const allowedActions = await queryClient.fetchQuery({ ...query, staleTime: 0, meta: { quiet: true } });
    // an open form has the same query for its revision
    queryClient.setQueriesData({ queryKey: query.queryKey }, allowedActions);
    return submissionProblemsIn(allowedActions);
  } catch (error) {
    logHandledFailure(error);
    return [];
  }
};

/**
 * Says why a consignment would be refused before the user enters anything, and offers the way to fix it.
 * @returns false if nothing prevents the submission; otherwise what the user wants to see, null for nothing
 */
export const warnBeforeSubmitting = async (id: string): Promise<false | SubmissionProblem | null> => {
  const problems = await previewSubmission(id);
  const [first] = problems;
  if (!first) return false;
  const goesToProblem = await openAlertDialog({
    title: textOf(texts, 'cannotSubmit'),
    message: problems.map(({ message }) => message).join('\n'),
    confirm: textOf(texts, first.sampleIds.length > 0 ? 'lookAtSample' : 'lookAtForm'),
    cancel: textOf(texts, 'cancel'),
  });
  return goesToProblem ? first : null;
};
