import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { allEvents, type EventCatalogue } from '#events';
import { SealedEventStore } from './event-store/sealed-event-store.js';
import { SqliteEventLog } from './event-store/sqlite-event-log.js';
import type { Files } from './files/files.js';
import { openFolderFiles } from './files/folder-files.js';
import { MemoryFiles } from './files/memory-files.js';
import type { Jobs } from './jobs/jobs.js';
import { openSqliteJobs } from './jobs/sqlite-jobs.js';
import { openSqliteVault } from './vault/sqlite-vault.js';
import type { Vault } from './vault/vault.js';
import { openSqliteViews } from './views/sqlite-views.js';
import type { Views } from './views/views.js';

/** Everything a process of the platform runs on. */
export type Engines = {
  eventStore: SealedEventStore;
  views: Views;
  jobs: Jobs;
  files: Files;
  vault: Vault;
  /** Each engine by name: 'ok', or what is wrong with it. */
  health(): Promise<Record<string, 'ok' | string>>;
  /** Finishes what was accepted, then lets go of all files. */
  close(): Promise<void>;
};

const MEMORY = ':memory:';

/**
 * Opens the engines that need no server, in a folder that processes of one machine may share, or in memory.
 * `catalogue` is for tests with events of their own.
 * @throws Error when the folder cannot be written.
 */
export const openEmbeddedEngines = async (dataDir: string, catalogue: EventCatalogue = allEvents): Promise<Engines> => {
  const inMemory = dataDir === MEMORY;
  if (!inMemory) await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const fileOf = (name: string) => (inMemory ? MEMORY : join(dataDir, name));
  const opened: { close(): Promise<void> }[] = [];
  const closing = <Engine extends { close(): Promise<void> }>(engine: Engine): Engine => {
    opened.unshift(engine);
    return engine;
  };
  const close = async () => {
    for (const engine of opened.splice(0)) await engine.close();
  };
  try {
    const vault = closing(await openSqliteVault(fileOf('vault.db')));
    const eventStore = closing(new SealedEventStore(new SqliteEventLog(fileOf('events.db')), vault, catalogue));
    const views = closing(await openSqliteViews(fileOf('views.db')));
    const jobs = closing(await openSqliteJobs(fileOf('jobs.db')));
    const files = inMemory ? new MemoryFiles() : await openFolderFiles(join(dataDir, 'files'));
    const probes = {
      eventStore: () => eventStore.lastPosition(),
      views: () => views.builds(),
      jobs: () => jobs.find({ limit: 1 }),
      files: () => files.get(''),
      vault: () => vault.session(''),
    };
    return { eventStore, views, jobs, files, vault, health: () => healthOf(probes), close };
  } catch (error) {
    await close();
    throw error;
  }
};

const healthOf = async (probes: Record<string, () => Promise<unknown>>): Promise<Record<string, 'ok' | string>> => {
  const answers = Object.entries(probes).map(async ([name, probe]) => {
    try {
      await probe();
      return [name, 'ok'] as const;
    } catch (error) {
      return [name, String(error)] as const;
    }
  });
  return Object.fromEntries(await Promise.all(answers));
};
