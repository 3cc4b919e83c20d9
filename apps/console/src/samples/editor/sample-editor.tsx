import { Button } from '@blueprintjs/core';
import { Cube, Duplicate, History } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { getBuSampleInfo, type ReferenceSample, type SampleView } from '#contract';
import { catalogueNameOf } from '#domain/catalogue';
import { isRawMaterial, NO_SAVE } from '#domain/consignment';
import { problem } from '#domain/rules';
import type { FeeExplanation } from '#domain/sample';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { orDash } from '../../components/data-table.js';
import { moneyText } from '../../components/money.js';
import { PageHeader } from '../../components/page-header.js';
import { ErrorState, LoadingPage } from '../../components/page-states.js';
import { toastSuccess, toastWarning } from '../../components/toaster.js';
import { listSeparator } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { shortTime } from '../../lib/china-time.js';
import { ApiError } from '../../lib/http.js';
import { useSaveShortcut } from '../../lib/use-save-shortcut.js';
import { queryOptionsOf } from '../../lib/queries.js';
import { useUnsaved } from '../../lib/view.js';
import { RawMaterialSection } from '../raw-materials/raw-material.section.js';
import { useRawMaterials } from '../raw-materials/use-raw-materials.js';
import { InputModeSwitch } from '../selection/input-mode.js';
import { feeFormula, type SampleFormContext } from '../selection/offer.js';
import { applyCitedSample, ReferenceDialog } from './reference.dialog.js';
import type { SampleAttachments } from './sample-attachments.js';
import { type SampleDialog, SampleDialogs } from './sample-dialogs.js';
import { texts as sampleFormTexts } from './sample-form.texts.js';
import { SampleSections } from './sample-sections.js';
import './samples.css';
import { showProblem } from './show-problem.js';
import { texts } from './texts.js';
import { useOpenSample } from './use-sample-form.js';
import { type AfterSave, useUnsavedSample, useSampleSave } from './use-sample-save.js';

/** Offers unsaved input of a sample's form again; it is never restored by itself. */
const UnsavedSampleOffer = ({
  unsaved: { offer, restore, discard },
}: {
  unsaved: ReturnType<typeof useUnsavedSample>;
}) => {
  const t = useTexts(texts);
  return (
    offer && (
      <div className="note info" role="status">
        <History size={14} />
        <span className="grow">{t('unsavedOffer', { time: shortTime(offer.at) })}</span>
        <Button size="small" intent="primary" text={t('restoreUnsaved')} onClick={restore} />
        <Button size="small" variant="outlined" text={t('discardUnsaved')} onClick={discard} />
      </div>
    )
  );
};

type SampleFormFooterProps = {
  rawMaterial: boolean;
  isLeftToLab: boolean;
  /** The cost of the sample in yuan; null if unknown. */
  cost: string | null;
  /** Whether the unit shows it. */
  showsCost: boolean;
  fee: FeeExplanation | null;
  groups: number;
  running: AfterSave | null;
  onBack(): void;
  /** The available actions: each saves first. */
  actions: readonly AfterSave[];
  onAction(afterSave: AfterSave): void;
};

/** The fee with its explanation, and the actions of the form with their keys. */
const SampleFormFooter = ({
  rawMaterial,
  isLeftToLab,
  cost,
  showsCost,
  fee,
  groups,
  running,
  onBack,
  actions,
  onAction,
}: SampleFormFooterProps) => {
  const t = useTexts(texts);
  const formText = useTexts(sampleFormTexts);
  const action = (afterSave: AfterSave, text: string, keys: string) =>
    actions.includes(afterSave) && (
      <Button
        text={text}
        endIcon={
          <span aria-hidden className={`key-hint only-wide${afterSave === 'close' ? ' on-primary' : ''}`}>
            {keys}
          </span>
        }
        loading={running === afterSave}
        disabled={running !== null && running !== afterSave}
        {...(afterSave === 'close' ? { intent: 'primary' as const } : {})}
        onClick={() => onAction(afterSave)}
      />
    );
  return (
    <div className="form-footer">
      {isLeftToLab ? (
        <span className="dense secondary">
          <Cube size={14} /> {t('leftToLabNote')}
        </span>
      ) : (
        showsCost && (
          <span className="fee-figure">
            <span className="dense secondary">{t(rawMaterial ? 'sampleFee' : 'itemFee')}</span>
            <span className="numeric fee-sum">{orDash(cost && moneyText(cost))}</span>
            <span className="dense secondary numeric">
              {t('yuan')}
              {fee && ` = ${moneyText(fee.sum)} ${t('groups', { count: groups })}`}
            </span>
            {fee && <span className="aux muted numeric only-wide">{feeFormula(fee, moneyText)}</span>}
          </span>
        )
      )}
      <div className="form-footer__actions">
        <Button variant="minimal" text={t('backToConsignment')} onClick={onBack} />
        {action('copy', formText('copyAndOpen'), 'Ctrl ⇧ ↵')}
        {action('next', t('saveAndNext'), 'Ctrl ↵')}
        {action('close', t(rawMaterial ? 'saveSample' : 'saveItem'), 'Ctrl S')}
      </div>
    </div>
  );
};

/**
 * Ctrl Enter saves and goes to the next sample, with Shift to a copy of this one. A dialog above handles its own keys.
 */
const useFormKeys = (
  keys: { next?: (() => void) | undefined; copy?: (() => void) | undefined },
  enabled: boolean,
): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || document.querySelector('.bp6-dialog')) return;
    const run = event.shiftKey ? keys.copy : keys.next;
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    if (!enabled) return;
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [enabled]);
};

type Props = {
  host: SampleFormContext;
  sampleId: string;
  /** Whether the consignment is read-only; a sample left to the laboratory may be completed nevertheless (MODE-004). */
  readOnly: boolean;
  Attachments?: SampleAttachments;
  onClose(): void;
  onSaved(): Promise<unknown>;
  onStale(): void;
  onAddNext?(): void;
  onCopied?(sampleId: string): void;
};

/** The sample form: its sections in one scrolling panel, and the resulting fee (001 section 2). */
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
  const formText = useTexts(sampleFormTexts);
  const openSample = useOpenSample({ sample, host, isReadOnly });
  const { mode, readOnly, writing, form, fee, cost, showsCost, groups } = openSample;
  const { fields, selection, hasChanges, change } = form;
  const materials = useRawMaterials({ sample, host, form, onSaved, onStale });
  const [showsProblems, setShowsProblems] = useState(false);
  const [missingKinds, setMissingKinds] = useState<readonly string[]>([]);
  const [dialog, setDialog] = useState<SampleDialog | 'reference' | null>(
    mode === 'editParameters' && sample.tuSampleParamIds.length === 0 ? 'parameters' : null,
  );
  // The address is that of the copy before its form is there: input in the meantime must not go into this sample.
  const [isCopied, setIsCopied] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  useUnsaved(hasChanges || null);
  const unsaved = useUnsavedSample(sample, form, !readOnly);

  const rawMaterial = isRawMaterial(host.consignType);
  const name = rawMaterial ? sample.testUnitSampleName : catalogueNameOf(sample);
  const problems = [
    ...openSample.problems,
    ...(writing && missingKinds.length > 0
      ? [problem('ATTACHMENTS_REQUIRED', { names: missingKinds.join(listSeparator()) }, 'attachments')]
      : []),
  ];

  const cite = (citedSample: ReferenceSample) => {
    const { part, filledFields } = applyCitedSample(citedSample, fields, selection.isLeftToLab);
    if (filledFields.length === 0) return toastWarning(t('nothingToCite', { code: citedSample.consignCode }));
    change(part);
    toastSuccess(
      t('cited', { code: citedSample.consignCode, what: filledFields.map((each) => t(each)).join(t('listComma')) }),
    );
  };
  const isBlocked = (): boolean => {
    const [first] = problems;
    if (!first) return false;
    setShowsProblems(true);
    if (first.code === 'MATERIAL_PARAMETERS_INCOMPLETE') void materials.confirmCompletion(first);
    else showProblem(first, panel.current);
    return true;
  };
  const { running, save, copy } = useSampleSave({ sample, host, mode, form, isBlocked, onStale });
  const store = async (afterSave: AfterSave) => {
    const saved = await save(afterSave);
    if (saved === null || saved === NO_SAVE) return;
    const copyId = afterSave === 'copy' ? await copy() : null;
    await onSaved();
    toastSuccess(copyId ? formText('copied') : t('saved'));
    if (copyId) {
      setIsCopied(true);
      onCopied?.(copyId);
    } else if (afterSave === 'next') onAddNext?.();
    else if (afterSave === 'close') onClose();
  };
  const leave = async () => {
    if (
      !hasChanges ||
      (await openAlertDialog({
        title: t('discardTitle'),
        message: t('discardText'),
        confirm: t('discard'),
        cancel: t('keepEditing'),
        intent: 'danger',
      }))
    ) {
      if (hasChanges) unsaved.drop();
      onClose();
    }
  };
  useSaveShortcut(() => void store('close'), !readOnly);
  useFormKeys({ next: onAddNext && (() => void store('next')), copy: onCopied && (() => void store('copy')) }, writing);
  useEffect(() => {
    if (!readOnly) panel.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [readOnly]);
  const actions: AfterSave[] = [
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
            {hasChanges && <span className="unsaved">{t('unsaved')}</span>}
            {!selection.isLeftToLab && (
              <InputModeSwitch value={fields.inputMethod} readOnly={readOnly} onSwitch={openSample.switchInput} />
            )}
          </>
        }
      />
      <SampleSections
        className="page-body scrolls stack"
        panel={panel}
        inert={isCopied}
        sample={sample}
        host={host}
        openSample={openSample}
        problems={problems}
        showsProblems={showsProblems}
        onDialog={setDialog}
        Attachments={Attachments}
        onMissing={setMissingKinds}
        onFiles={onSaved}
        note={
          <>
            <UnsavedSampleOffer unsaved={unsaved} />
            {mode === 'editParameters' && (
              <div className="note info">
                <b>{formText('completing')}</b>
                <span className="grow">{formText('completingNote')}</span>
              </div>
            )}
          </>
        }
        actions={
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
        actions={actions}
        onAction={(afterSave) => void store(afterSave)}
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
          openSample={openSample}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
};

/** Reads the sample and opens its form. */
export const SampleEditor = ({ sampleId, ...props }: Props) => {
  const t = useTexts(texts);
  const formText = useTexts(sampleFormTexts);
  const { host } = props;
  const sample = useQuery({
    ...queryOptionsOf(getBuSampleInfo, {
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
        <ErrorState
          title={isUnknown ? formText('idUnknown') : t('samplesFailed')}
          error={sample.error}
          onRetry={() => void sample.refetch()}
        />
      ) : (
        <LoadingPage />
      )}
    </>
  );
};
