import { join } from 'node:path';
import { allEvents } from '#events';
import { openSqliteVault } from '../../../libs/engines/src/vault/sqlite-vault.js';
import type { Vault } from '../../../libs/engines/src/vault/vault.js';
import { SealedEventStore } from '../../../libs/engines/src/event-store/sealed-event-store.js';
import { SqliteEventLog } from '../../../libs/engines/src/event-store/sqlite/sqlite-event-log.js';

/** The embedded store of a folder, or of memory, with its vault. */
export const openStore = async (
  folder: string,
): Promise<{ store: SealedEventStore; vault: Vault; close(): Promise<void> }> => {
  const fileOf = (name: string) => (folder === ':memory:' ? folder : join(folder, name));
  const vault = await openSqliteVault(fileOf('vault.db'));
  const store = new SealedEventStore(new SqliteEventLog(fileOf('events.db')), vault, allEvents);
  const close = async () => {
    await store.close();
    await vault.close();
  };
  return { store, vault, close };
};
