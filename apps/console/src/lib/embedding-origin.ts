import { createStore } from './store.js';

/**
 * Origin of the laboratory's system in which this page is signed in; null for a page that is not embedded. It is valid
 * until the page is unloaded, wherever its links lead.
 */
export const embeddingOrigin = createStore<string | null>(null);
