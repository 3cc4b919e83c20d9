import { createStore, useStore } from '../lib/store.js';

/** Figures of connections are read again this often while their page is in front. */
const EVERY_MS = 2_000;

/** Whether the figures stand still, as the user chose; for all pages of connections, until the page is loaded anew. */
export const isRefreshPaused = createStore(false);

/** `refetchInterval` of what these pages show: a page behind another tab reads nothing. */
export const useRefreshInterval = (): number | false => (useStore(isRefreshPaused) ? false : EVERY_MS);
