import type { SealedEventStore } from '../../../libs/engines/src/event-store/sealed-event-store.js';

/**
 * An empty store, and further stores on the same log, like those of other processes; in memory there is only one store.
 */
export type StoreUnderTest = {
  store: SealedEventStore;
  openAnother(): Promise<SealedEventStore>;
  close(): Promise<void>;
};
