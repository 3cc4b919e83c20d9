import { useCallback, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** Whether the window is at least so many pixels wide. */
export const useWiderThan = (width: number): boolean =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => window.innerWidth >= width, [width]),
  );
