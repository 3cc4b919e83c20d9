import { Button, type Intent } from '@blueprintjs/core';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts.js';
import { AppDialog } from './app-dialog.js';
import { openDialog } from './dialogs.js';
import { texts } from './texts.js';

export type AlertDialogProps = {
  /** Default: 提示. */
  title?: string;
  message: ReactNode;
  /** Default: 知道了. */
  confirm?: string;
  /** A second button, left of the first. Absent: there is only one. */
  cancel?: string;
  intent?: Intent;
  onDone(confirmed: boolean): void;
};

/** A message the user must see, or a question with two answers. */
export const AlertDialog = ({ title, message, confirm, cancel, intent = 'primary', onDone }: AlertDialogProps) => {
  const t = useTexts(texts);
  return (
    <AppDialog
      title={title ?? t('notice')}
      width={400}
      role="alertdialog"
      onClose={() => onDone(false)}
      footer={
        <>
          <span className="push" />
          {cancel && <Button text={cancel} onClick={() => onDone(false)} />}
          <Button intent={intent} text={confirm ?? t('ok')} onClick={() => onDone(true)} />
        </>
      }
    >
      <div style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message}</div>
    </AppDialog>
  );
};

/** Opens it from code; true if confirmed. */
export const openAlertDialog = (props: Omit<AlertDialogProps, 'onDone'>): Promise<boolean> =>
  openDialog<boolean>((settle) => <AlertDialog {...props} onDone={settle} />);
