import { eventStoreContract } from './event-store.contract.js';
import { openStore } from '#harness/engines/open-store';
import { temporaryFolder } from '#harness/engines/temporary-folder';

eventStoreContract('SQLite in memory', async () => {
  const { store, close } = await openStore(':memory:');
  return { store, openAnother: async () => store, close };
});

eventStoreContract('a SQLite file', async () => {
  const folder = await temporaryFolder();
  const first = await openStore(folder.path);
  const openStores = [first];
  const openAnother = async () => {
    const next = await openStore(folder.path);
    openStores.push(next);
    return next.store;
  };
  const close = async () => {
    for (const openedStore of openStores) await openedStore.close();
    await folder.remove();
  };
  return { store: first.store, openAnother, close };
});
