import { messageOf } from '#domain';
import { Button, InputGroup, TextArea } from '@blueprintjs/core';
import { useState } from 'react';
import { rebuildConsignmentRows } from '#contract';
import { AppDialog } from '../../components/app-dialog.js';
import { askWith } from '../../components/dialogs.js';
import { Field } from '../../components/field.js';
import { succeed } from '../../components/toaster.js';
import { useSending } from '../../components/use-sending.js';
import { language } from '../../i18n/language.js';
import { useTexts } from '../../i18n/texts.js';
import { call } from '../../lib/http.js';
import { underOneKey } from '../../lib/one-key.js';
import { REASON_LENGTH } from './order-on-view.js';
import { texts } from './texts.js';
import { projectionsChanged } from './use-projections.js';
import { FailureNote } from '../../components/failure-note.js';

const RowRebuildDialog = ({ onDone }: { onDone(): void }) => {
  const t = useTexts(texts);
  const [consignment, setConsignment] = useState('');
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const { failed, running, send } = useSending();
  const missing = { consignment: consignment.trim() === '', reason: reason.trim() === '' };
  const confirm = async () => {
    setTried(true);
    if (missing.consignment || missing.reason) return;
    const body = { consignment: consignment.trim(), reason: reason.trim() };
    await send(async () => {
      await underOneKey(`rows ${JSON.stringify(body)}`, (idempotencyKey) =>
        call(rebuildConsignmentRows, { body, idempotencyKey }),
      );
      succeed(t('done'));
      void projectionsChanged();
      onDone();
      return true;
    });
  };
  return (
    <AppDialog
      title={t('rowsTitle')}
      width={400}
      hasUnsavedInput={consignment !== '' || reason !== ''}
      canOutsideClickClose={!running}
      onClose={() => !running && onDone()}
      onConfirm={() => void confirm()}
      footer={
        <>
          <Button className="push" text={t('close')} disabled={running} onClick={onDone} />
          <Button intent="primary" text={t('rowsVerb')} loading={running} onClick={() => void confirm()} />
        </>
      }
    >
      <div className="stack">
        <div>{t('rowsSentence')}</div>
        <Field
          label={t('consignment')}
          required
          error={tried && missing.consignment ? t('consignmentMissing') : undefined}
        >
          <InputGroup fill maxLength={100} value={consignment} onValueChange={setConsignment} />
        </Field>
        <Field
          label={t('reason')}
          required
          aside={
            <span className="numeric">
              {reason.length} / {REASON_LENGTH}
            </span>
          }
          error={tried && missing.reason ? messageOf('REASON_REQUIRED', {}, language()) : undefined}
        >
          <TextArea
            fill
            className="remark"
            value={reason}
            maxLength={REASON_LENGTH}
            placeholder={t('reasonHint')}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
        {failed && <FailureNote>{failed}</FailureNote>}
      </div>
    </AppDialog>
  );
};

/** Asks which consignment's rows are to be made anew, and why. */
export const askRowRebuild = (): Promise<void> =>
  askWith<void>((settle) => <RowRebuildDialog onDone={() => settle()} />);
