import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { openMongoDatabase } from '../mongo/mongo-database.js';
import { hasMongo, mongoTestDatabase } from '#harness/engines/mongo-test-database';
import { labExchangesContract } from './lab-exchanges.contract.js';
import { openMongoLabExchanges } from './mongo-lab-exchanges.js';
import { openSqliteLabExchanges } from './sqlite-lab-exchanges.js';

labExchangesContract('a SQLite file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lab-exchanges-'));
  const [one, other] = [
    await openSqliteLabExchanges(join(folder, 'lab-exchanges.db')),
    await openSqliteLabExchanges(join(folder, 'lab-exchanges.db')),
  ];
  const close = async () => {
    await one.close();
    await other.close();
    await rm(folder, { recursive: true });
  };
  return { first: one, second: other, close };
});

(hasMongo ? describe : describe.skip)(hasMongo ? 'MONGO_URL' : 'skipped: MONGO_URL names no server', () => {
  labExchangesContract('MongoDB', async () => {
    const test = mongoTestDatabase();
    const [first, second] = [openMongoDatabase(test.url), openMongoDatabase(test.url)];
    const close = async () => {
      await first.close();
      await second.close();
      await test.drop();
    };
    return { first: openMongoLabExchanges(first.db), second: openMongoLabExchanges(second.db), close };
  });
});
