import { createStore } from './store.js';

/** What a list leaves out: records that its view could not take, or all that is newer than where the view stands. */
export type Behind = 'setAside' | 'stale';

/** Operations whose last answer said that their list is behind. */
export const behind = createStore<ReadonlyMap<string, Behind>>(new Map());

/** Remembers what the headers of an answer say of its list. */
export const noteBehind = (operation: string, header: (name: string) => string | null): void => {
  const now = header('X-Set-Aside') ? 'setAside' : header('X-Stale') === 'true' ? 'stale' : undefined;
  if (behind.get().get(operation) === now) return;
  behind.set((before) => {
    const next = new Map(before);
    if (now) next.set(operation, now);
    else next.delete(operation);
    return next;
  });
};
