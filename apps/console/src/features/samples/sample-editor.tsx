import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getBuSampleInfo, type ReferenceSample, type SampleView } from '#contract';
import { catalogueNameOf, type FormSection, formSections, isRawMaterial, messageOfProblem, NO_SAVE, problem, sampleFormMode } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { Card } from '../../components/field.js';
import { PageHeader } from '../../components/page-header.js';
import { Failed, LoadingPage } from '../../components/page-states.js';
import { succeed, warn } from '../../components/toaster.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/api-error.js';
import { readOf } from '../../lib/queries.js';
import { useSaveKey } from '../../lib/use-save-key.js';
import { useUnsaved } from '../../lib/view.js';
import { AuxiliarySection } from './auxiliary.section.js';
import { ChosenParameters } from './chosen-parameters.js';
import { citedFrom } from './citing.js';
import { inMode } from './input-mode.js';
import { InputModeSwitch } from './input-mode-switch.js';
import { LoadProblems } from './load-problems.js';
import { nextFieldOnEnter } from './next-field.js';
import { feeOf, isOn, type SampleHost, useOffer } from './offer.js';
import { PiecesSection } from './pieces.section.js';
import { RawMaterialSection } from './raw-material.section.js';
import { ReferenceDialog } from './reference.dialog.js';
import { sampleProblems } from './sample-draft.js';
import type { SampleAttachments } from './sample-attachments.js';
import { SampleExampleLink } from './sample-example.link.js';
import { SampleFieldsForm } from './sample-fields.js';
import { SampleFormFooter } from './sample-form-footer.js';
import { texts as formTexts } from './sample-form.texts.js';
import { SampleSelectionDialog } from './sample-selection.dialog.js';
import { SampleStandards } from './sample-standards.section.js';
import './samples.css';
import { SpecificationDialog } from './specification.dialog.js';
import { texts } from './texts.js';
import { useAuxiliary } from './use-auxiliary.js';
import { useEstimate } from './use-estimate.js';
import { useRawMaterials } from './use-raw-materials.js';
import { useFormKeys } from './use-form-keys.js';
import { useSampleForm } from './use-sample-form.js';
import { type After, useSampleSave } from './use-sample-save.js';

type Props = {
  host: SampleHost;
  sampleId: string;
  /** Whether the consignment is read-only; a sample left to the institution may be completed all the same (MODE-004). */
  readOnly: boolean;
  Attachments?: SampleAttachments;
  onClose(): void;
  onSaved(): Promise<unknown>;
  onStale(): void;
  onAddNext?(): void;
  onCopied?(sampleId: string): void;
};

/** The member that problems of parameters are about. */
const PARAMETERS = 'tuSampleParamIds';

/** The sample form: its sections in one scrolling panel, and the fee they make (001 section 2, DESIGN picture 04). */
const Editor = ({ sample, host, readOnly: isReadOnly, Attachments, onClose, onSaved, onStale, onAddNext, onCopied }: Omit<Props, 'sampleId'> & { sample: SampleView }) => {
  const t = useTexts(texts);
  const words = useTexts(formTexts);
  const mode = sampleFormMode({ isReadOnly, consignStatus: host.consignStatus ?? 0, pageSource: host.pageSource ?? null }, sample);
  const form = useSampleForm(sample, mode);
  const materials = useRawMaterials({ sample, host, form, onSaved, onStale });
  const { fields, selection, touched, change, select } = form;
  const [judged, setJudged] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState<'parameters' | 'specification' | 'reference' | null>(mode === 'editParameters' && sample.tuSampleParamIds.length === 0 ? 'parameters' : null);
  const panel = useRef<HTMLDivElement>(null);
  useUnsaved(touched || null);

  const rawMaterial = isRawMaterial(host.consignType);
  const readOnly = mode === 'readOnly';
  const writing = mode === 'edit';
  const shows = (section: FormSection) => formSections({ consignType: host.consignType, inputMethod: fields.inputMethod, isChild: false }).includes(section);
  const name = rawMaterial ? sample.testUnitSampleName : catalogueNameOf(sample);
  const offer = useOffer(sample.testUnitSampleId, host);
  const parameters = offer.parameters.data ?? [];
  useAuxiliary({ sample, testUnitId: host.testUnitId, parameterIds: [...selection.chosen.keys()], fields, isLeftToLab: selection.isLeftToLab, enabled: !readOnly, fill: form.fill });
  const all = sampleProblems(sample, fields, selection, host.consignType);
  const problems = [
    // What else the client wrote is not the institution's to mend.
    ...(writing ? all : all.filter(({ path = '' }) => path === PARAMETERS || path.startsWith('buSamplePropertyInfo'))),
    ...(writing && missing.length > 0 ? [problem('ATTACHMENTS_REQUIRED', { names: missing.join('、') }, 'attachments')] : []),
  ];
  const groups = fields.testGroupCount >= 1 ? fields.testGroupCount : 1;
  const fee = selection.isLeftToLab ? null : feeOf(parameters, selection, groups);
  const estimate = useEstimate(host, sample.testUnitSampleId, selection, groups, fee === null && !readOnly);
  const cost = isOn(host.testUnitConfig, 'IsConsignHideEstimatedCost') ? null : (fee?.testParamFee ?? (readOnly ? sample.testParamFee : estimate));

  const cite = (from: ReferenceSample) => {
    const { part, filled } = citedFrom(from, fields, selection.isLeftToLab);
    if (filled.length === 0) return warn(t('nothingToCite', { code: from.consignCode }));
    change(part);
    succeed(t('cited', { code: from.consignCode, what: filled.map((each) => t(each)).join(t('listComma')) }));
  };
  /** The first of what is wrong is told, and shown where it is (SF-018); what must be a number in a window of its own (SF-019). */
  const isBlocked = (): boolean => {
    const [first] = problems;
    if (!first) return false;
    setJudged(true);
    const message = messageOfProblem(first, language());
    if (first.code === 'ONLY_NUMBERS') void alertUser({ message });
    else if (first.code === 'MATERIAL_PARAMETERS_INCOMPLETE') void materials.askToComplete(first);
    else warn(message);
    panel.current?.querySelector<HTMLElement>(first.path === PARAMETERS ? '[data-section="parameters"] button' : `[name="${first.path}"], [data-section="${first.path}"] input`)?.focus();
    return true;
  };
  const { running, save, copy } = useSampleSave({ sample, host, mode, form, isBlocked, onStale });
  const store = async (then: After) => {
    const saved = await save(then);
    if (saved === null || saved === NO_SAVE) return;
    const copied = then === 'copy' ? await copy() : null;
    await onSaved();
    succeed(copied ? words('copied') : t('saved'));
    if (copied) onCopied?.(copied);
    else if (then === 'next') onAddNext?.();
    else if (then === 'close') onClose();
  };
  const leave = async () => {
    if (!touched || (await alertUser({ title: t('discardTitle'), message: t('discardText'), confirm: t('discard'), cancel: t('keepEditing'), intent: 'danger' }))) onClose();
  };
  useSaveKey(() => void store('close'), !readOnly);
  useFormKeys({ next: onAddNext && (() => void store('next')), copy: onCopied && (() => void store('copy')) }, writing);
  useEffect(() => {
    if (!readOnly) panel.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [readOnly]);
  const verbs: After[] = [...(writing && onCopied ? (['copy'] as const) : []), ...(writing && onAddNext ? (['next'] as const) : []), ...(readOnly ? [] : (['close'] as const))];

  return (
    <>
      <PageHeader title={name} tag={<span className="aux muted sample-path">{sample.sampleNameLink}</span>} actions={<>
        {touched && <span className="unsaved">{t('unsaved')}</span>}
        {!selection.isLeftToLab && <InputModeSwitch value={fields.inputMethod} readOnly={readOnly} onSwitch={(asked) => { const held = inMode(asked, { fields, selection }, parameters, offer.names); change(held.fields); select(held.selection); }} />}
      </>} />
      <div className="page-body scrolls stack" ref={panel} role="presentation" onKeyDown={nextFieldOnEnter}>
        {mode === 'editParameters' && <div className="note info"><b>{words('completing')}</b><span className="grow">{words('completingNote')}</span></div>}
        <div data-section="sample">
          <Card title={words(rawMaterial ? 'section.sample' : 'section.testItem')} after={<SampleExampleLink sampleId={sample.testUnitSampleId} testUnitId={host.testUnitId} />} extra={rawMaterial && writing && host.testUnitId && host.projectId && <Button size="small" variant="outlined" icon={<Duplicate />} text={t('citeConsigned')} onClick={() => setDialog('reference')} />}>
            <SampleFieldsForm form={form} rawMaterial={rawMaterial} mode={mode} errors={judged ? problems : []} onSpecification={() => setDialog('specification')} />
          </Card>
        </div>
        <LoadProblems sample={sample} offer={offer} />
        <div data-section="parameters">
          <ChosenParameters host={host} sampleId={sample.testUnitSampleId} inputMethod={fields.inputMethod} parameters={parameters} stored={sample.tuSampleParamIds} selection={selection} fee={fee} names={offer.names} readOnly={readOnly} onSelection={select} onSelect={() => setDialog('parameters')} />
        </div>
        {shows('standards') && !selection.isLeftToLab && <div data-section="standards"><SampleStandards form={form} host={host} readOnly={readOnly} /></div>}
        <div data-section="auxiliary"><AuxiliarySection fields={fields} rawMaterial={rawMaterial} mode={mode} isLeftToLab={selection.isLeftToLab} judged={judged} onChange={change} /></div>
        {shows('pieces') && <div data-section="pieces"><PiecesSection pieces={fields.buSampleChild} groups={fields.testGroupCount} sampleName={fields.testUnitSampleName} readOnly={!writing} onChange={(buSampleChild) => change({ buSampleChild })} /></div>}
        {shows('rawMaterials') && <div data-section="rawMaterials"><RawMaterialSection materials={materials} host={host} mode={mode} Attachments={Attachments} onSaved={onSaved} onStale={onStale} /></div>}
        {Attachments && <div data-section="attachments"><Attachments consignId={host.consignId} consignType={host.consignType} testUnitId={host.testUnitId} sampleId={sample.id} editable={writing} onMissing={setMissing} onChanged={onSaved} /></div>}
      </div>
      <SampleFormFooter rawMaterial={rawMaterial} isLeftToLab={selection.isLeftToLab} cost={cost} fee={fee} groups={groups} running={running} onBack={() => void leave()} verbs={verbs} onVerb={(then) => void store(then)} />
      {dialog === 'specification' && <SpecificationDialog sampleId={sample.testUnitSampleId} buSampleInfoId={sample.id} testUnitId={host.testUnitId} specified={fields} onClose={() => setDialog(null)} onSet={change} />}
      {dialog === 'reference' && host.testUnitId && host.projectId && <ReferenceDialog testUnitId={host.testUnitId} projectId={host.projectId} consignId={host.consignId} onClose={() => setDialog(null)} onChosen={cite} />}
      {dialog === 'parameters' && (
        <SampleSelectionDialog
          host={writing ? host : { ...host, mayLeaveToLab: false }} initial={selection} inputMethod={fields.inputMethod} fixed={{ id: sample.testUnitSampleId, name, bigCategoryId: sample.bigCategoryId, sampleNameLink: sample.sampleNameLink, isLeaf: true }}
          onClose={() => setDialog(null)} onConfirmed={(_, chosen) => { select(chosen); return Promise.resolve(true); }}
        />
      )}
    </>
  );
};

/** Reads the sample and opens its form. */
export const SampleEditor = ({ sampleId, ...props }: Props) => {
  const t = useTexts(texts);
  const words = useTexts(formTexts);
  const { host } = props;
  const sample = useQuery({ ...readOf(getBuSampleInfo, { id: sampleId, consignId: host.consignId, ...(host.pageSource === undefined ? {} : { pageSource: host.pageSource }) }), meta: { quiet: true } });
  if (sample.data) return <Editor key={sample.data.id} sample={sample.data} {...props} />;
  const isUnknown = sample.error instanceof ApiError && sample.error.status === 404;
  return (
    <>
      <PageHeader actions={<Button text={t('backToConsignment')} onClick={props.onClose} />} />
      {sample.isError ? <Failed title={isUnknown ? words('idUnknown') : t('samplesFailed')} error={sample.error} onRetry={() => void sample.refetch()} /> : <LoadingPage />}
    </>
  );
};
