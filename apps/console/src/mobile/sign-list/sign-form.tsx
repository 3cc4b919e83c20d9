import { useRef, useState } from 'react';
import type { Signing } from '#contract';
import { moneyText } from '../../components/money.js';
import { SignaturePad, type SignaturePadHandle } from '../../components/signature-pad.js';
import { useTexts } from '../../i18n/texts.js';
import { NoAnswer, Refused } from '../calls.js';
import { keepAsking } from '../keep-asking.js';
import { MobileFrame } from '../mobile-frame.js';
import { signingRequest } from './signing.js';
import { texts } from './texts.js';

const PAD_HEIGHT = 460;

type SignFormProps = {
  keyText: string;
  signing: Signing;
  until: string;
  onSigned(): void;
  onLater(): void;
  /** Something has changed since this was shown: it is read again, what was drawn stays. */
  onChanged(): Promise<void>;
  onRefused(error: unknown): void;
};

/** What is signed, who signs, box, consent, submit (picture 09b). The button waits for strokes and consent. */
export const SignForm = ({ keyText, signing, until, onSigned, onLater, onChanged, onRefused }: SignFormProps) => {
  const t = useTexts(texts);
  const pad = useRef<SignaturePadHandle>(null);
  const [hasStrokes, setHasStrokes] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [sending, setSending] = useState<'no' | 'yes' | 'again'>('no');
  const [problem, setProblem] = useState('');
  const n = signing.consignments.length;
  const running = sending !== 'no';
  const ready = hasStrokes && agreed;

  const submit = async () => {
    if (!ready || running || !pad.current) return;
    setSending('yes');
    setProblem('');
    try {
      await keepAsking(signingRequest(keyText, signing.version, pad.current.image()), () => setSending('again'));
      onSigned();
    } catch (error) {
      setSending('no');
      if (error instanceof Refused && error.code === 'SIGNING_CHANGED') {
        setAgreed(false);
        setProblem(error.message);
        await onChanged();
      } else if (error instanceof NoAnswer) setProblem(t('lost'));
      else if (error instanceof Refused && error.code === 'SIGN_IMAGE_INVALID') setProblem(error.message);
      else onRefused(error);
    }
  };

  return (
    <MobileFrame
      title={t('title')}
      footer={<>
        {sending === 'again' && <p className="sending" role="status">{t('retrying')}</p>}
        {problem && <p className="problem" role="alert">{problem}</p>}
        <div className="buttons">
          <button type="button" disabled={running} onClick={onLater}>{t('later')}</button>
          <button type="button" className="primary" disabled={!ready || running} onClick={() => void submit()}>{t(running ? 'sending' : 'submit')}</button>
        </div>
      </>}
    >
      <section className="sheet">
        <div className="sheet__head"><h2>{t('count', { n })}</h2><span className="tag">{t('waiting')}</span></div>
        <ul className="signed-list">
          {signing.consignments.map((each) => (
            <li key={each.id}>
              <div className="words"><div className="code">{each.consignCode}</div><div className="hint">{each.projectName}</div><div className="hint">{each.testContent}　{t('samples', { n: each.sampleCount })}</div></div>
              {each.fee !== null && <div className="fee">{moneyText(each.fee)}<span className="hint">{t('yuan')}</span></div>}
            </li>
          ))}
        </ul>
      </section>
      <section className="sheet">
        <dl className="who">
          <div><dt>{t('unit')}</dt><dd>{signing.consignUnitName}</dd></div>
          <div><dt>{t('signer')}</dt><dd className="strong">{t('consignor', { name: signing.signer })}</dd></div>
          <div><dt>{t('phone')}</dt><dd>{signing.signerPhone}</dd></div>
          <div><dt>{t('until')}</dt><dd>{until}</dd></div>
        </dl>
      </section>
      <section className="sheet">
        <div className="sheet__head plain"><h2>{t('here')}</h2><button type="button" className="bare" disabled={running || !hasStrokes} onClick={() => pad.current?.clear()}>{t('again')}</button></div>
        <SignaturePad ref={pad} label={t('here')} height={PAD_HEIGHT} onChange={setHasStrokes} />
        <p className="hint">{t('only', { n })}</p>
      </section>
      <label className="consent"><input type="checkbox" checked={agreed} disabled={running} onChange={(event) => setAgreed(event.currentTarget.checked)} />{t('consent')}</label>
    </MobileFrame>
  );
};
