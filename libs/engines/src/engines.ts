import { allEvents, type EventCatalogue } from '#events';
import { SealedEventStore } from './event-store/sealed-event-store.js';
import type { EventLog } from './event-store/event-log.js';
import type { Files } from './files/files.js';
import type { Jobs } from './jobs/jobs.js';
import type { LastWrites } from './last-writes/last-writes.js';
import type { Vault } from './vault/vault.js';
import type { Views } from './views/views.js';

/** Everything a process of the platform runs on. */
export type Engines = {
  eventStore: SealedEventStore;
  views: Views;
  jobs: Jobs;
  files: Files;
  vault: Vault;
  lastWrites: LastWrites;
  /** Each engine by name: 'ok', or what is wrong with it. */
  health(): Promise<Record<string, 'ok' | string>>;
  /** Finishes what was accepted, then lets go of all files. */
  close(): Promise<void>;
};

/** How each engine is opened. What is opened first is closed last. */
export type Openers = {
  vault(): Promise<Vault>;
  log(): Promise<EventLog>;
  views(): Promise<Views>;
  jobs(): Promise<Jobs>;
  files(): Promise<Files>;
  lastWrites(): Promise<LastWrites>;
};

/**
 * Opens all engines; when one cannot be, closes those that have been.
 * `catalogue` is for tests with events of their own; `streamCache`: see SealedEventStore.
 * @throws whatever an opener throws
 */
export const assembleEngines = async (
  openers: Openers,
  catalogue: EventCatalogue = allEvents,
  streamCache?: number,
): Promise<Engines> => {
  const opened: { close(): Promise<void> }[] = [];
  const closing = <Engine extends { close(): Promise<void> }>(engine: Engine): Engine => {
    opened.unshift(engine);
    return engine;
  };
  const close = async () => {
    for (const engine of opened.splice(0)) await engine.close();
  };
  try {
    const vault = closing(await openers.vault());
    const eventStore = closing(new SealedEventStore(await openers.log(), vault, catalogue, streamCache));
    const views = closing(await openers.views());
    const jobs = closing(await openers.jobs());
    const files = await openers.files();
    const lastWrites = closing(await openers.lastWrites());
    const probes = {
      eventStore: () => eventStore.lastPosition(),
      views: () => views.builds(),
      jobs: () => jobs.find({ limit: 1 }),
      files: () => files.get(''),
      vault: () => vault.session(''),
    };
    return { eventStore, views, jobs, files, vault, lastWrites, health: () => healthOf(probes), close };
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
