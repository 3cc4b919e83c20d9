import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { AT } from '#harness/domain/consignment-story';
import { openEngines, type Engines } from '#engines';
import { appendNotification, requestPdf } from '#harness/worker/consignment-in-log';
import { waitUntil } from '#harness/worker/test-engines';
import { createWorker } from '../../apps/worker/src/worker.js';
import { startServer } from '../redis/start-server.mjs';

const hasRedisServer = spawnSync('redis-server', ['--version']).status === 0;
const QUEUES = ['render-pdf', 'notify-witness'];
const RESULT_TYPES = ['PdfGenerated', 'PdfFailed', 'MessageSent', 'MessageFailed'];
const keyOf = (name: string, key: string): string => `consign:jobs:${name}:${key}`;

/** A requested job and the stream of its result event. */
type JobRequest = { requestId: string; stream: string };

(hasRedisServer ? describe : describe.skip)('jobs that Redis has lost', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let engines: Engines;
  let redis: Redis;
  let isBlocked = true;
  const blockedCalls: (() => void)[] = [];
  const waitForRelease = () =>
    isBlocked ? new Promise<void>((resolve) => blockedCalls.push(resolve)) : Promise.resolve();
  const release = () => {
    isBlocked = false;
    for (const resume of blockedCalls.splice(0)) resume();
  };
  const lines: string[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  let worker: ReturnType<typeof createWorker>;
  const startWorker = () => {
    const { files } = engines;
    worker = createWorker({
      engines: {
        ...engines,
        files: Object.assign(Object.create(files) as typeof files, {
          put: async (...file: Parameters<typeof files.put>) => {
            await waitForRelease();
            return files.put(...file);
          },
        }),
      },
      messages: {
        name: 'none',
        send: waitForRelease,
      },
      logger,
      now: () => new Date(AT),
      retryMs: 20,
      reconcileMs: 100,
    });
  };

  beforeAll(async () => {
    server = await startServer({ policy: 'allkeys-lru', memory: '8mb' });
    redis = new Redis(server.url);
    engines = await openEngines({ DATA_DIR: ':memory:', REDIS_URL: server.url }, logger);
    startWorker();
  });
  afterAll(async () => {
    release();
    await worker.stop();
    await engines.close();
    await redis.quit();
    await server.stop();
  });

  /** Requests documents and messages that wait in their queues while the first ones block the workers. */
  const requestManyJobs = async (): Promise<JobRequest[]> => {
    isBlocked = true;
    const requests: JobRequest[] = [];
    for (let n = 0; n < 8; n++) {
      const { id, requestId } = await appendNotification(engines.eventStore);
      requests.push({ requestId, stream: `message-${requestId}` });
      requests.push({ requestId: await requestPdf(engines.eventStore, id), stream: `document-${id}` });
    }
    await waitUntil(async () => (await redis.llen(keyOf('render-pdf', 'wait'))) >= 6);
    await waitUntil(async () => (await redis.llen(keyOf('notify-witness', 'wait'))) >= 4);
    return requests;
  };
  const resultsOf = async ({ requestId, stream }: JobRequest): Promise<string[]> =>
    (await engines.eventStore.read(stream)).events
      .filter(({ type, metadata }) => metadata.causationId === requestId && RESULT_TYPES.includes(type))
      .map(({ type }) => type);
  const expectOneResultEach = async (requests: readonly JobRequest[]): Promise<void> => {
    await waitUntil(async () => (await Promise.all(requests.map(resultsOf))).every(({ length }) => length > 0), 60_000);
    for (const request of requests)
      expect(await resultsOf(request)).toEqual([expect.stringMatching(/^(PdfGenerated|MessageSent)$/)]);
  };
  const countPutBack = async (): Promise<number> =>
    (await engines.jobs.reconciliationResults()).reduce((sum, reconciliation) => sum + reconciliation.putBack, 0);
  const deleteMatching = async (pattern: string): Promise<number> => {
    const keys = await redis.keys(pattern);
    return keys.length === 0 ? 0 : redis.del(...keys);
  };

  it.each([
    ['the lists of waiting jobs', () => redis.del(...QUEUES.map((name) => keyOf(name, 'wait')))],
    [
      'the lists of waiting and active jobs',
      () => redis.del(...QUEUES.flatMap((name) => [keyOf(name, 'wait'), keyOf(name, 'active')])),
    ],
    ['the records of jobs', () => deleteMatching('consign:jobs:*:job.*')],
    [
      'everything but the records of jobs',
      () => deleteMatching('consign:[lns]*').then(() => deleteMatching('consign:jobs:*:[a-ik-z]*')),
    ],
    ['everything', () => redis.flushall()],
  ])('lost jobs are detected and put back when Redis loses %s', async (_, loseKeys) => {
    const requests = await requestManyJobs();
    await loseKeys();
    release();
    await expectOneResultEach(requests);
  });

  it('lost jobs are put back when another application causes their eviction, which is counted, logged and reported with its cause', async () => {
    const isEvicted = async () => (await redis.exists(...QUEUES.map((name) => keyOf(name, 'wait')))) < QUEUES.length;
    // The count of jobs that were put back is in the same Redis, so it may be evicted too. The test uses the highest
    // count and, if there is none, evicts jobs again.
    let highestCount = 0;
    const readCount = async () => void (highestCount = Math.max(highestCount, await countPutBack()));
    for (let round = 0; highestCount === 0 && round < 4; round++) {
      const requests = await requestManyJobs();
      for (let n = 0; !(await isEvicted()); n++) {
        await redis.set(`neighbour:${n}`, 'x'.repeat(256 * 1024));
        await readCount();
      }
      await deleteMatching('neighbour:*');
      release();
      await expectOneResultEach(requests);
      await readCount();
    }
    expect(highestCount).toBeGreaterThan(0);
    expect(lines.join('')).toContain('jobs were lost and have been put back');
    expect(lines.join('')).toMatch(/"code":"EVICTION_POLICY","found":"allkeys-lru","wanted":"noeviction"/);
    expect(await engines.jobs.warnings()).toEqual([
      { code: 'EVICTION_POLICY', found: 'allkeys-lru', wanted: 'noeviction' },
    ]);
  });
});
