import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { startServer as startEventStoreDb } from '../../eventstoredb/start-server.mjs';
import { startServer as startMongoDb } from '../../mongodb/start-server.mjs';
import { freePort } from '../../free-port.mjs';
import { startServer as startRedis } from '../../redis/start-server.mjs';
import { alternate, fullDisk, fullLogDisk, lockedDatabase, type Fault } from './faults.js';
import { deleteKeys, evictKeys } from './lost-keys.js';
import { mountSmallDisk } from './small-disk.js';

/** The engines of a service under test, and their faults. */
export type EngineSet = {
  env: Record<string, string>;
  /** A folder of the test that no fault affects. */
  folder: string;
  /** Faults by name; after each the engines are running. */
  faults: Record<string, Fault>;
  stop(): Promise<void>;
};

/** Longer than the deadline of a call, so that callers notice. */
const FROZEN_MS = 4_000;
const DATABASES = ['events.db', 'vault.db', 'views.db', 'jobs.db', 'last-writes.db', 'deliveries.db'];

/**
 * The engines without servers. If disks can be created, the log is on one and the other data on another one, of
 * `megabytes` each.
 */
export const embeddedSet = async (megabytes: number): Promise<EngineSet> => {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const disks = [mountSmallDisk(megabytes), mountSmallDisk(megabytes)] as const;
  const [dataDisk, logDisk] = disks;
  const data = join(dataDisk?.folder ?? folder, 'data');
  const pathOf = (name: string) => join(data, name);
  if (dataDisk && logDisk) {
    await mkdir(data, { mode: 0o700 });
    await symlink(join(logDisk.folder, 'events.db'), pathOf('events.db'));
  }
  return {
    env: { DATA_DIR: data },
    folder,
    faults: {
      'a database locked by another program': alternate(DATABASES.map((name) => lockedDatabase(pathOf(name)))),
      ...(dataDisk && { 'disk of the data folder full': fullDisk(dataDisk, DATABASES.slice(1).map(pathOf)) }),
      ...(logDisk && { 'disk of the log full': fullLogDisk(logDisk, pathOf('events.db')) }),
    },
    async stop() {
      for (const disk of disks) disk?.remove();
      await rm(folder, { recursive: true });
    },
  };
};

/**
 * Stand-ins for EventStoreDB and MongoDB, which keep their data over a restart, and Redis, which does not. Only the
 * disk of the output of processes is filled: with all three servers the data folder of a service is empty, so a full
 * disk refuses nothing.
 */
export const serversSet = async (): Promise<EngineSet> => {
  const folder = await mkdtemp(join(tmpdir(), 'faults-'));
  const ports = { eventStore: await freePort(), mongo: await freePort(), redis: await freePort() };
  const startLog = () => startEventStoreDb({ port: ports.eventStore, data: join(folder, 'eventstore') });
  const startMongo = () => startMongoDb({ port: ports.mongo, data: join(folder, 'mongo') });
  let log = await startLog();
  let mongo = await startMongo();
  let redis = await startRedis({ port: ports.redis });
  const redisUrl = `redis://127.0.0.1:${ports.redis}`;
  const freeze = async (server: { pause(): void; resume(): void }) => {
    server.pause();
    await sleep(FROZEN_MS);
    server.resume();
  };
  return {
    env: {
      DATA_DIR: join(folder, 'data'),
      EVENTSTORE_URL: log.url,
      MONGO_URL: `${mongo.url}/faults`,
      REDIS_URL: redisUrl,
    },
    faults: {
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
      'EventStoreDB frozen': () => freeze(log),
      'MongoDB frozen': () => freeze(mongo),
      'Redis frozen': () => freeze(redis),
      'Redis emptied': async () => {
        const client = new Redis(redisUrl);
        await client.flushall();
        await client.quit();
      },
      'Redis evicts keys': () => evictKeys(redisUrl),
      'keys of Redis deleted': () => deleteKeys(redisUrl),
    },
    folder,
    stop: async () => {
      await Promise.all([log.stop(), mongo.stop(), redis.kill()]);
      await rm(folder, { recursive: true });
    },
  };
};
