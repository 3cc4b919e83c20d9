import type { SealedEventStore } from '../../../libs/engines/src/event-store/sealed-event-store.js';

/**
 * An empty store, and further stores on the same log as other processes would have them; in memory there is but the
 * one.
 */
export type StoreUnderTest = { store: SealedEventStore; another(): Promise<SealedEventStore>; close(): Promise<void> };
