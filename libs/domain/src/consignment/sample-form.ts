import type { ConsignType, Sample } from '#events';
import { auxiliaryProblems } from '../auxiliary/auxiliary-value.js';
import { pieceProblems } from '../prepared-pieces/prepared-pieces.js';
import { specificationProblems } from '../specification-text/specification-problems.js';
import { siteProblems } from '../test-sites/test-sites.js';
import { problem, type Problem } from '../rules/rule-broken.js';
import { lengthOf, LIMITS } from './limits.js';
import { isBlank } from '../text/text.js';

/**
 * The members the laboratory completes: the parameter edit (SF-023), and what follows from the parameters and was cleared when they
 * were left to it (TID-006); everything else stays the client's (ADR-032).
 */
export const withParametersOf = (sample: Sample, completed: Sample): Sample => {
  const {
    parameters,
    pack,
    standards,
    isNeedConclusion,
    testParamFee,
    inputMethod,
    specificationType,
    specificationBuildMethod,
    properties,
  } = completed;
  return {
    ...sample,
    parameters,
    pack,
    standards,
    isNeedConclusion,
    testParamFee,
    inputMethod,
    specificationType,
    specificationBuildMethod,
    properties: properties.length > 0 ? properties : sample.properties,
  };
};

/** What is wrong with a sample that is to be stored; prepared pieces and a site for each group are raw material's alone. */
export const sampleProblems = (sample: Sample, consignType: ConsignType): Problem[] => [
  ...(sample.isTestUnitConfirmTestParam && isBlank(sample.testReason)
    ? [problem('TEST_REASON_REQUIRED', {}, 'testReason')]
    : []),
  ...tooLong(sample, LIMITS.text, [
    'testUnitSampleName',
    'projectUnit',
    'sampleNum',
    'sampleNumUnit',
    'delegatesNum',
    'delegatesNumUnit',
    'afterTestOperate',
  ]),
  ...tooLong(sample, LIMITS.sites, ['testPart', 'projectOrPurpose']),
  ...tooLong(sample, LIMITS.specification, ['specificationType']),
  ...tooLong(sample, LIMITS.longText, ['testSampleDescription', 'memo', 'testReason']),
  ...specificationProblems(sample),
  ...auxiliaryProblems(sample.properties),
  ...(consignType === 1
    ? [
        ...siteProblems(sample, sample.testGroupCount),
        ...pieceProblems(sample.buSampleChild ?? [], sample.testGroupCount),
      ]
    : []),
];

type Text =
  | 'testPart'
  | 'testUnitSampleName'
  | 'projectOrPurpose'
  | 'projectUnit'
  | 'sampleNum'
  | 'sampleNumUnit'
  | 'delegatesNum'
  | 'delegatesNumUnit'
  | 'afterTestOperate'
  | 'specificationType'
  | 'testSampleDescription'
  | 'memo'
  | 'testReason';

const tooLong = (sample: Sample, max: number, members: readonly Text[]): Problem[] =>
  members.flatMap((member) => (lengthOf(sample[member]) > max ? [problem('TEXT_TOO_LONG', { max }, member)] : []));
