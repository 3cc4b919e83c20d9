import { Button } from '@blueprintjs/core';
import { Add, Manual } from '@blueprintjs/icons';
import { useState } from 'react';
import type { StandardLink } from '#events';
import { useTexts } from '../../i18n/texts.js';
import { CustomStandardDialog } from './custom-standard.dialog.js';
import { QuoteStandardDialog } from './quote-standard.dialog.js';
import { inCodeOrder, quoted } from './standard-rows.js';
import { texts } from './standards.texts.js';

type Props = {
  testUnitId: string | null;
  rows: readonly StandardLink[];
  isNeedConclusion: boolean;
  disabled?: boolean;
  onRows(rows: StandardLink[]): void;
};

/** 引用标准 and 添加自定义评定标准, each with its dialog (STD-001, STD-008, STD-009). */
export const StandardTools = ({ testUnitId, rows, isNeedConclusion, disabled = false, onRows }: Props) => {
  const t = useTexts(texts);
  const [open, setOpen] = useState<'quote' | 'custom' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        icon={<Manual />}
        text={t('quote')}
        disabled={disabled}
        onClick={() => setOpen('quote')}
      />
      {isNeedConclusion && (
        <Button
          size="small"
          variant="outlined"
          icon={<Add />}
          text={t('addCustom')}
          disabled={disabled}
          onClick={() => setOpen('custom')}
        />
      )}
      {open === 'quote' && (
        <QuoteStandardDialog
          testUnitId={testUnitId}
          listed={rows.flatMap(({ baBaseStandardId }) => baBaseStandardId ?? [])}
          onClose={close}
          onQuoted={(picked) => onRows(inCodeOrder(quoted(rows, picked, isNeedConclusion)))}
        />
      )}
      {open === 'custom' && (
        <CustomStandardDialog existing={rows} onClose={close} onAdded={(link) => onRows([...rows, link])} />
      )}
    </>
  );
};
