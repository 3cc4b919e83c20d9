import { type ReactNode, useRef, useState } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../components/signature-pad.js';
import { useTexts } from '../../i18n/texts.js';
import { NoAnswer, Refused } from '../calls.js';
import { keepAsking } from '../keep-asking.js';
import { MobileFrame } from '../mobile-frame.js';
import type { SignatureWords } from './signature-words.js';
import { texts } from './texts.js';

const PAD_HEIGHT = 460;

type SignatureFormProps = {
  words: SignatureWords;
  /** Something else has to be filled in before it can be signed. */
  incomplete?: boolean;
  request(image: string): () => Promise<unknown>;
  onSigned(): void;
  onLater(): void;
  /** Something has changed since this was shown: it is read again, what was drawn stays. */
  onChanged(): Promise<void>;
  onRefused(error: unknown): void;
  /** What is signed, and by whom. */
  children: ReactNode;
};

/** What is signed, who signs, box, consent, submit (picture 09b). The button waits for strokes, consent and whatever else the page asks for. */
export const SignatureForm = ({
  words,
  incomplete = false,
  request,
  onSigned,
  onLater,
  onChanged,
  onRefused,
  children,
}: SignatureFormProps) => {
  const t = useTexts(texts);
  const pad = useRef<SignaturePadHandle>(null);
  const [hasStrokes, setHasStrokes] = useState(false);
  const [agreed, setAgreed] = useState(false);
  const [sending, setSending] = useState<'no' | 'yes' | 'again'>('no');
  const [problem, setProblem] = useState('');
  const running = sending !== 'no';
  const ready = hasStrokes && agreed && !incomplete;

  const submit = async () => {
    if (!ready || running || !pad.current) return;
    setSending('yes');
    setProblem('');
    try {
      await keepAsking(request(pad.current.image()), () => setSending('again'));
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
      title={words.title}
      footer={
        <>
          {sending === 'again' && (
            <p className="sending" role="status">
              {t('retrying')}
            </p>
          )}
          {problem && (
            <p className="problem" role="alert">
              {problem}
            </p>
          )}
          <div className="buttons">
            <button type="button" disabled={running} onClick={onLater}>
              {t('later')}
            </button>
            <button type="button" className="primary" disabled={!ready || running} onClick={() => void submit()}>
              {t(running ? 'sending' : 'submit')}
            </button>
          </div>
        </>
      }
    >
      {children}
      <section className="sheet">
        <div className="sheet__head plain">
          <h2>{t('here')}</h2>
          <button type="button" className="bare" disabled={running || !hasStrokes} onClick={() => pad.current?.clear()}>
            {t('again')}
          </button>
        </div>
        <SignaturePad ref={pad} label={t('here')} height={PAD_HEIGHT} onChange={setHasStrokes} />
        <p className="hint">{words.only}</p>
      </section>
      <label className="consent">
        <input
          type="checkbox"
          checked={agreed}
          disabled={running}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
        />
        {words.consent}
      </label>
    </MobileFrame>
  );
};
