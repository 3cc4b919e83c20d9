import type { EventStore, FrozenNames } from '#events';
import { load } from '../handle.js';
import { project } from '../projects/project.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameId } from '../rules/same-id.js';
import { consigningUnit } from '../units/consigning-unit.js';
import { isIntegrated } from '../units/integration.js';
import { testingUnit } from '../units/testing-unit.js';
import { deliveryAddressOf } from '../units/testing-units.js';
import type { ConsignmentFacts } from './state.js';

/**
 * What a consignment names outside itself, as it is today. Null is gone; undefined is what it does not name, or what nobody could be
 * asked about.
 */
export type NamedToday = {
  consignUnitName?: string | null | undefined;
  testUnit?: { name: string; isOpen: boolean } | null | undefined;
  testUnitAddressDetail?: string | null | undefined;
  projectName?: string | null | undefined;
  tuqualificationName?: string | null | undefined;
};

/** Qualifications as a laboratory's own system lists them; null: it could not be asked. */
type Qualifications = readonly { id: string; name: string }[] | null;

/**
 * Looks up what a consignment names. A laboratory with a system of its own keeps its qualifications there: `systemQualifications` are
 * those, and without them its qualification is not judged.
 */
export const namedToday = async (
  store: EventStore,
  { consignUnitId, header }: Pick<ConsignmentFacts, 'consignUnitId' | 'header'>,
  systemQualifications: Qualifications = null,
): Promise<NamedToday> => {
  const { testUnitId, testUnitAddressId, projectId, tuqualificationId } = header;
  const [client, unit, chosenProject] = await Promise.all([
    load(store, consigningUnit, consignUnitId).then(({ state }) => state),
    testUnitId === null ? undefined : load(store, testingUnit, testUnitId).then(({ state }) => state),
    projectId === null ? undefined : load(store, project, projectId).then(({ state }) => state),
  ]);
  const address = unit?.addresses.find(({ id }) => sameId(id, testUnitAddressId));
  const qualifications = unit && isIntegrated(unit) ? systemQualifications : (unit?.qualifications ?? null);
  return {
    consignUnitName: client?.name,
    testUnit: unit && { name: unit.testUnitName, isOpen: unit.isActive },
    testUnitAddressDetail: unit && testUnitAddressId ? (address ? deliveryAddressOf(address) : null) : undefined,
    projectName: chosenProject === undefined ? undefined : ownName(chosenProject, consignUnitId),
    tuqualificationName:
      qualifications && tuqualificationId
        ? (qualifications.find(({ id }) => sameId(id, tuqualificationId))?.name ?? null)
        : undefined,
  };
};

/** A project that was given to another unit meanwhile is none that this one can name. */
const ownName = (
  found: { projectName: string; consignUnitId: string | null } | null,
  consignUnitId: string,
): string | null =>
  found && (found.consignUnitId === null || sameId(found.consignUnitId, consignUnitId)) ? found.projectName : null;

/** The names of today; what is gone or not known keeps the last name it had here. */
export const namesIn = (
  { consignUnitName, header }: Pick<ConsignmentFacts, 'consignUnitName' | 'header'>,
  named: NamedToday,
): FrozenNames => ({
  consignUnitName: named.consignUnitName ?? consignUnitName,
  testUnitName: named.testUnit?.name ?? header.testUnitName,
  testUnitAddressDetail: named.testUnitAddressDetail ?? header.testUnitAddressDetail,
  projectName: named.projectName ?? header.projectName,
  tuqualificationName: named.tuqualificationName ?? header.tuqualificationName,
});

/** The same consignment with these names. */
export const withNames = <Facts extends Pick<ConsignmentFacts, 'consignUnitName' | 'header'>>(
  state: Facts,
  { consignUnitName, ...names }: FrozenNames,
): Facts => ({ ...state, consignUnitName, header: { ...state.header, ...names } });

/** A consignment as it is shown: one that was never submitted under the names of today, any other under those it was submitted with. */
export const asNamedToday = async <
  Facts extends Pick<ConsignmentFacts, 'consignCode' | 'consignUnitId' | 'consignUnitName' | 'header'>,
>(
  store: EventStore,
  state: Facts,
): Promise<Facts> =>
  state.consignCode === '' ? withNames(state, namesIn(state, await namedToday(store, state))) : state;

/**
 * What a draft names and is gone: laboratory, address, project, qualification, in the order of the form. A laboratory that is switched
 * off finishes what was submitted to it once.
 */
export const goneProblems = (
  { header, consignCode }: Pick<ConsignmentFacts, 'header' | 'consignCode'>,
  { testUnit, testUnitAddressDetail, projectName, tuqualificationName }: NamedToday,
): Problem[] => {
  const unit = testUnit?.name ?? header.testUnitName;
  const isClosed = testUnit === null || (testUnit?.isOpen === false && consignCode === '');
  return [
    ...(isClosed ? [problem('CHOSEN_UNIT_CLOSED', { unit }, 'testUnitId')] : []),
    ...(testUnitAddressDetail === null
      ? [problem('ADDRESS_CLOSED', { unit, address: header.testUnitAddressDetail }, 'testUnitAddressId')]
      : []),
    ...(projectName === null ? [problem('PROJECT_GONE', { project: header.projectName }, 'projectName')] : []),
    ...(tuqualificationName === null
      ? [problem('QUALIFICATION_LOST', { unit, qualification: header.tuqualificationName }, 'tuqualificationId')]
      : []),
  ];
};

/** The form of a copy: blank where what it named is gone. */
export const withoutGone = (
  header: ConsignmentFacts['header'],
  { testUnit, testUnitAddressDetail, projectName, tuqualificationName }: NamedToday,
): ConsignmentFacts['header'] => {
  const noAddress = { testUnitAddressId: null, testUnitAddressDetail: '' };
  const noQualification = { tuqualificationId: null, tuqualificationName: '' };
  const noUnit = { testUnitId: null, testUnitName: '', ...noAddress, ...noQualification };
  return {
    ...header,
    ...(testUnitAddressDetail === null ? noAddress : {}),
    ...(projectName === null ? { projectId: null, projectName: '' } : {}),
    ...(tuqualificationName === null ? noQualification : {}),
    ...(testUnit === null || testUnit?.isOpen === false ? noUnit : {}),
  };
};
