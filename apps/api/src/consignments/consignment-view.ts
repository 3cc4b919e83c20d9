import type { ConsignmentListRow, ConsignmentView } from '#contract';
import { withCurrentNames, type Consignment, isConsignBillGened, labConsignmentIdOf } from '#domain/consignment';
import type { CommandResult } from '#domain/event-sourcing';
import { mediaTypeOf } from '#domain/files';
import { statusNamesOf } from '#domain/reference';
import type { Language } from '#domain/text';
import { feesOf, totalFee } from '#domain/sample';
import type { ConsignmentRow } from '#domain/views';
import type { ConsignStatus, ConsignType, EventStore, Position, TestingUnit } from '#events';
import type { Caller } from '../auth/caller.js';
import type { FileLinks } from '../files/file-tickets.js';
import { sampleRow } from '../samples/sample-view.js';
import type { ReadableConsignment } from './consignment-access.js';
import { maskedName, maskedPhone } from '../auth/masked-persons.js';
import { toPersonFields } from './persons.js';
import { visibleAmountsFor, loadUnitPolicy } from './unit-policy.js';

type Billed = { state: { billFile: string; billHash: string | null }; showsPersons: boolean };

/**
 * The address at which this caller can open the bill. Empty if there is no bill, or if the caller may not see its
 * persons (000.md 39, ADR-016).
 */
export const billAddress = async (
  links: FileLinks,
  { state, showsPersons }: Billed,
  caller: Caller,
): Promise<string> => {
  const { billFile: name, billHash: hash } = state;
  if (!showsPersons || hash === null) return showsPersons ? name : '';
  return links.linkTo({ hash, name, mediaType: mediaTypeOf(name) }, caller);
};

/**
 * The whole consignment of 000 section 3, as this caller may see it. `billAddress` is the address of its bill. Without
 * it, the address of a stored file is empty, because a ticket is created only when a caller reads the consignment, not
 * for every response that contains one.
 */
export const consignmentView = async (
  store: EventStore,
  {
    id,
    state: stored,
    revision,
    showsPersons,
  }: Pick<ReadableConsignment, 'id' | 'state' | 'revision' | 'showsPersons'>,
  caller: Caller,
  language: Language,
  billAddress?: string,
): Promise<ConsignmentView> => {
  const [state, switches, statusName] = await Promise.all([
    withCurrentNames(store, stored),
    loadUnitPolicy(store, stored.header.testUnitId),
    statusNamesOf(store, language),
  ]);
  const visibleAmounts = visibleAmountsFor(caller, switches);
  const { header } = state;
  return {
    id,
    revision,
    consignCode: state.consignCode,
    consignStatus: state.consignStatus,
    consignStatusStr: statusName(state.consignStatus),
    consignType: state.consignType,
    isSaved: state.isSaved,
    rollbackCause: state.rollbackCause,
    creationTime: state.createdAt ?? '',
    consignTime: state.committedAt,
    actFee: state.actFee,
    estimatedFee: visibleAmounts.estimate ? totalFee(feesOf(state.samples)) : null,
    testUnitId: header.testUnitId,
    testUnitName: header.testUnitName,
    testUnitAddressId: header.testUnitAddressId,
    testUnitAddressDetail: header.testUnitAddressDetail,
    consignUnitId: state.consignUnitId,
    consignUnitName: state.consignUnitName,
    consignUnitAddress: header.consignUnitAddress,
    projectId: header.projectId,
    projectName: header.projectName,
    contractSectName: header.contractSectName,
    tuqualificationId: header.tuqualificationId,
    tuqualificationName: header.tuqualificationName,
    constructionUnit: header.constructionUnit,
    constructionJzunit: header.constructionJzunit,
    jzunit: header.jzunit,
    consginTestType: header.consginTestType,
    consginTestTypeId: header.consginTestTypeId,
    expectTestTime: header.expectTestTime,
    sendSampleType: header.sendSampleType,
    mailOrderNumber: header.mailOrderNumber,
    mailPayType: header.mailPayType,
    getReportType: header.getReportType,
    reportCount: header.reportCount,
    memo: header.memo,
    ext_ConsignBillFile: billAddress ?? (state.billHash === null ? state.billFile : ''),
    ext_ILISConsignID: labConsignmentIdOf(id, state),
    sysParamConsignPrintType: String(switches.config['sysParamConsignPrintType'] ?? ''),
    testUnitConfig: switches.config,
    consignInfoProperties: header.extraFields.map((field) => ({ ...field, consignID: id })),
    needWitnessUnit: header.needWitnessUnit,
    needConstructionWitnessPersonSign: header.needConstructionWitnessPersonSign,
    needWitnessPersonSign: header.needWitnessPersonSign,
    ...toPersonFields(header, showsPersons),
    buConsignInfoSign: state.signatures.map(({ id: entry, signType, status, senMsgStatus, signMsgTime }) => ({
      id: entry,
      signType,
      status,
      senMsgStatus,
      signMsgTime,
    })),
    testUnitIsLimsCust: switches.rules.testUnitIsLimsCust,
    isConsignBillGened: isConsignBillGened(state),
    samples: state.samples.map((sample) => sampleRow(sample, visibleAmounts)),
  };
};

type RowContext = {
  statusName(status: ConsignStatus): string;
  typeName(type: ConsignType): string;
  isPlatformCustomer: boolean;
  showsPersons: boolean;
  consignBillFile: string;
};

/** A row of the list, made from a row of the view. */
export const listRow = (
  row: ConsignmentRow,
  { statusName, typeName, isPlatformCustomer, showsPersons, consignBillFile }: RowContext,
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
  sendPerson: showsPersons ? row.sendPerson : maskedName(row.sendPerson),
  sendPersonPhone: showsPersons ? row.sendPersonPhone : maskedPhone(row.sendPersonPhone),
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

/** A consignment as the caller may see it, with its revision and its position in the log. */
export type ViewedConsignment = { view: ConsignmentView; revision: number; position: Position | null };

/** The whole consignment after a command of its owner. */
export const viewAfter = async (
  store: EventStore,
  id: string,
  { state, revision, position }: CommandResult<Consignment>,
  caller: Caller,
  language: Language,
): Promise<ViewedConsignment> => {
  if (state.phase === 'absent') throw new Error(`consignment ${id} is gone after it was written`);
  const view = await consignmentView(store, { id, state, revision, showsPersons: true }, caller, language);
  return { view, revision, position };
};

type AppointmentChoices = {
  qualifications: { id: string; name: string }[];
  baAddresss: { id: string; addressText: string }[];
};

/** The options of a testing unit for an appointment. Empty if no unit is chosen. */
export const appointmentChoices = (
  unit: Pick<TestingUnit, 'qualifications' | 'addresses'> | null,
): AppointmentChoices => ({
  qualifications: (unit?.qualifications ?? []).map(({ id, name }) => ({ id, name })),
  baAddresss: (unit?.addresses ?? []).map(({ id, addressText }) => ({ id, addressText })),
});
