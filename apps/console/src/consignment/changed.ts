import { createStore } from '../lib/store.js';

/** Consignments this page has just written: a list whose view lags behind says so on their rows. */
export const justChanged = createStore<ReadonlySet<string>>(new Set());

export const markChanged = (ids: readonly string[]): void => justChanged.set((known) => new Set([...known, ...ids]));

/** The view has caught up with everything written here. */
export const caughtUp = (): void => justChanged.set((known) => (known.size === 0 ? known : new Set()));
