import { Button, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { customStandard, customStandardProblem } from '#domain';
import type { StandardLink } from '#events';
import { AppDialog } from '../../components/app-dialog.js';
import { Field } from '../../components/field.js';
import { useTexts } from '../../i18n/texts.js';
import { texts } from './standards.texts.js';

/** 添加自定义评定标准 (STD-009 to STD-011): an evaluation standard that no catalogue has, by its name. */
export const CustomStandardDialog = ({
  existing,
  onClose,
  onAdded,
}: {
  existing: readonly StandardLink[];
  onClose(): void;
  onAdded(link: StandardLink): void;
}) => {
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const [judged, setJudged] = useState(false);
  const found = judged ? customStandardProblem(name, existing) : null;
  const add = () => {
    setJudged(true);
    if (customStandardProblem(name, existing)) return;
    onAdded(customStandard(name));
    onClose();
  };
  return (
    <AppDialog
      title={t('customTitle')}
      width={500}
      hasUnsavedInput={name !== ''}
      onClose={onClose}
      onConfirm={add}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={onClose} />
          <Button intent="primary" text={t('confirm')} onClick={add} />
        </>
      }
    >
      <Field
        label={t('customName')}
        required
        error={found === null ? undefined : t(found === 'empty' ? 'customEmpty' : 'customExists')}
      >
        <InputGroup
          fill
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              add();
            }
          }}
        />
      </Field>
    </AppDialog>
  );
};
