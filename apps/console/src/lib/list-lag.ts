import { createStore } from './store.js';

/** What a list leaves out: records that its view could not take, or everything newer than the position of the view. */
export type ListLag = 'setAside' | 'stale';

/** Operations whose last response said that their list lags. */
export const laggingLists = createStore<ReadonlyMap<string, ListLag>>(new Map());

/** Remembers what the headers of a response say about its list. */
export const recordListLag = (operation: string, header: (name: string) => string | null): void => {
  const lag = header('X-Set-Aside') ? 'setAside' : header('X-Stale') === 'true' ? 'stale' : undefined;
  if (laggingLists.get().get(operation) === lag) return;
  laggingLists.set((lags) => {
    const next = new Map(lags);
    if (lag) next.set(operation, lag);
    else next.delete(operation);
    return next;
  });
};
