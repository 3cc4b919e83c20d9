import type { ConsignmentHeader, EventStore, TestingUnit } from '#events';
import type { saveConsignInfo } from '#contract';
import {
  deliveryAddressOf,
  extraFieldValue,
  isIntegrated,
  load,
  problem,
  project,
  sameId,
  testingUnit,
  witnessesFromText,
  type ConsignmentFacts,
  type Problem,
} from '#domain';
import type { Catalogues } from '../catalogue/catalogues.js';
import type { InputOf } from '../http/handles.js';
import { extraFieldsOf } from './starting-header.js';

type Typed = InputOf<typeof saveConsignInfo>;
type Known<Value> = { value: Value; problem: Problem | null };

/**
 * The form as it was typed, with every name looked up by its id, so that an event holds what the client saw and nothing the
 * client made up, and the ids for which nothing was found: TESTING_UNIT_UNKNOWN, ADDRESS_UNKNOWN, QUALIFICATION_UNKNOWN, PROJECT_UNKNOWN,
 * EXTRA_FIELD_UNKNOWN. Members of the whole object that the server owns are not read at all.
 */
export const typedHeader = async (
  store: EventStore,
  catalogues: Catalogues,
  typed: Typed,
  before: ConsignmentFacts,
): Promise<{ header: ConsignmentHeader; unknownIds: Problem[] }> => {
  const [unit, chosenProject, definitions] = await Promise.all([
    typed.testUnitId === null ? null : load(store, testingUnit, typed.testUnitId).then(({ state }) => state),
    projectIn(store, typed, before),
    before.header.extraFields.length > 0 ? before.header.extraFields : extraFieldsOf(store),
  ]);
  const testUnit = unitIn(unit, typed, before.header);
  const address = addressIn(unit, typed);
  const qualification = await qualificationIn(catalogues, unit, typed, before.header);
  const extraFields = extraFieldsIn(definitions, typed);
  const unknownIds = [testUnit, address, qualification, chosenProject, extraFields]
    .map((known) => known.problem)
    .filter((found) => found !== null);

  const header = {
    ...testUnit.value,
    ...address.value,
    ...chosenProject.value,
    ...qualification.value,
    extraFields: extraFields.value,
    contact: { name: typed.linkPerson, phone: typed.linkPersonPhone },
    ownerWitnesses: witnessesFromText({
      person: typed.constructionJzperson,
      cardNo: typed.constructionJzcardNo,
      phone: typed.constructionJzphone,
    }),
    supervisionWitnesses: witnessesFromText({ person: typed.jhperson, cardNo: typed.jzcardNo, phone: typed.jzphone }),
    needWitnessUnit: typed.needWitnessUnit,
    needConstructionWitnessPersonSign: typed.needConstructionWitnessPersonSign,
    needWitnessPersonSign: typed.needWitnessPersonSign,
    consignUnitAddress: typed.consignUnitAddress,
    contractSectName: typed.contractSectName,
    constructionUnit: typed.constructionUnit,
    constructionJzunit: typed.constructionJzunit,
    jzunit: typed.jzunit,
    consginTestType: typed.consginTestType,
    consginTestTypeId: typed.consginTestTypeId,
    expectTestTime: typed.expectTestTime,
    sendSampleType: typed.sendSampleType,
    mailOrderNumber: typed.mailOrderNumber,
    mailPayType: typed.mailPayType,
    getReportType: typed.getReportType,
    reportCount: typed.reportCount ?? 0,
    memo: typed.memo,
  };
  return { header, unknownIds };
};

/** A unit that was closed meanwhile stays with the consignments that chose it, but nobody can choose it any more. */
const unitIn = (
  unit: TestingUnit | null,
  { testUnitId }: Typed,
  before: ConsignmentHeader,
): Known<Pick<ConsignmentHeader, 'testUnitId' | 'testUnitName'>> => {
  const known = unit !== null && (unit.isActive || sameId(before.testUnitId, testUnitId));
  return known
    ? { value: { testUnitId, testUnitName: unit.testUnitName }, problem: null }
    : {
        value: { testUnitId, testUnitName: '' },
        problem: testUnitId === null ? null : problem('TESTING_UNIT_UNKNOWN', {}, 'testUnitId'),
      };
};

/** Without an id the address is a text of its own; with one it is that of the unit. */
const addressIn = (
  unit: TestingUnit | null,
  typed: Typed,
): Known<Pick<ConsignmentHeader, 'testUnitAddressId' | 'testUnitAddressDetail'>> => {
  const { testUnitAddressId } = typed;
  if (testUnitAddressId === null)
    return { value: { testUnitAddressId, testUnitAddressDetail: typed.testUnitAddressDetail }, problem: null };
  const address = unit?.addresses.find(({ id }) => sameId(id, testUnitAddressId));
  return {
    value: { testUnitAddressId, testUnitAddressDetail: address ? deliveryAddressOf(address) : '' },
    problem: address ? null : problem('ADDRESS_UNKNOWN', {}, 'testUnitAddressId'),
  };
};

/** A laboratory's system knows its qualifications itself. What was chosen before stays without asking it, so that it may be down while a form is saved. */
const qualificationIn = async (
  catalogues: Catalogues,
  unit: TestingUnit | null,
  { testUnitId, tuqualificationId }: Typed,
  before: ConsignmentHeader,
): Promise<Known<Pick<ConsignmentHeader, 'tuqualificationId' | 'tuqualificationName'>>> => {
  const system =
    unit && tuqualificationId !== null && isIntegrated(unit) ? await catalogues.systemOf(testUnitId) : null;
  if (system && sameId(before.testUnitId, testUnitId) && sameId(before.tuqualificationId, tuqualificationId))
    return { value: { tuqualificationId, tuqualificationName: before.tuqualificationName }, problem: null };
  const held = (system ? await system.qualifications() : (unit?.qualifications ?? [])).find(({ id }) =>
    sameId(id, tuqualificationId),
  );
  return {
    value: { tuqualificationId: held?.id ?? null, tuqualificationName: held?.name ?? '' },
    problem: held || tuqualificationId === null ? null : problem('QUALIFICATION_UNKNOWN', {}, 'tuqualificationId'),
  };
};

/** A project of another unit does not exist for this one; those of no unit are everybody's. */
const projectIn = async (
  store: EventStore,
  { projectId }: Typed,
  { consignUnitId }: ConsignmentFacts,
): Promise<Known<Pick<ConsignmentHeader, 'projectId' | 'projectName'>>> => {
  if (projectId === null) return { value: { projectId, projectName: '' }, problem: null };
  const { state } = await load(store, project, projectId);
  const known = state !== null && (state.consignUnitId === null || sameId(state.consignUnitId, consignUnitId));
  return {
    value: { projectId, projectName: known ? state.projectName : '' },
    problem: known ? null : problem('PROJECT_UNKNOWN', {}, 'projectId'),
  };
};

/** The fields of the consignment with the values typed; one that was not sent keeps its value. */
const extraFieldsIn = (
  definitions: ConsignmentHeader['extraFields'],
  { consignInfoProperties }: Typed,
): Known<ConsignmentHeader['extraFields']> => {
  const unknown = consignInfoProperties.findIndex(
    ({ id }) => !definitions.some((definition) => sameId(definition.id, id)),
  );
  return {
    value: definitions.map((definition) => ({
      ...definition,
      value: extraFieldValue({
        ...definition,
        value: consignInfoProperties.find(({ id }) => sameId(definition.id, id))?.value ?? definition.value,
      }),
    })),
    problem: unknown === -1 ? null : problem('EXTRA_FIELD_UNKNOWN', {}, `consignInfoProperties.${unknown}.id`),
  };
};
