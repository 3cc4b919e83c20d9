import type { ConsignmentView } from '#contract';
import type { SampleHost } from './parts.js';
import { useUnitConfig } from './unit-lists.js';

/** What the sample forms see of a consignment. */
export const useSampleHost = (view: ConsignmentView, mayLeaveToLab: boolean): SampleHost => ({
  consignId: view.id,
  consignType: view.consignType,
  revision: view.revision,
  testUnitId: view.testUnitId,
  projectId: view.projectId,
  consignStatus: view.consignStatus,
  qualificationName: view.tuqualificationName,
  testUnitConfig: useUnitConfig(view.testUnitId, view.testUnitConfig),
  mayLeaveToLab,
});
