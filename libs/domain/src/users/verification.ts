import {
  type NetworkCodesEvent,
  networkCodesEvents,
  type PreferredLanguage,
  type SendCodeType,
  type VerificationEvent,
  verificationEvents,
} from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { problem, RuleBroken } from '../rules/rule-broken.js';
import { ageOf, timeLeft } from '../time/clock-skew.js';

/** Digits, lifetime and attempts of a code, the pause before the next code, and codes per day (002 VC-006). */
export const CODE_LIMITS = { digits: 6, lifeS: 300, tries: 5, pauseS: 60, perDay: 10 } as const;

const DAY_MS = 24 * 60 * 60 * 1000;

export type VerificationCommand =
  | {
      type: 'RequestCode';
      requestId: string;
      sendCodeType: SendCodeType;
      userId: string | null;
      receiver?: { name: string; phone: string };
      at: string;
      language?: PreferredLanguage;
    }
  | { type: 'TryCode'; at: string }
  | { type: 'UseCode'; at: string };

/**
 * The newest code of an account and purpose. `requestedAt` are the times of the last requests, at most
 * CODE_LIMITS.perDay.
 */
export type Verification = {
  current: {
    requestId: string;
    sendCodeType: SendCodeType;
    userId: string | null;
    receiver: { name: string; phone: string } | null;
    validUntil: string;
    language?: PreferredLanguage | undefined;
    tries: number;
    isUsed: boolean;
  } | null;
  requestedAt: string[];
};

const decide = (command: VerificationCommand, { current, requestedAt }: Verification): VerificationEvent[] => {
  const now = Date.parse(command.at);
  if (command.type === 'RequestCode') {
    const { requestId, sendCodeType, userId, receiver, at, language } = command;
    const last = requestedAt.at(-1);
    const wait = last === undefined ? 0 : CODE_LIMITS.pauseS * 1000 - ageOf(last, at);
    if (wait > 0) throw new RuleBroken(problem('CODE_SENT_RECENTLY', { seconds: Math.ceil(wait / 1000) }));
    if (requestedAt.filter((time) => ageOf(time, at) < DAY_MS).length >= CODE_LIMITS.perDay)
      throw new RuleBroken(problem('CODES_USED_UP'));
    const validUntil = new Date(now + CODE_LIMITS.lifeS * 1000).toISOString();
    return [
      {
        type: 'VerificationCodeRequested',
        data: {
          requestId,
          sendCodeType,
          userId,
          ...(receiver ? { receiver } : {}),
          at,
          validUntil,
          ...(language ? { language } : {}),
        },
      },
    ];
  }
  if (!current || current.isUsed || !isValid(current.validUntil, command.at))
    throw new RuleBroken(problem('CODE_WRONG', {}, 'validateCode'));
  const { requestId } = current;
  switch (command.type) {
    case 'TryCode':
      if (current.tries >= CODE_LIMITS.tries) throw new RuleBroken(problem('CODE_WRONG', {}, 'validateCode'));
      return [{ type: 'VerificationCodeTried', data: { requestId } }];
    case 'UseCode':
      return [{ type: 'VerificationCodeUsed', data: { requestId } }];
  }
};

/**
 * Valid through its last millisecond. A code that would be valid for longer than CODE_LIMITS.lifeS was made by a clock
 * that ran ahead and has been corrected since.
 */
const isValid = (validUntil: string, at: string): boolean =>
  validUntil === at || timeLeft(validUntil, at, CODE_LIMITS.lifeS * 1000) > 0;

const evolve = (state: Verification, event: VerificationEvent): Verification => {
  switch (event.type) {
    case 'VerificationCodeRequested': {
      const { at, receiver = null, ...request } = event.data;
      return {
        current: { ...request, receiver, tries: 0, isUsed: false },
        requestedAt: [...state.requestedAt.slice(1 - CODE_LIMITS.perDay), at],
      };
    }
    case 'VerificationCodeTried':
      return { ...state, current: state.current && { ...state.current, tries: state.current.tries + 1 } };
    case 'VerificationCodeUsed':
      return { ...state, current: state.current && { ...state.current, isUsed: true } };
  }
};

/**
 * Stream verification-<HMAC of purpose and account>: whether a code may be requested, tried and used. A code is valid
 * for its own purpose only. The error does not say why a code is wrong: none sent, expired, used, or tried too often.
 * @throws RuleBroken CODE_SENT_RECENTLY, CODES_USED_UP, CODE_WRONG (002 VC-002, VC-003, VC-006).
 */
export const verification: Aggregate<typeof verificationEvents, VerificationCommand, Verification> = {
  category: 'verification',
  events: verificationEvents,
  decider: { initialState: { current: null, requestedAt: [] }, decide, evolve },
};

const MINUTE_MS = 60_000;
const DAY_OF_CODES_MS = 24 * 60 * MINUTE_MS;

/** Maximum number of codes that one network may request by telephone number, per clock minute and in 24 hours. */
export type NetworkCodesLimits = { perMinute: number; perDay: number };

/** Number of codes requested in the minute that starts at `at` (milliseconds). */
export type CodesInMinute = { at: number; count: number };
/** In order of time. A day has 1,440 minutes, so the state stays small for any number of requests. */
export type NetworkCodes = readonly CodesInMinute[];

/**
 * The start of the minute of a time. Seconds are removed, so that readers of the log cannot match requests by the
 * second.
 */
export const minuteOf = (at: string): string => isoOf(startOf(at));
const isoOf = (time: number): string => new Date(time).toISOString();
const startOf = (at: string): number => Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS;

/** Whether one more code may be requested after `requests`, by the limits per clock minute and per 24 hours. */
export const canRequestCode = (
  requests: NetworkCodes,
  at: string,
  { perMinute, perDay }: NetworkCodesLimits,
): boolean => {
  const requestsWithin = (ms: number) =>
    requests.reduce((sum, minute) => (ageOf(isoOf(minute.at), minuteOf(at)) < ms ? sum + minute.count : sum), 0);
  return requestsWithin(DAY_OF_CODES_MS) < perDay && requestsWithin(MINUTE_MS) < perMinute;
};

export type NetworkCodesCommand = { type: 'CountCode'; at: string };

/** Stream networkCodes-<HMAC of a network address and a day>. A stream covers one day, so that its size is limited. */
export const networkCodes: Aggregate<typeof networkCodesEvents, NetworkCodesCommand, NetworkCodes> = {
  category: 'networkCodes',
  events: networkCodesEvents,
  decider: {
    initialState: [],
    decide: ({ at }): NetworkCodesEvent[] => [{ type: 'CodeAskedForFromNetwork', data: { at: minuteOf(at) } }],
    evolve: (requests, { data }) => {
      const [at, last] = [startOf(data.at), requests.at(-1)];
      return last?.at === at
        ? [...requests.slice(0, -1), { at, count: last.count + 1 }]
        : [...requests, { at, count: 1 }];
    },
  },
};
