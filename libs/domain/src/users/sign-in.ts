import { type SignInEvent, signInEvents } from '#events';
import type { Aggregate } from '../event-sourcing/handle.js';
import { type Problem, problem, refuseIf } from '../rules/rule-broken.js';
import { foldedName } from '../text/text.js';

/**
 * Failed sign-ins delay the next attempt. After the fifth failure at one account from one network or device the wait is
 * 5 s; it doubles with each further failure, up to 15 minutes. The same applies after the twentieth failure at one
 * account from all networks together. Failures older than a day do not count. `addressFailures` failures of one network
 * at all accounts within 15 minutes lock that network for 15 minutes; the limit is high because a whole office can
 * share an address. A place is known if the account was signed in to from it within the last 90 days.
 */
export const SIGN_IN_LIMITS = {
  placeFailures: 5,
  accountFailures: 20,
  firstWaitS: 5,
  maxWaitS: 15 * 60,
  addressFailures: 50,
  maxFailures: 500,
  windowMin: 15,
  recentPlaceDays: 90,
} as const;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WINDOW_MS = SIGN_IN_LIMITS.windowMin * MINUTE_MS;
const MAX_WAIT_MS = SIGN_IN_LIMITS.maxWaitS * 1000;
/**
 * Repeated sign-ins within this time are recorded once, so that a script that signs in for every call does not fill the
 * log.
 */
const RECORDED_EVERY_MS = MINUTE_MS;

/**
 * What a stream counts failures of: one account from one place (failures of rounds before `round` were forgiven), one
 * account from everywhere, or one network.
 */
export type SignInLimit = { of: 'place'; round: number } | { of: 'account' } | { of: 'network'; failures: number };

export type SignInCommand =
  | { type: 'RecordFailure'; at: string; limit: SignInLimit }
  | { type: 'RecordSuccess'; at: string }
  | { type: 'ForgiveFailures'; at: string; reason?: string }
  | { type: 'RecordSignIn'; userId: string; at: string };

/**
 * `failures` since the last success from that place, the newest last. `round` increases each time the failures of an
 * account are forgiven. `unlockedAt` is the last time they were forgiven from the shell.
 */
export type SignIns = {
  failures: { at: string; round: number }[];
  round: number;
  succeededAt?: string;
  unlockedAt?: string;
  lastSignIn?: string;
};

/**
 * Seconds until the next attempt is allowed, rounded up; 0 if it is allowed now. Failures further in the future than
 * the longest wait do not count: the clock ran ahead and has been corrected since.
 */
export const secondsToWait = ({ failures }: SignIns, at: string, limit: SignInLimit): number => {
  const now = Date.parse(at);
  const times = failures
    .filter(({ round }) => limit.of !== 'place' || round === limit.round)
    .map((failure) => Date.parse(failure.at))
    .filter((time) => time > now - DAY_MS && time <= now + MAX_WAIT_MS);
  const last = times.at(-1);
  const wait = last === undefined ? 0 : waitAfter(times, last, limit);
  // A failure dated slightly ahead does not lengthen the wait.
  return last === undefined || wait === 0 ? 0 : Math.max(0, Math.ceil(Math.min(wait, last + wait - now) / 1000));
};

const waitAfter = (times: readonly number[], last: number, limit: SignInLimit): number => {
  if (limit.of === 'network') {
    const first = times.at(-limit.failures);
    return limit.failures > 0 && first !== undefined && last - first < WINDOW_MS ? WINDOW_MS : 0;
  }
  const excessFailures = times.length - SIGN_IN_LIMITS[limit.of === 'place' ? 'placeFailures' : 'accountFailures'];
  return excessFailures < 0 ? 0 : Math.min(SIGN_IN_LIMITS.firstWaitS * 1000 * 2 ** excessFailures, MAX_WAIT_MS);
};

/** The refusal of an attempt that comes too early; null if it is allowed. */
export const waitProblem = (signIns: SignIns, at: string, limit: SignInLimit): Problem | null => {
  const seconds = secondsToWait(signIns, at, limit);
  if (seconds === 0) return null;
  const minutes = Math.ceil(seconds / 60);
  if (limit.of === 'network') return problem('ADDRESS_LOCKED', { minutes, seconds });
  const wait = seconds < 60 ? problem('WAIT_SECONDS', { seconds }) : problem('WAIT_MINUTES', { minutes });
  return problem('ACCOUNT_LOCKED', { wait, seconds });
};

/** @throws RuleBroken ACCOUNT_LOCKED, ADDRESS_LOCKED */
export const requireWaitOver = (signIns: SignIns, at: string, limit: SignInLimit): void =>
  refuseIf(waitProblem(signIns, at, limit));

/** Whether the account was signed in to from this place recently. Failures from other places then do not block it. */
export const isRecentPlace = ({ succeededAt }: SignIns, at: string): boolean =>
  succeededAt !== undefined && Date.parse(at) - Date.parse(succeededAt) < SIGN_IN_LIMITS.recentPlaceDays * DAY_MS;

/** Whether the account was unlocked from the shell recently. Its owner can then sign in from anywhere. */
export const isRecentlyUnlocked = ({ unlockedAt }: SignIns, at: string): boolean =>
  unlockedAt !== undefined && Math.abs(Date.parse(at) - Date.parse(unlockedAt)) < WINDOW_MS;

/**
 * Stream signIn-<HMAC of an account, of an account and a network or device, or of a network>. Attempts during a wait
 * are not recorded, so that guessing neither prolongs the wait nor fills the log.
 */
export const signIns: Aggregate<typeof signInEvents, SignInCommand, SignIns> = {
  category: 'signIn',
  events: signInEvents,
  decider: {
    initialState: { failures: [], round: 0 },
    decide(command, state): SignInEvent[] {
      switch (command.type) {
        case 'RecordFailure': {
          const { at, limit } = command;
          if (secondsToWait(state, at, limit) > 0) return [];
          const round = limit.of === 'place' ? limit.round : 0;
          return [{ type: 'SignInFailed', data: { at, ...(round === 0 ? {} : { round }) } }];
        }
        case 'RecordSuccess': {
          const { at } = command;
          const hasRecentSuccess =
            state.succeededAt !== undefined && Date.parse(at) - Date.parse(state.succeededAt) < DAY_MS;
          return hasRecentSuccess && state.failures.length === 0 ? [] : [{ type: 'SignInSucceeded', data: { at } }];
        }
        case 'ForgiveFailures': {
          const { at, reason } = command;
          return [{ type: 'SignInsForgiven', data: { at, ...(reason === undefined ? {} : { reason }) } }];
        }
        case 'RecordSignIn': {
          const { userId, at } = command;
          const isRecent =
            state.lastSignIn !== undefined &&
            Math.abs(Date.parse(at) - Date.parse(state.lastSignIn)) < RECORDED_EVERY_MS;
          return isRecent ? [] : [{ type: 'UserSignedIn', data: { userId, at } }];
        }
      }
    },
    evolve(state, event) {
      switch (event.type) {
        case 'SignInFailed': {
          const { at, round = 0 } = event.data;
          return { ...state, failures: [...state.failures.slice(1 - SIGN_IN_LIMITS.maxFailures), { at, round }] };
        }
        case 'SignInSucceeded':
          return { ...state, failures: [], succeededAt: event.data.at };
        case 'SignInsForgiven': {
          const { at, reason } = event.data;
          const unlockedFields = at === undefined || reason === undefined ? {} : { unlockedAt: at };
          return { ...state, failures: [], round: state.round + 1, ...unlockedFields };
        }
        case 'UserSignedIn':
          return { ...state, lastSignIn: event.data.at };
      }
    },
  },
};

/** Minimum requirements for new passwords (002 US-006). */
export const PASSWORD_RULES = { leastCharacters: 12, leastKinds: 3 } as const;
const KINDS = [/\p{Lu}/u, /\p{Ll}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}\s]/u];

/**
 * The problem of a new password; null if it is strong enough: long, with three kinds of characters, without the user
 * name.
 */
export const passwordProblem = (password: string, userName: string): Problem | null => {
  const kinds = KINDS.filter((kind) => kind.test(password)).length;
  const isStrong =
    [...password].length >= PASSWORD_RULES.leastCharacters &&
    kinds >= PASSWORD_RULES.leastKinds &&
    !foldedName(password).includes(foldedName(userName));
  return isStrong ? null : problem('PASSWORD_WEAK', { min: PASSWORD_RULES.leastCharacters }, 'password');
};
