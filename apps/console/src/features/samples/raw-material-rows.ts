import type { getMaterials, RawMaterialView, ReferenceSample, ResultOf, SampleView } from '#contract';
import { blankMaterial, citing, type MaterialChoice, withMaterial, withOwnSample } from '#domain';
import { comma } from '../../i18n/comma.js';

export type OfferedMaterial = ResultOf<typeof getMaterials>[number];

export const newMaterial = (): RawMaterialView => ({
  ...blankMaterial(crypto.randomUUID()),
  materialSampleInfoID: null,
  beRefSampleId: null,
  refSampleId: null,
  isMaterial: true,
  isTestUnitConfirmTestParam: false,
  reportFile: null,
  testParams: '',
  testParamFee: null,
});

const amountText = (amount: number | null): string => (amount === null ? '' : String(amount));

/** A material in a row; where the row says nothing of it yet, with the dosage and ratio the catalogue recommends. */
export const withOffered = (row: RawMaterialView, offered: OfferedMaterial): RawMaterialView => ({
  ...withMaterial(row, offered),
  recommendedDosage: row.recommendedDosage || amountText(offered.recommendedDosage),
  unitRatio: row.unitRatio || amountText(offered.unitRatio),
});

/** One row for each material such a design usually has, in the order of the catalogue. */
export const usualMaterials = (offered: readonly OfferedMaterial[]): RawMaterialView[] =>
  offered
    .filter(({ isDefault }) => isDefault)
    .toSorted((left, right) => left.orderNum - right.orderNum)
    .map((one) => withOffered(newMaterial(), one));

/** What a row may hold: what is offered and what it holds already. */
export const choicesFor = (
  { testUnitSampleID: id, sampleName: label, bigCategoryId, sampleNameLink }: RawMaterialView,
  offered: readonly OfferedMaterial[],
): MaterialChoice[] =>
  id === '' || offered.some((one) => one.id === id)
    ? [...offered]
    : [{ id, label, bigCategoryId, sampleNameLink }, ...offered];

export const withCitation = (
  row: RawMaterialView,
  {
    id,
    consignCode,
    testUnitSampleId,
    bigCategoryId,
    sampleNameLink,
    sampleName,
    specificationType,
    specificationBuildMethod,
    produceInfo,
    piHao,
    extractAddress,
  }: ReferenceSample,
): RawMaterialView =>
  citing(row, {
    id,
    consignCode,
    testUnitSampleID: testUnitSampleId,
    bigCategoryId,
    sampleNameLink,
    sampleName,
    specificationType,
    specificationBuildMethod,
    produceInfo,
    produceBatchNo: piHao,
    extractAddress,
  });

/** The row as it is once its own sample was saved (RM-002). */
export const withSaved = (row: RawMaterialView, saved: SampleView): RawMaterialView => ({
  ...withOwnSample(row, { ...saved, properties: saved.buSamplePropertyInfo }),
  materialSampleInfoID: saved.id,
  isTestUnitConfirmTestParam: saved.isTestUnitConfirmTestParam,
  testParams: saved.tuSampleParamIds.map(({ tuTestParamName }) => tuTestParamName).join(comma()),
  testParamFee: saved.testParamFee,
});
