import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authenticate, resetPasswordByCode, sendToMobile, type BodyOf } from '#contract';
import { verificationCode } from '#engines';
import { decode, START, verificationEvents } from '#events';
import { startService, type Service } from '#harness/service/service';

const PASSWORD = 'Consign-2026!';
let now = new Date('2026-03-02T01:00:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
let service: Service;
beforeAll(async () => {
  service = await startService({
    now: () => now,
    trustProxy: ['loopback'],
    addressLimits: { signInFailuresPerAddress: 50, codesPerMinute: 30, codesPerDay: 500 },
  });
});
afterAll(() => service.close());

let networks = 0;
/** A network that nobody has come from before. */
const network = (): string => `198.51.${networks >> 8}.${networks++ & 255}`;
const signIn = (UserNameOrEmailAddress: string, password: string, from: string, cookie?: string) =>
  service.stranger.call(authenticate, {
    body: { UserNameOrEmailAddress, password },
    headers: { 'x-forwarded-for': from, ...(cookie ? { cookie } : {}) },
  });
const guess = async (name: string, from: string, password = 'Wrong-guess-1') =>
  (await signIn(name, password, from)).failure?.code;
/** Failures from as many networks as it takes until strangers have to wait a quarter of an hour. */
const attack = async (name: string): Promise<void> => {
  for (let n = 0; n < 28; n++) {
    if (n >= 20) pass(900);
    await guess(name, network());
  }
};
const fullWidth = (name: string): string =>
  name.replaceAll(/[!-~]/g, (character) => String.fromCodePoint(character.charCodeAt(0) + 0xfee0));
const spellings = (name: string): string[] => [
  name,
  name.toUpperCase(),
  ` ${name} `,
  `${name}@example.com`,
  `${name.slice(0, 1).toUpperCase()}${name.slice(1)}@Example.com `,
  // Full width, and with characters that nobody sees.
  `${fullWidth(name.slice(0, 1))}${name.slice(1)}`,
  fullWidth(name).toUpperCase(),
  `${name.slice(0, 3)}\u200b${name.slice(3)}`,
  `\u2060${name}\ufeff`,
];
/** 300 of them, most with a spelling of their own. */
const manySpellings = (name: string): string[] =>
  Array.from({ length: 300 }, (_, n) => (n % 2 ? `${name}\u0000${n}` : (spellings(name)[n % 9] ?? name)));

describe('failed sign-ins', () => {
  it('make the next attempt wait longer each time, even with the right password, and equally for an unknown name', async () => {
    const signInResponses = async (name: string, from: string) => {
      const responses: unknown[] = [];
      const attemptSignIn = async (password = 'Wrong-guess-1') => {
        const { status, failure, headers } = await signIn(name, password, from);
        responses.push([status, failure?.code, failure?.message, headers.get('retry-after')]);
      };
      for (let n = 0; n < 5; n++) await attemptSignIn();
      await attemptSignIn(PASSWORD);
      for (const wait of [5, 10, 20, 40]) {
        pass(wait - 1);
        await attemptSignIn(PASSWORD);
        pass(1);
        await attemptSignIn();
      }
      return responses;
    };
    const [somebody, nobody] = [
      await signInResponses('lab1', network()),
      await signInResponses('no-such-person', network()),
    ];
    expect(nobody).toEqual(somebody);
    expect(somebody.slice(4, 7)).toEqual([
      [400, 'BAD_CREDENTIALS', '用户名或密码错误', null],
      [409, 'ACCOUNT_LOCKED', '登录失败次数过多，请 5 秒后再试，或重置密码', '5'],
      [409, 'ACCOUNT_LOCKED', '登录失败次数过多，请 1 秒后再试，或重置密码', '1'],
    ]);
    const clientNetwork = network();
    for (let n = 0; n < 5; n++) await guess('lab1', clientNetwork);
    pass(5);
    expect((await signIn('lab1', PASSWORD, clientNetwork)).status).toBe(200);
    for (let n = 0; n < 4; n++) expect(await guess('lab1', clientNetwork)).toBe('BAD_CREDENTIALS');
    expect((await signIn('lab1', PASSWORD, clientNetwork)).status).toBe(200);
  });

  it('under any spelling of a user name count for one account, even if 300 arrive at the same moment', async () => {
    pass(24 * 60 * 60);
    const from = network();
    const names = manySpellings('client2').filter((name) => !name.includes('\u0000'));
    const codes = await Promise.all(
      names.map((name, n) => guess(name, from, n === 40 ? PASSWORD : `Wrong-guess-${n}`)),
    );
    expect(codes.filter((code) => code === 'BAD_CREDENTIALS')).toHaveLength(5);
    expect(new Set(codes)).toEqual(new Set(['BAD_CREDENTIALS', 'ACCOUNT_LOCKED']));
    for (let n = 0; n < 20; n++) expect(await guess(`client2\u0000${n}`, from, PASSWORD)).not.toBeUndefined();
    for (const name of spellings('client2')) expect(await guess(name, from, PASSWORD)).toBe('ACCOUNT_LOCKED');
    pass(5);
    expect(await guess('client2', from, PASSWORD)).toBeUndefined();
  });

  it('do not lock a known network or a known device, even if others continue from many networks', async () => {
    const [office, otherNetwork] = [network(), network()];
    const first = await signIn('admin', PASSWORD, office);
    const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(first.headers.get('set-cookie')).toMatch(
      /^consign_device=[\w.-]+; Path=\/api\/TokenAuth; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
    );
    await attack('admin');
    expect(await guess('admin', network(), PASSWORD)).toBe('ACCOUNT_LOCKED');
    expect(await guess('admin', office, PASSWORD)).toBeUndefined();
    expect((await signIn('admin', PASSWORD, otherNetwork, cookie)).status).toBe(200);

    // Who sits in the office itself, and guesses there at this account and at all others, does not close the device.
    for (let n = 0; n < 60; n++) await guess(n < 8 ? 'admin' : `name-${n}`, office);
    expect(await guess('admin', office, PASSWORD)).toBe('ACCOUNT_LOCKED');
    expect((await signIn('admin', PASSWORD, office, cookie)).status).toBe(200);
    // A device is known for its own account, unchanged, and its own failures make it wait.
    expect((await signIn('client1', PASSWORD, office, cookie)).failure?.code).toBe('ADDRESS_LOCKED');
    expect((await signIn('admin', PASSWORD, office, cookie.replace(/.$/, '!'))).failure?.code).toBe('ACCOUNT_LOCKED');
    for (let n = 0; n < 5; n++)
      expect((await signIn('admin', 'Wrong-guess-1', office, cookie)).failure?.code).toBe('BAD_CREDENTIALS');
    expect((await signIn('admin', PASSWORD, office, cookie)).failure?.code).toBe('ACCOUNT_LOCKED');
    expect((await signIn('admin', PASSWORD, otherNetwork, cookie)).failure?.code).toBe('ACCOUNT_LOCKED');
    pass(5);
    expect((await signIn('admin', PASSWORD, otherNetwork, cookie)).status).toBe(200);
  });

  it('do not lock any of several accounts of one browser, which are remembered for half a year', async () => {
    const from = network();
    const firstCookie = (await signIn('lab1', PASSWORD, from)).headers.get('set-cookie')?.split(';')[0] ?? '';
    const both = (await signIn('lab2', PASSWORD, from, firstCookie)).headers.get('set-cookie')?.split(';')[0] ?? '';
    const stolenFrom = network();
    for (const name of ['lab1', 'lab2']) for (let n = 0; n < 5; n++) await guess(name, stolenFrom);
    for (const name of ['lab1', 'lab2']) {
      expect(await guess(name, stolenFrom, PASSWORD)).toBe('ACCOUNT_LOCKED');
      expect((await signIn(name, PASSWORD, stolenFrom, both)).status).toBe(200);
    }
    pass(181 * 24 * 60 * 60);
    for (let n = 0; n < 5; n++) await guess('lab1', stolenFrom);
    expect((await signIn('lab1', PASSWORD, stolenFrom, both)).failure?.code).toBe('ACCOUNT_LOCKED');
  });

  it('get the same responses for an account known at the network, an unknown one, and a name without an account', async () => {
    const office = network();
    expect(await guess('auditor', office, PASSWORD)).toBeUndefined();
    const signInResponses = async (name: string) => {
      const startedAt = now;
      await attack(name);
      const responses: unknown[] = [];
      for (let n = 0; n < 8; n++) {
        const { status, failure, headers } = await signIn(name, `Wrong-guess-${n}`, office);
        responses.push([
          status,
          failure?.code,
          failure?.message,
          headers.get('retry-after'),
          headers.get('set-cookie'),
        ]);
        pass(n * 10);
      }
      now = startedAt;
      return responses;
    };
    const knownAccount = await signInResponses('auditor');
    expect(knownAccount.map((response) => (response as unknown[])[1])).toContain('ACCOUNT_LOCKED');
    expect(await signInResponses('operator')).toEqual(knownAccount);
    expect(await signInResponses('nobody-knows-this-one')).toEqual(knownAccount);
  });

  it('are logged without addresses and entered names, and without linking an account to a network', async () => {
    const events = await service.engines.eventStore.readAll(START, 10_000, ['SignInFailed', 'SignInSucceeded']);
    expect(events.length).toBeGreaterThan(50);
    expect(JSON.stringify(events)).not.toMatch(/198\.51|no-such-person|client2/);
    expect(new Set(events.map(({ metadata }) => metadata.correlationId)).size).toBe(events.length);
  });
});

describe('verification codes', () => {
  const ask = (body: BodyOf<typeof sendToMobile>, from: string) =>
    service.stranger.call(sendToMobile, { body, headers: { 'x-forwarded-for': from } });
  const newestCode = async () => {
    const codeEvents = await service.engines.eventStore.readAll(START, 10_000, Object.keys(verificationEvents));
    const newest = codeEvents
      .map((event) => decode(verificationEvents, event))
      .findLast(({ type }) => type === 'VerificationCodeRequested');
    return verificationCode(service.engines.vault, newest?.data.requestId ?? '');
  };

  it('under any spelling of a user name are limited for one account, even with 300 attempts', async () => {
    pass(61);
    const from = network();
    expect((await ask({ sendCodeType: 2, userName: 'client2' }, from)).status).toBe(200);
    const code = await newestCode();
    for (const userName of spellings('client2').slice(1, 5))
      expect((await ask({ sendCodeType: 2, userName }, network())).failure?.code).toBe('CODE_SENT_RECENTLY');
    const reset = (userName: string, validateCode: string) =>
      service.stranger.call(resetPasswordByCode, { body: { userName, validateCode, newPassword: 'Harbour-2027!' } });
    const wrongCode = (n: number) => String((Number(code) + 1 + n) % 1_000_000).padStart(6, '0');
    const responses = await Promise.all(manySpellings('client2').map((userName, n) => reset(userName, wrongCode(n))));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([400]));
    for (const userName of manySpellings('client2').slice(0, 30))
      expect((await reset(userName, code)).status).toBe(400);
    expect((await signIn('client2', PASSWORD, network())).status).toBe(200);
  });

  it('for a forgotten password are counted by network like all others', async () => {
    pass(24 * 60 * 60);
    const from = network();
    const statuses: number[] = [];
    for (let n = 0; n < 31; n++)
      statuses.push(
        (
          await ask(
            n % 2 ? { sendCodeType: 2, userName: `name-${n}` } : { sendCodeType: 3, mobile: `139000000${10 + n}` },
            from,
          )
        ).status,
      );
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
    expect((await ask({ sendCodeType: 2, userName: 'client1' }, from)).status).toBe(429);
    expect((await ask({ sendCodeType: 2, userName: 'client1' }, network())).status).toBe(200);
  });
});
