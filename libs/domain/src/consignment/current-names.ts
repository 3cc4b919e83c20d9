import type { DraftSubject, EventCatalogue, EventStore, FrozenNames } from '#events';
import { type Aggregate, load } from '../event-sourcing/handle.js';
import { project } from '../projects/project.js';
import { sameId } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { consigningUnit } from '../units/consigning-unit.js';
import { deliveryAddressOf, isIntegrated, testingUnit } from '../units/testing-unit.js';
import type { ConsignmentFacts } from './state.js';

/** The name of a unit or project, and the consigning unit that a project belongs to; null if all units may choose it. */
export type NamedSubject = { name: string; ownerId: string | null };

/** A subject as it was at a revision of its stream, without one as it is now; null if it does not exist. */
export const readSubjectAt = async (
  store: EventStore,
  subject: DraftSubject,
  id: string,
  revision?: number,
): Promise<NamedSubject | null> => {
  if (revision !== undefined && revision < 0) return null;
  const stateOf = async <Catalogue extends EventCatalogue, Command, State>(
    aggregate: Aggregate<Catalogue, Command, State>,
  ): Promise<State> => (await load(store, aggregate, id, revision)).state;
  switch (subject) {
    case 'consigningUnit': {
      const unit = await stateOf(consigningUnit);
      return unit && { name: unit.name, ownerId: null };
    }
    case 'testingUnit': {
      const unit = await stateOf(testingUnit);
      return unit && { name: unit.testUnitName, ownerId: null };
    }
    case 'project': {
      const state = await stateOf(project);
      return state && { name: state.projectName, ownerId: state.consignUnitId };
    }
  }
};

/** A project that was given to another unit meanwhile can no longer be chosen by this one. */
export const isAvailableTo = ({ ownerId }: NamedSubject, consignUnitId: string | null): boolean =>
  ownerId === null || sameId(ownerId, consignUnitId);

const availableName = (subject: NamedSubject | null, consignUnitId: string): string | null =>
  subject && isAvailableTo(subject, consignUnitId) ? subject.name : null;

/**
 * What a consignment names outside itself, as it is now. Null is gone; undefined is what it does not name, or what
 * nobody could be asked about.
 */
export type CurrentNames = {
  consignUnitName?: string | null | undefined;
  testUnit?: { name: string; isOpen: boolean } | null | undefined;
  testUnitAddressDetail?: string | null | undefined;
  projectName?: string | null | undefined;
  tuqualificationName?: string | null | undefined;
};

/** Qualifications as a laboratory's own system lists them; null: it could not be asked. */
type Qualifications = readonly { id: string; name: string }[] | null;

/**
 * Looks up what a consignment names. A laboratory with a system of its own keeps its qualifications there:
 * `systemQualifications` are those, and without them its qualification is not judged.
 */
export const loadCurrentNames = async (
  store: EventStore,
  { consignUnitId, header }: Pick<ConsignmentFacts, 'consignUnitId' | 'header'>,
  systemQualifications: Qualifications = null,
): Promise<CurrentNames> => {
  const { testUnitId, testUnitAddressId, projectId, tuqualificationId } = header;
  const [client, unit, chosenProject] = await Promise.all([
    readSubjectAt(store, 'consigningUnit', consignUnitId),
    testUnitId === null ? undefined : load(store, testingUnit, testUnitId).then(({ state }) => state),
    projectId === null ? undefined : readSubjectAt(store, 'project', projectId),
  ]);
  const address = unit?.addresses.find(({ id }) => sameId(id, testUnitAddressId));
  const qualifications = unit && isIntegrated(unit) ? systemQualifications : (unit?.qualifications ?? null);
  return {
    consignUnitName: client?.name,
    testUnit: unit && { name: unit.testUnitName, isOpen: unit.isActive },
    testUnitAddressDetail: unit && testUnitAddressId ? (address ? deliveryAddressOf(address) : null) : undefined,
    projectName: chosenProject === undefined ? undefined : availableName(chosenProject, consignUnitId),
    tuqualificationName:
      qualifications && tuqualificationId
        ? (qualifications.find(({ id }) => sameId(id, tuqualificationId))?.name ?? null)
        : undefined,
  };
};

/** The current names. What is gone or not known keeps the last name it had here. */
export const currentNames = (
  { consignUnitName, header }: Pick<ConsignmentFacts, 'consignUnitName' | 'header'>,
  named: CurrentNames,
): FrozenNames => ({
  consignUnitName: named.consignUnitName ?? consignUnitName,
  testUnitName: named.testUnit?.name ?? header.testUnitName,
  testUnitAddressDetail: named.testUnitAddressDetail ?? header.testUnitAddressDetail,
  projectName: named.projectName ?? header.projectName,
  tuqualificationName: named.tuqualificationName ?? header.tuqualificationName,
});

/** The same consignment with these names. */
export const applyNames = <Facts extends Pick<ConsignmentFacts, 'consignUnitName' | 'header'>>(
  state: Facts,
  { consignUnitName, ...names }: FrozenNames,
): Facts => ({ ...state, consignUnitName, header: { ...state.header, ...names } });

type NamedConsignment = Pick<ConsignmentFacts, 'consignCode' | 'consignUnitId' | 'consignUnitName' | 'header'>;

/** The current names of a draft; null for a consignment whose names were frozen by its first submission. */
export const currentDraftNames = async (store: EventStore, state: NamedConsignment): Promise<FrozenNames | null> =>
  state.consignCode === '' ? currentNames(state, await loadCurrentNames(store, state)) : null;

/** A consignment as it is shown: a draft under the current names, any other under those it was submitted with. */
export const withCurrentNames = async <Facts extends NamedConsignment>(
  store: EventStore,
  state: Facts,
): Promise<Facts> => {
  const names = await currentDraftNames(store, state);
  return names ? applyNames(state, names) : state;
};

/**
 * What a draft names and is gone: laboratory, address, project, qualification, in the order of the form. A laboratory
 * that is switched off finishes what was submitted to it once.
 */
export const unavailableReferenceProblems = (
  { header, consignCode }: Pick<ConsignmentFacts, 'header' | 'consignCode'>,
  { testUnit, testUnitAddressDetail, projectName, tuqualificationName }: CurrentNames,
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
export const removeUnavailableReferences = (
  header: ConsignmentFacts['header'],
  { testUnit, testUnitAddressDetail, projectName, tuqualificationName }: CurrentNames,
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
