import { useCallback, useEffect, useState } from 'react';
import type { Signing } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { dateTime } from '../../lib/format.js';
import { NoAnswer, Refused } from '../calls.js';
import { MobileFrame } from '../mobile-frame.js';
import { Notice } from '../notice.js';
import { SignForm } from './sign-form.js';
import { readSigning } from './signing.js';
import { texts } from './texts.js';

type State =
  | { is: 'loading' | 'signed' | 'unreachable' }
  | { is: 'waiting'; signing: Signing }
  | { is: 'later'; until: string }
  | { is: 'refused'; reason: string };

const found = (signing: Signing): State => (signing.state === 'signed' ? { is: 'signed' } : { is: 'waiting', signing });

const failed = (error: unknown): State => {
  if (error instanceof NoAnswer) return { is: 'unreachable' };
  if (error instanceof Refused) return error.code === 'SIGNED_ALREADY' ? { is: 'signed' } : { is: 'refused', reason: error.message };
  throw error;
};

/** Signs the consignments of a key, without a login (CL-019). */
export default function SignListPage({ keyText }: { keyText: string }) {
  const t = useTexts(texts);
  const [state, setState] = useState<State>({ is: 'loading' });
  const look = useCallback(() => readSigning(keyText).then(found, failed).then(setState), [keyText]);
  useEffect(() => {
    void look();
  }, [look]);
  useEffect(() => {
    document.title = t('title');
  }, [t]);

  switch (state.is) {
    case 'waiting': {
      const until = dateTime(state.signing.expiresAt).slice(5, 16);
      return <SignForm keyText={keyText} signing={state.signing} until={until} onSigned={() => setState({ is: 'signed' })} onLater={() => setState({ is: 'later', until })} onChanged={look} onRefused={(error) => setState(failed(error))} />;
    }
    case 'signed':
      return <MobileFrame title={t('title')}><Notice kind="done" title={t('signed')}>{t('signedWords')}</Notice></MobileFrame>;
    case 'later':
      return <MobileFrame title={t('title')} footer={<button type="button" className="primary" onClick={() => void look()}>{t('backToSigning')}</button>}><Notice kind="later" title={t('notSigned')}>{t('laterWords', { until: state.until })}</Notice></MobileFrame>;
    case 'refused':
      return <MobileFrame title={t('title')}><Notice kind="failed" title={t('cannotSign')}>{state.reason}</Notice></MobileFrame>;
    case 'unreachable':
      return <MobileFrame title={t('title')} footer={<button type="button" className="primary" onClick={() => void look()}>{t('retry')}</button>}><Notice kind="failed" title={t('unreachable')}>{t('unreachableWords')}</Notice></MobileFrame>;
    case 'loading':
      return <MobileFrame title={t('title')}><p className="loading" role="status">{t('loading')}</p></MobileFrame>;
  }
}
