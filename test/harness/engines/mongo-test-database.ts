import { randomUUID } from 'node:crypto';
import { openMongoDatabase } from '../../../libs/engines/src/mongo/mongo-database.js';

/** Whether the environment names a server for the tests. */
export const hasMongo = process.env['MONGO_URL'] !== undefined;

/**
 * A separate database on the server of MONGO_URL: its URL, a function that drops it, and whether the server is the
 * stand-in.
 */
export const mongoTestDatabase = (server = process.env['MONGO_URL'] ?? 'mongodb://127.0.0.1') => {
  const url = server.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)\/?[^?]*/, `$1/test-${randomUUID()}`);
  /** The stand-in does not report a build. */
  const isStandIn = async () => {
    const { db, close } = openMongoDatabase(url);
    const { gitVersion } = await db.admin().buildInfo().finally(close);
    return gitVersion === undefined;
  };
  const drop = async () => {
    const { db, close } = openMongoDatabase(url);
    await db.dropDatabase().finally(close);
  };
  return { url, drop, isStandIn };
};
