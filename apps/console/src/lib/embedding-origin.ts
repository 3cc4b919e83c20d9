import { createStore } from './store.js';

/**
 * Origin of the laboratory's system that this page has entered; null for a page that stands alone. It lasts as long as
 * the page, wherever its links lead.
 */
export const embeddingOrigin = createStore<string | null>(null);
