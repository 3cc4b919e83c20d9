import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import {
  authenticate,
  changePassword,
  createRole,
  getConsingInfo,
  getEvent,
  getRoles,
  resetPasswordByCode,
  retryJobs,
  sendToMobile,
  setUserRoles,
  updateRole,
  verifyCode,
  getUserInfo,
  type Operation,
} from '#contract';
import { ROLE } from '#events';
import { createDraft } from '#harness/consignments/drafts';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const PASSWORD = 'Consign-2026!';
const lines: string[] = [];
let now = new Date('2026-03-02T01:00:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
let service: Service;
let flooded: Service;
let guarded: Service;
beforeAll(async () => {
  service = await startService({
    now: () => now,
    logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
  });
  flooded = await startService({ demo: false, loginsPerMinute: 5 });
  guarded = await startService({
    demo: false,
    now: () => now,
    trustProxy: ['loopback'],
    addressLimits: { signInFailuresPerAddress: 6, codesPerMinute: 2, codesPerDay: 3 },
  });
});
afterAll(() => Promise.all([service.close(), flooded.close(), guarded.close()]));

/** What the log has of refused calls of an operation. */
const refusedIn = (operation: Operation) =>
  lines
    .map(
      (line) => JSON.parse(line) as { msg: string; operation?: string; code?: string; level: number; status: number },
    )
    .filter((line) => line.msg === 'request' && line.operation === operation.name && line.status >= 400);
const countRefusals = async (operation: Operation, code: string, at = service): Promise<number> => {
  const text = await (await fetch(`${at.url}/metrics`)).text();
  return Number(
    new RegExp(`^refusals_total\\{operation="${operation.name}",code="${code}"\\} (\\d+)$`, 'm').exec(text)?.[1] ?? 0,
  );
};
const WARN = 40;
const signIn = (userName: string, password = PASSWORD) =>
  service.stranger.call(authenticate, { body: { UserNameOrEmailAddress: userName, password } });

describe('guessing attacks', () => {
  it('on passwords get the same responses for known and unknown names, growing waits, and log lines without names', async () => {
    const guesses = async (userName: string) => {
      const responses: unknown[] = [];
      for (let n = 0; n < 8; n++) {
        const { status, failure } = await signIn(userName, `Wrong-guess-${n}`);
        responses.push([status, failure?.code, failure?.message]);
      }
      return responses;
    };
    const [knownName, unknownName] = [await guesses('client2'), await guesses('nobody-of-that-name')];
    expect(unknownName).toEqual(knownName);
    expect(JSON.stringify(knownName)).toContain('ACCOUNT_LOCKED');
    expect((await signIn('client2')).failure?.code).toBe('ACCOUNT_LOCKED');
    const logged = refusedIn(authenticate);
    expect(logged.map(({ level }) => level)).toEqual(logged.map(() => WARN));
    expect(
      (await countRefusals(authenticate, 'BAD_CREDENTIALS')) + (await countRefusals(authenticate, 'ACCOUNT_LOCKED')),
    ).toBe(17);
    for (const secret of ['client2', 'nobody-of-that-name', 'Wrong-guess'])
      expect(lines.join('')).not.toContain(secret);
  });

  it('on many accounts from one network lock that network for 15 minutes, and no other network', async () => {
    const from = (address: string, userName: string, password: string) =>
      guarded.stranger.call(authenticate, {
        body: { UserNameOrEmailAddress: userName, password },
        headers: { 'x-forwarded-for': address },
      });
    for (let n = 0; n < 6; n++)
      expect((await from('203.0.113.9', `name-${n}`, 'Wrong-guess-1')).failure?.code).toBe('BAD_CREDENTIALS');
    expect((await from('203.0.113.9', 'another', PASSWORD)).failure).toMatchObject({
      code: 'ADDRESS_LOCKED',
      message: '您所在网络的登录失败次数过多，请 15 分钟后再试',
    });
    expect((await from('203.0.113.10', 'another', PASSWORD)).failure?.code).toBe('BAD_CREDENTIALS');
    pass(15 * 60);
    expect((await from('203.0.113.9', 'another', PASSWORD)).failure?.code).toBe('BAD_CREDENTIALS');
  });

  it('on phone numbers are limited to a few codes per minute and day from one network', async () => {
    let number = 13_700_000_000;
    const requestCode = async (address: string, sendCodeType: 1 | 3 = 1) =>
      (
        await guarded.stranger.call(sendToMobile, {
          body: { mobile: String(number++), sendCodeType },
          headers: { 'x-forwarded-for': address },
        })
      ).status;
    expect([
      await requestCode('203.0.113.20'),
      await requestCode('203.0.113.20', 3),
      await requestCode('203.0.113.20'),
      await requestCode('203.0.113.21'),
    ]).toEqual([200, 200, 429, 200]);
    pass(61);
    expect([await requestCode('203.0.113.20'), await requestCode('203.0.113.20')]).toEqual([200, 429]);
    pass(61);
    expect(await requestCode('203.0.113.20')).toBe(429);
    pass(24 * 60 * 60);
    expect(await requestCode('203.0.113.20')).toBe(200);
  });

  it('on reset codes get the same responses for known and unknown names, and are logged and counted', async () => {
    const guessCodes = async (userName: string) => {
      pass(61);
      const codeRequest = await service.stranger.call(sendToMobile, { body: { userName, sendCodeType: 2 } });
      const responses: unknown[] = [[codeRequest.status, codeRequest.rawBody]];
      for (let n = 0; n < 7; n++) {
        const { status, result, failure } = await service.stranger.call(verifyCode, {
          body: { userName, sendCodeType: 2, validateCode: String(100_000 + n) },
        });
        responses.push([status, result, failure?.code]);
      }
      const reset = await service.stranger.call(resetPasswordByCode, {
        body: { userName, validateCode: '100000', newPassword: 'Harbour-2027!' },
      });
      return [...responses, [reset.status, reset.failure?.code]];
    };
    const [nobody, somebody] = [await guessCodes('nobody-at-all'), await guessCodes('lab2')];
    expect(nobody).toEqual(somebody);
    expect(somebody.slice(1)).toEqual([
      ...Array.from({ length: 7 }, () => [200, false, undefined]),
      [400, 'CODE_WRONG'],
    ]);
    expect(refusedIn(resetPasswordByCode)).toEqual([
      expect.objectContaining({ level: WARN, code: 'CODE_WRONG' }),
      expect.objectContaining({ level: WARN, code: 'CODE_WRONG' }),
    ]);
    expect(await countRefusals(resetPasswordByCode, 'CODE_WRONG')).toBe(2);
  });

  it('on the current password when changing it are refused and counted, and the new password is not logged', async () => {
    const client = await service.as('client1');
    const reply = await client.call(changePassword, {
      body: { currentPassword: 'Wrong-guess-1', newPassword: 'Harbour-2027!' },
    });
    expect([reply.status, reply.failure?.code]).toEqual([400, 'PASSWORD_WRONG']);
    expect(await countRefusals(changePassword, 'PASSWORD_WRONG')).toBe(1);
    expect(lines.join('')).not.toContain('Harbour-2027');
  });
});

describe('access to the data of others', () => {
  it('by a foreign id, or to an event, is refused, logged with the user, and counted', async () => {
    const { id } = await createDraft(await service.as('client1'));
    const lab = await service.as('lab1');
    const previousCount = await countRefusals(getConsingInfo, 'NOT_YOURS');
    expect((await lab.call(getConsingInfo, { query: { id } })).status).toBe(403);
    expect(await countRefusals(getConsingInfo, 'NOT_YOURS')).toBe(previousCount + 1);
    const { userId } = await lab.do(getUserInfo);
    expect(refusedIn(getConsingInfo)).toContainEqual(
      expect.objectContaining({ level: WARN, status: 403, code: 'NOT_YOURS', userId }),
    );
    expect((await lab.call(getEvent, { query: { eventId: id } })).status).toBe(403);
    expect(await countRefusals(getEvent, 'FORBIDDEN')).toBe(1);
  });

  it('by editing roles is refused to all but the administrator, whose roles cannot grant user or role management', async () => {
    const admin = await service.as('admin');
    const ownUserId = async (client: Client) => (await client.do(getUserInfo)).userId;
    for (const name of ['client1', 'lab1', 'auditor', 'operator']) {
      const somebody = await service.as(name);
      for (const reply of [
        await somebody.call(setUserRoles, {
          body: { userId: await ownUserId(somebody), roleNames: [ROLE.admin], reason: '' },
        }),
        await somebody.call(createRole, { body: { name: 'mine', displayName: 'mine', permissions: ['Views.Manage'] } }),
      ])
        expect([name, reply.status, reply.failure?.code]).toEqual([name, 403, 'FORBIDDEN']);
    }
    expect(await countRefusals(setUserRoles, 'FORBIDDEN')).toBe(4);
    for (const permission of ['CreateUser', 'SetUserRoles', 'Roles.Manage', 'Users.Manage', '*'])
      expect([
        permission,
        (
          await admin.call(createRole, {
            body: { name: `try-${permission}`, displayName: 'try', permissions: [permission] },
          })
        ).status,
      ]).toEqual([permission, 400]);
    const builtIn = (await admin.do(getRoles)).items.find(({ name }) => name === ROLE.client);
    expect(
      (
        await admin.call(updateRole, {
          body: { id: builtIn?.id ?? '', displayName: '委托', permissions: ['Views.Manage'] },
        })
      ).status,
    ).toBe(409);
  });
});

describe('broken input', () => {
  it('is refused with a specific status and counted: invalid JSON, an excessive body, another content type', async () => {
    const send = (body: string, type = 'application/json') =>
      fetch(`${service.url}/api/TokenAuth/Authenticate`, { method: 'POST', headers: { 'content-type': type }, body });
    expect([
      (await send('{"a":')).status,
      (await send(JSON.stringify({ a: 'x'.repeat(20_000_000) }))).status,
      (await send('<a/>', 'application/xml')).status,
    ]).toEqual([400, 413, 415]);
    const refusals =
      (await (await fetch(`${service.url}/metrics`)).text()).match(
        /^refusals_total\{operation="other",code="[A-Z_]+"\} \d+$/gm,
      ) ?? [];
    expect(refusals.map((line) => /code="(\w+)"/.exec(line)?.[1])).toEqual(
      expect.arrayContaining(['INVALID', 'TOO_LARGE', 'NOT_JSON']),
    );
  });

  it('without an operator’s reason is refused with the product’s message in the requested language', async () => {
    const operator = await service.as('operator');
    const reasonProblem = async (language: string, reason: string | undefined) =>
      (
        await operator.call(retryJobs, {
          body: { expectedCount: 1, ...(reason === undefined ? {} : { reason }) } as never,
          headers: { 'accept-language': language },
        })
      ).failure?.details;
    expect([
      await reasonProblem('zh', undefined),
      await reasonProblem('en', '  '),
      await reasonProblem('es', ''),
    ]).toEqual(['输入内容不能为空', 'input content cannot be empty', 'el contenido no puede estar vacío']);
    expect(await reasonProblem('en', 'x'.repeat(201))).toBe('The text is too long, at most 200 characters');
  });
});

it('a flood of requests from one address is throttled and counted', async () => {
  const statuses: number[] = [];
  for (let n = 0; n < 12; n++)
    statuses.push(
      (await flooded.stranger.call(authenticate, { body: { UserNameOrEmailAddress: `n${n}`, password: 'x' } })).status,
    );
  expect(statuses.slice(-3)).toEqual([429, 429, 429]);
  expect(Math.max(await countRefusals(authenticate, 'TOO_MANY', flooded), await flooding())).toBeGreaterThanOrEqual(3);
});

/** The limit stands before the handlers, so the operation is not known yet. */
const flooding = async (): Promise<number> =>
  Number(
    /^refusals_total\{operation="other",code="TOO_MANY"\} (\d+)$/m.exec(
      await (await fetch(`${flooded.url}/metrics`)).text(),
    )?.[1] ?? 0,
  );
