import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { openEngines, type Engines } from '#engines';
import { requestPdf, appendSubmission } from '#harness/worker/consignment-in-log';
import { waitUntilRecorded } from '#harness/worker/until-recorded';
import { createWorker } from './worker.js';

const { REDIS_URL } = process.env;
/** A database of its own, because it is emptied. */
const address = (): string => Object.assign(new URL(REDIS_URL ?? ''), { pathname: '/8' }).href;

(REDIS_URL ? describe : describe.skip)(
  REDIS_URL ? 'Workers on Redis' : 'Workers on Redis (REDIS_URL is not set)',
  () => {
    let engines: Engines;
    let redis: Redis;
    const workers: ReturnType<typeof createWorker>[] = [];

    beforeAll(async () => {
      redis = new Redis(address());
      await redis.flushdb();
      engines = await openEngines({ DATA_DIR: ':memory:', REDIS_URL: address() });
      for (let n = 0; n < 2; n++)
        workers.push(
          createWorker({
            engines,
            messages: { name: 'none', send: async () => undefined },
            logger: pino({ level: 'silent' }),
            retryMs: 20,
          }),
        );
    });
    afterAll(async () => {
      for (const worker of workers) await worker.stop();
      await engines.close();
      await redis.quit();
    });

    it('every request is answered once although Redis is emptied repeatedly', async () => {
      const requests: { id: string; requestId: string }[] = [];
      for (let round = 0; round < 5; round++) {
        const id = await appendSubmission(engines.eventStore);
        requests.push({ id, requestId: await requestPdf(engines.eventStore, id, { at: new Date().toISOString() }) });
        // At different moments: before the job is there, while it runs, and after it is done.
        if (round > 0) await new Promise((resolve) => setTimeout(resolve, 40 * round));
        await redis.flushdb();
      }
      for (const { id, requestId } of requests) {
        await waitUntilRecorded(engines.eventStore, `document-${id}`, ['PdfGenerated']);
        const results = (await engines.eventStore.read(`document-${id}`)).events.filter(
          ({ metadata }) => metadata.causationId === requestId,
        );
        expect(results.map(({ type }) => type)).toEqual(['PdfGenerated']);
      }
    });
  },
);
