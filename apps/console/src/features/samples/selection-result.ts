import type { getParamPacks, OfferedParameter, ResultOf } from '#contract';
import { chosenOf } from './offer.js';
import { type PackChoice, payloadOf, type Selection } from './selection.js';

type Payload = ReturnType<typeof payloadOf>;

/** What the dialog hands over when it is confirmed; names of the specification (SS-024). */
export type SelectionResult = {
  categoryId: string;
  sampleNameLink: string;
  sampleId: string;
  sampleName: string;
  /** The parameters chosen, as they are offered. */
  params: OfferedParameter[];
  packInfo: PackChoice;
  /** The packs there are for the sample. */
  paramPackList: ResultOf<typeof getParamPacks>;
  isNeedConclusion: boolean;
  isTestUnitConfirmTestParam: boolean;
  testReason: string;
  /** The rows to be stored: parameter, count, standards. */
  sampleParams: Payload['tuSampleParamIds'];
  /** "1" professional, "0" simple. */
  inputMethod: '0' | '1';
};

type Chosen = {
  sample: { id: string; name: string; bigCategoryId: string; sampleNameLink: string };
  selection: Selection;
  parameters: readonly OfferedParameter[];
  packs: SelectionResult['paramPackList'];
  inputMethod: number;
};

export const resultOf = ({ sample, selection, parameters, packs, inputMethod }: Chosen): SelectionResult => {
  const { tuSampleParamIds, buSampleParamPackInfo, ...flags } = payloadOf(selection, inputMethod);
  return {
    categoryId: sample.bigCategoryId,
    sampleNameLink: sample.sampleNameLink,
    sampleId: sample.id,
    sampleName: sample.name,
    params: selection.isLeftToLab ? [] : chosenOf(parameters, selection),
    packInfo: buSampleParamPackInfo,
    paramPackList: packs,
    ...flags,
    sampleParams: tuSampleParamIds,
    inputMethod: inputMethod === 0 ? '0' : '1',
  };
};
