import { Button, Checkbox } from '@blueprintjs/core';
import { Eraser, Error as ErrorIcon } from '@blueprintjs/icons';
import { useRef, useState } from 'react';
import type { ConsignmentView } from '#contract';
import { AppDialog } from '../components/app-dialog.js';
import { Money } from '../components/money.js';
import { useTexts } from '../i18n/texts.js';
import { noteFailure } from '../lib/failures.js';
import { SignaturePad, type SignaturePadHandle } from '../components/signature-pad.js';
import { texts } from './texts.js';

type SignDialogProps = { consignments: readonly ConsignmentView[]; sign(image: string): Promise<unknown>; onDone(signed: boolean): void };

/** What is signed, who signs, box, consent, submit (picture 09b). The button waits for strokes and consent. */
export const SignDialog = ({ consignments, sign, onDone }: SignDialogProps) => {
  const t = useTexts(texts);
  const pad = useRef<SignaturePadHandle>(null);
  const [hasStrokes, setHasStrokes] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [running, setRunning] = useState(false);
  const [failed, setFailed] = useState('');
  const ready = hasStrokes && agreed;
  const submit = async () => {
    const image = pad.current?.image();
    if (!ready || running || !image) return;
    setRunning(true);
    setFailed('');
    try {
      await sign(image);
      onDone(true);
    } catch (error) {
      noteFailure(error);
      setFailed(error instanceof Error ? error.message : String(error));
      setRunning(false);
    }
  };
  return (
    <AppDialog
      title={t('signTitle', { n: consignments.length })} width={480} hasUnsavedInput={hasStrokes} onClose={() => !running && onDone(false)}
      footer={<>
        <Checkbox className="check" checked={agreed} label={t('signConsent')} onChange={(event) => setAgreed(event.currentTarget.checked)} />
        <Button className="push" text={t('cancel')} disabled={running} onClick={() => onDone(false)} />
        <Button intent="primary" text={t('signVerb')} disabled={!ready} loading={running} onClick={() => void submit()} />
      </>}
    >
      <div className="stack">
        {consignments.map((consignment) => (
          <div key={consignment.id} className="row">
            <div className="grow"><div className="numeric strong">{consignment.consignCode}</div><div className="dense secondary ellipsis">{consignment.samples.map(({ testUnitSampleName }) => testUnitSampleName).join('、')}</div></div>
            <div className="push nowrap"><Money amount={consignment.actFee ?? consignment.estimatedFee} /> <span className="aux muted">{t('yuan')}</span></div>
          </div>
        ))}
        <div className="row dense"><span className="secondary">{t('signer')}</span><span className="push strong">{consignments[0]?.linkPerson}　{consignments[0]?.linkPersonPhone}</span></div>
        <div className="row"><span className="strong">{t('signHere')}</span><Button className="push" size="small" variant="minimal" icon={<Eraser />} text={t('signAgain')} onClick={() => pad.current?.clear()} /></div>
        <SignaturePad ref={pad} label={t('signHere')} onChange={setHasStrokes} />
        {failed && <div className="note danger" role="alert"><ErrorIcon size={14} />{failed}</div>}
      </div>
    </AppDialog>
  );
};
