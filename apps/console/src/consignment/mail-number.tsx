import { Button, InputGroup } from '@blueprintjs/core';
import { useState } from 'react';
import { setMailOrderNumber } from '#contract';
import { AppDialog } from '../components/app-dialog.js';
import { openDialog } from '../components/dialogs.js';
import { Field } from '../components/field.js';
import { toastSuccess } from '../components/toaster.js';
import { textOf, useTexts } from '../i18n/texts.js';
import { callOperation, newIdempotencyKey } from '../lib/http.js';
import { texts } from './texts.js';
import { invalidateConsignments, markChanged, type ConsignmentRef } from './actions.js';
import { useSubmit } from '../components/use-submit.js';
import { FailureNote } from '../components/failure-note.js';

/** Longest mail number that the contract accepts. */
const MAX_LENGTH = 50;

const MailNumberDialog = ({
  initial,
  save,
  onDone,
}: {
  initial: string;
  save(number: string): Promise<unknown>;
  onDone(saved: boolean): void;
}) => {
  const t = useTexts(texts);
  const [number, setNumber] = useState(initial);
  const { failed, running, send } = useSubmit();
  const submit = async () => {
    await send(async () => {
      await save(number.trim());
      onDone(true);
      return true;
    });
  };
  return (
    <AppDialog
      title={t('setMailNumber')}
      width={400}
      onClose={() => onDone(false)}
      onConfirm={() => void submit()}
      footer={
        <>
          <Button className="push" text={t('cancel')} onClick={() => onDone(false)} />
          <Button intent="primary" text={t('save')} loading={running} onClick={() => void submit()} />
        </>
      }
    >
      <div className="stack">
        <Field label={t('mailNumber')}>
          <InputGroup value={number} maxLength={MAX_LENGTH} onValueChange={setNumber} />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

/** Sets the number of the parcel with the samples; true if saved. */
export const openMailNumberDialog = async (subject: ConsignmentRef & { mailOrderNumber: string }): Promise<boolean> => {
  const idempotencyKey = newIdempotencyKey();
  const isSaved = await openDialog<boolean>((settle) => (
    <MailNumberDialog
      initial={subject.mailOrderNumber}
      onDone={settle}
      save={(mailOrderNumber) =>
        callOperation(setMailOrderNumber, {
          body: { id: subject.id, mailOrderNumber },
          ifMatch: subject.revision,
          idempotencyKey,
        })
      }
    />
  ));
  if (isSaved) {
    toastSuccess(textOf(texts, 'mailNumberSaved'));
    markChanged([subject.id]);
  }
  void invalidateConsignments();
  return isSaved;
};
