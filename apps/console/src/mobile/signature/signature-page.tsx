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
  labels: SignatureLabels;
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
  labels,
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
  const [hasAgreed, setHasAgreed] = useState(false);
  const [sending, setSending] = useState<'no' | 'yes' | 'again'>('no');
  const [problem, setProblem] = useState('');
  const running = sending !== 'no';
  const canSubmit = hasStrokes && hasAgreed && !incomplete;

  const submit = async () => {
    if (!canSubmit || running || !pad.current) return;
    setSending('yes');
    setProblem('');
    try {
      await retryWhileUnreachable(request(pad.current.image()), () => setSending('again'));
      onSigned();
    } catch (error) {
      setSending('no');
      if (error instanceof RequestRefused && error.code === 'SIGNING_CHANGED') {
        setHasAgreed(false);
        setProblem(error.message);
        await onChanged();
      } else if (error instanceof NoResponse) setProblem(t('lost'));
      else if (error instanceof RequestRefused && error.code === 'SIGN_IMAGE_INVALID') setProblem(error.message);
      else onRefused(error);
    }
  };

  return (
    <MobileFrame
      title={labels.title}
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
            <button type="button" className="primary" disabled={!canSubmit || running} onClick={() => void submit()}>
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
        <p className="hint">{labels.purpose}</p>
      </section>
      <label className="consent">
        <input
          type="checkbox"
          checked={hasAgreed}
          disabled={running}
          onChange={(event) => setHasAgreed(event.currentTarget.checked)}
        />
        {labels.consent}
      </label>
    </MobileFrame>
  );
};

type SigningState = { state: 'waiting' | 'signed'; expiresAt: string };

type SignaturePageProps<Content> = {
  keyText: string;
  labels: SignatureLabels;
  read(key: string): Promise<Content>;
  incomplete?: boolean;
  /** Sends the signature; safe to repeat. */
  request(content: Content, image: string): () => Promise<unknown>;
  /** Codes that mean that it is already signed, which is not a failure. */
  signedCodes: readonly string[];
  /** What is signed, and by whom; `expiryTime`: when the key expires. */
  children(content: Content, expiryTime: string): ReactNode;
};

/** A page that shows the object of a key and takes a signature for it, without a login (QR-006). */
export const SignaturePage = <Content extends SigningState>({
  keyText,
  labels,
  read,
  incomplete = false,
  request,
  signedCodes,
  children,
}: SignaturePageProps<Content>) => {
  const t = useTexts(texts);
  const { keyState, reload, setKeyState } = usePhoneKeyContent(read, keyText);
  const [isPostponed, setIsPostponed] = useState(false);
  const [isSigned, setSigned] = useState(false);
  const { title } = labels;
  useEffect(() => {
    document.title = title;
  }, [title]);

  const isDone =
    isSigned ||
    (keyState.kind === 'loaded' && keyState.content.state === 'signed') ||
    (keyState.kind === 'refused' && signedCodes.includes(keyState.code));
  if (isDone)
    return (
      <MobileFrame title={title}>
        <ResultNotice kind="done" title={t('signed')}>
          {labels.signedText}
        </ResultNotice>
      </MobileFrame>
    );
  if (keyState.kind !== 'loaded')
    return <KeyState title={title} failedTitle={t('cannotSign')} keyState={keyState} onRetry={() => void reload()} />;
  const { content } = keyState;
  const expiryTime = timeOfDay(content.expiresAt);
  if (isPostponed) {
    const resume = () => {
      setIsPostponed(false);
      void reload();
    };
    return (
      <MobileFrame
        title={title}
        footer={
          <button type="button" className="primary" onClick={resume}>
            {t('backToSigning')}
          </button>
        }
      >
        <ResultNotice kind="later" title={t('notSigned')}>
          {t('laterWords', { until: expiryTime })}
        </ResultNotice>
      </MobileFrame>
    );
  }
  return (
    <SignatureForm
      labels={labels}
      incomplete={incomplete}
      request={(image) => request(content, image)}
      onSigned={() => setSigned(true)}
      onLater={() => setIsPostponed(true)}
      onChanged={reload}
      onRefused={(error) => setKeyState(toPhoneKeyFailure(error))}
    >
      {children(content, expiryTime)}
    </SignatureForm>
  );
};

/** What differs between the pages that sign; `purpose` says what the signature is used for. */
type SignatureLabels = { title: string; purpose: string; consent: string; signedText: string };
