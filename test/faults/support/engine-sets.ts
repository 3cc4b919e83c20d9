import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passes } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startServer as startEventStoreDb } from '../../eventstoredb/start-server.mjs';
import { startServer as startMongoDb } from '../../mongodb/start-server.mjs';
import { freePort } from '../../free-port.mjs';
import { startServer as startRedis } from '../../redis/start-server.mjs';

/** Engines of a service under test, and what can happen to them. */
export type EngineSet = {
  env: Record<string, string>;
  /** By name; each leaves the engines running. */
  disturbances: Record<string, () => Promise<void>>;
  stop(): Promise<void>;
};

/** Longer than a deadline of a call, so that callers notice. */
const FROZEN_MS = 4_000;

/** The engines that need no server, in a folder of their own. Nothing can happen to them but to their processes. */
export const embeddedSet = async (): Promise<EngineSet> => {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  return { env: { DATA_DIR: folder }, disturbances: {}, stop: () => rm(folder, { recursive: true }) };
};

/** EventStoreDB and MongoDB as their stand-ins, keeping their data over a restart, and Redis, keeping nothing. */
export const serversSet = async (): Promise<EngineSet> => {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const ports = { eventStore: await freePort(), mongo: await freePort(), redis: await freePort() };
  const startLog = () => startEventStoreDb({ port: ports.eventStore, data: join(folder, 'eventstore') });
  const startMongo = () => startMongoDb({ port: ports.mongo, data: join(folder, 'mongo') });
  let log = await startLog();
  let mongo = await startMongo();
  let redis = await startRedis({ port: ports.redis });
  const redisUrl = `redis://127.0.0.1:${ports.redis}`;
  const frozen = async (server: { pause(): void; resume(): void }) => {
    server.pause();
    await passes(FROZEN_MS);
    server.resume();
  };
  return {
    env: {
      DATA_DIR: join(folder, 'outbox'),
      EVENTSTORE_URL: log.url,
      MONGO_URL: `${mongo.url}/faults`,
      REDIS_URL: redisUrl,
    },
    disturbances: {
      'EventStoreDB killed and restarted': async () => {
        await log.kill();
        log = await startLog();
      },
      'MongoDB killed and restarted': async () => {
        await mongo.kill();
        mongo = await startMongo();
      },
      'Redis killed and restarted empty': async () => {
        await redis.kill();
        redis = await startRedis({ port: ports.redis });
      },
      'EventStoreDB frozen': () => frozen(log),
      'MongoDB frozen': () => frozen(mongo),
      'Redis emptied': async () => {
        const client = new Redis(redisUrl);
        await client.flushall();
        await client.quit();
      },
    },
    stop: async () => {
      await Promise.all([log.stop(), mongo.stop(), redis.kill()]);
      await rm(folder, { recursive: true });
    },
  };
};
