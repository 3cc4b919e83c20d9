import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { openMongoDatabase } from '../mongo/mongo-database.js';
import { hasMongo, mongoTestDatabase } from '#harness/engines/mongo-test-database';
import { deliveriesContract } from './deliveries.contract.js';
import { openMongoDeliveries } from './mongo-deliveries.js';
import { openSqliteDeliveries } from './sqlite-deliveries.js';

deliveriesContract('a SQLite file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'deliveries-'));
  const file = join(folder, 'deliveries.db');
  const [one, other] = [await openSqliteDeliveries(file), await openSqliteDeliveries(file)];
  const close = async () => {
    await one.close();
    await other.close();
    await rm(folder, { recursive: true });
  };
  return { first: one, second: other, close };
});

deliveriesContract('a database in memory', async () => {
  const one = await openSqliteDeliveries(':memory:');
  return { first: one, second: one, close: () => one.close() };
});

(hasMongo ? describe : describe.skip)(hasMongo ? 'MONGO_URL' : 'skipped: MONGO_URL names no server', () => {
  deliveriesContract('MongoDB', async () => {
    const test = mongoTestDatabase();
    const [first, second] = [openMongoDatabase(test.url), openMongoDatabase(test.url)];
    const close = async () => {
      await first.close();
      await second.close();
      await test.drop();
    };
    return { first: openMongoDeliveries(first.db), second: openMongoDeliveries(second.db), close };
  });
});
