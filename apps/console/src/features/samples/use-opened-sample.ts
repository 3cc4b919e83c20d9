import type { SampleView } from '#contract';
import { type InputMode, sampleFormMode } from '#domain';
import { inMode } from './input-mode.js';
import { feeOf, feeOfRows, isOn, type SampleHost, useOffer } from './offer.js';
import { groupsOf, PARAMETERS, sampleProblems } from './sample-draft.js';
import { useAuxiliary } from './use-auxiliary.js';
import { useEstimate } from './use-estimate.js';
import { useSampleForm } from './use-sample-form.js';

type Given = {
  sample: SampleView;
  host: SampleHost;
  /** Of the consignment; a sample left to the institution may be completed all the same (MODE-004). */ isReadOnly: boolean;
};

/** A sample that is open in a form, the page's or that of a raw material: what is typed, what its unit offers for it, and what it comes to. */
export const useOpenedSample = ({ sample, host, isReadOnly }: Given) => {
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
  const groups = groupsOf(fields);
  // What can no longer be changed costs what was stored, whatever the catalogue says by now.
  const counted = readOnly
    ? feeOfRows(sample.tuSampleParamIds, groups)
    : feeOf({ parameters: offer.parameters.data, selection, stored: sample.tuSampleParamIds }, groups);
  const fee = selection.isLeftToLab ? null : counted;
  const estimate = useEstimate(
    host,
    sample.testUnitSampleId,
    selection,
    groups,
    !readOnly && offer.parameters.isSuccess && fee === null,
  );
  const showsCost = !isOn(host.testUnitConfig, 'IsConsignHideEstimatedCost');
  const cost = readOnly ? sample.testParamFee : (fee?.testParamFee ?? estimate);
  const all = sampleProblems(sample, fields, selection, host.consignType);
  // What else the client wrote is not the institution's to mend.
  const problems = writing
    ? all
    : all.filter(
        ({ path = '' }) =>
          path === PARAMETERS || path.startsWith('tuTestParamCount') || path.startsWith('buSamplePropertyInfo'),
      );
  const switchInput = (asked: InputMode) => {
    const held = inMode(asked, { fields, selection }, parameters, offer.names);
    form.change(held.fields);
    form.select(held.selection);
  };
  return { mode, readOnly, writing, form, switchInput, offer, parameters, groups, fee, cost, showsCost, problems };
};

export type OpenedSample = ReturnType<typeof useOpenedSample>;
