import type { Type } from '@nestjs/common';
import { AddConsignUnit } from './add-consign-unit.js';
import { AddTestUnit } from './add-test-unit.js';
import { ChangeConsignUnitActive } from './change-consign-unit-active.js';
import { ChangeTestUnitActive } from './change-test-unit-active.js';
import { DeleteTestUnit } from './delete-test-unit.js';
import { GetConsignUnits } from './get-consign-units.js';
import { GetOwnUnitOpening } from './get-own-unit-opening.js';
import { GetQualificationList } from './get-qualification-list.js';
import { GetRecordChanges } from './get-record-changes.js';
import { GetTestUnit } from './get-test-unit.js';
import { KeepQualifications } from './keep-qualifications.js';
import { KeepReportConfig } from './keep-report-config.js';
import { ListTestUnits } from './list-test-units.js';
import { SetControlParams } from './set-control-params.js';
import { UnitLogo } from './unit-logo.js';
import { UpdateConsignUnit } from './update-consign-unit.js';
import { UpdateTestUnit } from './update-test-unit.js';

/** How units are kept; what everybody reads of them stands in the list beside this one. */
export const unitUseCases: Type[] = [
  AddTestUnit,
  UpdateTestUnit,
  ChangeTestUnitActive,
  DeleteTestUnit,
  GetTestUnit,
  ListTestUnits,
  GetOwnUnitOpening,
  GetQualificationList,
  AddConsignUnit,
  UpdateConsignUnit,
  ChangeConsignUnitActive,
  GetConsignUnits,
  KeepQualifications,
  KeepReportConfig,
  SetControlParams,
  UnitLogo,
  GetRecordChanges,
];
