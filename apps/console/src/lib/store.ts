import { useSyncExternalStore } from 'react';

/** A value outside of React that components can watch: open dialogs, toasts, preferences. */
export type Store<Value> = {
  get(): Value;
  set(next: Value | ((current: Value) => Value)): void;
  subscribe(listener: () => void): () => void;
};

export const createStore = <Value>(initial: Value): Store<Value> => {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      value = typeof next === 'function' ? (next as (current: Value) => Value)(value) : next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useStore = <Value>(store: Store<Value>): Value => useSyncExternalStore(store.subscribe, store.get);
