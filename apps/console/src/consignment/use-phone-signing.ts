import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { createQRCodeKey, getSigning, KEY_CONSIGNMENTS } from '#contract';
import { ApiError } from '../lib/api-error.js';
import { call } from '../lib/http.js';
import { readOf } from '../lib/queries.js';

/** How often the desktop asks whether the phone has signed. */
const POLL_MS = 3000;

/** What is to be scanned: nothing yet, an address, or why there is none. `renew` makes a new key. */
export type PhoneSigning = { address: string | null; state: 'making' | 'waiting' | 'expired' | 'tooMany' | 'failed'; reason: string; renew(): void };

const isRefusal = (error: unknown): error is ApiError => error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A key for exactly these consignments, as an address for a QR code; tells when somebody has signed with it (CL-019). */
export const usePhoneSigning = (ids: readonly string[], onSigned: () => void): PhoneSigning => {
  const [round, setRound] = useState(0);
  const tooMany = ids.length > KEY_CONSIGNMENTS;
  const made = useQuery({
    queryKey: [createQRCodeKey.name, ids, round], queryFn: () => call(createQRCodeKey, { body: { ids: [...ids], data: 'signList' } }),
    enabled: !tooMany, staleTime: Number.POSITIVE_INFINITY, gcTime: 0, retry: false, refetchOnWindowFocus: false, meta: { quiet: true },
  });
  const key = made.data ?? '';
  const signing = useQuery({
    ...readOf(getSigning, { key }), enabled: key !== '', staleTime: 0, gcTime: 0, retry: false, meta: { quiet: true },
    refetchInterval: ({ state }) => (isRefusal(state.error) ? false : POLL_MS), refetchIntervalInBackground: true,
  });
  const isSigned = signing.data?.state === 'signed';
  const told = useEffectEvent(onSigned);
  useEffect(() => {
    if (isSigned) told();
  }, [isSigned]);

  const refusal = made.error ?? (isRefusal(signing.error) ? signing.error : null);
  const state = tooMany ? 'tooMany' : refusal ? (refusal instanceof ApiError && refusal.code === 'KEY_EXPIRED' ? 'expired' : 'failed') : key === '' ? 'making' : 'waiting';
  return { address: state === 'waiting' ? `${location.origin}/mobile.html#/signList?key=${key}` : null, state, reason: refusal?.message ?? '', renew: () => setRound((now) => now + 1) };
};
