import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventCatalogue } from '#events';
import type { RoundsLog } from './background/rounds.js';
import { refuseHalfRestored } from './backup/data-folder.js';
import { assembleEngines, type Engines, type Openers } from './engines.js';
import { SqliteEventLog } from './event-store/sqlite-event-log.js';
import { openSqliteDeliveries } from './deliveries/sqlite-deliveries.js';
import { openFolderFiles } from './files/folder-files.js';
import { MemoryFiles } from './files/memory-files.js';
import { MemoryKeyRequests } from './key-requests/memory-key-requests.js';
import { MEMORY, sharedInMemory } from './sqlite/database.js';
import { openSqliteLastWrites } from './last-writes/sqlite-last-writes.js';
import { openSqliteJobs } from './jobs/sqlite-jobs.js';
import { withReserve } from './reserve.js';
import { openSqliteVault } from './vault/sqlite-vault.js';
import { openSqliteViews } from './views/sqlite-views.js';

/** How the engines that need no server are opened in a folder, which is made when an engine first needs it. `logger` is told what fails in their background. */
export const embeddedOpeners = (dataDir: string, logger?: RoundsLog): Openers => {
  const inMemory = dataDir.startsWith(MEMORY);
  const fileOf = async (name: string): Promise<string> => {
    if (inMemory) return dataDir === MEMORY ? MEMORY : sharedInMemory(`${dataDir}/${name}`);
    refuseHalfRestored(dataDir);
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    return join(dataDir, name);
  };
  return {
    vault: async () => openSqliteVault(await fileOf('vault.db')),
    log: async () => new SqliteEventLog(await fileOf('events.db')),
    views: async () => openSqliteViews(await fileOf('views.db')),
    jobs: async () => openSqliteJobs(await fileOf('jobs.db'), { logger }),
    lastWrites: async () => openSqliteLastWrites(await fileOf('last-writes.db')),
    deliveries: async () => openSqliteDeliveries(await fileOf('deliveries.db')),
    keyRequests: async () => new MemoryKeyRequests(),
    files: async () => (inMemory ? new MemoryFiles() : openFolderFiles(await fileOf('files'))),
  };
};

/**
 * Opens the engines that need no server, in a folder that processes of one machine may share, or in memory (`:memory:`, or with a name
 * `:memory:one` that can be copied).
 * `catalogue` is for tests with events of their own.
 * @throws Error when the folder cannot be written.
 */
export const openEmbeddedEngines = (dataDir: string, catalogue?: EventCatalogue): Promise<Engines> =>
  withReserve(dataDir, () => assembleEngines(embeddedOpeners(dataDir), catalogue));
