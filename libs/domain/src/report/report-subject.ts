import type { ConsignStatus, ReportSubject } from '#events';
import type { ConsignmentFacts } from '../consignment/state.js';
import { sameId } from '../rules/same-id.js';

/** Receipt of the samples was confirmed: from here on there is something to report on. */
export const isReceived = (status: ConsignStatus): boolean => status === 60 || status === 70 || status === 80;

/** The laboratory system's own number; empty for a unit without one, whose consignments go by our id. */
const formaNumberOf = (consignmentId: string, { limsConsignId }: ConsignmentFacts): string =>
  sameId(limsConsignId, consignmentId) ? '' : limsConsignId;

/** What a report on these samples is about, as it is shown now; unknown ids are left out. */
export const subjectOf = (
  consignmentId: string,
  consignment: ConsignmentFacts,
  sampleIds: readonly string[],
  acceptedAt: string | null,
): ReportSubject => ({
  consignmentId,
  consignType: consignment.consignType,
  consignCode: consignment.consignCode,
  consignFormaNumber: formaNumberOf(consignmentId, consignment),
  consignUnitId: consignment.consignUnitId,
  consignUnitName: consignment.consignUnitName,
  testUnitId: consignment.header.testUnitId ?? '',
  testUnitName: consignment.header.testUnitName,
  projectName: consignment.header.projectName,
  samples: consignment.samples
    .filter(({ id }) => sampleIds.some((wanted) => sameId(id, wanted)))
    .map(({ id, testUnitSampleName }) => ({ id, name: testUnitSampleName })),
  acceptedAt,
});
