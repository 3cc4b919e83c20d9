import { Button, Classes, H2 } from '@blueprintjs/core';
import { Cross } from '@blueprintjs/icons';
import type { ReactNode } from 'react';
import { useTexts } from '../i18n/texts.js';
import { texts } from './texts.js';

/** Title and X of a dialog. Blueprint's own says Close in every language. Name the dialog by it: `aria-labelledby={id}`. */
export const DialogHead = ({ id, title, onClose }: { id: string; title: ReactNode; onClose(): void }) => {
  const t = useTexts(texts);
  return (
    <div className={Classes.DIALOG_HEADER}>
      <H2 id={id}>{title}</H2>
      <Button
        variant="minimal"
        className={Classes.DIALOG_CLOSE_BUTTON}
        icon={<Cross />}
        aria-label={t('closeDialog')}
        onClick={onClose}
      />
    </div>
  );
};
