import type { Actor } from '#events';
import { problem, type Problem } from '../rules/rule-broken.js';
import { type ActionName, ACTIONS, actionProblem } from './transitions.js';
import { appointmentProblem, passProblem, receivingProblem, submitActionProblems } from './lifecycle.js';
import { setMailNumberProblem } from './editing.js';
import { addSampleProblem, completeParametersProblem, copySampleProblem, removeSampleProblem } from './samples.js';
import { notifyProblem, signProblem } from './signing.js';
import { type Consignment, isConsignBillGened, type OpenConsignment, type UnitSettings } from './state.js';
import { type SampleProblem, submissionProblems, type SubmissionFacts } from './submission.js';

/** `asked` is what a submission is held to beside the consignment; null: nobody was asked, or nobody answered. */
export type ActionFacts = { settings: UnitSettings; at: string; asked?: SubmissionFacts | null };
/** `problem` is null when the action is allowed; `further` is what else stands in the way of it. */
export type ActionAnswer = {
  action: ActionName;
  problem: SubmissionProblem | null;
  further: readonly SubmissionProblem[];
};
export type SubmissionProblem = Problem | SampleProblem;

type Question = (
  state: OpenConsignment,
  by: Actor,
  facts: ActionFacts,
) => SubmissionProblem | readonly SubmissionProblem[] | null;
const gated =
  (action: ActionName): Question =>
  (state, by) =>
    actionProblem(action, state, by);

/** The bill can be printed at 60, of a platform customer, once it is generated (CL-021). */
const printProblem = (state: OpenConsignment, by: Actor, { settings }: ActionFacts): Problem | null => {
  const blocked = actionProblem('print', state, by);
  if (blocked) return blocked;
  if (!settings.testUnitIsLimsCust) return problem('NOT_A_PLATFORM_CUSTOMER');
  return isConsignBillGened(state) ? null : problem('NO_BILL');
};

/** Like a submission itself: what stands outside the consignment only when nothing in it is wrong. */
const submitQuestion: Question = (state, by, { asked, at }) => {
  const inside = submitActionProblems(state, by);
  if (inside.length > 0) return inside;
  return appointmentProblem(state, at) ?? (asked ? submissionProblems(state, asked) : []);
};

const questions: Record<ActionName, Question> = {
  save: gated('save'),
  submit: submitQuestion,
  reedit: gated('reedit'),
  delete: gated('delete'),
  cancel: gated('cancel'),
  sign: (state, by) => actionProblem('sign', state, by) ?? signProblem([state]),
  notifyWitness: (state, by, { at }) => notifyProblem(state, by, at),
  print: printProblem,
  copy: gated('copy'),
  addSample: (state, by, { settings }) => addSampleProblem(state, by, settings),
  copySample: (state, by, { settings }) => copySampleProblem(state, by, settings),
  removeSample: removeSampleProblem,
  attach: gated('attach'),
  setMailNumber: setMailNumberProblem,
  pass: passProblem,
  reject: gated('reject'),
  confirm: (state, by, { settings }) => receivingProblem('confirm', state, by, settings),
  return: (state, by, { settings }) => receivingProblem('return', state, by, settings),
  completeParameters: completeParametersProblem,
  setActualFee: gated('setActualFee'),
  setBill: gated('setBill'),
  enterLaterStage: gated('enterLaterStage'),
};

/**
 * Every action with the reason why somebody may not do it now, from the same functions that `decide` refuses by
 * (CL-022). What is typed with an action (a reason, a form) is not judged here.
 */
export const allowedActions = (state: Consignment, by: Actor, facts: ActionFacts): ActionAnswer[] =>
  ACTIONS.map((action) => {
    const found = state.phase === 'open' ? questions[action](state, by, facts) : problem('NO_SUCH_CONSIGNMENT');
    const [first = null, ...further] = found === null ? [] : [found].flat();
    return { action, problem: first, further };
  });
