import type { BodyOf, saveBuSampleInfo, SampleView } from '#contract';
import {
  auxiliaryProblems,
  catalogueNameOf,
  INPUT_MODE,
  isRawMaterial,
  isSimple,
  materialProblems,
  pieceProblems,
  problem,
  type Problem,
  type SampleFormMode,
  sampleFormProblems,
  savedPieces,
} from '#domain';
import type { ConsignType } from '#events';
import { payloadOf, type Selection } from './selection.js';

/** Members of the form object that the form edits, apart from what the selection holds. */
const FIELDS = [
  'inputMethod',
  'testUnitSampleName',
  'testGroupCount',
  'testPointCount',
  'testPart',
  'projectOrPurpose',
  'projectUnit',
  'sampleNum',
  'sampleNumUnit',
  'delegatesNum',
  'delegatesNumUnit',
  'afterTestOperate',
  'afterTestOperateId',
  'testSampleDescription',
  'memo',
  'specificationType',
  'specificationBuildMethod',
  'buSamplePropertyInfo',
  'buSampleUseBaseStandard',
  'buSampleChild',
  'extractAddress',
  'extractUnit',
  'extractTime',
  'extractPerson',
  'extractPersonCardNum',
  'castingDate',
  'ageWaitTime',
  'buSampleInfoRefSampleInfo',
  'deleteMaterialSampleInfoIds',
] as const satisfies readonly (keyof SampleView)[];

/** The member that problems of parameters are about. */
export const PARAMETERS = 'tuSampleParamIds';

export type SampleFields = Pick<SampleView, (typeof FIELDS)[number]>;

export const fieldsOf = (sample: SampleView): SampleFields => {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, sample[name]])) as SampleFields;
  // An item that bears the catalogue's name has no structure yet.
  return { ...fields, projectUnit: sample.projectUnit === catalogueNameOf(sample) ? '' : sample.projectUnit };
};

export const selectionOf = (sample: SampleView): Selection => ({
  chosen: new Map(
    sample.tuSampleParamIds.map((row) => [
      row.tuTestParamId,
      { count: row.tuTestParamCount, links: row.buSampleParamUseBaseStandard },
    ]),
  ),
  pack: sample.buSampleParamPackInfo?.packFlag === 1 ? sample.buSampleParamPackInfo : null,
  isNeedConclusion: sample.isNeedConclusion,
  isLeftToLab: sample.isTestUnitConfirmTestParam,
  reason: sample.testReason,
});

/** What keeps a sample from being saved, in the document's order; the first is shown (SF-018). `path` is the field it is about. */
export const sampleProblems = (
  sample: Pick<SampleView, 'testUnitSampleId'>,
  fields: SampleFields,
  selection: Selection,
  consignType: number,
): Problem[] => [
  ...sampleFormProblems(
    {
      testUnitSampleId: sample.testUnitSampleId,
      ...fields,
      isTestUnitConfirmTestParam: selection.isLeftToLab,
      testReason: selection.reason,
      parameterCount: selection.chosen.size,
    },
    kindOf(consignType),
  ),
  ...(isRawMaterial(consignType) && fields.testUnitSampleName.trim() === ''
    ? [problem('SAMPLE_NAME_REQUIRED', {}, 'testUnitSampleName')]
    : []),
  ...auxiliaryProblems(fields.buSamplePropertyInfo),
  ...(isRawMaterial(consignType) ? pieceProblems(piecesOfGroups(fields), fields.testGroupCount) : []),
  ...(isRawMaterial(consignType) ? materialProblems(fields.buSampleInfoRefSampleInfo) : []),
];

/** A smaller count of groups hides rows that were typed; they are not saved. */
const piecesOfGroups = ({ buSampleChild, testGroupCount }: SampleFields) => buSampleChild.slice(0, testGroupCount);

const kindOf = (consignType: number): ConsignType => (isRawMaterial(consignType) ? 1 : 2);

/** A test item bears the name of its structure or road section; without one the catalogue's. */
const itemNameOf = (sample: SampleView, { projectUnit }: SampleFields): string =>
  projectUnit.trim() || catalogueNameOf(sample);

/**
 * The whole form object as SaveBuSampleInfo takes it; members the form does not show go back as they came. Other kinds carry no
 * quantities, their project unit is the sample's name (SF-020).
 */
export const saveBodyOf = (
  sample: SampleView,
  fields: SampleFields,
  selection: Selection,
  rawMaterial: boolean,
): BodyOf<typeof saveBuSampleInfo> => ({
  id: sample.id,
  consignId: sample.consignId,
  testUnitSampleId: sample.testUnitSampleId,
  ...keptOf(sample),
  ...fields,
  buSampleChild: rawMaterial ? savedPieces(piecesOfGroups(fields), sample.id) : [],
  inputMethod: isSimple(fields.inputMethod) ? INPUT_MODE.simple : INPUT_MODE.professional,
  ...(rawMaterial
    ? {}
    : {
        sampleNum: '',
        sampleNumUnit: '',
        delegatesNum: '',
        delegatesNumUnit: '',
        testUnitSampleName: itemNameOf(sample, fields),
        projectUnit: itemNameOf(sample, fields),
      }),
  ...parameterEditOf(fields, selection),
});

/** What an edit of parameters consists of (SF-023): nothing of it when the institution determines them (TID-005). */
export const parameterEditOf = (
  fields: Pick<SampleFields, 'inputMethod' | 'buSampleUseBaseStandard'>,
  selection: Selection,
) => ({
  ...payloadOf(selection, fields.inputMethod),
  buSampleUseBaseStandard: selection.isLeftToLab ? [] : fields.buSampleUseBaseStandard,
});

/** What the institution completes was and stays left to it; the reason is the client's. */
export const leftToLabIn = (
  mode: SampleFormMode,
  { testReason }: SampleView,
): Partial<Pick<SampleView, 'isTestUnitConfirmTestParam' | 'testReason'>> =>
  mode === 'editParameters' ? { isTestUnitConfirmTestParam: true, testReason } : {};

const keptOf = ({ sampleCollectionRequirement, isMaterial, testSampleCount, isNeedTempReport }: SampleView) => ({
  sampleCollectionRequirement,
  isMaterial,
  testSampleCount,
  isNeedTempReport,
});
