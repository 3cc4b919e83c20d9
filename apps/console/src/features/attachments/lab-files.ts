import { createStore } from '../../lib/store.js';

/** Whether the forms have a place for files of the laboratory's own system: when it has told of any (001.md A-28). */
export const showsLabFiles = createStore(false);
