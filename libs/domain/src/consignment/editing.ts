import {
  type ConsignmentEvent,
  type ConsignmentHeader,
  type ConsignType,
  ROLE,
  CONSIGN_TYPE,
  SEND_SAMPLE_TYPE,
  CONSIGN_STATUS,
} from '#events';
import {
  applyCurrentPricesWithMaterials,
  removeUnavailableStandards,
  removeUnofferedParameters,
} from '../catalogue/current-prices.js';
import { dashedId, isJsonEqual, sameId } from '../rules/equality.js';
import { type Problem, problem, refuseIf, RuleBroken } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { copyOfSample } from '../sample/raw-materials.js';
import type { CommandOf, TestingUnitDefaults } from './commands.js';
import { appointmentTime, headerProblems } from './header-problems.js';
import { type Consignment, LIMITS, type OpenConsignment, type UnitSettings } from './state.js';
import { currentNames, applyNames, removeUnavailableReferences } from './current-names.js';
import { actionProblem, statusAfter } from './transitions.js';
import { presentWitnesses } from './witnesses.js';
import { lengthOf } from '../text/text.js';

/** The form of a new consignment: the unit's defaults override the constants of K-001. */
export const newHeader = (defaults: Partial<ConsignmentHeader> = {}): ConsignmentHeader => ({
  testUnitId: null,
  testUnitName: '',
  testUnitAddressId: null,
  testUnitAddressDetail: '',
  consignUnitAddress: '',
  projectId: null,
  projectName: '',
  contractSectName: '',
  tuqualificationName: '',
  contact: { name: '', phone: '' },
  constructionUnit: '',
  constructionJzunit: '',
  jzunit: '',
  consginTestType: '',
  consginTestTypeId: '',
  expectTestTime: null,
  sendSampleType: 1,
  mailOrderNumber: '',
  mailPayType: 1,
  getReportType: '1',
  reportCount: 3,
  memo: '',
  needWitnessUnit: false,
  ownerWitnesses: [],
  supervisionWitnesses: [],
  needConstructionWitnessPersonSign: false,
  needWitnessPersonSign: false,
  extraFields: [],
  ...defaults,
  tuqualificationId: defaults.tuqualificationId ? dashedId(defaults.tuqualificationId) : null,
});

/**
 * The form after another testing unit was chosen (CL-030), with that unit's defaults. The number of reports becomes 0
 * until it is entered again; the first choice of a unit keeps it. If the unit does not use signatures, required
 * signatures are removed.
 */
export const withTestingUnit = (
  header: ConsignmentHeader,
  unit: TestingUnitDefaults,
  settings: UnitSettings,
): ConsignmentHeader => ({
  ...header,
  testUnitId: unit.testUnitId,
  testUnitName: unit.testUnitName,
  testUnitAddressId: unit.testUnitAddressId,
  testUnitAddressDetail: unit.testUnitAddressDetail,
  tuqualificationId: unit.tuqualificationId ? dashedId(unit.tuqualificationId) : null,
  tuqualificationName: unit.tuqualificationName,
  ...(unit.projectName === '' ? {} : { projectId: unit.projectId, projectName: unit.projectName }),
  consginTestType: unit.consginTestType,
  consginTestTypeId: '',
  reportCount: header.testUnitId === null ? header.reportCount : 0,
  needConstructionWitnessPersonSign: settings.IsEnableConsignSign && header.needConstructionWitnessPersonSign,
  needWitnessPersonSign: settings.IsEnableConsignSign && header.needWitnessPersonSign,
});

/**
 * The stored form of an input: choices clear the fields that no longer apply, and fields locked by settings keep their
 * value (CL-032 to CL-034).
 */
export const applyHeaderRules = (
  input: ConsignmentHeader,
  before: ConsignmentHeader,
  consignType: ConsignType,
  settings: UnitSettings,
): ConsignmentHeader => ({
  ...input,
  contact: { name: input.contact.name.trim(), phone: input.contact.phone.trim() },
  contractSectName: settings.IsEnableProjectContractSectName ? input.contractSectName : before.contractSectName,
  expectTestTime: consignType === CONSIGN_TYPE.rawMaterial ? null : toStoredAppointment(input.expectTestTime),
  ...(input.sendSampleType === SEND_SAMPLE_TYPE.mailed
    ? { mailOrderNumber: input.mailOrderNumber.trim() }
    : { mailOrderNumber: '', mailPayType: 1 as const }),
  ...(input.needWitnessUnit ? witnessFields(input, before, settings) : noWitnessUnit),
});

/** Adds the time zone. An unreadable time stays as entered, so that it is rejected. */
const toStoredAppointment = (input: string | null): string | null =>
  input === null ? null : (appointmentTime(input) ?? input);

const noWitnessUnit = {
  constructionJzunit: '',
  jzunit: '',
  ownerWitnesses: [],
  supervisionWitnesses: [],
  needConstructionWitnessPersonSign: false,
  needWitnessPersonSign: false,
} satisfies Partial<ConsignmentHeader>;

const witnessFields = (
  input: ConsignmentHeader,
  before: ConsignmentHeader,
  settings: UnitSettings,
): Partial<ConsignmentHeader> => {
  const { needConstructionWitnessPersonSign, needWitnessPersonSign } = settings.IsEnableConsignSign ? input : before;
  return {
    ownerWitnesses: presentWitnesses(input.ownerWitnesses),
    supervisionWitnesses: presentWitnesses(input.supervisionWitnesses),
    needConstructionWitnessPersonSign,
    needWitnessPersonSign,
  };
};

/**
 * A save without changes records no event, except the first save and the save that reopens a withdrawn consignment (50)
 * (ADR-002).
 */
export const saveHeader = (
  { by, header: input, unknownIds = [], settings }: CommandOf<'SaveHeader'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(actionProblem('save', state, by));
  const changesUnit =
    state.header.testUnitId !== null && input.testUnitId !== null && !sameId(state.header.testUnitId, input.testUnitId);
  refuseIf(changesUnit ? lockedUnitProblem(state) : null);
  const newUnitHeader =
    changesUnit && input.testUnitId !== null
      ? withTestingUnit(state.header, { ...input, testUnitId: input.testUnitId }, settings)
      : null;
  const normalizedHeader = applyHeaderRules(input, newUnitHeader ?? state.header, state.consignType, settings);
  refuseIf(formProblems(headerProblems(normalizedHeader, state.consignType), unknownIds));
  // The number of reports for the previous unit does not apply to another one and must be entered again before
  // submission (CL-030). In a form that was never filled in, the previous unit was only a suggestion.
  const isStarted = state.isSaved || state.samples.length > 0;
  const isStale = newUnitHeader && isStarted && normalizedHeader.reportCount === state.header.reportCount;
  const header = isStale ? { ...normalizedHeader, reportCount: 0 } : normalizedHeader;
  const toStatus = statusAfter('save', state.consignStatus);
  const before = applyHeaderRules(state.header, state.header, state.consignType, settings);
  if (
    state.isSaved &&
    toStatus === state.consignStatus &&
    (isJsonEqual(header, state.header) || isJsonEqual(header, before))
  )
    return [];
  return [...toUnitChangedEvents(newUnitHeader), { type: 'ConsignmentSaved', data: { toStatus, header } }];
};

/**
 * Problems of the form come first, in the order of the specification. An unknown id is not reported as missing as well.
 */
const formProblems = (problems: readonly Problem[], unknownIds: readonly Problem[]): Problem[] => {
  const unknownCodes = new Set(unknownIds.map(({ code }) => code));
  return [
    ...problems.filter(
      ({ code }) =>
        !Object.entries(MISSING_CODE_OF_UNKNOWN).some(
          ([id, missing]) => unknownCodes.has(id as RuleCode) && missing === code,
        ),
    ),
    ...unknownIds,
  ];
};
const MISSING_CODE_OF_UNKNOWN: Partial<Record<RuleCode, RuleCode>> = {
  TESTING_UNIT_UNKNOWN: 'TESTING_UNIT_REQUIRED',
  PROJECT_UNKNOWN: 'PROJECT_REQUIRED',
  QUALIFICATION_UNKNOWN: 'QUALIFICATION_REQUIRED',
};

export const changeTestingUnit = (
  { by, unit, settings }: CommandOf<'ChangeTestingUnit'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(actionProblem('save', state, by));
  if (sameId(state.header.testUnitId, unit.testUnitId)) return [];
  refuseIf(lockedUnitProblem(state));
  return toUnitChangedEvents(withTestingUnit(state.header, unit, settings));
};

/** The consignment number contains the testing unit, so the choice is locked once there is a number (CL-030). */
const lockedUnitProblem = ({ consignCode }: OpenConsignment) =>
  consignCode === '' ? null : problem('TESTING_UNIT_LOCKED', {}, 'testUnitId');

const toUnitChangedEvents = (header: ConsignmentHeader | null): ConsignmentEvent[] =>
  header ? [{ type: 'TestingUnitChanged', data: { header } }] : [];

export const setMailNumber = (
  { by, mailOrderNumber: input }: CommandOf<'SetMailNumber'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(setMailNumberProblem(state, by));
  const mailOrderNumber = input.trim();
  refuseIf(mailOrderNumber === '' ? problem('MAIL_NUMBER_REQUIRED', {}, 'mailOrderNumber') : null);
  refuseIf(
    lengthOf(mailOrderNumber) > LIMITS.mailNumber
      ? problem('TEXT_TOO_LONG', { max: LIMITS.mailNumber }, 'mailOrderNumber')
      : null,
  );
  return mailOrderNumber === state.header.mailOrderNumber ? [] : [{ type: 'MailNumberSet', data: { mailOrderNumber } }];
};

/** A laboratory's system may push the mail number in any status after the first submission (002 ILIS-004). */
export const setMailNumberProblem = (state: OpenConsignment, by: CommandOf<'SetMailNumber'>['by']) =>
  by.kind === 'key' ? pushedMailProblem(state, by) : ownMailProblem(state, by);

const pushedMailProblem = ({ consignCode, header }: OpenConsignment, { unitId }: CommandOf<'SetMailNumber'>['by']) =>
  consignCode !== '' && sameId(unitId, header.testUnitId) ? null : problem('NOT_YOURS');

const ownMailProblem = (state: OpenConsignment, by: CommandOf<'SetMailNumber'>['by']) =>
  actionProblem('setMailNumber', state, by) ??
  (state.header.sendSampleType === SEND_SAMPLE_TYPE.mailed ? null : problem('NOT_SENT_BY_MAIL'));

const FIRST_STATUS = CONSIGN_STATUS.draft;

export const create = (
  { by, at, consignType, consignUnitName, defaults }: CommandOf<'CreateConsignment'>,
  state: Consignment,
): ConsignmentEvent[] => {
  refuseIf(by.role === ROLE.client ? null : problem('ROLE_NOT_ALLOWED', { action: 'save' }));
  if (by.unitId === null) throw new RuleBroken(problem('NO_UNIT'));
  refuseIf(state.phase === 'absent' ? null : problem('ALREADY_EXISTS'));
  return [
    {
      type: 'ConsignmentCreated',
      data: {
        toStatus: FIRST_STATUS,
        consignType,
        consignUnitId: by.unitId,
        consignUnitName,
        header: newHeader(defaults),
        createdBy: by.userId,
        createdAt: at,
      },
    },
  ];
};

/**
 * Copies the form and the samples to a new draft with current names and prices and without unavailable items. The draft
 * has no number and no signatures, and nothing of the source's later progress (API-021).
 */
export const copy = (
  {
    by,
    at,
    sourceId,
    source,
    sampleIds,
    materialIds,
    currentSamples = [],
    standards = null,
    currentNames: names = {},
  }: CommandOf<'CopyConsignment'>,
  state: Consignment,
): ConsignmentEvent[] => {
  refuseIf(actionProblem('copy', source, by));
  refuseIf(state.phase === 'absent' ? null : problem('ALREADY_EXISTS'));
  const { consignType, consignUnitId, samples } = source;
  const { consignUnitName, header } = applyNames(source, currentNames(source, names));
  return [
    {
      type: 'ConsignmentCopied',
      data: {
        toStatus: FIRST_STATUS,
        consignType,
        consignUnitId,
        consignUnitName,
        header: removeUnavailableReferences(header, names),
        copiedFrom: sourceId,
        createdBy: by.userId,
        createdAt: at,
      },
    },
    ...samples.map((sample, index): ConsignmentEvent => ({
      type: 'SampleAdded',
      data: {
        sample: applyCurrentPricesWithMaterials(
          removeUnavailableStandards(
            removeUnofferedParameters(
              copyOfSample(sample, newIdAt(sampleIds, index), materialIds?.[index]),
              currentSamples,
            ),
            currentSamples,
            standards,
          ),
          currentSamples,
        ),
      },
    })),
  ];
};

const newIdAt = (ids: readonly string[], index: number): string => {
  const id = ids[index];
  if (id === undefined) throw new Error(`A copy needs a new id for each of its samples, ${ids.length} were given`);
  return id;
};
