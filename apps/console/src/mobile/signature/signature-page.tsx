import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SignaturePad, type SignaturePadHandle } from '../../components/signature-pad.js';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { timeOfDay } from '../../lib/china-time.js';
import en from '../../locales/en/signature.json' with { type: 'json' };
import es from '../../locales/es/signature.json' with { type: 'json' };
import zh from '../../locales/zh/signature.json' with { type: 'json' };
import { toPhoneKeyFailure, retryWhileUnreachable, NoResponse, RequestRefused, usePhoneKeyContent } from '../calls.js';
import { KeyState, MobileFrame, ResultNotice } from '../mobile-frame.js';

/** Texts of every page on which a phone signs. */
const texts = defineTexts('signature', {
  zh,
  en,
  es,
});

const PAD_HEIGHT = 460;

type SignatureFormProps = {
  words: SignatureWords;
  /** Something else has to be filled in before it can be signed. */
  incomplete?: boolean;
  request(image: string): () => Promise<unknown>;
  onSigned(): void;
  onLater(): void;
  /** Something has changed since it was shown: it is read again, the drawing stays. */
  onChanged(): Promise<void>;
  onRefused(error: unknown): void;
  /** What is signed, and by whom. */
  children: ReactNode;
};

/**
 * What is signed, who signs, box, consent, submit (picture 09b). The button is disabled until there are strokes,
 * consent and everything else that the page requires.
 */
const SignatureForm = ({
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
      await retryWhileUnreachable(request(pad.current.image()), () => setSending('again'));
      onSigned();
    } catch (error) {
      setSending('no');
      if (error instanceof RequestRefused && error.code === 'SIGNING_CHANGED') {
        setAgreed(false);
        setProblem(error.message);
        await onChanged();
      } else if (error instanceof NoResponse) setProblem(t('lost'));
      else if (error instanceof RequestRefused && error.code === 'SIGN_IMAGE_INVALID') setProblem(error.message);
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

type Signed = { state: 'waiting' | 'signed'; expiresAt: string };

type SignaturePageProps<What> = {
  keyText: string;
  words: SignatureWords;
  read(key: string): Promise<What>;
  incomplete?: boolean;
  /** Sends the signature; safe to repeat. */
  request(what: What, image: string): () => Promise<unknown>;
  /** Codes that mean that it is already signed, which is not a failure. */
  done: readonly string[];
  /** What is signed, and by whom; `until`: when the key expires. */
  children(what: What, until: string): ReactNode;
};

/** A page that shows the object of a key and takes a signature for it, without a login (QR-006). */
export const SignaturePage = <What extends Signed>({
  keyText,
  words,
  read,
  incomplete = false,
  request,
  done,
  children,
}: SignaturePageProps<What>) => {
  const t = useTexts(texts);
  const { held, again, set } = usePhoneKeyContent(read, keyText);
  const [later, setLater] = useState(false);
  const [isSigned, setSigned] = useState(false);
  const { title } = words;
  useEffect(() => {
    document.title = title;
  }, [title]);

  const isDone =
    isSigned ||
    (held.is === 'there' && held.what.state === 'signed') ||
    (held.is === 'refused' && done.includes(held.code));
  if (isDone)
    return (
      <MobileFrame title={title}>
        <ResultNotice kind="done" title={t('signed')}>
          {words.signedWords}
        </ResultNotice>
      </MobileFrame>
    );
  if (held.is !== 'there')
    return <KeyState title={title} failedTitle={t('cannotSign')} held={held} onRetry={() => void again()} />;
  const { what } = held;
  const until = timeOfDay(what.expiresAt);
  if (later) {
    const back = () => {
      setLater(false);
      void again();
    };
    return (
      <MobileFrame
        title={title}
        footer={
          <button type="button" className="primary" onClick={back}>
            {t('backToSigning')}
          </button>
        }
      >
        <ResultNotice kind="later" title={t('notSigned')}>
          {t('laterWords', { until })}
        </ResultNotice>
      </MobileFrame>
    );
  }
  return (
    <SignatureForm
      words={words}
      incomplete={incomplete}
      request={(image) => request(what, image)}
      onSigned={() => setSigned(true)}
      onLater={() => setLater(true)}
      onChanged={again}
      onRefused={(error) => set(toPhoneKeyFailure(error))}
    >
      {children(what, until)}
    </SignatureForm>
  );
};

/** What differs between the pages that sign; `only` says what the signature is used for. */
type SignatureWords = { title: string; only: string; consent: string; signedWords: string };
