import { Button } from '@blueprintjs/core';
import { Duplicate } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { getBuSampleInfo, type ReferenceSample, type SampleView } from '#contract';
import { catalogueNameOf, isRawMaterial, NO_SAVE, problem } from '#domain';
import { alertUser } from '../../components/alert-dialog.js';
import { PageHeader } from '../../components/page-header.js';
import { Failed, LoadingPage } from '../../components/page-states.js';
import { succeed, warn } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import { ApiError } from '../../lib/api-error.js';
import { readOf } from '../../lib/queries.js';
import { useSaveKey } from '../../lib/use-save-key.js';
import { useUnsaved } from '../../lib/view.js';
import { citedFrom } from './citing.js';
import { InputModeSwitch } from './input-mode-switch.js';
import { KeptSampleOffer } from './kept-sample-offer.js';
import type { SampleHost } from './offer.js';
import { RawMaterialSection } from './raw-material.section.js';
import { ReferenceDialog } from './reference.dialog.js';
import type { SampleAttachments } from './sample-attachments.js';
import { type SampleDialog, SampleDialogs } from './sample-dialogs.js';
import { SampleFormFooter } from './sample-form-footer.js';
import { texts as formTexts } from './sample-form.texts.js';
import { SampleSections } from './sample-sections.js';
import './samples.css';
import { tellProblem } from './tell-problem.js';
import { texts } from './texts.js';
import { useFormKeys } from './use-form-keys.js';
import { useKeptSample } from './use-kept-sample.js';
import { useOpenedSample } from './use-opened-sample.js';
import { useRawMaterials } from './use-raw-materials.js';
import { type After, useSampleSave } from './use-sample-save.js';
import { comma } from '../../i18n/comma.js';

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

/** The sample form: its sections in one scrolling panel, and the fee they make (001 section 2, DESIGN picture 04). */
const Editor = ({
  sample,
  host,
  readOnly: isReadOnly,
  Attachments,
  onClose,
  onSaved,
  onStale,
  onAddNext,
  onCopied,
}: Omit<Props, 'sampleId'> & { sample: SampleView }) => {
  const t = useTexts(texts);
  const words = useTexts(formTexts);
  const opened = useOpenedSample({ sample, host, isReadOnly });
  const { mode, readOnly, writing, form, fee, cost, showsCost, groups } = opened;
  const { fields, selection, touched, change } = form;
  const materials = useRawMaterials({ sample, host, form, onSaved, onStale });
  const [judged, setJudged] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState<SampleDialog | 'reference' | null>(
    mode === 'editParameters' && sample.tuSampleParamIds.length === 0 ? 'parameters' : null,
  );
  const panel = useRef<HTMLDivElement>(null);
  useUnsaved(touched || null);
  const kept = useKeptSample(sample, form, !readOnly);

  const rawMaterial = isRawMaterial(host.consignType);
  const name = rawMaterial ? sample.testUnitSampleName : catalogueNameOf(sample);
  const problems = [
    ...opened.problems,
    ...(writing && missing.length > 0
      ? [problem('ATTACHMENTS_REQUIRED', { names: missing.join(comma()) }, 'attachments')]
      : []),
  ];

  const cite = (from: ReferenceSample) => {
    const { part, filled } = citedFrom(from, fields, selection.isLeftToLab);
    if (filled.length === 0) return warn(t('nothingToCite', { code: from.consignCode }));
    change(part);
    succeed(t('cited', { code: from.consignCode, what: filled.map((each) => t(each)).join(t('listComma')) }));
  };
  const isBlocked = (): boolean => {
    const [first] = problems;
    if (!first) return false;
    setJudged(true);
    if (first.code === 'MATERIAL_PARAMETERS_INCOMPLETE') void materials.askToComplete(first);
    else tellProblem(first, panel.current);
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
    if (
      !touched ||
      (await alertUser({
        title: t('discardTitle'),
        message: t('discardText'),
        confirm: t('discard'),
        cancel: t('keepEditing'),
        intent: 'danger',
      }))
    ) {
      if (touched) kept.drop();
      onClose();
    }
  };
  useSaveKey(() => void store('close'), !readOnly);
  useFormKeys({ next: onAddNext && (() => void store('next')), copy: onCopied && (() => void store('copy')) }, writing);
  useEffect(() => {
    if (!readOnly) panel.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [readOnly]);
  const verbs: After[] = [
    ...(writing && onCopied ? (['copy'] as const) : []),
    ...(writing && onAddNext ? (['next'] as const) : []),
    ...(readOnly ? [] : (['close'] as const)),
  ];

  return (
    <>
      <PageHeader
        title={name}
        tag={<span className="aux muted sample-path">{sample.sampleNameLink}</span>}
        actions={
          <>
            {touched && <span className="unsaved">{t('unsaved')}</span>}
            {!selection.isLeftToLab && (
              <InputModeSwitch value={fields.inputMethod} readOnly={readOnly} onSwitch={opened.switchInput} />
            )}
          </>
        }
      />
      <SampleSections
        className="page-body scrolls stack"
        panel={panel}
        sample={sample}
        host={host}
        opened={opened}
        problems={problems}
        judged={judged}
        onDialog={setDialog}
        Attachments={Attachments}
        onMissing={setMissing}
        onFiles={onSaved}
        note={
          <>
            <KeptSampleOffer kept={kept} />
            {mode === 'editParameters' && (
              <div className="note info">
                <b>{words('completing')}</b>
                <span className="grow">{words('completingNote')}</span>
              </div>
            )}
          </>
        }
        verbs={
          rawMaterial &&
          writing &&
          host.testUnitId &&
          host.projectId && (
            <Button
              size="small"
              variant="outlined"
              icon={<Duplicate />}
              text={t('citeConsigned')}
              onClick={() => setDialog('reference')}
            />
          )
        }
        rawMaterials={
          <RawMaterialSection
            materials={materials}
            host={host}
            mode={mode}
            Attachments={Attachments}
            onSaved={onSaved}
            onStale={onStale}
          />
        }
      />
      <SampleFormFooter
        rawMaterial={rawMaterial}
        isLeftToLab={selection.isLeftToLab}
        cost={cost}
        showsCost={showsCost}
        fee={fee}
        groups={groups}
        running={running}
        onBack={() => void leave()}
        verbs={verbs}
        onVerb={(then) => void store(then)}
      />
      {dialog === 'reference' ? (
        host.testUnitId &&
        host.projectId && (
          <ReferenceDialog
            testUnitId={host.testUnitId}
            projectId={host.projectId}
            consignId={host.consignId}
            onClose={() => setDialog(null)}
            onChosen={cite}
          />
        )
      ) : (
        <SampleDialogs
          open={dialog}
          sample={sample}
          name={name}
          host={host}
          opened={opened}
          onClose={() => setDialog(null)}
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
  const sample = useQuery({
    ...readOf(getBuSampleInfo, {
      id: sampleId,
      consignId: host.consignId,
      ...(host.pageSource === undefined ? {} : { pageSource: host.pageSource }),
    }),
    meta: { quiet: true },
  });
  if (sample.data) return <Editor key={sample.data.id} sample={sample.data} {...props} />;
  const isUnknown = sample.error instanceof ApiError && sample.error.status === 404;
  return (
    <>
      <PageHeader actions={<Button text={t('backToConsignment')} onClick={props.onClose} />} />
      {sample.isError ? (
        <Failed
          title={isUnknown ? words('idUnknown') : t('samplesFailed')}
          error={sample.error}
          onRetry={() => void sample.refetch()}
        />
      ) : (
        <LoadingPage />
      )}
    </>
  );
};
