import { createStore, useStore } from '../lib/store.js';

/** Figures of connections are refreshed at this interval while their page is current. */
const REFRESH_MS = 2_000;

/** Whether the user has paused the refresh; applies to all pages of connections until the page is reloaded. */
export const isRefreshPaused = createStore(false);

/** `refetchInterval` of these pages: a hidden page reads nothing. */
export const useRefreshInterval = (): number | false => (useStore(isRefreshPaused) ? false : REFRESH_MS);
