import type { ConsignmentHeader, EventStore, TestingUnit } from '#events';
import type { saveConsignInfo } from '#contract';
import { extraFieldValue, witnessesFromText, type ConsignmentFacts } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { project } from '#domain/projects';
import { reference } from '#domain/reference';
import { problem, sameId, type Problem } from '#domain/rules';
import { deliveryAddressOf, isIntegrated, testingUnit } from '#domain/units';
import type { Catalogues } from '../catalogue/catalogues.js';
import type { InputOf } from '../http/operation-handlers.js';

/** The request that saves the form of a consignment. */
export type SaveConsignmentRequest = InputOf<typeof saveConsignInfo>;
type ResolvedHeader<Value> = { value: Value; problem: Problem | null };

/**
 * The form as it was sent, with every name looked up by its id, so that an event records the names that the client saw
 * and no invented ones. `unknownIds` has a problem for each id without a match: TESTING_UNIT_UNKNOWN, ADDRESS_UNKNOWN,
 * QUALIFICATION_UNKNOWN, PROJECT_UNKNOWN, EXTRA_FIELD_UNKNOWN. Members that the server owns are not read.
 */
export const resolveHeader = async (
  store: EventStore,
  catalogues: Catalogues,
  request: SaveConsignmentRequest,
  current: ConsignmentFacts,
): Promise<{ header: ConsignmentHeader; unknownIds: Problem[] }> => {
  const [unit, chosenProject, definitions] = await Promise.all([
    request.testUnitId === null ? null : load(store, testingUnit, request.testUnitId).then(({ state }) => state),
    projectIn(store, request, current),
    current.header.extraFields.length > 0 ? current.header.extraFields : extraFieldsOf(store),
  ]);
  const testUnit = unitIn(unit, request, current.header);
  const address = addressIn(unit, request);
  const qualification = await qualificationIn(catalogues, unit, request, current.header);
  const extraFields = extraFieldsIn(definitions, request);
  const unknownIds = [testUnit, address, qualification, chosenProject, extraFields]
    .map((rule) => rule.problem)
    .filter((ruleProblem) => ruleProblem !== null);

  const header = {
    ...testUnit.value,
    ...address.value,
    ...chosenProject.value,
    ...qualification.value,
    extraFields: extraFields.value,
    contact: { name: request.linkPerson, phone: request.linkPersonPhone },
    ownerWitnesses: witnessesFromText({
      person: request.constructionJzperson,
      cardNo: request.constructionJzcardNo,
      phone: request.constructionJzphone,
    }),
    supervisionWitnesses: witnessesFromText({
      person: request.jhperson,
      cardNo: request.jzcardNo,
      phone: request.jzphone,
    }),
    needWitnessUnit: request.needWitnessUnit,
    needConstructionWitnessPersonSign: request.needConstructionWitnessPersonSign,
    needWitnessPersonSign: request.needWitnessPersonSign,
    consignUnitAddress: request.consignUnitAddress,
    contractSectName: request.contractSectName,
    constructionUnit: request.constructionUnit,
    constructionJzunit: request.constructionJzunit,
    jzunit: request.jzunit,
    consginTestType: request.consginTestType,
    consginTestTypeId: request.consginTestTypeId,
    expectTestTime: request.expectTestTime,
    sendSampleType: request.sendSampleType,
    mailOrderNumber: request.mailOrderNumber,
    mailPayType: request.mailPayType,
    getReportType: request.getReportType,
    reportCount: request.reportCount ?? 0,
    memo: request.memo,
  };
  return { header, unknownIds };
};

/** A unit that is closed later stays in the consignments that chose it, but can no longer be chosen. */
const unitIn = (
  unit: TestingUnit | null,
  { testUnitId }: SaveConsignmentRequest,
  currentHeader: ConsignmentHeader,
): ResolvedHeader<Pick<ConsignmentHeader, 'testUnitId' | 'testUnitName'>> => {
  const isSelectable = unit !== null && (unit.isActive || sameId(currentHeader.testUnitId, testUnitId));
  return isSelectable
    ? { value: { testUnitId, testUnitName: unit.testUnitName }, problem: null }
    : {
        value: { testUnitId, testUnitName: '' },
        problem: testUnitId === null ? null : problem('TESTING_UNIT_UNKNOWN', {}, 'testUnitId'),
      };
};

/** Without an id the address is free text. With an id it is the address of the unit. */
const addressIn = (
  unit: TestingUnit | null,
  request: SaveConsignmentRequest,
): ResolvedHeader<Pick<ConsignmentHeader, 'testUnitAddressId' | 'testUnitAddressDetail'>> => {
  const { testUnitAddressId } = request;
  if (testUnitAddressId === null)
    return { value: { testUnitAddressId, testUnitAddressDetail: request.testUnitAddressDetail }, problem: null };
  const address = unit?.addresses.find(({ id }) => sameId(id, testUnitAddressId));
  return {
    value: { testUnitAddressId, testUnitAddressDetail: address ? deliveryAddressOf(address) : '' },
    problem: address ? null : problem('ADDRESS_UNKNOWN', {}, 'testUnitAddressId'),
  };
};

/**
 * A laboratory's own system defines its qualifications. A qualification that was chosen before is accepted without a
 * call, so that the form can be saved while the system is down.
 */
const qualificationIn = async (
  catalogues: Catalogues,
  unit: TestingUnit | null,
  { testUnitId, tuqualificationId }: SaveConsignmentRequest,
  currentHeader: ConsignmentHeader,
): Promise<ResolvedHeader<Pick<ConsignmentHeader, 'tuqualificationId' | 'tuqualificationName'>>> => {
  const system =
    unit && tuqualificationId !== null && isIntegrated(unit) ? await catalogues.labCatalogueOf(testUnitId) : null;
  if (
    system &&
    sameId(currentHeader.testUnitId, testUnitId) &&
    sameId(currentHeader.tuqualificationId, tuqualificationId)
  )
    return { value: { tuqualificationId, tuqualificationName: currentHeader.tuqualificationName }, problem: null };
  const qualification = (system ? await system.qualifications() : (unit?.qualifications ?? [])).find(({ id }) =>
    sameId(id, tuqualificationId),
  );
  return {
    value: { tuqualificationId: qualification?.id ?? null, tuqualificationName: qualification?.name ?? '' },
    problem:
      qualification || tuqualificationId === null ? null : problem('QUALIFICATION_UNKNOWN', {}, 'tuqualificationId'),
  };
};

/** A project of another unit is treated as unknown. Every unit can choose the projects that belong to no unit. */
const projectIn = async (
  store: EventStore,
  { projectId }: SaveConsignmentRequest,
  { consignUnitId }: ConsignmentFacts,
): Promise<ResolvedHeader<Pick<ConsignmentHeader, 'projectId' | 'projectName'>>> => {
  if (projectId === null) return { value: { projectId, projectName: '' }, problem: null };
  const { state } = await load(store, project, projectId);
  const isSelectable = state !== null && (state.consignUnitId === null || sameId(state.consignUnitId, consignUnitId));
  return {
    value: { projectId, projectName: isSelectable ? state.projectName : '' },
    problem: isSelectable ? null : problem('PROJECT_UNKNOWN', {}, 'projectId'),
  };
};

/** The fields of the consignment with the values of the request. A field that was not sent keeps its value. */
const extraFieldsIn = (
  definitions: ConsignmentHeader['extraFields'],
  { consignInfoProperties }: SaveConsignmentRequest,
): ResolvedHeader<ConsignmentHeader['extraFields']> => {
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

/** Dynamic extra fields with their initial values. */
export const extraFieldsOf = async (store: EventStore): Promise<ConsignmentHeader['extraFields']> => {
  const { state } = await load(store, reference, 'extraFields');
  return state?.type === 'ExtraFieldsListed' ? state.data.fields : [];
};
