import type { Check } from './event-store/eventstoredb/check-rights.js';
import type { ServerUrls } from './open-engines.js';

export type ServerCheck = Check & { server: string };

/**
 * Checks every server whose URL is set, without changing anything: whether it can be reached and, for EventStoreDB,
 * whether the account has each right that the service needs.
 */
export const checkServers = async ({ EVENTSTORE_URL, MONGO_URL, REDIS_URL }: ServerUrls): Promise<ServerCheck[]> => {
  const checks: ServerCheck[] = [];
  const add = (server: string, serverChecks: Check[]) =>
    checks.push(...serverChecks.map((check) => ({ server, ...check })));
  if (EVENTSTORE_URL) {
    const { checkEventStoreDb } = await import('./event-store/eventstoredb/check-rights.js');
    add('EventStoreDB', await checkEventStoreDb(EVENTSTORE_URL));
  }
  if (MONGO_URL) add('MongoDB', [await checkReachable(() => pingMongo(MONGO_URL))]);
  if (REDIS_URL) add('Redis', [await checkReachable(() => pingRedis(REDIS_URL))]);
  return checks;
};

const checkReachable = async (ping: () => Promise<void>): Promise<Check> => {
  const description = 'the server answers';
  try {
    await ping();
    return { description, problem: null };
  } catch (error) {
    return { description, problem: error instanceof Error ? error.message : String(error) };
  }
};

const pingMongo = async (url: string): Promise<void> => {
  const { callMongo, openMongoDatabase } = await import('./mongo/mongo-database.js');
  const mongo = openMongoDatabase(url);
  try {
    await callMongo(() => mongo.db.command({ ping: 1 }));
  } finally {
    await mongo.close();
  }
};

const pingRedis = async (url: string): Promise<void> => {
  const { connectCaller } = await import('./jobs/redis/redis-connection.js');
  const redis = await connectCaller(url, 3_000);
  try {
    await redis.ping();
  } finally {
    redis.disconnect();
  }
};
