import { describe, expect, it } from '@jest/globals';
import type { NetworkCodesEvent, VerificationEvent } from '#events';
import { specificationOf } from '#harness/domain/specification';
import { accountProblems } from './user.js';
import { canRequestCode, networkCodes, verification, type VerificationCommand } from './verification.js';

const at = (seconds: number): string => new Date(Date.parse('2026-03-02T01:00:00Z') + seconds * 1000).toISOString();
const ask = (seconds: number, requestId = 'r-1'): VerificationCommand => ({
  type: 'RequestCode',
  requestId,
  sendCodeType: 2,
  userId: 'u-1',
  at: at(seconds),
});
const codeRequested = (seconds: number, requestId = 'r-1'): VerificationEvent => ({
  type: 'VerificationCodeRequested',
  data: { requestId, sendCodeType: 2, userId: 'u-1', at: at(seconds), validUntil: at(seconds + 300) },
});
const codeTried: VerificationEvent = { type: 'VerificationCodeTried', data: { requestId: 'r-1' } };
const used: VerificationEvent = { type: 'VerificationCodeUsed', data: { requestId: 'r-1' } };
const given = specificationOf(verification.decider);

describe('a verification code', () => {
  it('can be requested once a minute and ten times a day', () => {
    given().when(ask(0)).then(codeRequested(0));
    given(codeRequested(0)).when(ask(59, 'r-2')).thenSays('验证码发送过于频繁，请 1 秒后再试');
    given(codeRequested(0)).when(ask(60, 'r-2')).then(codeRequested(60, 'r-2'));
    const ten = Array.from({ length: 10 }, (_, index) => codeRequested(index * 60));
    given(...ten)
      .when(ask(3600, 'r-11'))
      .thenRefused('CODES_USED_UP');
    given(...ten)
      .when(ask(24 * 3600, 'r-11'))
      .then(codeRequested(24 * 3600, 'r-11'));
  });

  it('is valid for five minutes, five tries and one use, and every refusal has the same reason', () => {
    const trial: VerificationCommand = { type: 'TryCode', at: at(300) };
    given(codeRequested(0)).when(trial).then(codeTried);
    given(codeRequested(0))
      .when({ type: 'TryCode', at: at(301) })
      .thenRefused('CODE_WRONG');
    given().when(trial).thenRefused('CODE_WRONG');
    given(codeRequested(0), codeTried, codeTried, codeTried, codeTried, codeTried)
      .when(trial)
      .thenRefused('CODE_WRONG');
    given(codeRequested(0), codeTried)
      .when({ type: 'UseCode', at: at(10) })
      .then(used);
    given(codeRequested(0), codeTried, used).when(trial).thenRefused('CODE_WRONG');
    given(codeRequested(0), codeTried, used)
      .when({ type: 'UseCode', at: at(10) })
      .thenRefused('CODE_WRONG');
  });

  it('dated hours in the future by a wrong clock does not block a new code, and is itself invalid', () => {
    const clockOffset = 8 * 3600;
    const ten = Array.from({ length: 10 }, (_, index) => codeRequested(clockOffset + index * 60));
    given(...ten)
      .when(ask(0, 'r-11'))
      .then(codeRequested(0, 'r-11'));
    given(codeRequested(clockOffset))
      .when({ type: 'TryCode', at: at(0) })
      .thenRefused('CODE_WRONG');
    // Two machines differ by a little.
    given(codeRequested(30)).when(ask(0, 'r-2')).thenSays('验证码发送过于频繁，请 60 秒后再试');
    given(codeRequested(30))
      .when({ type: 'TryCode', at: at(0) })
      .then(codeTried);
  });

  it('is replaced by a later one, which has new tries', () =>
    given(codeRequested(0), codeTried, used, codeRequested(60, 'r-2'))
      .when({ type: 'TryCode', at: at(61) })
      .then({ type: 'VerificationCodeTried', data: { requestId: 'r-2' } }));
});

it('all problems of a new account are reported together', () => {
  expect(
    accountProblems({ userName: '张 三', name: ' ', mobile: '12345', password: 'short' }).map(({ code, path }) => [
      code,
      path,
    ]),
  ).toEqual([
    ['PERSON_NAME_REQUIRED', 'name'],
    ['USER_NAME_INVALID', 'userName'],
    ['MOBILE_INVALID', 'mobile'],
    ['PASSWORD_WEAK', 'password'],
  ]);
  expect(
    accountProblems({ userName: '张三.01', name: '张三', mobile: '13800000009', password: 'Consign-2026!' }),
  ).toEqual([]);
});

const codeRequestedAt = (at: string): NetworkCodesEvent => ({ type: 'CodeAskedForFromNetwork', data: { at } });
const { evolve, initialState } = networkCodes.decider;
const LIMITS = { perMinute: 2, perDay: 3 };

describe('codes requested from a network', () => {
  it('are recorded by minute', () =>
    specificationOf(networkCodes.decider)()
      .when({ type: 'CountCode', at: '2026-03-02T10:00:59.123Z' })
      .then(codeRequestedAt('2026-03-02T10:00:00.000Z')));

  it('are counted per minute of the clock and per 24 hours, also older records with seconds', () => {
    const state = [codeRequestedAt('2026-03-02T10:00:00.000Z'), codeRequestedAt('2026-03-02T10:00:41.500Z')].reduce(
      evolve,
      initialState,
    );
    expect(canRequestCode(state, '2026-03-02T10:00:59.999Z', LIMITS)).toBe(false);
    expect(canRequestCode(state, '2026-03-02T10:01:00.000Z', LIMITS)).toBe(true);
    const full = evolve(state, codeRequestedAt('2026-03-02T10:01:00.000Z'));
    expect([
      canRequestCode(full, '2026-03-03T09:59:59.000Z', LIMITS),
      canRequestCode(full, '2026-03-03T10:00:00.000Z', LIMITS),
    ]).toEqual([false, true]);
  });

  it('are stored as one count for each minute', () => {
    const day = Array.from({ length: 20_000 }, (_, count) =>
      codeRequestedAt(new Date(Date.UTC(2026, 2, 2) + Math.floor(count / 100) * 60_000).toISOString()),
    );
    const state = day.reduce(evolve, initialState);
    expect([state.length, state.at(-1)]).toEqual([200, { at: Date.UTC(2026, 2, 2, 3, 19), count: 100 }]);
  });
});
