import { describe } from '@jest/globals';
import { allEvents } from '#events';
import { openSqliteVault } from '../../vault/sqlite-vault.js';
import { eventStoreContract } from '../event-store.contract.js';
import { SealedEventStore } from '../sealed-event-store.js';
import { openEventStoreDbLog } from './open-eventstoredb-log.js';

const url = process.env.EVENTSTORE_URL ?? '';
const [suite, name] = url
  ? [describe, 'the server that EVENTSTORE_URL names']
  : [describe.skip, 'no server, because EVENTSTORE_URL is not set'];

suite(name, () => {
  eventStoreContract('EventStoreDB', async () => {
    const vault = await openSqliteVault(':memory:');
    const stores: SealedEventStore[] = [];
    const openAnother = async () => {
      const store = new SealedEventStore(await openEventStoreDbLog(url), vault, allEvents);
      stores.push(store);
      return store;
    };
    const close = async () => {
      for (const store of stores) await store.close();
      await vault.close();
    };
    return { store: await openAnother(), openAnother, close };
  });
});
