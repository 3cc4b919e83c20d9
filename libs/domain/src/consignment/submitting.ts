import type { Actor, ConsignmentEvent, Sample } from '#events';
import { problem, refuseIf, type Problem } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { isPastAppointment } from './appointment-time.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { headerProblems } from './header-problems.js';
import { namesIn } from './named-today.js';
import { remarkProblem } from './remark.js';
import { sampleFlags, sampleNames } from './sample-flags.js';
import { signatureRequest } from './signature-entries.js';
import type { OpenConsignment } from './state.js';
import { submissionProblems } from './submission-facts.js';
import { statusAfter } from './transitions.js';

/**
 * Why a consignment cannot be submitted now: who and when, samples and qualification, the form itself, then the samples by
 * name (VA-011 to VA-013). One problem, or one for each kind of incomplete sample. Ask before a number is taken.
 * What stands outside the consignment, `submissionProblems`, is asked for only then.
 */
export const submitProblems = (state: OpenConsignment, by: Actor): Problem[] => {
  const [first] = [
    gate('submit', state, by),
    contentProblem(state),
    ...headerProblems(state.header, state.consignType),
    unsavedProblem(state),
  ].filter((one) => one !== null);
  return first ? [first] : incompleteSamples(state.samples);
};

/** What is corrected after the samples were received (70) goes on with the appointment it had. */
export const appointmentProblem = (
  { consignType, consignStatus, header }: OpenConsignment,
  at: string,
): Problem | null =>
  consignType !== 1 && consignStatus !== 70 && isPastAppointment(header.expectTestTime, at)
    ? problem('TEST_TIME_PAST', {}, 'expectTestTime')
    : null;

const contentProblem = ({ samples, consignType, header }: OpenConsignment): Problem | null => {
  if (samples.length === 0) return problem(consignType === 1 ? 'NO_SAMPLES' : 'NO_TEST_ITEMS');
  return header.tuqualificationId ? null : problem('QUALIFICATION_NEEDED');
};

const unsavedProblem = ({ isSaved }: OpenConsignment): Problem | null => (isSaved ? null : problem('SAVE_FIRST'));

const incompleteSamples = (samples: readonly Sample[]): Problem[] => {
  const lacking = (code: RuleCode, lacks: (flags: ReturnType<typeof sampleFlags>) => boolean): Problem[] => {
    const named = samples.filter((sample) => lacks(sampleFlags(sample)));
    return named.length === 0 ? [] : [problem(code, { samples: sampleNames(named) })];
  };
  return [
    ...lacking('PARAMETERS_INCOMPLETE', (flags) => !flags.isInputedTestParam && !flags.isTestUnitConfirmTestParam),
    ...lacking('MATERIALS_INCOMPLETE', (flags) => flags.isLackTestParam_Material),
    ...lacking('REPORTS_INCOMPLETE', (flags) => flags.isLackReportFile_Material),
  ];
};

export const commit = (
  { by, at, description, consignCode, settings, signatureIds, asked }: CommandOf<'Commit'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(submitProblems(state, by));
  refuseIf(appointmentProblem(state, at));
  refuseIf(asked ? submissionProblems(state, asked) : null);
  refuseIf(remarkProblem(description));
  const code = state.consignCode || consignCode;
  if (code === '') throw new Error('A first submission needs the number taken for it');
  return [
    {
      type: 'ConsignmentCommitted',
      data: {
        toStatus: statusAfter('submit', state.consignStatus),
        description,
        consignCode: code,
        committedAt: at,
        ...(asked?.named ? { named: namesIn(state, asked.named) } : {}),
      },
    },
    ...signatureRequest(state, settings, signatureIds),
  ];
};
