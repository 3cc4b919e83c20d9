import { describe } from '@jest/globals';
import { openMongoDatabase } from '../mongo/mongo-database.js';
import { hasMongo, mongoTestDatabase } from '#harness/engines/mongo-test-database';
import { openMongoVault } from './mongo-vault.js';
import { vaultContract } from './vault.contract.js';

(hasMongo ? describe : describe.skip)(hasMongo ? 'MONGO_URL' : 'skipped: MONGO_URL names no server', () => {
  vaultContract('MongoDB', async () => {
    const test = mongoTestDatabase();
    const databases: { close(): Promise<void> }[] = [];
    const openAnother = async () => {
      const database = openMongoDatabase(test.url);
      databases.push(database);
      return openMongoVault(database.db);
    };
    const close = async () => {
      for (const database of databases) await database.close();
      await test.drop();
    };
    return { vault: await openAnother(), openAnother, close };
  });
});
