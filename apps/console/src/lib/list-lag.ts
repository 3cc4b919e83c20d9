import { createStore } from './store.js';

/** What a list leaves out: records that its view could not take, or all that is newer than where the view stands. */
export type ListLag = 'setAside' | 'stale';

/** Operations whose last answer said that their list is behind. */
export const laggingLists = createStore<ReadonlyMap<string, ListLag>>(new Map());

/** Remembers what the headers of an answer say of its list. */
export const recordListLag = (operation: string, header: (name: string) => string | null): void => {
  const now = header('X-Set-Aside') ? 'setAside' : header('X-Stale') === 'true' ? 'stale' : undefined;
  if (laggingLists.get().get(operation) === now) return;
  laggingLists.set((before) => {
    const next = new Map(before);
    if (now) next.set(operation, now);
    else next.delete(operation);
    return next;
  });
};
