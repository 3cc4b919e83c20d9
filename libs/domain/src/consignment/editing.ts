import type { ConsignmentEvent, ConsignmentHeader } from '#events';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';
import type { RuleCode } from '../rules/rule-kinds.js';
import { sameFacts } from '../rules/same-facts.js';
import { sameId } from '../rules/same-id.js';
import type { CommandOf } from './commands.js';
import { gate } from './gate.js';
import { settledHeader, withTestingUnit } from './header.js';
import { headerProblems } from './header-problems.js';
import { lengthOf, LIMITS } from './limits.js';
import type { OpenConsignment } from './state.js';
import { statusAfter } from './transitions.js';

/** A save that says nothing new is no event, except the first one and the one that reopens 50 (ADR-002). */
export const saveHeader = (
  { by, header: typed, unknownIds = [], settings }: CommandOf<'SaveHeader'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(gate('save', state, by));
  const changesUnit =
    state.header.testUnitId !== null && typed.testUnitId !== null && !sameId(state.header.testUnitId, typed.testUnitId);
  refuseIf(changesUnit ? lockedUnit(state) : null);
  const changed =
    changesUnit && typed.testUnitId !== null
      ? withTestingUnit(state.header, { ...typed, testUnitId: typed.testUnitId }, settings)
      : null;
  const settled = settledHeader(typed, changed ?? state.header, state.consignType, settings);
  refuseIf(formProblems(headerProblems(settled, state.consignType), unknownIds));
  // The number of reports that was meant for the unit before is none for another; it is entered again before submitting (CL-030).
  // In a form that was never filled in the unit before was a suggestion.
  const isStarted = state.isSaved || state.samples.length > 0;
  const isStale = changed && isStarted && settled.reportCount === state.header.reportCount;
  const header = isStale ? { ...settled, reportCount: 0 } : settled;
  const toStatus = statusAfter('save', state.consignStatus);
  const before = settledHeader(state.header, state.header, state.consignType, settings);
  if (
    state.isSaved &&
    toStatus === state.consignStatus &&
    (sameFacts(header, state.header) || sameFacts(header, before))
  )
    return [];
  return [...testingUnitChanged(changed), { type: 'ConsignmentSaved', data: { toStatus, header } }];
};

/** What the form lacks comes first, in the order of the specification; an id that nobody knows is not missing as well. */
const formProblems = (found: readonly Problem[], unknownIds: readonly Problem[]): Problem[] => {
  const unknown = new Set(unknownIds.map(({ code }) => code));
  return [
    ...found.filter(
      ({ code }) =>
        !Object.entries(MISSING_WHEN).some(([id, missing]) => unknown.has(id as RuleCode) && missing === code),
    ),
    ...unknownIds,
  ];
};
const MISSING_WHEN: Partial<Record<RuleCode, RuleCode>> = {
  TESTING_UNIT_UNKNOWN: 'TESTING_UNIT_REQUIRED',
  PROJECT_UNKNOWN: 'PROJECT_REQUIRED',
  QUALIFICATION_UNKNOWN: 'QUALIFICATION_REQUIRED',
};

export const changeTestingUnit = (
  { by, unit, settings }: CommandOf<'ChangeTestingUnit'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(gate('save', state, by));
  if (sameId(state.header.testUnitId, unit.testUnitId)) return [];
  refuseIf(lockedUnit(state));
  return testingUnitChanged(withTestingUnit(state.header, unit, settings));
};

/** The number names the testing unit, so the choice is locked once there is one (CL-030). */
const lockedUnit = ({ consignCode }: OpenConsignment) =>
  consignCode === '' ? null : problem('TESTING_UNIT_LOCKED', {}, 'testUnitId');

const testingUnitChanged = (header: ConsignmentHeader | null): ConsignmentEvent[] =>
  header ? [{ type: 'TestingUnitChanged', data: { header } }] : [];

export const setMailNumber = (
  { by, mailOrderNumber: typed }: CommandOf<'SetMailNumber'>,
  state: OpenConsignment,
): ConsignmentEvent[] => {
  refuseIf(setMailNumberProblem(state, by));
  const mailOrderNumber = typed.trim();
  refuseIf(mailOrderNumber === '' ? problem('MAIL_NUMBER_REQUIRED', {}, 'mailOrderNumber') : null);
  refuseIf(
    lengthOf(mailOrderNumber) > LIMITS.mailNumber
      ? problem('TEXT_TOO_LONG', { max: LIMITS.mailNumber }, 'mailOrderNumber')
      : null,
  );
  return mailOrderNumber === state.header.mailOrderNumber ? [] : [{ type: 'MailNumberSet', data: { mailOrderNumber } }];
};

/** A laboratory's system may tell the number of what it sent, whatever the status (002 ILIS-004). */
export const setMailNumberProblem = (state: OpenConsignment, by: CommandOf<'SetMailNumber'>['by']) =>
  by.kind === 'key' ? pushedMailProblem(state, by) : ownMailProblem(state, by);

const pushedMailProblem = ({ consignCode, header }: OpenConsignment, { unitId }: CommandOf<'SetMailNumber'>['by']) =>
  consignCode !== '' && sameId(unitId, header.testUnitId) ? null : problem('NOT_YOURS');

const ownMailProblem = (state: OpenConsignment, by: CommandOf<'SetMailNumber'>['by']) =>
  gate('setMailNumber', state, by) ?? (state.header.sendSampleType === 2 ? null : problem('NOT_SENT_BY_MAIL'));
