import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { createQRCodeKey, KEY_CONSIGNMENTS, mobileAddress, type MobilePage } from '#contract';
import { ApiError } from '../../lib/api-error.js';
import { call } from '../../lib/http.js';

/** How often the desktop asks what the phone has done. */
const POLL_MS = 3000;

/** What a key opens, as the desktop reads it again and again: for its end, and for what came of it. */
type Watched = { expiresAt: string };
type Read<Seen> = { queryKey: readonly unknown[]; queryFn(context: { signal: AbortSignal }): Promise<Seen> };

/** What is to be scanned: nothing yet, an address, or why there is none. `renew` makes a new key. */
export type PhoneKey<Seen> = {
  address: string | null;
  state: 'making' | 'waiting' | 'expired' | 'tooMany' | 'failed';
  reason: string;
  seen: Seen | undefined;
  renew(): void;
};

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** A key to a page of the phone for exactly these ids, as an address for a QR code, and what somebody does with it (QR-001, QR-002). */
export const usePhoneKey = <Seen extends Watched>(
  page: MobilePage,
  ids: readonly string[],
  watch: (key: string) => Read<Seen>,
): PhoneKey<Seen> => {
  const [round, setRound] = useState(0);
  const tooMany = ids.length > KEY_CONSIGNMENTS;
  const made = useQuery({
    queryKey: [createQRCodeKey.name, page, ids, round],
    queryFn: () => call(createQRCodeKey, { body: { ids: [...ids], data: page } }),
    enabled: !tooMany,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    meta: { quiet: true },
  });
  const key = made.data ?? '';
  const watched = useQuery<Seen>({
    ...watch(key),
    enabled: key !== '',
    staleTime: 0,
    gcTime: 0,
    retry: false,
    meta: { quiet: true },
    refetchInterval: ({ state }) => (isRefusal(state.error) ? false : POLL_MS),
    refetchIntervalInBackground: true,
  });
  const refusal = made.error ?? (isRefusal(watched.error) ? watched.error : null);
  const hasExpired = refusal instanceof ApiError && refusal.code === 'KEY_EXPIRED';
  const state = tooMany ? 'tooMany' : hasExpired ? 'expired' : refusal ? 'failed' : key === '' ? 'making' : 'waiting';
  return {
    address: state === 'waiting' ? mobileAddress(location.origin, page, key) : null,
    state,
    reason: refusal?.message ?? '',
    seen: watched.data,
    renew: () => setRound((now) => now + 1),
  };
};
