import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  changeAccessKey,
  getConsignLog,
  getFeed,
  getGuid,
  issueAccessKey,
  listAccessKeys,
  listAccessKeyUsage,
  listEvents,
  revokeAccessKey,
  rotateAccessKey,
  type IssuedAccessKey,
} from '#contract';
import { load } from '#domain/event-sourcing';
import { accessKey } from '#domain/lab-systems';
import { startService, type Service } from '#harness/service/service';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let now = new Date();
let service: Service;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true, now: () => now, keyRequestsPerMinute: 5 });
});
afterAll(() => service.close());

/** Asks until there is an answer. */
const eventually = async <Result>(ask: () => Promise<Result | undefined>): Promise<Result> => {
  for (;;) {
    const result = await ask();
    if (result !== undefined) return result;
  }
};

const issued = async (userName: string, overrides: object = {}): Promise<IssuedAccessKey> =>
  (await service.as(userName)).do(issueAccessKey, {
    body: { name: 'LIMS 主机', scopes: ['events:read'], ...overrides },
  });

describe('ILIS-006 an access key', () => {
  it('is returned with its secret once, works for its scopes, and is listed without the secret', async () => {
    const key = await issued('lab1', { expiresAt: null });
    expect(key.secret).toMatch(new RegExp(`^lk_${key.id}_[\\w-]{43}$`));
    expect(key).toMatchObject({ name: 'LIMS 主机', scopes: ['events:read'], lastUsedAt: null, createdBy: '沈惠兰' });
    const machine = service.withToken(key.secret);
    const reply = await machine.call(getGuid);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('ratelimit-limit')).toBe('5');
    expect(reply.headers.get('ratelimit-remaining')).toBe('4');
    const { items } = await (await service.as('lab1')).do(listAccessKeys);
    expect(JSON.stringify(items)).not.toContain('lk_');
    expect(items.find(({ id }) => id === key.id)).toMatchObject({ createdBy: '沈惠兰' });
    const stored = await service.engines.vault.credential(`access-key/${key.id}`);
    expect(stored).toMatch(/^[0-9a-f]{64}$/);
  });

  it('records its first use, and no further use within the next hour', async () => {
    const key = await issued('lab1');
    await service.withToken(key.secret).do(getGuid);
    await service.withToken(key.secret).do(getGuid);
    const used = await eventually(async () => {
      const { items } = await (await service.as('lab1')).do(listAccessKeys);
      return items.find(({ id, lastUsedAt }) => id === key.id && lastUsedAt !== null);
    });
    expect(used.lastUsedAt).toBe(now.toISOString());
    const { events } = await load(service.engines.eventStore, accessKey, key.id);
    expect(events.map(({ type }) => type)).toEqual(['AccessKeyIssued', 'AccessKeyUsed']);
  });

  it('is refused with the same error if unknown, expired or revoked, and may not call operations that are not for keys', async () => {
    const at = now;
    const expiring = await issued('lab1', { expiresAt: new Date(now.getTime() + MINUTE_MS).toISOString() });
    const revoked = await issued('lab1');
    await (await service.as('lab1')).do(revokeAccessKey, { query: { keyId: revoked.id, reason: '人员离职' } });
    now = new Date(now.getTime() + 2 * MINUTE_MS);
    const unknown = `lk_${v4()}_${'A'.repeat(43)}`;
    for (const secret of [unknown, expiring.secret, revoked.secret, 'lk_x', expiring.secret.slice(0, -1)]) {
      const reply = await service.withToken(secret).call(listAccessKeys);
      expect([reply.status, reply.failure]).toMatchObject([401, { code: 'key_invalid' }]);
    }
    now = at;
    const key = await issued('lab1');
    const refused = await service.withToken(key.secret).call(listAccessKeys);
    expect([refused.status, refused.failure]).toMatchObject([403, { code: 'FORBIDDEN' }]);
    expect((await service.withToken(key.secret).call(getConsignLog, { query: { consignId: v4() } })).status).toBe(403);
  });

  it('is limited per minute, and the response states when it can be used again', async () => {
    const machine = service.withToken((await issued('lab1')).secret);
    for (let n = 0; n < 5; n++) expect((await machine.call(getGuid)).status).toBe(200);
    const refused = await machine.call(getGuid);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await service.withToken((await issued('lab1')).secret).call(getGuid)).status).toBe(200);
  });

  it('can be managed only by a manager of its unit or an administrator', async () => {
    const key = await issued('lab1');
    const otherLab = await service.as('lab2');
    expect((await otherLab.call(revokeAccessKey, { query: { keyId: key.id, reason: 'x' } })).status).toBe(404);
    expect((await otherLab.call(rotateAccessKey, { query: { keyId: key.id }, body: { reason: 'x' } })).status).toBe(
      404,
    );
    const admin = await service.as('admin');
    expect((await admin.call(issueAccessKey, { body: { name: 'x', scopes: ['events:read'] } })).status).toBe(404);
    const rotated = await admin.do(rotateAccessKey, {
      query: { keyId: key.id },
      body: { reason: '定期更换', overlapHours: 0 },
    });
    expect((await service.withToken(key.secret).call(getGuid)).status).toBe(401);
    expect((await service.withToken(rotated.secret).call(getGuid)).status).toBe(200);
    expect((await admin.call(revokeAccessKey, { query: { keyId: key.id } })).failure).toMatchObject({
      code: 'REASON_REQUIRED',
    });
  });

  it('can be renamed and, with a recorded reason, given other scopes, which apply from the next request', async () => {
    const lab = await service.as('lab1');
    const key = await issued('lab1', { scopes: ['events:read', 'consignments:read'] });
    const machine = service.withToken(key.secret);
    expect((await machine.call(getFeed)).status).toBe(200);
    const change = (body: object) => lab.call(changeAccessKey, { query: { keyId: key.id }, body });
    expect((await change({ name: '报告中心' })).status).toBe(200);
    expect((await change({ scopes: ['consignments:read'] })).failure).toMatchObject({ code: 'REASON_REQUIRED' });
    const narrowed = await lab.do(changeAccessKey, {
      query: { keyId: key.id },
      body: { scopes: ['consignments:read'], reason: '不再读事件' },
    });
    expect(narrowed).toMatchObject({ name: '报告中心', scopes: ['consignments:read'] });
    expect((await machine.call(getFeed)).failure).toMatchObject({ code: 'scope_missing' });
    expect((await machine.call(getGuid)).status).toBe(200);
    const { events } = await load(service.engines.eventStore, accessKey, key.id);
    expect(events.filter(({ type }) => type === 'AccessKeyChanged')).toMatchObject([
      { data: { name: '报告中心', reason: '' } },
      {
        data: { scopes: ['consignments:read'], reason: '不再读事件' },
        metadata: { by: { userId: expect.any(String) } },
      },
    ]);
    const otherLab = await service.as('lab2');
    expect((await otherLab.call(changeAccessKey, { query: { keyId: key.id }, body: { name: 'x' } })).status).toBe(404);
    expect((await machine.call(changeAccessKey, { query: { keyId: key.id }, body: { name: 'x' } })).status).toBe(403);
  });

  it('works with both secrets for the requested time after a rotation, and with neither once it is revoked', async () => {
    const lab = await service.as('lab1');
    const at = now;
    const opens = async (...secrets: string[]) =>
      Promise.all(secrets.map(async (secret) => (await service.withToken(secret).call(getGuid)).status));
    const rotate = (overlapHours?: number) =>
      lab.call(rotateAccessKey, {
        query: { keyId: first.id },
        body: { reason: '定期更换', ...(overlapHours === undefined ? {} : { overlapHours }) },
      });
    const first = await issued('lab1');
    const second = (await rotate(1)).result as IssuedAccessKey;
    expect(second.previousUntil).toBe(new Date(at.getTime() + HOUR_MS).toISOString());
    expect(await opens(first.secret, second.secret)).toEqual([200, 200]);
    expect((await rotate(1)).failure).toMatchObject({ code: 'ACCESS_KEY_SECRETS_BOTH_OPEN' });
    now = new Date(at.getTime() + HOUR_MS);
    expect(await opens(first.secret, second.secret)).toEqual([401, 200]);
    // The clock was days ahead at the rotation: what it promised is over.
    now = new Date(at.getTime() - 3 * 24 * HOUR_MS);
    expect(await opens(first.secret)).toEqual([401]);
    now = new Date(at.getTime() + 2 * HOUR_MS);
    const third = (await rotate()).result as IssuedAccessKey;
    expect(third.previousUntil).toBe(new Date(now.getTime() + 24 * HOUR_MS).toISOString());
    expect(await opens(second.secret, third.secret)).toEqual([200, 200]);
    await lab.do(revokeAccessKey, { query: { keyId: first.id, reason: '泄露' } });
    expect(await opens(second.secret, third.secret)).toEqual([401, 401]);
    expect((await rotate(0)).failure).toMatchObject({ code: 'ACCESS_KEY_REVOKED' });
    now = at;
  });

  it('is listed with its recent requests, refused requests, and requests with the old secret', async () => {
    const lab = await service.as('lab1');
    const key = await issued('lab1', { scopes: ['consignments:read'] });
    const otherKey = await issued('lab1');
    const rotated = await lab.do(rotateAccessKey, { query: { keyId: key.id }, body: { reason: '定期更换' } });
    await service.withToken(key.secret).do(getGuid);
    await service.withToken(rotated.secret).do(getGuid);
    expect((await service.withToken(rotated.secret).call(getFeed)).status).toBe(403);
    expect((await service.withToken(`lk_${key.id}_${'A'.repeat(43)}`).call(getGuid)).status).toBe(401);
    const sum = (counts: readonly number[]) => counts.reduce((total, n) => total + n, 0);
    const keyUsage = await eventually(async () => {
      const { limit, items } = await lab.do(listAccessKeyUsage);
      const usage = items.find(({ keyId }) => keyId === key.id);
      return usage && sum(usage.requests) === 4 ? { limit, items, usage } : undefined;
    });
    expect([keyUsage.limit, sum(keyUsage.usage.refused), keyUsage.usage.byPrevious]).toEqual([5, 2, 1]);
    expect(Math.abs(Date.parse(keyUsage.usage.lastAt ?? '') - now.getTime())).toBeLessThan(MINUTE_MS);
    expect(keyUsage.items.find(({ keyId }) => keyId === otherKey.id)).toMatchObject({ lastAt: null, byPrevious: 0 });
    expect(JSON.stringify((await (await service.as('lab2')).do(listAccessKeyUsage)).items)).not.toContain(key.id);
  });

  it('of a consigning unit cannot have a scope that pushes data', async () => {
    const client = await service.as('client1');
    const body = { name: 'ERP', scopes: ['events:read' as const, 'status:write' as const] };
    expect((await client.call(issueAccessKey, { body })).failure).toMatchObject({ code: 'SCOPE_OF_TESTING_UNITS' });
    expect((await issued('client1')).scopes).toEqual(['events:read']);
  });

  it('is one of at most 50 per unit, even if many are requested at the same time; refused requests do not count', async () => {
    const client = await service.as('client2');
    const ask = (scope: 'events:read' | 'status:write') =>
      client.call(issueAccessKey, { body: { name: 'ERP', scopes: [scope] } });
    await Promise.all(Array.from({ length: 12 }, () => ask('status:write')));
    const replies = await Promise.all(Array.from({ length: 60 }, () => ask('events:read')));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(50);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.map(({ failure }) => failure?.code)).toEqual(refused.map(() => 'TOO_MANY_ACCESS_KEYS'));
    const [first] = replies.flatMap(({ status, result }) => (status === 200 ? [result as IssuedAccessKey] : []));
    await client.do(revokeAccessKey, { query: { keyId: first?.id ?? '', reason: '换系统' } });
    expect((await ask('events:read')).status).toBe(200);
  });

  it('is issued once for requests with the same Idempotency-Key, and only the secret of the latest response works', async () => {
    const lab = await service.as('lab1');
    const request = { body: { name: '重试', scopes: ['events:read' as const] }, headers: { 'idempotency-key': v4() } };
    const first = await lab.do(issueAccessKey, request);
    const second = await lab.do(issueAccessKey, request);
    expect(second.id).toBe(first.id);
    expect((await service.withToken(first.secret).call(getGuid)).status).toBe(401);
    expect((await service.withToken(second.secret).call(getGuid)).status).toBe(200);
    const { items } = await (
      await service.as('admin')
    ).do(listEvents, { query: { stream: `accessKey-${first.id}`, type: 'AccessKeyIssued' } });
    expect(items).toHaveLength(1);
    expect(JSON.stringify(items)).not.toContain('lk_');
  });
});
