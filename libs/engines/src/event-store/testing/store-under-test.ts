import type { SealedEventStore } from '../sealed-event-store.js';

/** An empty store, and further stores on the same log as other processes would have them; in memory there is but the one. */
export type StoreUnderTest = { store: SealedEventStore; another(): Promise<SealedEventStore>; close(): Promise<void> };
