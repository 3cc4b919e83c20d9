import { Button, Spinner } from '@blueprintjs/core';
import { MobilePhone, Refresh } from '@blueprintjs/icons';
import { KEY_CONSIGNMENTS } from '#contract';
import { useTexts } from '../../i18n/texts.js';
import { timeOfDay } from '../../lib/format.js';
import { QrCode } from '../qr-code.js';
import './phone-code.css';
import { texts } from './texts.js';
import type { PhoneKey } from './use-phone-key.js';

/** Pixels a side where nothing else is said (002 section 9). */
const SIZE = 120;

type PhoneCodeProps = {
  code: PhoneKey<{ expiresAt: string }>;
  /** What is done on the phone, e.g. 手机扫码签名: names the box, and with 二维码 the picture. */
  title: string;
  label: string;
  /** What scanning it is for. */
  hint: string;
  /** What is awaited, or has come. */
  waiting: string;
  size?: number;
};

/** An address that means this very machine: a phone that opens it finds itself. */
const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** A code to scan, until when it is good, and a new one when it is not: the same wherever a phone does a part. */
export const PhoneCode = ({
  code: { address, state, reason, seen, renew },
  title,
  label,
  hint,
  waiting,
  size = SIZE,
}: PhoneCodeProps) => {
  const t = useTexts(texts);
  return (
    <section className="phone-code" aria-label={title}>
      <div className="row strong">
        <MobilePhone size={16} className="muted" />
        {title}
      </div>
      <div className="phone-code__box" style={{ minHeight: size, minWidth: size }}>
        {address && <QrCode text={address} label={label} size={size} />}
        {state === 'making' && <Spinner size={20} aria-label={t('making')} />}
        {state === 'tooMany' && <p className="dense secondary">{t('tooMany', { max: KEY_CONSIGNMENTS })}</p>}
        {(state === 'expired' || state === 'failed') && (
          <>
            <p className="dense secondary" role="alert">
              {state === 'expired' ? t('expired') : reason}
            </p>
            <Button icon={<Refresh />} text={t('renew')} onClick={renew} />
          </>
        )}
      </div>
      <div className="phone-code__words">
        <p className="aux muted">{isLocal(location.hostname) ? t('localOnly') : hint}</p>
        {state === 'waiting' && seen && (
          <p className="aux secondary numeric">{t('until', { time: timeOfDay(seen.expiresAt) })}</p>
        )}
        {state === 'waiting' && (
          <p className="aux secondary row tight" role="status">
            <span className="phone-code__pulse" />
            {waiting}
          </p>
        )}
      </div>
    </section>
  );
};
