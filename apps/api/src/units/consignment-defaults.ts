import type { getDefaultConsignInfo, ResultOf } from '#contract';
import { consignment, isAvailableTo, readSubjectAt } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { sameId } from '#domain/rules';
import { deliveryAddressOf, testingUnit } from '#domain/units';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import type { Condition, Engines } from '#engines';
import type { ConsignmentHeader, EventStore, TestingUnit } from '#events';

export type ConsignmentDefaults = ResultOf<typeof getDefaultConsignInfo>;

/** Default report count if the unit has none (K-001). */
const REPORT_COUNT = 3;
/** First of the default test categories of a unit without a laboratory system (000 section 3). */
const TEST_TYPE = '委托检测';

/** For a unit without consignments, and if the defaults cannot be read (K-001, ERR-011). */
export const NO_DEFAULTS: ConsignmentDefaults = {
  testUnitId: '',
  testUnitName: '',
  testUnitAddressId: '',
  testUnitAddressDetail: '',
  projectId: '',
  projectName: '',
  qualificationId: '',
  qualificationName: '',
  consginTestType: '',
  reportCount: REPORT_COUNT,
};

/**
 * The initial values of a new consignment: the latest choices of the unit, as far as they still exist. With
 * `testUnitId`, the part of the testing unit comes from the latest consignment with it, else from its main address and
 * its only qualification. `consignUnitId` is null for a caller without a consigning unit.
 */
export const loadConsignmentDefaults = async (
  engines: Pick<Engines, 'eventStore' | 'views'>,
  consignUnitId: string | null,
  testUnitId?: string,
): Promise<ConsignmentDefaults> => {
  const lastForm = await loadLastHeader(engines, consignUnitId);
  const project = await readAvailableProject(engines.eventStore, lastForm?.projectId ?? null, consignUnitId);
  const defaultUnitId = testUnitId ?? lastForm?.testUnitId ?? null;
  const unit = defaultUnitId === null ? null : (await load(engines.eventStore, testingUnit, defaultUnitId)).state;
  if (defaultUnitId === null || !unit?.isActive) return { ...NO_DEFAULTS, ...project };
  const previousForm = sameId(lastForm?.testUnitId ?? null, defaultUnitId)
    ? lastForm
    : await loadLastHeader(engines, consignUnitId, defaultUnitId);
  return { ...NO_DEFAULTS, ...project, ...toTestingUnitDefaults(defaultUnitId, unit, previousForm) };
};

/** A project with its current name; empty if it is deleted or now belongs to another unit. */
const readAvailableProject = async (
  store: EventStore,
  projectId: string | null,
  consignUnitId: string | null,
): Promise<Partial<Pick<ConsignmentDefaults, 'projectId' | 'projectName'>>> => {
  const project = projectId === null ? null : await readSubjectAt(store, 'project', projectId);
  return projectId && project && isAvailableTo(project, consignUnitId) ? { projectId, projectName: project.name } : {};
};

const toTestingUnitDefaults = (testUnitId: string, unit: TestingUnit, previousForm: ConsignmentHeader | null) => {
  const address =
    unit.addresses.find(({ id }) => sameId(id, previousForm?.testUnitAddressId ?? null)) ??
    unit.addresses.find(({ isMain }) => isMain) ??
    unit.addresses[0];
  const onlyQualification = unit.qualifications.length === 1 ? unit.qualifications[0] : undefined;
  const qualification =
    unit.qualifications.find(({ id }) => sameId(id, previousForm?.tuqualificationId ?? null)) ?? onlyQualification;
  return {
    testUnitId,
    testUnitName: unit.testUnitName,
    testUnitAddressId: address?.id ?? '',
    testUnitAddressDetail: address ? deliveryAddressOf(address) : '',
    qualificationId: qualification?.id ?? '',
    qualificationName: qualification?.name ?? '',
    consginTestType: previousForm?.consginTestType || TEST_TYPE,
    reportCount: unit.reportCount > 0 ? unit.reportCount : REPORT_COUNT,
  };
};

/** The form of the unit's newest saved consignment, optionally with one testing unit. */
const loadLastHeader = async (
  { eventStore, views }: Pick<Engines, 'eventStore' | 'views'>,
  consignUnitId: string | null,
  testUnitId?: string,
): Promise<ConsignmentHeader | null> => {
  if (consignUnitId === null) return null;
  const where: Condition[] = [
    { column: 'consignUnitId', eq: consignUnitId },
    { column: 'everSaved', eq: 1 },
    { column: 'deleted', eq: 0 },
    ...(testUnitId === undefined ? [] : [{ column: 'testUnitId', eq: testUnitId }]),
  ];
  const { rows } = await views.find<ConsignmentRow>(consignmentList, {
    where,
    sort: [{ column: 'position', direction: 'desc' }],
    limit: 1,
    withoutTotal: true,
  });
  const row = rows[0];
  if (!row) return null;
  const { state } = await load(eventStore, consignment, row.id);
  return state.phase === 'open' ? state.header : null;
};
