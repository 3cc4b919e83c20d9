import type { BodyOf, saveBuSampleInfo, SampleView } from '#contract';
import { catalogueNameOf } from '#domain';
import { payloadOf, type Selection } from './selection.js';

/** Fields of the sample editor, apart from what the selection holds. */
export type SampleFields = Pick<SampleView, 'testGroupCount' | 'testPointCount' | 'testPart' | 'projectOrPurpose' | 'projectUnit' | 'sampleNum' | 'sampleNumUnit' | 'delegatesNum' | 'delegatesNumUnit' | 'afterTestOperate' | 'testSampleDescription' | 'memo' | 'specificationType' | 'specificationBuildMethod' | 'extractAddress' | 'buSamplePropertyInfo'>;

export const fieldsOf = (sample: SampleView): SampleFields => {
  const { testGroupCount, testPointCount, testPart, projectOrPurpose, sampleNum, sampleNumUnit, delegatesNum, delegatesNumUnit, afterTestOperate, testSampleDescription, memo, specificationType, specificationBuildMethod, extractAddress, buSamplePropertyInfo } = sample;
  // An item that bears the catalogue's name has no structure yet.
  const projectUnit = sample.projectUnit === catalogueNameOf(sample) ? '' : sample.projectUnit;
  return { testGroupCount, testPointCount, testPart, projectOrPurpose, projectUnit, sampleNum, sampleNumUnit, delegatesNum, delegatesNumUnit, afterTestOperate, testSampleDescription, memo, specificationType, specificationBuildMethod, extractAddress, buSamplePropertyInfo };
};

export const selectionOf = (sample: SampleView): Selection => ({
  chosen: new Map(sample.tuSampleParamIds.map((row) => [row.tuTestParamId, { count: row.tuTestParamCount, links: row.buSampleParamUseBaseStandard }])),
  pack: sample.buSampleParamPackInfo?.packFlag === 1 ? sample.buSampleParamPackInfo : null,
  isNeedConclusion: sample.isNeedConclusion, isLeftToLab: sample.isTestUnitConfirmTestParam, reason: sample.testReason,
});

/** Keys of the messages of 001 section 5, in the order they are checked. */
export type SampleProblem = 'enterGroupCount' | 'enterPointCount' | 'chooseAfterTest' | 'mustChooseParameters' | 'enterReason' | 'onlyNumbers';

const isCount = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 999;
const isNumeric = (text: string): boolean => text.trim() === '' || /^\d+(\.\d+)?$/.test(text.trim());

/** What keeps a sample from being saved, in the document's order; the first is shown (001 SF-018). */
export const sampleProblems = (fields: SampleFields, selection: Selection, rawMaterial: boolean): { key: SampleProblem; field: keyof SampleFields | 'parameters' | 'reason' }[] => [
  ...(isCount(fields.testGroupCount) ? [] : [{ key: 'enterGroupCount', field: 'testGroupCount' } as const]),
  ...(isCount(fields.testPointCount) ? [] : [{ key: 'enterPointCount', field: 'testPointCount' } as const]),
  ...(fields.afterTestOperate.trim() ? [] : [{ key: 'chooseAfterTest', field: 'afterTestOperate' } as const]),
  ...(selection.isLeftToLab || selection.chosen.size > 0 ? [] : [{ key: 'mustChooseParameters', field: 'parameters' } as const]),
  ...(selection.isLeftToLab && !selection.reason.trim() ? [{ key: 'enterReason', field: 'reason' } as const] : []),
  ...(rawMaterial && !isNumeric(fields.sampleNum) ? [{ key: 'onlyNumbers', field: 'sampleNum' } as const] : []),
  ...(rawMaterial && !isNumeric(fields.delegatesNum) ? [{ key: 'onlyNumbers', field: 'delegatesNum' } as const] : []),
];

/** A test item bears the name of its structure or road section; without one the catalogue's. */
const itemNameOf = (sample: SampleView, { projectUnit }: SampleFields): string => projectUnit.trim() || catalogueNameOf(sample);

/** The whole form object as SaveBuSampleInfo takes it; other kinds carry no quantities, their project unit is the sample's name (SF-020). */
export const saveBodyOf = (sample: SampleView, fields: SampleFields, selection: Selection, rawMaterial: boolean): BodyOf<typeof saveBuSampleInfo> => ({
  id: sample.id, consignId: sample.consignId, testUnitSampleId: sample.testUnitSampleId, testUnitSampleName: rawMaterial ? sample.testUnitSampleName : itemNameOf(sample, fields),
  inputMethod: sample.inputMethod === 0 ? 0 : 1,
  ...fields,
  ...(rawMaterial ? {} : { sampleNum: '', sampleNumUnit: '', delegatesNum: '', delegatesNumUnit: '', projectUnit: itemNameOf(sample, fields) }),
  ...payloadOf(selection),
  buSampleUseBaseStandard: selection.isLeftToLab ? [] : sample.buSampleUseBaseStandard,
});

/** 19 units where the dictionary has none (CF-023). */
export const AMOUNT_UNITS = ['个', '副', '套', 'g', 'kg', 't', 'km', 'm', 'mm', '㎡', 'm³', 'cm', 'cm³', 'L', '桶', '卷', '块', '根', '组'] as const;
