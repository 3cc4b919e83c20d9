import { type SignInEvent, signInEvents } from '#events';
import type { Aggregate } from '../handle.js';
import { problem, RuleBroken } from '../rules/rule-broken.js';

/** So many failures within the window lock an account, or an address, for as long, counted from the last of them. Behind an address may sit a whole office. */
export const SIGN_IN_LIMITS = { failures: 5, addressFailures: 50, mostFailures: 500, windowMin: 15 } as const;

/** What guessing locks, and after how many failures. */
export type SignInLock = { code: 'ACCOUNT_LOCKED' | 'ADDRESS_LOCKED'; failures: number };
const ACCOUNT: SignInLock = { code: 'ACCOUNT_LOCKED', failures: SIGN_IN_LIMITS.failures };

const WINDOW_MS = SIGN_IN_LIMITS.windowMin * 60_000;
/** Sign-ins that follow one another faster are recorded once, so that a script that signs in for every call does not fill the log. */
const RECORDED_EVERY_MS = 60_000;

export type SignInCommand =
  | { type: 'RecordFailure'; at: string; lock?: SignInLock }
  | { type: 'ForgiveFailures' }
  | { type: 'RecordSignIn'; userId: string; at: string };
/** Times of the failures since the last sign-in, the newest last, and of that sign-in. */
export type SignIns = { failures: string[]; lastSignIn?: string };

/** Minutes until the account, or the address, may be tried again, rounded up; null while it is open. */
export const lockedFor = ({ failures }: SignIns, at: string, lock: SignInLock = ACCOUNT): number | null => {
  const now = Date.parse(at);
  const [first, last] = [failures.at(-lock.failures), failures.at(-1)];
  if (first === undefined || last === undefined || Date.parse(last) - Date.parse(first) >= WINDOW_MS) return null;
  const left = Date.parse(last) + WINDOW_MS - now;
  return left > 0 ? Math.ceil(left / 60_000) : null;
};

/** @throws RuleBroken ACCOUNT_LOCKED, ADDRESS_LOCKED */
export const refuseLocked = (signIns: SignIns, at: string, lock: SignInLock = ACCOUNT): void => {
  const minutes = lockedFor(signIns, at, lock);
  if (minutes !== null) throw new RuleBroken(problem(lock.code, { minutes }));
};

/** signIn-<HMAC of the account, or of the address>. While it is locked nothing is recorded, so that guessing neither prolongs the lock nor fills the log. @throws RuleBroken ACCOUNT_LOCKED, ADDRESS_LOCKED */
export const signIns: Aggregate<typeof signInEvents, SignInCommand, SignIns> = {
  category: 'signIn',
  events: signInEvents,
  decider: {
    initialState: { failures: [] },
    decide(command, state): SignInEvent[] {
      switch (command.type) {
        case 'RecordFailure':
          refuseLocked(state, command.at, command.lock);
          return [{ type: 'SignInFailed', data: { at: command.at } }];
        case 'ForgiveFailures':
          return state.failures.length === 0 ? [] : [{ type: 'SignInsForgiven', data: {} }];
        case 'RecordSignIn': {
          refuseLocked(state, command.at);
          const { userId, at } = command;
          const isRecent =
            state.lastSignIn !== undefined &&
            Math.abs(Date.parse(at) - Date.parse(state.lastSignIn)) < RECORDED_EVERY_MS;
          return isRecent && state.failures.length === 0 ? [] : [{ type: 'UserSignedIn', data: { userId, at } }];
        }
      }
    },
    evolve(state, event) {
      switch (event.type) {
        case 'SignInFailed':
          return { ...state, failures: [...state.failures.slice(1 - SIGN_IN_LIMITS.mostFailures), event.data.at] };
        case 'SignInsForgiven':
          return { ...state, failures: [] };
        case 'UserSignedIn':
          return { failures: [], lastSignIn: event.data.at };
      }
    },
  },
};
