import { allEvents, type EventCatalogue } from '#events';
import { SealedEventStore } from './event-store/sealed-event-store.js';
import type { EventLog } from './event-store/event-log.js';
import { toStoreUnavailable, withFailureMapping, isTransientFailure } from './failures/engine-failure.js';
import type { Deliveries } from './deliveries/deliveries.js';
import type { Files } from './files/files.js';
import type { Jobs } from './jobs/jobs.js';
import type { KeyRequests } from './key-requests/key-requests.js';
import type { LabExchanges } from './lab-exchanges/lab-exchanges.js';
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
  deliveries: Deliveries;
  keyRequests: KeyRequests;
  labExchanges: LabExchanges;
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
  deliveries(): Promise<Deliveries>;
  keyRequests(): Promise<KeyRequests>;
  labExchanges(): Promise<LabExchanges>;
};

/**
 * Opens all engines; when one cannot be, closes those that have been.
 * `catalogue` is for tests with events of their own; `streamCache`: see SealedEventStore.
 * Every call of every engine throws StoreUnavailable for what its disk or server fails with (engine-failure.ts).
 * @throws StoreUnavailable when one cannot be opened now; whatever else an opener throws
 */
export const assembleEngines = async (
  openers: Openers,
  catalogue: EventCatalogue = allEvents,
  streamCache?: number,
): Promise<Engines> => {
  const closers: { close(): Promise<void> }[] = [];
  const closing = <Engine extends { close(): Promise<void> }>(engine: Engine): Engine => {
    closers.unshift(engine);
    return engine;
  };
  const close = async () => {
    for (const engine of closers.splice(0)) await engine.close();
  };
  try {
    const vault = closing(await opened('the vault', openers.vault));
    const log = await opened('the event store', openers.log);
    const eventStore = closing(
      withFailureMapping('the event store', new SealedEventStore(log, vault, catalogue, streamCache)),
    );
    const views = closing(await opened('the views', openers.views));
    const jobs = closing(await opened('the jobs', openers.jobs));
    const files = await opened('the files', openers.files);
    const lastWrites = closing(await opened('the last writes', openers.lastWrites));
    const deliveries = closing(await opened('the deliveries', openers.deliveries));
    const keyRequests = closing(await openers.keyRequests());
    const labExchanges = closing(await opened('the exchanges with laboratory systems', openers.labExchanges));
    const probes = {
      eventStore: () => eventStore.lastPosition(),
      views: () => views.builds(),
      jobs: () => jobs.find({ limit: 1 }),
      files: () => files.get(''),
      vault: () => vault.session(''),
    };
    const engines = { eventStore, views, jobs, files, vault, lastWrites, deliveries, keyRequests, labExchanges };
    return { ...engines, health: () => healthOf(probes), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/**
 * An engine that cannot be opened now, but may be later, is away. @throws StoreUnavailable; whatever else the opener
 * throws
 */
const opened = async <Engine extends object>(name: string, open: () => Promise<Engine>): Promise<Engine> => {
  try {
    return withFailureMapping(name, await open());
  } catch (error) {
    throw isTransientFailure(error) ? toStoreUnavailable(error, name) : error;
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
