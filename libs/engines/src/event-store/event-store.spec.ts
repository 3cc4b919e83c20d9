import { eventStoreContract } from './event-store.contract.js';
import { openStore } from './testing/open-store.js';
import { temporaryFolder } from './testing/temporary-folder.js';

eventStoreContract('SQLite in memory', async () => {
  const { store, close } = await openStore(':memory:');
  return { store, another: async () => store, close };
});

eventStoreContract('a SQLite file', async () => {
  const folder = await temporaryFolder();
  const first = await openStore(folder.path);
  const opened = [first];
  const another = async () => {
    const next = await openStore(folder.path);
    opened.push(next);
    return next.store;
  };
  const close = async () => {
    for (const one of opened) await one.close();
    await folder.remove();
  };
  return { store: first.store, another, close };
});
