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

/** Digits, life and tries of a code, the pause before the next one, and how many a day (002 VC-006). */
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

/** The newest code of an account and purpose; `requestedAt` are the times of all. */
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
 * At its last millisecond, too; one that would hold longer than a code can was made by a clock that has been put right
 * since.
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
 * verification-<HMAC of purpose and account>: whether a code may be asked for, tried and used. A code of one purpose
 * says nothing in another stream. What is wrong with a try is never told: none sent, expired, used and tried too often
 * are one answer.
 * @throws RuleBroken CODE_SENT_RECENTLY, CODES_USED_UP, CODE_WRONG (002 VC-002, VC-003, VC-006).
 */
export const verification: Aggregate<typeof verificationEvents, VerificationCommand, Verification> = {
  category: 'verification',
  events: verificationEvents,
  decider: { initialState: { current: null, requestedAt: [] }, decide, evolve },
};

const MINUTE_MS = 60_000;
const DAY_OF_CODES_MS = 24 * 60 * MINUTE_MS;

/** So many codes may be asked for by number from one network, in a minute of the clock and in 24 hours. */
export type NetworkCodesLimits = { perMinute: number; perDay: number };

/** So many codes were asked for in the minute that begins then. */
export type CodesInMinute = { at: number; count: number };
/** In order. A day has 1,440 minutes, so the state stays small however many are asked for. */
export type NetworkCodes = readonly CodesInMinute[];

/** The minute of a time: who reads the log is not to find by the second who else asked then. */
export const minuteOf = (at: string): string => isoOf(startOf(at));
const isoOf = (time: number): string => new Date(time).toISOString();
const startOf = (at: string): number => Math.floor(Date.parse(at) / MINUTE_MS) * MINUTE_MS;

/**
 * Whether one more may be asked for, after those of these minutes: so many in a minute of the clock, and in 24 hours.
 */
export const canRequestCode = (
  requests: NetworkCodes,
  at: string,
  { perMinute, perDay }: NetworkCodesLimits,
): boolean => {
  const within = (ms: number) =>
    requests.reduce((sum, minute) => (ageOf(isoOf(minute.at), minuteOf(at)) < ms ? sum + minute.count : sum), 0);
  return within(DAY_OF_CODES_MS) < perDay && within(MINUTE_MS) < perMinute;
};

export type NetworkCodesCommand = { type: 'CountCode'; at: string };

/** networkCodes-<HMAC of a network address and a day>: a stream a day, so that none grows without end. */
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
