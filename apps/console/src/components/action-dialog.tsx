import { messageOf } from '#domain/rules';
import { Button, InputGroup, type Intent, TextArea } from '@blueprintjs/core';
import { type ReactNode, useState } from 'react';
import { language } from '../i18n/language.js';
import { useTexts } from '../i18n/texts.js';
import { AppDialog } from './app-dialog.js';
import { openDialog } from './dialogs.js';
import { Field } from './field.js';
import { REMARK_LENGTH } from './remark-dialog.js';
import { texts } from './texts.js';
import { useSubmit } from './use-submit.js';
import { FailureNote } from './failure-note.js';

export type ActionDialogProps = {
  /** Title and button: the action, e.g. 撤回委托 (never 确定). */
  action: string;
  /** One sentence about what happens to the object. */
  sentence: ReactNode;
  /** A reason of at most 50 characters, or `maxLength`; absent: no reason. */
  reason?: { label: string; required: boolean; placeholder?: string; maxLength?: number };
  /** A name that must be typed before the action runs; for actions that remove something that is in use. */
  nameConfirmation?: { label: string; name: string; error: string };
  /** Red only if work is lost. */
  intent?: Intent;
  /**
   * Runs the action. A rejection keeps the dialog open and shows its message there, so its calls must not go through
   * the global alert.
   */
  run(reason: string): Promise<unknown>;
  onDone(isConfirmed: boolean): void;
};

/** The one dialog for actions that change state or destroy. */
export const ActionDialog = ({
  action,
  sentence,
  reason,
  nameConfirmation,
  intent = 'primary',
  run,
  onDone,
}: ActionDialogProps) => {
  const t = useTexts(texts);
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [missing, setMissing] = useState(false);
  const [isOtherName, setOtherName] = useState(false);
  const { failed, running, send } = useSubmit();
  const maxLength = reason?.maxLength ?? REMARK_LENGTH;
  const confirm = async () => {
    if (running) return;
    const [lacksReason, lacksName] = [
      reason?.required === true && text.trim() === '',
      nameConfirmation !== undefined && name.trim() !== nameConfirmation.name,
    ];
    setMissing(lacksReason);
    setOtherName(lacksName);
    if (lacksReason || lacksName) return;
    await send(async () => {
      await run(text.trim());
      onDone(true);
      return true;
    });
  };
  return (
    <AppDialog
      title={action}
      width={400}
      role="alertdialog"
      hasUnsavedInput={text !== '' || name !== ''}
      canOutsideClickClose={!running}
      onClose={() => !running && onDone(false)}
      onConfirm={() => void confirm()}
      footer={
        <>
          <span className="aux muted">{t('confirmKeys')}</span>
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(false)} />
          <Button intent={intent} text={action} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        <div>{sentence}</div>
        {reason && (
          <Field
            label={reason.label}
            required={reason.required}
            aside={
              <span className="numeric">
                {text.length} / {maxLength}
              </span>
            }
            error={missing ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
          >
            <TextArea
              fill
              className="remark"
              value={text}
              maxLength={maxLength}
              placeholder={reason.placeholder}
              onChange={(event) => {
                setText(event.target.value.slice(0, maxLength));
                setMissing(false);
              }}
            />
          </Field>
        )}
        {nameConfirmation && (
          <Field label={nameConfirmation.label} required error={isOtherName ? nameConfirmation.error : undefined}>
            <InputGroup
              value={name}
              autoComplete="off"
              onValueChange={(value) => {
                setName(value);
                setOtherName(false);
              }}
            />
          </Field>
        )}
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

/** Opens the dialog from code; true if the action was done, false if the user cancelled. */
export const openActionDialog = (props: Omit<ActionDialogProps, 'onDone'>): Promise<boolean> =>
  openDialog<boolean>((settle) => <ActionDialog {...props} onDone={settle} />);
