import { Button, Checkbox } from '@blueprintjs/core';
import { Eraser } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import type { ConsignmentView } from '#contract';
import { AppDialog } from '../components/app-dialog.js';
import { Money } from '../components/money.js';
import { SignaturePad, type SignaturePadHandle } from '../components/signature-pad.js';
import { useTexts } from '../i18n/texts.js';
import './sign.css';
import { SigningCode } from './signing-code.js';
import { texts } from './sign.texts.js';
import { useSending } from '../components/use-sending.js';
import { comma } from '../i18n/comma.js';
import { FailureNote } from '../components/failure-note.js';

type SignDialogProps = {
  consignments: readonly ConsignmentView[];
  sign(image: string): Promise<unknown>;
  onDone(signed: boolean): void;
};

/** What is signed and by whom; then on a phone, by its code, or here: box, consent, submit (picture 09b). */
export const SignDialog = ({ consignments, sign, onDone }: SignDialogProps) => {
  const t = useTexts(texts);
  const pad = useRef<SignaturePadHandle>(null);
  const [ids] = useState(() => consignments.map(({ id }) => id));
  const [hasStrokes, setHasStrokes] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const { failed, running, send } = useSending();
  const ready = hasStrokes && agreed;
  const submit = async () => {
    const image = pad.current?.image();
    if (!ready || running || !image) return;
    await send(async () => {
      await sign(image);
      onDone(true);
      return true;
    });
  };
  return (
    <AppDialog
      title={t('title', { n: consignments.length })}
      width={800}
      hasUnsavedInput={hasStrokes}
      onClose={() => !running && onDone(false)}
      footer={
        <>
          <Checkbox
            className="check"
            checked={agreed}
            label={t('consent')}
            onChange={(event) => setAgreed(event.currentTarget.checked)}
          />
          <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(false)} />
          <Button intent="primary" text={t('verb')} disabled={!ready} loading={running} onClick={() => void submit()} />
        </>
      }
    >
      <div className="stack">
        {consignments.map((consignment) => (
          <div key={consignment.id} className="row">
            <div className="grow">
              <div className="numeric strong">{consignment.consignCode}</div>
              <div className="dense secondary ellipsis">
                {consignment.samples.map(({ testUnitSampleName }) => testUnitSampleName).join(comma())}
                {'　'}
                {t('samples', { n: consignment.samples.length })}
              </div>
            </div>
            <div className="push nowrap">
              <Money amount={consignment.actFee ?? consignment.estimatedFee} />{' '}
              <span className="aux muted">{t('yuan')}</span>
            </div>
          </div>
        ))}
        <div className="row dense">
          <span className="secondary">{t('signer')}</span>
          <span className="push strong">
            {consignments[0]?.linkPerson}　{consignments[0]?.linkPersonPhone}
          </span>
        </div>
        <div className="sign-ways">
          <SigningCode ids={ids} onSigned={() => !running && onDone(true)} />
          <div className="sign-here">
            <div className="row">
              <span className="strong">{t('here')}</span>
              <Button
                className="push"
                size="small"
                variant="minimal"
                icon={<Eraser />}
                text={t('again')}
                onClick={() => pad.current?.clear()}
              />
            </div>
            <SignaturePad ref={pad} label={t('here')} onChange={setHasStrokes} />
            {failed && <FailureNote>{failed}</FailureNote>}
          </div>
        </div>
      </div>
    </AppDialog>
  );
};
