import type { DraftSubject, EventCatalogue, EventStore, FrozenNames } from '#events';
import { type Aggregate, load } from '../event-sourcing/handle.js';
import { project } from '../projects/project.js';
import { sameId } from '../rules/equality.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { consigningUnit } from '../units/consigning-unit.js';
import { deliveryAddressOf, isIntegrated, testingUnit } from '../units/testing-unit.js';
import type { ConsignmentFacts } from './state.js';

/** The name of a unit or project, and the consigning unit that owns a project; null if all units may choose it. */
export type NamedSubject = { name: string; ownerId: string | null };

/** A subject at a revision of its stream, or its current state without a revision; null if it does not exist. */
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

/** A project that was transferred to another unit can no longer be chosen by this one. */
export const isAvailableTo = ({ ownerId }: NamedSubject, consignUnitId: string | null): boolean =>
  ownerId === null || sameId(ownerId, consignUnitId);

const availableName = (subject: NamedSubject | null, consignUnitId: string): string | null =>
  subject && isAvailableTo(subject, consignUnitId) ? subject.name : null;

/**
 * The current names of the units, project and qualification that a consignment refers to. Null means that the item is
 * no longer available; undefined that the consignment has none or that it could not be looked up.
 */
export type CurrentNames = {
  consignUnitName?: string | null | undefined;
  testUnit?: { name: string; isOpen: boolean } | null | undefined;
  testUnitAddressDetail?: string | null | undefined;
  projectName?: string | null | undefined;
  tuqualificationName?: string | null | undefined;
};

/** Qualifications in a laboratory's own system; null if the system could not be reached. */
type Qualifications = readonly { id: string; name: string }[] | null;

/**
 * Looks up the current names for a consignment. A laboratory with its own system manages its qualifications there:
 * `systemQualifications` are those. Without them the qualification is not checked.
 */
export const loadCurrentNames = async (
  store: EventStore,
  { consignUnitId, header }: Pick<ConsignmentFacts, 'consignUnitId' | 'header'>,
  systemQualifications: Qualifications = null,
): Promise<CurrentNames> => {
  const { testUnitId, testUnitAddressId, projectId, tuqualificationId } = header;
  const [client, unit, projectSubject] = await Promise.all([
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
    projectName: projectSubject === undefined ? undefined : availableName(projectSubject, consignUnitId),
    tuqualificationName:
      qualifications && tuqualificationId
        ? (qualifications.find(({ id }) => sameId(id, tuqualificationId))?.name ?? null)
        : undefined,
  };
};

/** The current names. A name that is unavailable or unknown keeps its last value in the consignment. */
export const currentNames = (
  { consignUnitName, header }: Pick<ConsignmentFacts, 'consignUnitName' | 'header'>,
  current: CurrentNames,
): FrozenNames => ({
  consignUnitName: current.consignUnitName ?? consignUnitName,
  testUnitName: current.testUnit?.name ?? header.testUnitName,
  testUnitAddressDetail: current.testUnitAddressDetail ?? header.testUnitAddressDetail,
  projectName: current.projectName ?? header.projectName,
  tuqualificationName: current.tuqualificationName ?? header.tuqualificationName,
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

/** A consignment as users see it: a draft with the current names, any other with the names of its submission. */
export const withCurrentNames = async <Facts extends NamedConsignment>(
  store: EventStore,
  state: Facts,
): Promise<Facts> => {
  const names = await currentDraftNames(store, state);
  return names ? applyNames(state, names) : state;
};

/**
 * Problems of references that are no longer available: laboratory, address, project, qualification, in the order of the
 * form. A disabled laboratory still completes consignments that were submitted to it before.
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

/** The form of a copy, without references that are no longer available. */
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
