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

/** All engines of a process. */
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
  /** The state of each engine by name: 'ok' or an error message. */
  health(): Promise<Record<string, 'ok' | string>>;
  /** Finishes accepted work, then releases all files. */
  close(): Promise<void>;
};

/** The functions that open the engines. Engines are closed in the reverse order. */
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
 * Opens all engines. If one cannot be opened, it closes the others again. `catalogue` is for tests with events of their
 * own; `streamCache`: see SealedEventStore. Every call of every engine throws StoreUnavailable for a failure of its
 * disk or server (engine-failure.ts).
 * @throws StoreUnavailable if an engine cannot be opened now; any other error of an opener
 */
export const assembleEngines = async (
  openers: Openers,
  catalogue: EventCatalogue = allEvents,
  streamCache?: number,
): Promise<Engines> => {
  const openedEngines: { close(): Promise<void> }[] = [];
  const closeLater = <Engine extends { close(): Promise<void> }>(engine: Engine): Engine => {
    openedEngines.unshift(engine);
    return engine;
  };
  const close = async () => {
    for (const engine of openedEngines.splice(0)) await engine.close();
  };
  try {
    const vault = closeLater(await openWithFailureMapping('the vault', openers.vault));
    const log = await openWithFailureMapping('the event store', openers.log);
    const eventStore = closeLater(
      withFailureMapping('the event store', new SealedEventStore(log, vault, catalogue, streamCache)),
    );
    const views = closeLater(await openWithFailureMapping('the views', openers.views));
    const jobs = closeLater(await openWithFailureMapping('the jobs', openers.jobs));
    const files = await openWithFailureMapping('the files', openers.files);
    const lastWrites = closeLater(await openWithFailureMapping('the last writes', openers.lastWrites));
    const deliveries = closeLater(await openWithFailureMapping('the deliveries', openers.deliveries));
    const keyRequests = closeLater(await openers.keyRequests());
    const labExchanges = closeLater(
      await openWithFailureMapping('the exchanges with laboratory systems', openers.labExchanges),
    );
    const probes = {
      eventStore: () => eventStore.lastPosition(),
      views: () => views.builds(),
      jobs: () => jobs.find({ limit: 1 }),
      files: () => files.get(''),
      vault: () => vault.session(''),
    };
    const engines = { eventStore, views, jobs, files, vault, lastWrites, deliveries, keyRequests, labExchanges };
    return { ...engines, health: () => checkHealth(probes), close };
  } catch (error) {
    await close();
    throw error;
  }
};

/** @throws StoreUnavailable if the engine cannot be opened now but may be later; any other error of the opener */
const openWithFailureMapping = async <Engine extends object>(
  name: string,
  open: () => Promise<Engine>,
): Promise<Engine> => {
  try {
    return withFailureMapping(name, await open());
  } catch (error) {
    throw isTransientFailure(error) ? toStoreUnavailable(error, name) : error;
  }
};

const checkHealth = async (probes: Record<string, () => Promise<unknown>>): Promise<Record<string, 'ok' | string>> => {
  const states = Object.entries(probes).map(async ([name, probe]) => {
    try {
      await probe();
      return [name, 'ok'] as const;
    } catch (error) {
      return [name, String(error)] as const;
    }
  });
  return Object.fromEntries(await Promise.all(states));
};
