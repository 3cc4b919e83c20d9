import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { openMongoDatabase } from '../mongo/mongo-database.js';
import { hasMongo, mongoTestDatabase } from '#harness/engines/mongo-test-database';
import { lastWritesContract } from './last-writes.contract.js';
import { openMongoLastWrites } from './mongo-last-writes.js';
import { openSqliteLastWrites } from './sqlite-last-writes.js';

lastWritesContract('a SQLite file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'last-writes-'));
  const [first, second] = [
    await openSqliteLastWrites(join(folder, 'last-writes.db')),
    await openSqliteLastWrites(join(folder, 'last-writes.db')),
  ];
  const close = async () => {
    await first.close();
    await second.close();
    await rm(folder, { recursive: true });
  };
  return { first, second, close };
});

(hasMongo ? describe : describe.skip)(hasMongo ? 'MONGO_URL' : 'skipped: MONGO_URL names no server', () => {
  lastWritesContract('MongoDB', async () => {
    const test = mongoTestDatabase();
    const [first, second] = [openMongoDatabase(test.url), openMongoDatabase(test.url)];
    const close = async () => {
      await first.close();
      await second.close();
      await test.drop();
    };
    return { first: openMongoLastWrites(first.db), second: openMongoLastWrites(second.db), close };
  });
});
