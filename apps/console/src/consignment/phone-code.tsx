import { Button, Spinner } from '@blueprintjs/core';
import { MobilePhone, Refresh } from '@blueprintjs/icons';
import { KEY_CONSIGNMENTS, KEY_MINUTES } from '#contract';
import { QrCode } from '../components/qr-code.js';
import { useTexts } from '../i18n/texts.js';
import './phone-code.css';
import { texts } from './sign.texts.js';
import { usePhoneSigning } from './use-phone-signing.js';

const SIZE = 220;

/** An address that means this very machine: a phone that opens it finds itself. */
const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** The code that opens the page of the phone on which exactly these consignments are signed. */
export const PhoneCode = ({ ids, onSigned }: { ids: readonly string[]; onSigned(): void }) => {
  const t = useTexts(texts);
  const { address, state, reason, renew } = usePhoneSigning(ids, onSigned);
  return (
    <section className="phone-code" aria-label={t('byPhone')}>
      <div className="row strong"><MobilePhone size={16} className="muted" />{t('byPhone')}</div>
      <div className="phone-code__box" style={{ minHeight: SIZE }}>
        {address && <QrCode text={address} label={t('code')} size={SIZE} />}
        {state === 'making' && <Spinner size={20} />}
        {state === 'tooMany' && <p className="dense secondary">{t('tooMany', { max: KEY_CONSIGNMENTS })}</p>}
        {(state === 'expired' || state === 'failed') && <><p className="dense secondary" role="alert">{state === 'expired' ? t('expired') : reason}</p><Button icon={<Refresh />} text={t('renew')} onClick={renew} /></>}
      </div>
      <p className="aux muted">{t(isLocal(location.hostname) ? 'localOnly' : 'scan', { minutes: KEY_MINUTES })}</p>
      {state === 'waiting' && <p className="aux secondary row tight" role="status"><span className="phone-code__pulse" />{t('waiting')}</p>}
    </section>
  );
};
