import { describe, expect, it } from '@jest/globals';
import type { SignInEvent } from '#events';
import { messageOfProblem, problem } from '../rules/index.js';
import { specificationOf } from '#harness/domain/specification';
import { waitProblem, isRecentlyUnlocked, isRecentPlace, secondsToWait, signIns, type SignInLimit } from './sign-in.js';

const DAY_S = 24 * 60 * 60;
const at = (seconds: number): string => new Date(Date.parse('2026-03-02T01:00:00Z') + seconds * 1000).toISOString();
const failed = (seconds: number, round?: number): SignInEvent => ({
  type: 'SignInFailed',
  data: { at: at(seconds), ...(round === undefined ? {} : { round }) },
});
const stateOf = (...events: SignInEvent[]) => events.reduce(signIns.decider.evolve, signIns.decider.initialState);
const given = specificationOf(signIns.decider);
const PLACE: SignInLimit = { of: 'place', round: 0 };
const ACCOUNT: SignInLimit = { of: 'account' };
const NETWORK: SignInLimit = { of: 'network', failures: 3 };

/** How long each next try had to wait, when it came as early as it counts. */
const waitsAfter = (attempts: number, limit: SignInLimit): number[] => {
  let [state, now] = [signIns.decider.initialState, 0];
  return Array.from({ length: attempts }, () => {
    state = signIns.decider.evolve(state, failed(now));
    const wait = secondsToWait(state, at(now), limit);
    now += wait;
    return wait;
  });
};

describe('failed sign-ins', () => {
  it('make the next try wait, doubling up to 15 minutes, from the fifth at one place or the twentieth of an account', () => {
    const curve = [5, 10, 20, 40, 80, 160, 320, 640, 900, 900];
    expect(waitsAfter(14, PLACE)).toEqual([0, 0, 0, 0, ...curve]);
    expect(waitsAfter(29, ACCOUNT)).toEqual([...Array.from({ length: 19 }, () => 0), ...curve]);
  });

  it('are forgotten after a day, after a success at the same place, and after the account is unlocked', () => {
    const five = [0, 1, 2, 3, 4].map((second) => failed(second));
    expect(secondsToWait(stateOf(...five), at(4), PLACE)).toBe(5);
    expect(secondsToWait(stateOf(...five, failed(9)), at(9), PLACE)).toBe(10);
    expect(secondsToWait(stateOf(...five, failed(DAY_S + 5)), at(DAY_S + 5), PLACE)).toBe(0);
    const success: SignInEvent = { type: 'SignInSucceeded', data: { at: at(5) } };
    expect(secondsToWait(stateOf(...five, success, failed(6)), at(6), PLACE)).toBe(0);
    expect(secondsToWait(stateOf(...five), at(4), { of: 'place', round: 1 })).toBe(0);
    expect(secondsToWait(stateOf(...five, ...five.map(() => failed(6, 1))), at(6), { of: 'place', round: 1 })).toBe(5);
    expect(stateOf({ type: 'SignInsForgiven', data: {} }, { type: 'SignInsForgiven', data: { at: at(9) } }).round).toBe(
      2,
    );
  });

  it('lock a network for 15 minutes if it has too many of them within that time', () => {
    expect(secondsToWait(stateOf(failed(0), failed(1), failed(2)), at(2), NETWORK)).toBe(900);
    expect(secondsToWait(stateOf(failed(0), failed(1), failed(900)), at(900), NETWORK)).toBe(0);
    expect(secondsToWait(stateOf(failed(0), failed(1)), at(1), { of: 'network', failures: 0 })).toBe(0);
  });

  it('dated hours in the future by a wrong clock cause no wait', () => {
    const futureFailures = [1, 2, 3, 4, 5].map((second) => failed(8 * 3600 + second));
    expect(secondsToWait(stateOf(...futureFailures), at(0), PLACE)).toBe(0);
    expect(secondsToWait(stateOf(...futureFailures), at(0), NETWORK)).toBe(0);
    expect(secondsToWait(stateOf(failed(300)), at(0), PLACE)).toBe(0);
  });

  it('are recorded unless the try came too early, and the message contains the remaining wait in every language', () => {
    const five = [0, 0, 0, 0, 0].map((second) => failed(second));
    given(...five)
      .when({ type: 'RecordFailure', at: at(4), limit: PLACE })
      .thenNothing();
    given(...five)
      .when({ type: 'RecordFailure', at: at(5), limit: PLACE })
      .then(failed(5));
    given()
      .when({ type: 'RecordFailure', at: at(0), limit: { of: 'place', round: 2 } })
      .then(failed(0, 2));
    const waitMessage = waitProblem(stateOf(...five), at(1), PLACE) ?? problem('RECORD_EXISTS');
    expect([
      messageOfProblem(waitMessage, 'zh'),
      messageOfProblem(waitMessage, 'en'),
      messageOfProblem(waitMessage, 'es'),
    ]).toEqual([
      '登录失败次数过多，请 4 秒后再试，或重置密码',
      'Too many failed sign-ins, please try again in 4 s or reset the password',
      'Demasiados intentos fallidos; inténtelo dentro de 4 s o restablezca la contraseña',
    ]);
    const manyFailures = Array.from({ length: 11 }, () => failed(0));
    expect(messageOfProblem(waitProblem(stateOf(...manyFailures), at(0), PLACE) ?? problem('RECORD_EXISTS'))).toBe(
      '登录失败次数过多，请 6 分钟后再试，或重置密码',
    );
  });
});

it('a place is known for 90 days after a sign-in there, which is recorded once a day', () => {
  const signInSucceeded: SignInEvent = { type: 'SignInSucceeded', data: { at: at(0) } };
  expect([0, 89 * DAY_S, 90 * DAY_S].map((later) => isRecentPlace(stateOf(signInSucceeded), at(later)))).toEqual([
    true,
    true,
    false,
  ]);
  expect(isRecentPlace(stateOf(failed(0)), at(0))).toBe(false);
  given()
    .when({ type: 'RecordSuccess', at: at(0) })
    .then(signInSucceeded);
  given(signInSucceeded)
    .when({ type: 'RecordSuccess', at: at(DAY_S - 1) })
    .thenNothing();
  given(signInSucceeded, failed(1))
    .when({ type: 'RecordSuccess', at: at(2) })
    .then({ type: 'SignInSucceeded', data: { at: at(2) } });
  given(signInSucceeded)
    .when({ type: 'RecordSuccess', at: at(DAY_S) })
    .then({ type: 'SignInSucceeded', data: { at: at(DAY_S) } });
});

it('unlocking an account with a reason counts for 15 minutes, and a new password does not count as unlocking', () => {
  given(failed(0))
    .when({ type: 'ForgiveFailures', at: at(1), reason: '本人来电' })
    .then({ type: 'SignInsForgiven', data: { at: at(1), reason: '本人来电' } });
  const unlocked = stateOf({ type: 'SignInsForgiven', data: { at: at(0), reason: '本人来电' } });
  expect([isRecentlyUnlocked(unlocked, at(899)), isRecentlyUnlocked(unlocked, at(900))]).toEqual([true, false]);
  expect(isRecentlyUnlocked(stateOf({ type: 'SignInsForgiven', data: { at: at(0) } }), at(1))).toBe(false);
});
