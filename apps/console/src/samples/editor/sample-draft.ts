import type { BodyOf, OfferedParameter, SampleView, saveBuSampleInfo } from '#contract';
import { catalogueNameOf } from '#domain/catalogue';
import {
  COUNT_RANGE,
  INPUT_MODE,
  isRawMaterial,
  isSimple,
  type SampleFormMode,
  sampleFormProblems,
} from '#domain/consignment';
import { countOrDefault, readCount, type CountInputValue, countInputProblem } from '#domain/numbers';
import { problem, type Problem } from '#domain/rules';
import {
  auxiliaryProblems,
  materialProblems,
  missingUses,
  pieceProblems,
  type RequestedPiece,
  toStoredPieces,
} from '#domain/sample';
import { CONSIGN_TYPE, type ConsignType } from '#events';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { textOf } from '../../i18n/texts.js';
import { chosenParameters, confirmDropPack } from '../selection/offer.js';
import {
  parameterName,
  toSelectionPayload,
  type Selection,
  withConclusion,
  withDefaultEvaluation,
  withoutPack,
} from '../selection/selection.js';
import { texts } from '../selection/selection.texts.js';
import type { StandardNames } from '../standards/standard-rows.js';

/** Members of the form object that the form edits, except those of the selection. */
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
export const PARAMETERS_MEMBER = 'tuSampleParamIds';

/** Content of the form: the sample as read, with numbers as typed. */
export type SampleFields = Omit<Pick<SampleView, (typeof FIELDS)[number]>, CountField | 'buSampleChild'> &
  Record<CountField, CountInputValue> & { buSampleChild: RequestedPiece[] };
type CountField = 'testGroupCount' | 'testPointCount' | 'ageWaitTime';

/** The number of groups with rows and fees in the form; a blank or wrong count is treated as 1. */
export const groupCount = ({ testGroupCount }: Pick<SampleFields, 'testGroupCount'>): number =>
  countOrDefault(testGroupCount, COUNT_RANGE, 1);

export const toSampleFields = (sample: SampleView): SampleFields => {
  const fields = Object.fromEntries(FIELDS.map((name) => [name, sample[name]])) as SampleFields;
  // An item with the catalogue's name has no structure yet.
  return { ...fields, projectUnit: sample.projectUnit === catalogueNameOf(sample) ? '' : sample.projectUnit };
};

export const toSelection = (sample: SampleView): Selection => ({
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

/** What keeps a sample from being saved, in the document's order; the first is shown (SF-018). `path` is its field. */
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
  ...(selection.isLeftToLab ? [] : countProblems(selection)),
  ...(isRawMaterial(consignType) ? pieceProblems(piecesOfGroups(fields), groupCount(fields)) : []),
  ...(isRawMaterial(consignType) ? materialProblems(fields.buSampleInfoRefSampleInfo) : []),
];

/** A smaller count of groups hides typed rows; they are not saved. */
const piecesOfGroups = (fields: SampleFields) => fields.buSampleChild.slice(0, groupCount(fields));

/** The name of the field of a parameter's count, to which its problem leads. */
export const countFieldOf = (parameterId: string): string => `tuTestParamCount.${parameterId}`;

const countProblems = ({ chosen }: Selection): Problem[] =>
  [...chosen].flatMap(
    ([id, { count }]) => countInputProblem(count === '' ? 0 : count, COUNT_RANGE, countFieldOf(id)) ?? [],
  );

const kindOf = (consignType: number): ConsignType =>
  isRawMaterial(consignType) ? CONSIGN_TYPE.rawMaterial : CONSIGN_TYPE.onSite;

/** A test item has the name of its structure or road section; without one, that of the catalogue. */
const itemNameOf = (sample: SampleView, { projectUnit }: SampleFields): string =>
  projectUnit.trim() || catalogueNameOf(sample);

/**
 * The whole form object as SaveBuSampleInfo takes it; members that are not in the form are unchanged. Other kinds have
 * no quantities, and their project unit is the sample's name (SF-020).
 */
export const toSaveRequest = (
  sample: SampleView,
  fields: SampleFields,
  selection: Selection,
  rawMaterial: boolean,
): BodyOf<typeof saveBuSampleInfo> => ({
  id: sample.id,
  consignId: sample.consignId,
  testUnitSampleId: sample.testUnitSampleId,
  ...unchangedMembers(sample),
  ...fields,
  testGroupCount: readCount(fields.testGroupCount),
  testPointCount: readCount(fields.testPointCount),
  ageWaitTime: readCount(fields.ageWaitTime),
  buSampleChild: rawMaterial ? toStoredPieces(piecesOfGroups(fields), sample.id) : [],
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
  ...toParameterEdit(fields, selection),
});

/** The parameter edits (SF-023): none if the laboratory determines them (TID-005). */
export const toParameterEdit = (
  fields: Pick<SampleFields, 'inputMethod' | 'buSampleUseBaseStandard'>,
  selection: Selection,
) => ({
  ...toSelectionPayload(selection, fields.inputMethod),
  buSampleUseBaseStandard: selection.isLeftToLab ? [] : fields.buSampleUseBaseStandard,
});

/** What the laboratory completes stays marked as left to it; the reason is the client's. */
export const isLeftToLab = (
  mode: SampleFormMode,
  { testReason }: SampleView,
): Partial<Pick<SampleView, 'isTestUnitConfirmTestParam' | 'testReason'>> =>
  mode === 'editParameters' ? { isTestUnitConfirmTestParam: true, testReason } : {};

const unchangedMembers = ({
  sampleCollectionRequirement,
  isMaterial,
  testSampleCount,
  isNeedTempReport,
}: SampleView) => ({
  sampleCollectionRequirement,
  isMaterial,
  testSampleCount,
  isNeedTempReport,
});

type ConclusionContext = {
  selection: Selection;
  parameters: readonly OfferedParameter[];
  names: StandardNames;
  recommended: boolean;
  /** The form asks before it clears evaluation standards, the dialog does not (001.md A-17). */
  origin: 'dialog' | 'form';
};

/**
 * Switches "need evaluation result" on or off, null if the user declines. It changes standards, so an active pack is
 * removed, after a question (PK-004).
 */
export const toggleConclusion = async (on: boolean, context: ConclusionContext): Promise<SelectionChange | null> => {
  if (!(await confirmDropPack(context.selection))) return null;
  const selectionChange = await conclusionChange(on, context);
  return selectionChange && ((current) => withoutPack(selectionChange(current)));
};

type SelectionChange = (current: Selection) => Selection;

/**
 * SS-020, SS-021: without a conclusion, evaluation standards are removed. With recommended standards, users who switch
 * it on see which parameters still lack an evaluation standard; otherwise these take their default ones.
 */
const conclusionChange = async (
  on: boolean,
  { selection, parameters, names, recommended, origin }: ConclusionContext,
): Promise<SelectionChange | null> => {
  if (!on) {
    const isConfirmed =
      origin === 'dialog' ||
      selection.chosen.size === 0 ||
      (await openAlertDialog({
        title: textOf(texts, 'turnOffTitle'),
        message: textOf(texts, 'turnOff'),
        confirm: textOf(texts, 'goOn'),
        cancel: textOf(texts, 'cancel'),
      }));
    return isConfirmed ? (current) => withConclusion(current, false) : null;
  }
  const withDefaults = (current: Selection) => withDefaultEvaluation(withConclusion(current, true), parameters, names);
  if (!recommended) return withDefaults;
  const incompleteParameters = chosenParameters(parameters, selection).filter((parameter) =>
    missingUses({
      parameter,
      links: selection.chosen.get(parameter.id)?.links ?? [],
      sampleLinks: [],
      isNeedConclusion: true,
    }).includes('2'),
  );
  if (incompleteParameters.length === 0) return (current) => withConclusion(current, true);
  const usesDefaults = await openAlertDialog({
    title: textOf(texts, 'reselectTitle'),
    message: textOf(texts, 'reselect', {
      names: incompleteParameters.map(parameterName).join(textOf(texts, 'listComma')),
    }),
    confirm: textOf(texts, 'useDefaults'),
    cancel: textOf(texts, 'chooseMyself'),
  });
  return usesDefaults ? withDefaults : (current) => withConclusion(current, true);
};
