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

const installed = spawnSync('redis-server', ['--version']).status === 0;
const QUEUES = ['render-pdf', 'notify-witness'];
const ANSWERS = ['PdfGenerated', 'PdfFailed', 'MessageSent', 'MessageFailed'];
const keyOf = (name: string, key: string): string => `consign:jobs:${name}:${key}`;

/** The requests of a test, each with the stream of its answer. */
type Asked = { requestId: string; stream: string };

(installed ? describe : describe.skip)('jobs that Redis has lost', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let engines: Engines;
  let redis: Redis;
  let isHeld = true;
  const released: (() => void)[] = [];
  const held = () => (isHeld ? new Promise<void>((resolve) => released.push(resolve)) : Promise.resolve());
  const release = () => {
    isHeld = false;
    for (const open of released.splice(0)) open();
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
            await held();
            return files.put(...file);
          },
        }),
      },
      messages: {
        name: 'none',
        send: held,
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

  /**
   * Documents and notices that are asked for and wait in their queues, while the workers are held up with the first of
   * them.
   */
  const manyWaiting = async (): Promise<Asked[]> => {
    isHeld = true;
    const asked: Asked[] = [];
    for (let n = 0; n < 8; n++) {
      const { id, requestId } = await appendNotification(engines.eventStore);
      asked.push({ requestId, stream: `message-${requestId}` });
      asked.push({ requestId: await requestPdf(engines.eventStore, id), stream: `document-${id}` });
    }
    await waitUntil(async () => (await redis.llen(keyOf('render-pdf', 'wait'))) >= 6);
    await waitUntil(async () => (await redis.llen(keyOf('notify-witness', 'wait'))) >= 4);
    return asked;
  };
  const answersTo = async ({ requestId, stream }: Asked): Promise<string[]> =>
    (await engines.eventStore.read(stream)).events
      .filter(({ type, metadata }) => metadata.causationId === requestId && ANSWERS.includes(type))
      .map(({ type }) => type);
  const areAnsweredOnce = async (asked: readonly Asked[]): Promise<void> => {
    await waitUntil(async () => (await Promise.all(asked.map(answersTo))).every(({ length }) => length > 0), 60_000);
    for (const one of asked)
      expect(await answersTo(one)).toEqual([expect.stringMatching(/^(PdfGenerated|MessageSent)$/)]);
  };
  const putBack = async (): Promise<number> =>
    (await engines.jobs.reconciled()).reduce((sum, found) => sum + found.putBack, 0);
  const deleteMatching = async (pattern: string): Promise<number> => {
    const keys = await redis.keys(pattern);
    return keys.length === 0 ? 0 : redis.del(...keys);
  };

  it.each([
    ['the list of what waits', () => redis.del(...QUEUES.map((name) => keyOf(name, 'wait')))],
    [
      'the lists of what waits and runs',
      () => redis.del(...QUEUES.flatMap((name) => [keyOf(name, 'wait'), keyOf(name, 'active')])),
    ],
    ['the records of jobs', () => deleteMatching('consign:jobs:*:job.*')],
    [
      'all but the records of jobs',
      () => deleteMatching('consign:[lns]*').then(() => deleteMatching('consign:jobs:*:[a-ik-z]*')),
    ],
    ['everything', () => redis.flushall()],
  ])('are found and put back when it loses %s', async (_, lose) => {
    const asked = await manyWaiting();
    await lose();
    release();
    await areAnsweredOnce(asked);
  });

  it('are put back when a neighbour has them evicted, which is counted, logged and named by its cause', async () => {
    const isGone = async () => (await redis.exists(...QUEUES.map((name) => keyOf(name, 'wait')))) < QUEUES.length;
    // What was put back is counted in the same Redis, so the count may be evicted too: the highest one is kept, and
    // without any, jobs are evicted again.
    let counted = 0;
    const readCount = async () => void (counted = Math.max(counted, await putBack()));
    for (let round = 0; counted === 0 && round < 4; round++) {
      const asked = await manyWaiting();
      for (let n = 0; !(await isGone()); n++) {
        await redis.set(`neighbour:${n}`, 'x'.repeat(256 * 1024));
        await readCount();
      }
      await deleteMatching('neighbour:*');
      release();
      await areAnsweredOnce(asked);
      await readCount();
    }
    expect(counted).toBeGreaterThan(0);
    expect(lines.join('')).toContain('jobs were lost and have been put back');
    expect(lines.join('')).toMatch(/"code":"EVICTION_POLICY","found":"allkeys-lru","wanted":"noeviction"/);
    expect(await engines.jobs.warnings()).toEqual([
      { code: 'EVICTION_POLICY', found: 'allkeys-lru', wanted: 'noeviction' },
    ]);
  });
});
