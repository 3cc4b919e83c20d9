import { Button } from '@blueprintjs/core';
import { Duplicate, Key } from '@blueprintjs/icons';
import { type ReactNode, useState } from 'react';
import { useTexts } from '../i18n/texts.js';
import { AppDialog } from './app-dialog.js';
import { copyToClipboard } from './clipboard.js';
import { openDialog } from './dialogs.js';
import './secret-dialog.css';
import { texts } from './texts.js';
import { toastWarning } from './toaster.js';

type SecretDialogProps = { title: string; secret: string; children?: ReactNode; onDone(result: null): void };

/**
 * Shows a secret that nobody can read again. Escape, a click outside and the X do not close it; the user has to confirm
 * that it is stored. If the browser refuses to copy, the text can be selected.
 */
const SecretDialog = ({ title, secret, children, onDone }: SecretDialogProps) => {
  const t = useTexts(texts);
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    if (await copyToClipboard(secret, null)) setCopied(true);
  };
  return (
    <AppDialog
      title={title}
      width={550}
      canEscapeKeyClose={false}
      onClose={() => toastWarning(t('keepSecretFirst'))}
      footer={
        <>
          <span className="aux muted">{t('secretGoes')}</span>
          <Button className="push" intent="primary" text={t('secretKept')} onClick={() => onDone(null)} />
        </>
      }
    >
      <div className="stack">
        <div className="note warning">
          <Key size={14} />
          <span>
            {t('copySecretNow')}
            <b>{t('shownOnce')}</b>
          </span>
        </div>
        <div className="secret-line">
          <code aria-label={t('secret')}>{secret}</code>
          <Button
            variant="outlined"
            intent="primary"
            icon={<Duplicate />}
            text={t(isCopied ? 'copied' : 'copy')}
            onClick={() => void copy()}
          />
        </div>
        {children}
      </div>
    </AppDialog>
  );
};

/** Shows a secret and waits until the user confirms that it is stored. */
export const openSecretDialog = (props: Omit<SecretDialogProps, 'onDone'>): Promise<null> =>
  openDialog<null>((settle) => <SecretDialog {...props} onDone={settle} />);
