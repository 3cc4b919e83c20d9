import type { ConsignmentListRow } from '#contract';
import type { ConsignmentRow } from '#domain';
import type { ConsignStatus, ConsignType } from '#events';
import { maskedName, maskedPhone } from './mask.js';

type Told = {
  statusName(status: ConsignStatus): string;
  typeName(type: ConsignType): string;
  isPlatformCustomer: boolean;
  personsShown: boolean;
  consignBillFile: string;
};

/** A row of the view as the list shows it. */
export const listRow = (
  row: ConsignmentRow,
  { statusName, typeName, isPlatformCustomer, personsShown, consignBillFile }: Told,
): ConsignmentListRow => ({
  id: row.id,
  revision: row.revision,
  consignCode: row.consignCode,
  consignType: row.consignType,
  consignTypeVal: typeName(row.consignType),
  consignStatus: row.consignStatus,
  consignStatusStr: statusName(row.consignStatus),
  consignUnit: row.consignUnit,
  consignUnitId: row.consignUnitId,
  testUnitId: row.testUnitId,
  testUnitName: row.testUnitName,
  testContent: row.testContent,
  mailOrderNumber: row.mailOrderNumber,
  sendSampleType: row.sendSampleType,
  projectName: row.projectName,
  contractSectName: row.contractSectName,
  sendPerson: personsShown ? row.sendPerson : maskedName(row.sendPerson),
  sendPersonPhone: personsShown ? row.sendPersonPhone : maskedPhone(row.sendPersonPhone),
  consignFormaNumber: row.consignFormaNumber,
  commitConsignTime: row.commitConsignTime,
  creationTime: row.creationTime,
  statusSince: row.statusSince,
  expectTestTime: row.expectTestTime,
  sampleCount: row.sampleCount,
  isConsignBillGened: row.isConsignBillGened,
  consignBillFile,
  testUnitIsLimsCust: isPlatformCustomer,
  rollbackCause: row.rollbackCause,
  witnessSigningPending: row.witnessSigningPending,
  witnessNotifiedAt: row.witnessNotifiedAt,
  incompleteSamples: row.incompleteSamples,
  actFee: row.actFee,
});
