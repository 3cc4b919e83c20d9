import { Button } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { AppDialog, type DialogWidth } from '../../components/app-dialog.js';
import { focusWrongNumber } from '../../components/number-input.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './texts.js';
import { useSending } from '../../components/use-sending.js';
import { FailureNote } from '../../components/failure-note.js';

type SavingDialogProps = {
  title: string;
  width?: DialogWidth;
  /** The confirming button: the verb. */
  verb: string;
  hasUnsavedInput: boolean;
  /** Checks and sends; false keeps the dialog open, a rejection shows its message there. */
  save(): Promise<boolean>;
  onDone(saved: boolean): void;
  children: ReactNode;
};

/** A dialog with fields that are sent: stays open with the server's words when it says no. */
export const SavingDialog = ({
  title,
  width = 400,
  verb,
  hasUnsavedInput,
  save,
  onDone,
  children,
}: SavingDialogProps) => {
  const t = useTexts(texts);
  const { failed, running, send } = useSending();
  const confirm = async () => {
    if (focusWrongNumber()) return;
    await send(async () => {
      const saved = await save();
      if (saved) onDone(true);
      return saved;
    });
  };
  return (
    <AppDialog
      title={title}
      width={width}
      hasUnsavedInput={hasUnsavedInput}
      onClose={() => !running && onDone(false)}
      onConfirm={() => void confirm()}
      footer={
        <>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(false)} />
          <Button intent="primary" text={verb} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        {children}
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};
