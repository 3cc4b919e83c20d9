import { useCallback, useSyncExternalStore } from 'react';

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

/** Whether the window has at least this width in pixels. */
export const useWiderThan = (width: number): boolean =>
  useSyncExternalStore(
    subscribe,
    useCallback(() => window.innerWidth >= width, [width]),
  );
