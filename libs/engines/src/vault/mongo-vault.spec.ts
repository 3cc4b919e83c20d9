import { describe } from '@jest/globals';
import { openMongoDatabase } from '../mongo/mongo-database.js';
import { hasMongo, mongoTestDatabase } from '#harness/engines/mongo-test-database';
import { openMongoVault } from './mongo-vault.js';
import { vaultContract } from './vault.contract.js';

(hasMongo ? describe : describe.skip)(hasMongo ? 'MONGO_URL' : 'skipped: MONGO_URL names no server', () => {
  vaultContract('MongoDB', async () => {
    const test = mongoTestDatabase();
    const opened: { close(): Promise<void> }[] = [];
    const another = async () => {
      const database = openMongoDatabase(test.url);
      opened.push(database);
      return openMongoVault(database.db);
    };
    const close = async () => {
      for (const database of opened) await database.close();
      await test.drop();
    };
    return { vault: await another(), another, close };
  });
});
