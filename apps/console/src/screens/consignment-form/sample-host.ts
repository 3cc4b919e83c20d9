import type { ConsignmentView } from '#contract';
import type { SampleFormContext } from './parts.js';
import { useUnitConfig } from './unit-lists.js';

/** The part of a consignment that the sample forms see. */
export const useSampleHost = (view: ConsignmentView, mayLeaveToLab: boolean): SampleFormContext => ({
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
