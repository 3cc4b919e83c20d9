import { messageOf } from '#domain/rules';
import { Button, Radio, RadioGroup, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import { language } from '../i18n/language.js';
import { useTexts } from '../i18n/texts.js';
import { AppDialog } from './app-dialog.js';
import { openDialog } from './dialogs.js';
import { Field } from './field.js';
import { texts } from './texts.js';
import { toastWarning } from './toaster.js';

/** Longest remark, reason or comment (DG-007). */
export const REMARK_LENGTH = 50;

/** `verdict` is 1 pass or 0 not pass, if the radio is shown. */
export type Remark = { text: string; verdict?: 0 | 1 };

export type RemarkDialogProps = {
  title: string;
  /** Label of the text; default: 意见. */
  label?: string;
  /** Text of the confirming button: the action. */
  action?: string;
  /** Shows the pass / not-pass choice with this initial value. */
  verdict?: 0 | 1;
  /** Initial text. */
  initial?: string;
  onDone(remark: Remark | null): void;
};

/**
 * Asks for a comment of 1 to 50 characters (DG-007, DG-008): returns a remark on confirm, null on cancel, X or Escape.
 */
export const RemarkDialog = ({ title, label, action, verdict, initial = '', onDone }: RemarkDialogProps) => {
  const t = useTexts(texts);
  const [text, setText] = useState(initial.slice(0, REMARK_LENGTH));
  const [selectedVerdict, setSelectedVerdict] = useState(verdict);
  const [missing, setMissing] = useState(false);
  const confirm = () => {
    if (text.trim() === '') {
      setMissing(true);
      toastWarning(messageOf('REASON_REQUIRED', {}, language()));
      return;
    }
    onDone({ text: text.trim(), ...(selectedVerdict === undefined ? {} : { verdict: selectedVerdict }) });
  };
  return (
    <AppDialog
      title={title}
      width={400}
      onClose={() => onDone(null)}
      onConfirm={confirm}
      footer={
        <>
          <span className="aux muted">{t('confirmKeys')}</span>
          <Button className="push" text={t('cancel')} onClick={() => onDone(null)} />
          <Button intent="primary" text={action ?? t('confirm')} onClick={confirm} />
        </>
      }
    >
      <div className="stack">
        {selectedVerdict !== undefined && (
          <Field label={t('result')} group>
            <RadioGroup
              inline
              className="inline-choices"
              selectedValue={selectedVerdict}
              onChange={(event) => setSelectedVerdict(event.currentTarget.value === '1' ? 1 : 0)}
            >
              <Radio label={t('pass')} value={1} />
              <Radio label={t('notPass')} value={0} />
            </RadioGroup>
          </Field>
        )}
        <Field
          label={label ?? t('remark')}
          required
          aside={
            <span className="numeric">
              {text.length}/{REMARK_LENGTH}
            </span>
          }
          error={missing ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
        >
          <TextArea
            fill
            className="remark"
            value={text}
            maxLength={REMARK_LENGTH}
            onChange={(event) => {
              setText(event.target.value.slice(0, REMARK_LENGTH));
              setMissing(false);
            }}
          />
        </Field>
      </div>
    </AppDialog>
  );
};

/** Opens the dialog from code and waits for the remark; null if the user cancelled. */
export const openRemarkDialog = (props: Omit<RemarkDialogProps, 'onDone'>): Promise<Remark | null> =>
  openDialog<Remark | null>((settle) => <RemarkDialog {...props} onDone={settle} />);
