import type { SampleView } from '#contract';
import type { SampleFormContext } from '../selection/offer.js';
import { SampleSelectionDialog } from '../selection/sample-selection.dialog.js';
import { SpecificationDialog } from '../specification/specification.dialog.js';
import type { OpenSample } from './use-sample-form.js';

/** The dialogs that open over the sections of a sample. */
export type SampleDialog = 'parameters' | 'specification';

type Props = {
  open: SampleDialog | null;
  sample: SampleView;
  name: string;
  host: SampleFormContext;
  openSample: OpenSample;
  onClose(): void;
};

/**
 * The dialogs of the sample form. They are rendered outside of it, so that keys typed in them are not keys of the form.
 */
export const SampleDialogs = ({ open, sample, name, host, openSample, onClose }: Props) => {
  const { fields, selection, change, select } = openSample.form;
  if (open === 'specification')
    return (
      <SpecificationDialog
        sampleId={sample.testUnitSampleId}
        buSampleInfoId={sample.id}
        testUnitId={host.testUnitId}
        fields={fields}
        onClose={onClose}
        onSet={change}
      />
    );
  if (open !== 'parameters') return null;
  return (
    <SampleSelectionDialog
      host={openSample.writing ? host : { ...host, mayLeaveToLab: false }}
      initial={selection}
      stored={sample.tuSampleParamIds}
      inputMethod={fields.inputMethod}
      fixed={{
        id: sample.testUnitSampleId,
        name,
        bigCategoryId: sample.bigCategoryId,
        sampleNameLink: sample.sampleNameLink,
        isLeaf: true,
      }}
      onClose={onClose}
      onConfirmed={(_, chosen) => {
        select(chosen);
        return Promise.resolve(true);
      }}
    />
  );
};
