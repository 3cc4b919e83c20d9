import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { assembleEngines, embeddedOpeners, serverOpeners, type Engines } from '#engines';
import { openRedisKeyRequests } from '../../libs/engines/src/key-requests/redis-key-requests.js';
import { startServer } from '../redis/start-server.mjs';

const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;
const request = { limit: 30, isRefused: false, byPrevious: false };
const options = { deadlineMs: 20_000, pauseMs: 0 };
const countAccepted = (results: readonly { isExhausted: boolean }[]) =>
  results.filter(({ isExhausted }) => !isExhausted).length;

(hasRedisServer ? describe : describe.skip)('requests of access keys that are counted in Redis', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let redis: Redis;
  beforeAll(async () => {
    server = await startServer();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  it('requests of access keys have one limit and one usage count for all processes', async () => {
    const [requests, otherRequests] = [
      openRedisKeyRequests(server.url, options),
      openRedisKeyRequests(server.url, options),
    ];
    const results = await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        (n % 2 ? requests : otherRequests).count('shared', { ...request, byPrevious: n === 0 }),
      ),
    );
    expect(countAccepted(results)).toBe(30);
    await requests.recordRefused('shared');
    const [usage, unknown] = await otherRequests.usage(['shared', 'unknown']);
    const sum = (counts: readonly number[] = []) => counts.reduce((total, n) => total + n, 0);
    expect([sum(usage?.requests), sum(usage?.refused), usage?.byPrevious]).toEqual([41, 11, 1]);
    expect(usage?.idleMs).toBeLessThan(60_000);
    expect([sum(unknown?.requests), unknown?.idleMs]).toEqual([0, null]);
    expect(await redis.pttl('consign:key:{shared}:window')).toBeGreaterThan(0);
    await Promise.all([requests.close(), otherRequests.close()]);
  });

  it('requests of access keys are not refused by a window that became longer when the clock was set back', async () => {
    const requests = openRedisKeyRequests(server.url, options);
    await redis.set('consign:key:{late}:window', 30, 'PX', 3_600_000);
    expect(await requests.count('late', request)).toMatchObject({ remaining: 29, seconds: 60, isExhausted: false });
    await requests.close();
  });

  it('requests of access keys are counted by the process while Redis is unavailable, and by Redis when it is back', async () => {
    const ownServer = await startServer();
    const { openers } = await serverOpeners({ REDIS_URL: ownServer.url });
    const engines: Engines = await assembleEngines({ ...embeddedOpeners(':memory:'), ...openers });
    const port = Number(new URL(ownServer.url).port);
    const count = () => engines.keyRequests.count('k', request);
    for (let n = 0; n < 20; n++) await count();
    // Redis is frozen for longer than this test may take.
    const pausingClient = new Redis(ownServer.url);
    pausingClient.on('error', () => undefined);
    await pausingClient.call('CLIENT', 'PAUSE', '600000');
    expect(countAccepted(await Promise.all(Array.from({ length: 5 }, count)))).toBe(5);
    pausingClient.disconnect();
    await ownServer.kill();
    // Earlier requests still count.
    expect(countAccepted(await Promise.all(Array.from({ length: 15 }, count)))).toBe(5);
    expect((await engines.keyRequests.usage(['k']))[0]?.requests.reduce((sum, n) => sum + n, 0)).toBe(40);

    const restarted = await startServer({ port });
    const newClient = new Redis(restarted.url);
    while ((await newClient.exists('consign:key:{k}:usage')) === 0) await count();
    newClient.disconnect();
    await engines.close();
    await restarted.stop();
  });
});
