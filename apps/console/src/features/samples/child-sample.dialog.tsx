import { Button } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import type { SampleView } from '#contract';
import { isSimple, messageOfProblem, sampleFormMode } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { Card } from '../../components/field.js';
import { moneyText } from '../../components/money.js';
import { succeed, warn } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { AuxiliarySection } from './auxiliary.section.js';
import { ChosenParameters } from './chosen-parameters.js';
import { inMode } from './input-mode.js';
import { InputModeSwitch } from './input-mode-switch.js';
import { nextFieldOnEnter } from './next-field.js';
import { feeOf, isOn, type SampleHost, useOffer } from './offer.js';
import { PiecesSection } from './pieces.section.js';
import { texts } from './raw-material.texts.js';
import { sampleProblems } from './sample-draft.js';
import type { SampleAttachments } from './sample-attachments.js';
import { SampleExampleLink } from './sample-example.link.js';
import { SampleFieldsForm } from './sample-fields.js';
import { texts as formTexts } from './sample-form.texts.js';
import { SampleSelectionDialog } from './sample-selection.dialog.js';
import { SampleStandards } from './sample-standards.section.js';
import { SpecificationDialog } from './specification.dialog.js';
import { texts as sampleTexts } from './texts.js';
import { useAuxiliary } from './use-auxiliary.js';
import { useChildSave } from './use-child-save.js';
import { useEstimate } from './use-estimate.js';
import { useSampleForm } from './use-sample-form.js';

/** Files that must be there are those of the sample it belongs to. */
const nothingAsked = (): void => undefined;

type Props = {
  host: SampleHost;
  /** The own sample of a raw material, as it is stored. */
  sample: SampleView;
  /** Whether the consignment is read-only; what was left to the institution may be completed all the same (MODE-005). */
  readOnly: boolean;
  Attachments?: SampleAttachments | undefined;
  onClose(): void;
  /** The consignment has moved on; hears the sample as it is stored, null when only its files changed. */
  onSaved(saved: SampleView | null): Promise<unknown>;
  onStale(): void;
};

/** Edit raw material information (mix ratio), 1200px: the form of a sample, without raw materials of its own (001 RM-001, RM-002). */
export const ChildSampleDialog = ({ sample, host, readOnly: isReadOnly, Attachments, onClose, onSaved, onStale }: Props) => {
  const t = useTexts(texts);
  const words = useTexts(formTexts);
  const sampleWords = useTexts(sampleTexts);
  const mode = sampleFormMode({ isReadOnly, consignStatus: host.consignStatus ?? 0, pageSource: host.pageSource ?? null }, sample);
  const form = useSampleForm(sample, mode);
  const { fields, selection, touched, change, select } = form;
  const [judged, setJudged] = useState(false);
  const [dialog, setDialog] = useState<'parameters' | 'specification' | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const readOnly = mode === 'readOnly';
  const writing = mode === 'edit';
  const offer = useOffer(sample.testUnitSampleId, host);
  const parameters = offer.parameters.data ?? [];
  useAuxiliary({ sample, testUnitId: host.testUnitId, parameterIds: [...selection.chosen.keys()], fields, isLeftToLab: selection.isLeftToLab, enabled: !readOnly, fill: form.fill });
  const fee = selection.isLeftToLab ? null : feeOf(parameters, selection, fields.testGroupCount);
  const estimate = useEstimate(host, sample.testUnitSampleId, selection, fields.testGroupCount, fee === null && !readOnly);
  const cost = isOn(host.testUnitConfig, 'IsConsignHideEstimatedCost') ? null : (fee?.testParamFee ?? (readOnly ? sample.testParamFee : estimate));
  const { running, save } = useChildSave({ sample, host, mode, form, onStale });
  const all = sampleProblems(sample, fields, selection, host.consignType);
  // What the client wrote is not the institution's to mend.
  const problems = writing ? all : all.filter(({ path }) => path === 'tuSampleParamIds');

  const store = async () => {
    const [first] = problems;
    if (first) {
      setJudged(true);
      warn(messageOfProblem(first, language()));
      panel.current?.querySelector<HTMLElement>(`[name="${first.path}"]`)?.focus();
      return;
    }
    const saved = await save();
    if (!saved) return;
    await onSaved(saved);
    succeed(sampleWords('saved'));
    onClose();
  };
  const leave = async () => {
    if (!touched || (await alertUser({ title: t('discardTitle'), message: t('discardText'), confirm: t('discard'), cancel: t('keepEditing'), intent: 'danger' }))) onClose();
  };

  return (
    <>
      <AppDialog
        title={t('childTitle')} width={1200} hasUnsavedInput={touched} onClose={() => void leave()} onConfirm={() => { if (!readOnly) void store(); }}
        footer={<>
          {cost !== null && !selection.isLeftToLab && <span className="child-sample__fee"><span className="dense secondary">{sampleWords('sampleFee')}</span><b className="numeric">{moneyText(cost)}</b><span className="dense secondary">{sampleWords('yuan')}</span></span>}
          {touched && <span className="unsaved">{t('unsaved')}</span>}
          <Button className="push" text={t(readOnly ? 'close' : 'no')} disabled={running} onClick={() => void leave()} />
          {!readOnly && <Button intent="primary" text={t('save')} loading={running} onClick={() => void store()} />}
        </>}
      >
        <div className="child-sample" ref={panel} role="presentation" onKeyDown={nextFieldOnEnter}>
          <div className="row">
            <b>{sample.testUnitSampleName}</b><span className="aux muted sample-path">{sample.sampleNameLink}</span>
            {!selection.isLeftToLab && <span className="push"><InputModeSwitch value={fields.inputMethod} readOnly={!writing} onSwitch={(asked) => { const held = inMode(asked, { fields, selection }, parameters, offer.names); change(held.fields); select(held.selection); }} /></span>}
          </div>
          <Card title={words('section.sample')} after={<SampleExampleLink sampleId={sample.testUnitSampleId} testUnitId={host.testUnitId} />}><SampleFieldsForm form={form} rawMaterial mode={mode} errors={judged ? problems : []} onSpecification={() => setDialog('specification')} /></Card>
          <ChosenParameters host={host} sampleId={sample.testUnitSampleId} inputMethod={fields.inputMethod} parameters={parameters} stored={sample.tuSampleParamIds} selection={selection} fee={fee} names={offer.names} readOnly={readOnly} onSelection={select} onSelect={() => setDialog('parameters')} />
          {isSimple(fields.inputMethod) && !selection.isLeftToLab && <SampleStandards form={form} host={host} readOnly={readOnly} />}
          <AuxiliarySection fields={fields} rawMaterial mode={mode} isLeftToLab={selection.isLeftToLab} judged={judged} onChange={change} />
          <PiecesSection pieces={fields.buSampleChild} groups={fields.testGroupCount} sampleName={fields.testUnitSampleName} readOnly={!writing} onChange={(buSampleChild) => change({ buSampleChild })} />
          {Attachments && <Attachments consignId={host.consignId} consignType={host.consignType} testUnitId={host.testUnitId} sampleId={sample.id} editable={writing} onMissing={nothingAsked} onChanged={() => onSaved(null)} />}
        </div>
      </AppDialog>
      {dialog === 'specification' && <SpecificationDialog sampleId={sample.testUnitSampleId} buSampleInfoId={sample.id} testUnitId={host.testUnitId} specified={fields} onClose={() => setDialog(null)} onSet={change} />}
      {dialog === 'parameters' && (
        <SampleSelectionDialog
          host={writing ? host : { ...host, mayLeaveToLab: false }} initial={selection} inputMethod={fields.inputMethod} fixed={{ id: sample.testUnitSampleId, name: sample.testUnitSampleName, bigCategoryId: sample.bigCategoryId, sampleNameLink: sample.sampleNameLink, isLeaf: true }}
          onClose={() => setDialog(null)} onConfirmed={(_, chosen) => { select(chosen); return Promise.resolve(true); }}
        />
      )}
    </>
  );
};
