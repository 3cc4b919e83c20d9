import type { Actor } from '#events';
import { problem, type Problem } from '../rules/rule-broken.js';
import type { SubmissionFacts } from './commands.js';
import { type ActionName, ACTIONS, actionProblem } from './transitions.js';
import { passProblem, receivingProblem } from './lifecycle.js';
import { setMailNumberProblem } from './editing.js';
import { addSampleProblem, completeParametersProblem, copySampleProblem, removeSampleProblem } from './samples.js';
import { notifyProblem, signProblem } from './signing.js';
import { type Consignment, isConsignBillGened, type OpenConsignment, type UnitSettings } from './state.js';
import { appointmentProblem, type SampleProblem, submissionProblems, submitActionProblems } from './submission.js';

/** `submission` holds the facts outside the consignment that a submission depends on; null if they are not known. */
export type ActionFacts = { settings: UnitSettings; at: string; submission?: SubmissionFacts | null };
/** `problem` is null if the action is allowed; `further` are additional problems. */
export type ActionAvailability = {
  action: ActionName;
  problem: SubmissionProblem | null;
  further: readonly SubmissionProblem[];
};
export type SubmissionProblem = Problem | SampleProblem;

type ActionRule = (
  state: OpenConsignment,
  by: Actor,
  facts: ActionFacts,
) => SubmissionProblem | readonly SubmissionProblem[] | null;
const byTransitions =
  (action: ActionName): ActionRule =>
  (state, by) =>
    actionProblem(action, state, by);

/** The bill can be printed in status 60, if the laboratory is a platform customer and the bill exists (CL-021). */
const printProblem = (state: OpenConsignment, by: Actor, { settings }: ActionFacts): Problem | null => {
  const blocked = actionProblem('print', state, by);
  if (blocked) return blocked;
  if (!settings.testUnitIsLimsCust) return problem('NOT_A_PLATFORM_CUSTOMER');
  return isConsignBillGened(state) ? null : problem('NO_BILL');
};

/**
 * Like `submitConsignment`, this checks facts outside the consignment only if the consignment itself has no problem.
 */
const submitProblem: ActionRule = (state, by, { submission, at }) => {
  const ownProblems = submitActionProblems(state, by);
  if (ownProblems.length > 0) return ownProblems;
  return appointmentProblem(state, at) ?? (submission ? submissionProblems(state, submission) : []);
};

const rules: Record<ActionName, ActionRule> = {
  save: byTransitions('save'),
  submit: submitProblem,
  reedit: byTransitions('reedit'),
  delete: byTransitions('delete'),
  cancel: byTransitions('cancel'),
  sign: (state, by) => actionProblem('sign', state, by) ?? signProblem([state]),
  notifyWitness: (state, by, { at }) => notifyProblem(state, by, at),
  print: printProblem,
  copy: byTransitions('copy'),
  addSample: (state, by, { settings }) => addSampleProblem(state, by, settings),
  copySample: (state, by, { settings }) => copySampleProblem(state, by, settings),
  removeSample: removeSampleProblem,
  attach: byTransitions('attach'),
  setMailNumber: setMailNumberProblem,
  pass: passProblem,
  reject: byTransitions('reject'),
  confirm: (state, by, { settings }) => receivingProblem('confirm', state, by, settings),
  return: (state, by, { settings }) => receivingProblem('return', state, by, settings),
  completeParameters: completeParametersProblem,
  setActualFee: byTransitions('setActualFee'),
  setBill: byTransitions('setBill'),
  enterLaterStage: byTransitions('enterLaterStage'),
};

/**
 * Every action with its problems, from the same functions that `decide` uses (CL-022). Input for an action (a reason, a
 * form) is not checked here.
 */
export const allowedActions = (state: Consignment, by: Actor, facts: ActionFacts): ActionAvailability[] =>
  ACTIONS.map((action) => {
    const problems = state.phase === 'open' ? rules[action](state, by, facts) : problem('NO_SUCH_CONSIGNMENT');
    const [first = null, ...further] = problems === null ? [] : [problems].flat();
    return { action, problem: first, further };
  });
