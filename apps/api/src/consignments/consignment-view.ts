import type { ConsignmentView } from '#contract';
import {
  labConsignmentIdOf,
  asNamedToday,
  feesOf,
  isConsignBillGened,
  totalFee,
  type Language,
  statusNamesOf,
} from '#domain';
import type { EventStore } from '#events';
import type { Caller } from '../auth/caller.js';
import { sampleRow } from '../samples/sample-row.js';
import type { Found } from './find-consignment.js';
import { personsOf } from './persons.js';
import { shownTo } from './shown.js';
import { switchesOf } from './unit-facts.js';

/**
 * The whole consignment of 000 section 3, as this caller may see it. `billAddress` is where its bill can be opened; without it, that
 * of a file in our own store stays empty: a ticket is made for who reads a consignment, not for every answer that carries one.
 */
export const consignmentView = async (
  store: EventStore,
  { id, state: stored, revision, personsShown }: Pick<Found, 'id' | 'state' | 'revision' | 'personsShown'>,
  caller: Caller,
  language: Language,
  billAddress?: string,
): Promise<ConsignmentView> => {
  const [state, switches, statusName] = await Promise.all([
    asNamedToday(store, stored),
    switchesOf(store, stored.header.testUnitId),
    statusNamesOf(store, language),
  ]);
  const shown = shownTo(caller, switches);
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
    estimatedFee: shown.estimate ? totalFee(feesOf(state.samples)) : null,
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
    ...personsOf(header, personsShown),
    buConsignInfoSign: state.signatures.map(({ id: entry, signType, status, senMsgStatus, signMsgTime }) => ({
      id: entry,
      signType,
      status,
      senMsgStatus,
      signMsgTime,
    })),
    testUnitIsLimsCust: switches.rules.testUnitIsLimsCust,
    isConsignBillGened: isConsignBillGened(state),
    samples: state.samples.map((sample) => sampleRow(sample, shown)),
  };
};
