import { useState } from 'react';
import type { SampleView } from '#contract';
import { type InputMode, type SampleFormMode, sampleFormMode } from '#domain/consignment';
import { withInputMode } from '../selection/input-mode.js';
import { explainFee, explainStoredFee, isFlagOn, type SampleFormContext, useOffer } from '../selection/offer.js';
import type { Selection } from '../selection/selection.js';
import { useAuxiliary } from './auxiliary.js';
import { useEstimate } from './price-cell.js';
import {
  toSampleFields,
  groupCount,
  PARAMETERS_MEMBER,
  type SampleFields,
  sampleProblems,
  toSelection,
} from './sample-draft.js';

/** The editable state of a sample's form. */
export type SampleForm = {
  fields: SampleFields;
  selection: Selection;
  /** There is unsaved input. */
  hasChanges: boolean;
  change(part: Partial<SampleFields>): void;
  /** Sets a default, which is not a change by the user. */
  fill(part: Partial<SampleFields>): void;
  select(next: Selection | ((current: Selection) => Selection)): void;
  /** Adopts the stored sample and drops the input. */
  adopt(stored: SampleView): void;
  markSaved(): void;
};

/** The laboratory sees the parameter table of a sample that was left to it, not the reason field. */
const selectionIn = (mode: SampleFormMode, sample: SampleView): Selection => ({
  ...toSelection(sample),
  ...(mode === 'editParameters' ? { isLeftToLab: false } : {}),
});

export const useSampleForm = (sample: SampleView, mode: SampleFormMode): SampleForm => {
  const [fields, setFields] = useState(() => toSampleFields(sample));
  const [selection, setSelection] = useState(() => selectionIn(mode, sample));
  const [hasChanges, setHasChanges] = useState(false);
  const fill = (part: Partial<SampleFields>) => setFields((current) => ({ ...current, ...part }));
  return {
    fields,
    selection,
    hasChanges,
    fill,
    change: (part) => {
      setHasChanges(true);
      fill(part);
    },
    select: (next) => {
      setHasChanges(true);
      setSelection(next);
    },
    adopt: (stored) => {
      setFields(toSampleFields(stored));
      setSelection(selectionIn(mode, stored));
      setHasChanges(false);
    },
    markSaved: () => setHasChanges(false),
  };
};

type UseOpenSampleInput = {
  sample: SampleView;
  host: SampleFormContext;
  /** Of the consignment; a sample left to the laboratory may be completed nevertheless (MODE-004). */
  isReadOnly: boolean;
};

/**
 * A sample that is open in a form, that of the page or of a raw material: the input, the offer of its unit, and the
 * resulting fee.
 */
export const useOpenSample = ({ sample, host, isReadOnly }: UseOpenSampleInput) => {
  const mode = sampleFormMode(
    { isReadOnly, consignStatus: host.consignStatus ?? 0, pageSource: host.pageSource ?? null },
    sample,
  );
  const form = useSampleForm(sample, mode);
  const { fields, selection } = form;
  const readOnly = mode === 'readOnly';
  const writing = mode === 'edit';
  const offer = useOffer(sample.testUnitSampleId, host, {
    chosenIds: sample.tuSampleParamIds.map(({ tuTestParamId }) => tuTestParamId),
    bigCategoryId: sample.bigCategoryId,
  });
  const parameters = offer.parameters.data ?? [];
  useAuxiliary({
    sample,
    testUnitId: host.testUnitId,
    parameterIds: [...selection.chosen.keys()],
    fields,
    isLeftToLab: selection.isLeftToLab,
    enabled: !readOnly,
    fill: form.fill,
  });
  const groups = groupCount(fields);
  // A read-only sample costs what was stored, whatever the catalogue says now.
  const feeExplanation = readOnly
    ? explainStoredFee(sample.tuSampleParamIds, groups)
    : explainFee({ parameters: offer.parameters.data, selection, stored: sample.tuSampleParamIds }, groups);
  const fee = selection.isLeftToLab ? null : feeExplanation;
  const estimate = useEstimate(
    host,
    sample.testUnitSampleId,
    selection,
    groups,
    !readOnly && offer.parameters.isSuccess && fee === null,
  );
  const showsCost = !isFlagOn(host.testUnitConfig, 'IsConsignHideEstimatedCost');
  const cost = readOnly ? sample.testParamFee : (fee?.testParamFee ?? estimate);
  const allProblems = sampleProblems(sample, fields, selection, host.consignType);
  // The laboratory is not to correct the other input of the client.
  const problems = writing
    ? allProblems
    : allProblems.filter(
        ({ path = '' }) =>
          path === PARAMETERS_MEMBER || path.startsWith('tuTestParamCount') || path.startsWith('buSamplePropertyInfo'),
      );
  const switchInput = (nextMode: InputMode) => {
    const nextState = withInputMode(nextMode, { fields, selection }, parameters, offer.names);
    form.change(nextState.fields);
    form.select(nextState.selection);
  };
  return { mode, readOnly, writing, form, switchInput, offer, parameters, groups, fee, cost, showsCost, problems };
};

export type OpenSample = ReturnType<typeof useOpenSample>;
