import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../i18n/texts.js';
import { timeOfDay } from '../../lib/format.js';
import { KeyState } from '../key-state.js';
import { MobileFrame } from '../mobile-frame.js';
import { Notice } from '../notice.js';
import { heldFailure, useHeldKey } from '../use-held-key.js';
import { SignatureForm } from './signature-form.js';
import type { SignatureWords } from './signature-words.js';
import { texts } from './texts.js';

type Signed = { state: 'waiting' | 'signed'; expiresAt: string };

type SignaturePageProps<What> = {
  keyText: string;
  words: SignatureWords;
  read(key: string): Promise<What>;
  incomplete?: boolean;
  /** A press of the button: safe to send again and again. */
  request(what: What, image: string): () => Promise<unknown>;
  /** Codes that say that it was signed already, which is no failure. */
  done: readonly string[];
  /** What is signed, and by whom; `until`: when the key ends. */
  children(what: What, until: string): ReactNode;
};

/** A page that shows what a key is for and takes a signature for it, without a login (QR-006). */
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
  const { held, again, set } = useHeldKey(read, keyText);
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
        <Notice kind="done" title={t('signed')}>
          {words.signedWords}
        </Notice>
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
        <Notice kind="later" title={t('notSigned')}>
          {t('laterWords', { until })}
        </Notice>
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
      onRefused={(error) => set(heldFailure(error))}
    >
      {children(what, until)}
    </SignatureForm>
  );
};
