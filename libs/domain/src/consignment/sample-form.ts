import type { Sample } from '#events';
import { problem, type Problem } from '../rules/rule-broken.js';
import { lengthOf, LIMITS } from './limits.js';

/** The members the laboratory completes (SF-023); everything else stays the client's. */
export const withParametersOf = (sample: Sample, { parameters, pack, standards, isNeedConclusion, testParamFee }: Sample): Sample => ({
  ...sample,
  parameters,
  pack,
  standards,
  isNeedConclusion,
  testParamFee,
});

export const sampleProblems = (sample: Sample): Problem[] => [
  ...(sample.isTestUnitConfirmTestParam && sample.testReason.trim() === '' ? [problem('TEST_REASON_REQUIRED', {}, 'testReason')] : []),
  ...tooLong(sample, LIMITS.text, ['testUnitSampleName', 'projectOrPurpose', 'projectUnit', 'sampleNum', 'sampleNumUnit', 'delegatesNum', 'delegatesNumUnit', 'afterTestOperate']),
  ...tooLong(sample, LIMITS.longText, ['specificationType', 'testSampleDescription', 'memo', 'testReason']),
];

type Text = 'testUnitSampleName' | 'projectOrPurpose' | 'projectUnit' | 'sampleNum' | 'sampleNumUnit' | 'delegatesNum' | 'delegatesNumUnit' | 'afterTestOperate' | 'specificationType' | 'testSampleDescription' | 'memo' | 'testReason';

const tooLong = (sample: Sample, max: number, members: readonly Text[]): Problem[] =>
  members.flatMap((member) => (lengthOf(sample[member]) > max ? [problem('TEXT_TOO_LONG', { max }, member)] : []));
