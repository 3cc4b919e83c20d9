import { Button, Spinner } from '@blueprintjs/core';
import { MobilePhone, Refresh } from '@blueprintjs/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createQRCodeKey, MAX_CONSIGNMENTS_PER_KEY, mobileAddress, type MobilePage } from '#contract';
import { useTexts, defineTexts } from '../../i18n/texts.js';
import { timeOfDay } from '../../lib/china-time.js';
import { ApiError, callOperation } from '../../lib/http.js';
import en from '../../locales/en/phone-code.json' with { type: 'json' };
import es from '../../locales/es/phone-code.json' with { type: 'json' };
import zh from '../../locales/zh/phone-code.json' with { type: 'json' };
import { QrCode } from '../qr-code.js';
import './phone-code.css';

/** Texts of all codes for a phone. */
const texts = defineTexts('phone-code', {
  zh,
  en,
  es,
});

/** Default size in pixels (002 section 9). */
const SIZE = 120;

type PhoneCodeProps = {
  code: PhoneKey<{ expiresAt: string }>;
  /** What is done on the phone, e.g. 手机扫码签名: names the box and, with 二维码, the picture. */
  title: string;
  label: string;
  /** The purpose of scanning it. */
  hint: string;
  /** What is awaited, or has arrived. */
  statusText: string;
  size?: number;
};

/** A loopback address: a phone that opens it finds itself. */
const isLocal = (host: string): boolean => host === 'localhost' || host === '[::1]' || host.startsWith('127.');

/** A code to scan, its expiry, and a button for a new one once it has expired; the same for every task of a phone. */
export const PhoneCode = ({
  code: { address, state, reason, result, renew },
  title,
  label,
  hint,
  statusText,
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
        {state === 'tooMany' && <p className="dense secondary">{t('tooMany', { max: MAX_CONSIGNMENTS_PER_KEY })}</p>}
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
        {state === 'waiting' && result && (
          <p className="aux secondary numeric">{t('until', { time: timeOfDay(result.expiresAt) })}</p>
        )}
        {state === 'waiting' && (
          <p className="aux secondary row tight" role="status">
            <span className="phone-code__pulse" />
            {statusText}
          </p>
        )}
      </div>
    </section>
  );
};

/** Interval at which the desktop reads what the phone has done. */
const POLL_MS = 3000;

/** The state of a key, polled by the desktop: whether it has ended, and its result. */
type ExpiringState = { expiresAt: string };
type PollQuery<State> = { queryKey: readonly unknown[]; queryFn(context: { signal: AbortSignal }): Promise<State> };

/** What is to be scanned: nothing yet, an address, or the reason why there is none. `renew` makes a new key. */
type PhoneKey<State> = {
  address: string | null;
  state: 'making' | 'waiting' | 'expired' | 'tooMany' | 'failed';
  reason: string;
  result: State | undefined;
  renew(): void;
};

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A key to a page of the phone for exactly these ids, as an address for a QR code, and its use (QR-001, QR-002). */
export const usePhoneKey = <State extends ExpiringState>(
  page: MobilePage,
  ids: readonly string[],
  watch: (key: string) => PollQuery<State>,
): PhoneKey<State> => {
  const [keyNumber, setKeyNumber] = useState(0);
  const tooMany = ids.length > MAX_CONSIGNMENTS_PER_KEY;
  const keyQuery = useQuery({
    queryKey: [createQRCodeKey.name, page, ids, keyNumber],
    queryFn: () => callOperation(createQRCodeKey, { body: { ids: [...ids], data: page } }),
    enabled: !tooMany,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  });
  const key = keyQuery.data ?? '';
  const stateQuery = useQuery<State>({
    ...watch(key),
    enabled: key !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
    refetchInterval: ({ state }) => (isRefusal(state.error) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  });
  const refusal = keyQuery.error ?? (isRefusal(stateQuery.error) ? stateQuery.error : null);
  const stateOfKey = (): PhoneKey<State>['state'] => {
    if (tooMany) return 'tooMany';
    if (refusal) return refusal instanceof ApiError && refusal.code === 'KEY_EXPIRED' ? 'expired' : 'failed';
    return key === '' ? 'making' : 'waiting';
  };
  const state = stateOfKey();
  return {
    address: state === 'waiting' ? mobileAddress(location.origin, page, key) : null,
    state,
    reason: refusal?.message ?? '',
    result: stateQuery.data,
    renew: () => setKeyNumber((current) => current + 1),
  };
};
