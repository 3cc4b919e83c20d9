import { spawnSync } from 'node:child_process';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { allProjections } from '#domain/views';
import { assembleEngines, embeddedOpeners, serverOpeners, type Engines } from '#engines';
import { createApi } from '../../apps/api/src/app.js';
import { createProjector } from '../../apps/projector/src/projector.js';
import { freePort } from '../free-port.mjs';
import { startServer } from '../redis/start-server.mjs';

const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;

(hasRedisServer ? describe : describe.skip)('an api whose Redis is unavailable', () => {
  let redis: Awaited<ReturnType<typeof startServer>>;
  let engines: Engines;
  let projector: ReturnType<typeof createProjector>;
  let api: Awaited<ReturnType<typeof createApi>>;
  const get = async (path: string) => fetch(`${await api.getUrl()}${path}`);

  beforeAll(async () => {
    redis = await startServer();
    engines = await assembleEngines({
      ...embeddedOpeners(':memory:'),
      ...(await serverOpeners({ REDIS_URL: redis.url })).openers,
    });
    projector = createProjector({ engines, projections: allProjections, logger: pino({ level: 'silent' }) });
    api = await createApi({ engines });
    await api.listen(0, '127.0.0.1');
    for (const view of allProjections)
      expect(await engines.views.waitFor(view, await engines.eventStore.lastPosition(), 20_000)).toBe(true);
  });
  afterAll(async () => {
    await api.close();
    await projector.stop();
    await engines.close();
  });

  it('is ready, reports the unavailable engine, and serves metrics', async () => {
    expect(await (await get('/readyz')).json()).toMatchObject({ ready: true, engines: { jobs: 'ok' } });
    await redis.kill();
    const readiness = await get('/readyz');
    expect([readiness.status, await readiness.json()]).toEqual([
      200,
      expect.objectContaining({
        ready: true,
        engines: { eventStore: 'ok', views: 'ok', jobs: 'unreachable', files: 'ok', vault: 'ok' },
      }),
    ]);
    const metrics = await get('/metrics');
    const text = await metrics.text();
    expect(metrics.status).toBe(200);
    expect(text).toContain('engine_up{engine="jobs"} 0');
    expect(text).toContain('engine_up{engine="eventStore"} 1');
    expect(text).toMatch(/^view_lag\{view="projects"\} 0$/m);
    expect(text).not.toMatch(/^jobs\{/m);
  });

  it('reports a Redis that may evict jobs, and is ready', async () => {
    const evictingServer = await startServer({ policy: 'allkeys-lru' });
    const { openers } = await serverOpeners({ REDIS_URL: evictingServer.url });
    const { jobs, close } = await assembleEngines({ ...embeddedOpeners(':memory:'), ...openers });
    const apiWithWarning = await createApi({ engines: { ...engines, jobs } });
    await apiWithWarning.listen(0, '127.0.0.1');
    const readiness = await fetch(`${await apiWithWarning.getUrl()}/readyz`);
    const metrics = await (await fetch(`${await apiWithWarning.getUrl()}/metrics`)).text();
    await apiWithWarning.close();
    await close();
    await evictingServer.stop();
    expect(readiness.status).toBe(200);
    expect(await readiness.json()).toMatchObject({
      ready: true,
      warnings: [{ engine: 'jobs', code: 'EVICTION_POLICY', found: 'allkeys-lru', wanted: 'noeviction' }],
    });
    expect(metrics).toMatch(/^engine_warnings\{engine="jobs",code="EVICTION_POLICY"\} 1$/m);
  });

  it('starts without it, and uses it as soon as it is available', async () => {
    const port = await freePort();
    const { openers } = await serverOpeners({ REDIS_URL: `redis://127.0.0.1:${port}` });
    const withoutRedis = await assembleEngines({ ...embeddedOpeners(':memory:'), ...openers });
    expect(await withoutRedis.health()).toMatchObject({
      jobs: expect.stringContaining('Redis does not answer'),
      vault: 'ok',
    });
    const startedServer = await startServer({ port });
    while ((await withoutRedis.health())['jobs'] !== 'ok') await nextTurn();
    await withoutRedis.jobs.enqueue('pdf', {}, { id: 'first' });
    expect((await withoutRedis.jobs.find({})).total).toBe(1);
    await withoutRedis.close();
    await startedServer.stop();
  });
});
