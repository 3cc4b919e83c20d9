import { v5 } from 'uuid';
import type { RawMaterialView, SampleRow, SampleView } from '#contract';
import { CONFIRMATION_VIEW, sampleFlags } from '#domain/consignment';
import { totalFeeWithMaterials, ownSampleOf, hasPack } from '#domain/sample';
import type { VisibleAmounts } from '#domain/units';
import { type ChosenParameter, type EventStore, type RawMaterial, type Sample, CONSIGN_STATUS } from '#events';
import { type Caller, isLab } from '../auth/caller.js';
import type { ReadableConsignment } from '../consignments/consignment-access.js';
import { maskedName } from '../auth/masked-persons.js';
import { visibleAmountsFor, loadUnitPolicy } from '../consignments/unit-policy.js';
import type { FileLinks } from '../files/file-tickets.js';

/** A raw material of a sample, without the address of its report, because that contains a ticket for the caller. */
export const rawMaterialView = (row: RawMaterial, sample: Sample, { estimate }: VisibleAmounts): RawMaterialView => {
  const materialSample = ownSampleOf(sample, row);
  const { reportFile, ...facts } = row;
  return {
    ...facts,
    materialSampleInfoID: row.buSampleInfoId,
    beRefSampleId: row.refBuSampleInfoId,
    refSampleId: row.refBuSampleInfoId === null ? null : sample.id,
    isMaterial: true,
    isTestUnitConfirmTestParam: materialSample?.isTestUnitConfirmTestParam ?? false,
    reportFile: reportFile && { name: reportFile.name, url: reportFile.hash === '' ? reportFile.url : '' },
    testParams: materialSample?.parameters.map(({ tuTestParamName }) => tuTestParamName).join('、') ?? '',
    testParamFee: materialSample && estimate ? materialSample.testParamFee : null,
  };
};

/** Adds the address of the report, with a ticket for this caller. */
const withReportLink = async (
  view: RawMaterialView,
  file: RawMaterial['reportFile'],
  links: FileLinks,
  caller: Caller,
): Promise<RawMaterialView> =>
  !file || file.hash === ''
    ? view
    : { ...view, reportFile: { name: file.name, url: await links.linkTo(file, caller) } };

/** The complete sample form; `isEditParams` lets the laboratory complete parameters that were left to it. */
export const sampleView = (
  stored: Sample,
  consignId: string,
  visibleAmounts: VisibleAmounts,
  isEditParams: boolean,
): SampleView => {
  const {
    parameters,
    pack,
    standards,
    properties,
    buSampleInfoRefSampleInfo: materials = [],
    materialSamples: _own,
    sampler,
    ...sample
  } = stored;
  return {
    ...sample,
    extractAddress: sample.extractAddress ?? '',
    ...detailsView(sample),
    extractPerson: sampler?.name ?? '',
    extractPersonCardNum: sampler?.cardNo ?? '',
    consignId,
    isEditParams,
    tuSampleParamIds: parameters.map((parameter) => parameterView(parameter, visibleAmounts)),
    buSampleParamPackInfo: pack && { ...pack, id: hasPack(pack) ? v5('pack', stored.id) : '' },
    buSampleUseBaseStandard: standards,
    buSamplePropertyInfo: properties.map((property) => ({
      listValue: [],
      inputHistory: [],
      deleteAble: false,
      isShowTest: false,
      ...property,
    })),
    buSampleChild: (sample.buSampleChild ?? []).map((piece) => ({
      ...piece,
      buTestSampleId: piece.buTestSampleId || sample.id,
    })),
    buSampleInfoRefSampleInfo: materials.map((row) => rawMaterialView(row, stored, visibleAmounts)),
    deleteMaterialSampleInfoIds: [],
    testParamFee: visibleAmounts.estimate ? sample.testParamFee : null,
  };
};

type Details =
  | 'afterTestOperateId'
  | 'extractUnit'
  | 'extractTime'
  | 'castingDate'
  | 'ageWaitTime'
  | 'sampleCollectionRequirement'
  | 'isMaterial'
  | 'testSampleCount'
  | 'isNeedTempReport'
  | 'sysTestSampleId'
  | 'testUnitSampleSysCode'
  | 'createTime'
  | 'isNew';

/** Members that few samples fill in, and that older samples lack (SF-007, SF-008). */
const detailsView = (sample: Pick<Sample, Details>) => ({
  afterTestOperateId: sample.afterTestOperateId ?? '',
  extractUnit: sample.extractUnit ?? '',
  extractTime: sample.extractTime ?? '',
  castingDate: sample.castingDate ?? '',
  ageWaitTime: sample.ageWaitTime ?? null,
  sampleCollectionRequirement: sample.sampleCollectionRequirement ?? '',
  isMaterial: sample.isMaterial ?? false,
  testSampleCount: sample.testSampleCount ?? null,
  isNeedTempReport: sample.isNeedTempReport ?? false,
  sysTestSampleId: sample.sysTestSampleId ?? '',
  testUnitSampleSysCode: sample.testUnitSampleSysCode ?? '',
  createTime: sample.createTime ?? '',
  isNew: sample.isNew ?? false,
});

/** If unit prices are hidden, the fee of the row is hidden, too: with a count of 1 it equals the price. */
const parameterView = (
  { standards, ...parameter }: ChosenParameter,
  { prices, estimate }: VisibleAmounts,
): SampleView['tuSampleParamIds'][number] => ({
  ...parameter,
  tuTestParamPrice: prices ? parameter.tuTestParamPrice : null,
  sharedPrice: prices ? parameter.sharedPrice : null,
  totalFee: prices && estimate ? parameter.totalFee : null,
  buSampleParamUseBaseStandard: standards,
});

/**
 * Masks the sampler as other persons (ADR-016), including the certificate number, which identifies a person as well as
 * a name.
 */
export const maskedSampler = (sample: Sample): Sample => {
  const { sampler } = sample;
  return sampler
    ? { ...sample, sampler: { ...sampler, name: maskedName(sampler.name), cardNo: maskedName(sampler.cardNo) } }
    : sample;
};

/**
 * The form of a sample for this caller. At status 20 the laboratory may edit the parameters that were left to it
 * (000.md 7), unless it reads the sample for another view than the confirmation (TID-008). With `links`, reports of raw
 * materials have addresses. A report may name persons, so only callers who see personal data get them (ADR-016).
 */
export const sampleForCaller = async (
  store: EventStore,
  { id, state, showsPersons }: Pick<ReadableConsignment, 'id' | 'state' | 'showsPersons'>,
  sample: Sample,
  caller: Caller,
  { pageSource = CONFIRMATION_VIEW, links }: { pageSource?: number | undefined; links?: FileLinks } = {},
): Promise<SampleView> => {
  const visibleAmounts = visibleAmountsFor(caller, await loadUnitPolicy(store, state.header.testUnitId));
  const isEditParams =
    isLab(caller) &&
    state.consignStatus === CONSIGN_STATUS.underAudit &&
    sample.isTestUnitConfirmTestParam &&
    pageSource === CONFIRMATION_VIEW;
  const view = sampleView(showsPersons ? sample : maskedSampler(sample), id, visibleAmounts, isEditParams);
  if (!links || !showsPersons) return view;
  const reports = (sample.buSampleInfoRefSampleInfo ?? []).map(({ reportFile }) => reportFile);
  const materials = view.buSampleInfoRefSampleInfo.map((material, index) =>
    withReportLink(material, reports[index] ?? null, links, caller),
  );
  return { ...view, buSampleInfoRefSampleInfo: await Promise.all(materials) };
};

/**
 * A sample in the list of its consignment. The fee includes its raw materials and is null if the laboratory hides
 * estimates.
 */
export const sampleRow = (sample: Sample, { estimate }: VisibleAmounts): SampleRow => {
  const parameters = sample.parameters.map(({ tuTestParamName }) => tuTestParamName).join('、');
  return {
    id: sample.id,
    testUnitSampleId: sample.testUnitSampleId,
    testUnitSampleName: sample.testUnitSampleName,
    sampleNameLink: sample.sampleNameLink,
    testGroupCount: sample.testGroupCount,
    specificationType: sample.specificationType,
    projectOrPurpose: beginningOf(sample.projectOrPurpose),
    testParams: parameters,
    totalFee: estimate ? totalFeeWithMaterials(sample) : null,
    ...sampleFlags(sample),
    projectUnit: sample.projectUnit,
    testPart: beginningOf(sample.testPart),
    paramText: parameters,
  };
};

/**
 * Maximum length in a list of a text that may name the sites of 999 groups. The sample form contains the whole text.
 */
const SHOWN_OF_SITES = 200;
/** Never cuts within a surrogate pair. */
const beginningOf = (text: string): string =>
  text.length <= SHOWN_OF_SITES ? text : `${text.slice(0, SHOWN_OF_SITES - 1).replace(/[\ud800-\udbff]$/, '')}…`;
