import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile, mkdir } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import {
  authenticate,
  getUserInfo,
  insertProject,
  issueAccessKey,
  pushConsignStatus,
  registerWebhook,
  renewLabSystemCode,
} from '#contract';
import { openEmbeddedEngines } from '#engines';
import { StoreMisconfigured } from '#events';
import { readSettings } from '#settings';
import { createApi, type ApiSettings } from '../app.js';
import { startService, type Service } from '#harness/service/service';
import { HealthController } from './health.controller.js';
import { listenForMetrics } from './metrics-access.js';

const lines: string[] = [];
let folder: string;
let service: Service;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>console</title>');
  await writeFile(join(folder, 'assets', 'entry-1a2b.js'), 'export {};');
  await writeFile(join(folder, 'early.js'), 'void 0;');
  service = await startService({
    logger: pino({ level: 'info' }, { write: (line: string) => void lines.push(line) }),
    console: folder,
  });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const get = (path: string) => fetch(service.url + path);

describe('health', () => {
  it('is alive at once, and ready only when every view has caught up', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const api = await createApi({ engines });
    await api.listen(0, '127.0.0.1');
    const url = await api.getUrl();
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const notReady = await fetch(`${url}/readyz`);
    expect(notReady.status).toBe(503);
    expect(await notReady.json()).toMatchObject({
      ready: false,
      engines: { eventStore: 'ok', views: 'ok', jobs: 'ok', files: 'ok', vault: 'ok' },
      views: expect.arrayContaining([
        { name: 'projects', version: expect.any(Number), state: 'building', behind: null },
      ]),
    });
    await api.close();
    await engines.close();

    const ready = await get('/readyz');
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      ready: true,
      views: expect.arrayContaining([{ name: 'projects', version: expect.any(Number), state: 'live', behind: 0 }]),
    });
  });

  it('is not ready once the service is asked to stop, even while it still responds', async () => {
    const api = await createApi({ engines: service.engines });
    expect((await api.inject('/readyz')).statusCode).toBe(200);
    api.get(HealthController).onModuleDestroy();
    const response = await api.inject('/readyz');
    expect([response.statusCode, response.json()]).toEqual([
      503,
      expect.objectContaining({ ready: false, stopping: true }),
    ]);
    expect((await api.inject('/healthz')).statusCode).toBe(200);
    await api.close();
  });

  it('names an engine that is unreachable', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const api = await createApi({ engines });
    await api.listen(0, '127.0.0.1');
    await engines.close();
    const response = await fetch(`${await api.getUrl()}/readyz`);
    await api.close();
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ ready: false, engines: { eventStore: 'unreachable' } });
  });
});

describe('health, if an engine fails between two checks,', () => {
  it('names the unreachable engine in the usual response body', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const health = async () => {
      const currentHealth = await engines.health();
      await engines.close();
      return currentHealth;
    };
    const api = await createApi({ engines: { ...engines, health } });
    await api.listen(0, '127.0.0.1');
    const response = await fetch(`${await api.getUrl()}/readyz`);
    await api.close();
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({
      ready: false,
      engines: expect.objectContaining({ eventStore: 'unreachable' }),
      warnings: [],
      scan: expect.anything(),
      views: [],
    });
  });
});

describe('a data store that refuses access', () => {
  it('is reported as a misconfiguration that a retry does not solve', async () => {
    const user = await service.as('client1');
    const refused = jest
      .spyOn(service.engines.eventStore, 'append')
      .mockRejectedValue(new StoreMisconfigured('EVENTSTORE_URL: its user may not append to project-1'));
    const { status, failure } = await user.call(insertProject, { body: { projectName: '拒绝' } });
    refused.mockRestore();
    expect([status, failure?.code]).toEqual([503, 'STORE_MISCONFIGURED']);
    expect(failure?.message).toContain('重试无效');
    expect(failure?.message).not.toContain('EVENTSTORE_URL');
  });
});

describe('metrics', () => {
  it('include durations by operation, appended events, view lag and jobs by state', async () => {
    await (await service.as('client1')).do(insertProject, { body: { projectName: '测量' } });
    const text = await (await get('/metrics')).text();
    expect(text).toMatch(/http_request_duration_seconds_count\{operation="InsertProject",status="200"\} 1/);
    expect(text).toMatch(/^events_appended_total 3$/m); // the sign-in, the network it came from, and the project
    expect(text).toMatch(/^decisions_total\{aggregate="project",command="AddProject",outcome="appended",code=""\} 1$/m);
    expect(text).toMatch(/^view_lag\{view="projects"\} \d+$/m);
    expect(text).toMatch(/^jobs\{state="failed"\} 0$/m);
    expect(text).toMatch(/^engine_up\{engine="jobs"\} 1$/m);
    await service.engines.jobs.recordReconciliation([
      { name: 'render-pdf', at: '2026-03-01T00:00:00.000Z', overdue: 2, putBack: 5 },
    ]);
    const later = await (await get('/metrics')).text();
    expect(later).toMatch(/^jobs_overdue\{job="render-pdf"\} 2$/m);
    expect(later).toMatch(/^jobs_put_back_total\{job="render-pdf"\} 5$/m);
  });

  it('can be read only on the same machine, with a token, or on a port of their own', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const token = 'a-token-of-the-operator';
    const statusOf = async (settings: Pick<ApiSettings, 'metricsAccess' | 'trustProxy'>, headers = {}) => {
      const api = await createApi({ engines, ...settings });
      await api.listen(0, '127.0.0.1');
      const { status } = await fetch(`${await api.getUrl()}/metrics`, { headers });
      await api.close();
      return status;
    };
    const forwarded = { 'x-forwarded-for': '203.0.113.7' };
    const singleProxy = readSettings({ TRUST_PROXY: '1' }).settings.TRUST_PROXY ?? false;
    expect(await statusOf({})).toBe(200);
    // Somebody who came through a proxy is not this machine, whether the proxy is trusted or not.
    expect(await statusOf({}, forwarded)).toBe(403);
    expect(await statusOf({ trustProxy: singleProxy }, forwarded)).toBe(403);
    expect(await statusOf({ trustProxy: singleProxy }, { 'x-forwarded-for': '127.0.0.1' })).toBe(200);
    const tokenAccess = { metricsAccess: { token } };
    expect(await statusOf(tokenAccess)).toBe(401);
    expect(await statusOf(tokenAccess, { authorization: `Bearer ${token}x` })).toBe(401);
    expect(await statusOf(tokenAccess, { ...forwarded, authorization: `Bearer ${token}` })).toBe(200);

    expect(await statusOf({ metricsAccess: { port: 9464 } })).toBe(403);
    const metricsServer = await listenForMetrics({ port: 0 }, '127.0.0.1', async () => 'engine_up 1\n');
    const { port } = (metricsServer as Server).address() as AddressInfo;
    expect(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()).toBe('engine_up 1\n');
    expect((await fetch(`http://127.0.0.1:${port}/api/openapi.json`)).status).toBe(404);
    metricsServer?.close();
    await engines.close();
  });

  it('omit the values of an unavailable engine and state which engine it is', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const api = await createApi({ engines });
    await api.listen(0, '127.0.0.1');
    await engines.close();
    const page = await fetch(`${await api.getUrl()}/metrics`);
    const text = await page.text();
    await api.close();
    expect(page.status).toBe(200);
    for (const engine of ['eventStore', 'views', 'jobs', 'vault'])
      expect(text).toContain(`engine_up{engine="${engine}"} 0`);
    expect(text).not.toMatch(/^jobs\{/m);
    expect(text).toMatch(/^process_cpu_seconds_total /m);
  });
});

describe('the log', () => {
  it('has one line per request, without personal data', async () => {
    const client = await service.as('client1');
    const { userId } = await client.do(getUserInfo);
    await service.stranger.call(authenticate, { body: { UserNameOrEmailAddress: 'client1', password: 'Secret-9876' } });
    await client.call(insertProject, { body: { projectName: '陈志远的工程 13900001001' } });
    const requests = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'request');
    expect(requests).toContainEqual(
      expect.objectContaining({
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        operation: 'InsertProject',
        status: 200,
        durationMs: expect.any(Number),
        userId,
      }),
    );
    expect(requests).toContainEqual(expect.objectContaining({ operation: 'Authenticate', status: 400 }));
    const all = lines.join('');
    for (const secret of ['陈志远', '13900001001', 'Secret-9876', client.token ?? 'no token', 'client1'])
      expect(all).not.toContain(secret);
  });
});

describe('the log of requests from a unit’s own system', () => {
  it('ILIS-006 contains no access key, no integration secret, no endpoint secret and no content of a push', async () => {
    const lab = await service.as('lab1');
    const scopes = ['events:read' as const, 'status:write' as const, 'webhooks:manage' as const];
    const { secret } = await lab.do(issueAccessKey, { body: { name: 'LIMS', scopes } });
    const authCode = (await lab.do(renewLabSystemCode, { body: { enabled: true, reason: '' } })).authCode ?? '';
    const machine = service.withToken(secret);
    const url = 'https://lims.example.com/hooks?token=hook-token-1';
    const endpoint = await machine.do(registerWebhook, { body: { url } });
    const body = {
      consignInfoIDs: [randomUUID()],
      consignStatus: 30 as const,
      changeDescription: '同意 13911112222',
      operUserNameFriendly: '赵试验',
    };
    const wrongSecret = `${secret.slice(0, -6)}abcdef`;
    for (const caller of [machine, service.withToken(wrongSecret), service.stranger])
      expect((await caller.call(pushConsignStatus, { body: { ...body, authCode } })).status).toBeGreaterThanOrEqual(
        400,
      );
    await machine.call(pushConsignStatus, { body: { ...body, consignStatus: 'x' as never } });
    await fetch(`${service.url}/api/v1/feed?access_token=${secret}`);
    const all = lines.join('');
    expect(all).toContain('PushConsignStatus');
    for (const secretText of [secret, wrongSecret, authCode, endpoint.secret, 'hook-token-1', '赵试验', '13911112222'])
      expect(all).not.toContain(secretText);
  });
});

describe('the console', () => {
  it('is served on every page address, with its assets cached permanently, and never instead of the api', async () => {
    for (const page of ['/', '/onlineConsign/rawMateriaConsignInfo?x=1', '/login']) {
      const response = await get(page);
      expect([page, response.status, response.headers.get('cache-control'), await response.text()]).toEqual([
        page,
        200,
        'no-cache',
        '<!doctype html><title>console</title>',
      ]);
    }
    expect((await get('/assets/entry-1a2b.js')).headers.get('cache-control')).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/early.js')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/assets/gone-3c4d.js')).status).toBe(404);
    expect((await get('/api/nothing')).headers.get('content-type')).toContain('json');
  });
});
