import { describe } from '@jest/globals';
import { openEmbeddedEngines, openEventStoreDbLog, SealedEventStore } from '#engines';
import { allEvents } from '#events';
import { eventStoreContract } from '../../libs/engines/src/event-store/event-store.contract.js';
import { startServer } from '../eventstoredb/start-server.mjs';

// The oldest line, 23.10, is covered by the specs of libs/engines.
describe.each(['24.10', '26.0'] as const)('the line %s', (line) => {
  eventStoreContract(`a server of the line ${line}`, async () => {
    const server = await startServer({ line });
    const engines = await openEmbeddedEngines(':memory:');
    const openStores: SealedEventStore[] = [];
    const openStore = async () => {
      const store = new SealedEventStore(await openEventStoreDbLog(server.url), engines.vault, allEvents);
      openStores.push(store);
      return store;
    };
    const close = async () => {
      for (const store of openStores) await store.close();
      await engines.close();
      await server.stop();
    };
    return { store: await openStore(), openAnother: openStore, close };
  });
});
