import { Button } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import type { SampleView } from '#contract';
import { openAlertDialog } from '../../components/alert-dialog.js';
import { AppDialog } from '../../components/app-dialog.js';
import { orDash } from '../../components/data-table.js';
import { moneyText } from '../../components/money.js';
import { toastSuccess } from '../../components/toaster.js';
import { useTexts } from '../../i18n/texts.js';
import type { SampleAttachments } from '../editor/sample-attachments.js';
import { type SampleDialog, SampleDialogs } from '../editor/sample-dialogs.js';
import { SampleSections } from '../editor/sample-sections.js';
import { showProblem } from '../editor/show-problem.js';
import { texts as sampleTexts } from '../editor/texts.js';
import { useOpenSample } from '../editor/use-sample-form.js';
import { useChildSave } from '../editor/use-sample-save.js';
import { InputModeSwitch } from '../selection/input-mode.js';
import type { SampleFormContext } from '../selection/offer.js';
import { texts } from './raw-material.texts.js';

/** Required files are checked on the parent sample. */
const ignoreMissing = (): void => undefined;

type Props = {
  host: SampleFormContext;
  /** The own sample of a raw material, as stored. */
  sample: SampleView;
  /** Whether the consignment is read-only; what was left to the laboratory may be completed nevertheless (MODE-005). */
  readOnly: boolean;
  Attachments?: SampleAttachments | undefined;
  onClose(): void;
  /** The revision of the consignment has changed; gets the stored sample, null if only its files changed. */
  onSaved(saved: SampleView | null): Promise<unknown>;
  onStale(): void;
};

/**
 * Edit raw material information (mix ratio), 1200px: the form of a sample, without raw materials (001 RM-001, RM-002).
 */
export const ChildSampleDialog = ({
  sample,
  host,
  readOnly: isReadOnly,
  Attachments,
  onClose,
  onSaved,
  onStale,
}: Props) => {
  const t = useTexts(texts);
  const sampleText = useTexts(sampleTexts);
  const openSample = useOpenSample({ sample, host, isReadOnly });
  const { mode, readOnly, form, cost, showsCost, problems } = openSample;
  const { fields, selection, hasChanges } = form;
  const [showsProblems, setShowsProblems] = useState(false);
  const [dialog, setDialog] = useState<SampleDialog | null>(null);
  const panel = useRef<HTMLDivElement>(null);
  const { running, save } = useChildSave({ sample, host, mode, form, onStale });

  const store = async () => {
    const [first] = problems;
    if (first) {
      setShowsProblems(true);
      return showProblem(first, panel.current);
    }
    const saved = await save();
    if (!saved) return;
    await onSaved(saved);
    toastSuccess(sampleText('saved'));
    onClose();
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
    )
      onClose();
  };

  return (
    <>
      <AppDialog
        title={t('childTitle')}
        width={1200}
        hasUnsavedInput={hasChanges}
        onClose={() => void leave()}
        onConfirm={() => {
          if (!readOnly) void store();
        }}
        footer={
          <>
            {showsCost && !selection.isLeftToLab && (
              <span className="child-sample__fee">
                <span className="dense secondary">{sampleText('sampleFee')}</span>
                <b className="numeric">{orDash(cost && moneyText(cost))}</b>
                <span className="dense secondary">{sampleText('yuan')}</span>
              </span>
            )}
            {hasChanges && <span className="unsaved">{t('unsaved')}</span>}
            <Button
              className="push"
              text={t(readOnly ? 'close' : 'no')}
              disabled={running}
              onClick={() => void leave()}
            />
            {!readOnly && <Button intent="primary" text={t('save')} loading={running} onClick={() => void store()} />}
          </>
        }
      >
        <SampleSections
          className="child-sample"
          panel={panel}
          sample={sample}
          host={host}
          openSample={openSample}
          problems={problems}
          showsProblems={showsProblems}
          onDialog={setDialog}
          Attachments={Attachments}
          onMissing={ignoreMissing}
          onFiles={() => onSaved(null)}
          note={
            <div className="row">
              <b>{sample.testUnitSampleName}</b>
              <span className="aux muted sample-path">{sample.sampleNameLink}</span>
              {!selection.isLeftToLab && (
                <span className="push">
                  <InputModeSwitch value={fields.inputMethod} readOnly={readOnly} onSwitch={openSample.switchInput} />
                </span>
              )}
            </div>
          }
        />
      </AppDialog>
      <SampleDialogs
        open={dialog}
        sample={sample}
        name={sample.testUnitSampleName}
        host={host}
        openSample={openSample}
        onClose={() => setDialog(null)}
      />
    </>
  );
};
