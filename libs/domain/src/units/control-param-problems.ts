import { type Problem, problem } from '../rules/rule-broken.js';

/** Switches of a testing unit, each "1" or "0" (002 CP-008; 001 section 6 for the two IsDisplay...). */
export const UNIT_FLAGS = [
  'IsConsignHidePrice',
  'IsConsignHideEstimatedCost',
  'IsEnableConsignSign',
  'IsConsignSampleNeedConfirm',
  'IsUseNewVersion',
  'IsEnableProjectContractSectName',
  'isConsignSingleSample',
  'IsDisplayTestPeriod',
  'IsDisplayTestQuantity',
  'USING_RECOMMENDED_PARAMETER_STANDARD',
  'testUnitIsLimsCust',
] as const;
export type UnitFlag = (typeof UNIT_FLAGS)[number];

/** Days in which a report may be appealed against: kept for whoever asks for the parameters; nothing here depends on them. */
const APPEAL_PERIOD = 'ValidAppealPeriodNumber';

/** What only the platform grants: whether it prints for this laboratory. */
export const PLATFORM_PARAMS: readonly string[] = ['testUnitIsLimsCust'];

/** Texts of a unit, and those of a consigning unit's form. */
const TEXTS = ['sysParamConsignPrintType', 'autoFields', 'defaultValues'] as const;

const KNOWN: readonly string[] = [...UNIT_FLAGS, APPEAL_PERIOD, ...TEXTS];
const VALUE_LENGTH = 200;

/**
 * What is wrong with a control parameter; null when it can be stored. A flag is "1" or "0", the appeal period a number, all else text
 * (002 CP-004). One that nothing reads is refused: a misspelt switch would be stored and change nothing.
 */
export const controlParamProblem = (paramCode: string, paramValue: string): Problem | null => {
  if (!KNOWN.includes(paramCode)) return problem('CONTROL_PARAM_UNKNOWN', { code: paramCode }, 'paramCode');
  return isValue(paramCode, paramValue) ? null : problem('CONTROL_PARAM_INVALID', { code: paramCode }, 'paramValue');
};

const isValue = (code: string, value: string): boolean => {
  if (UNIT_FLAGS.some((flag) => flag === code)) return value === '0' || value === '1';
  return code === APPEAL_PERIOD ? /^\d{1,4}$/.test(value) : value.length <= VALUE_LENGTH;
};
