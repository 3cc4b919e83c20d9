import { useSyncExternalStore } from 'react';

/** Below this width the console is on a phone or a tablet: the sidebar is a drawer, the tab strip goes (NAV-016, K-008). */
export const MOBILE_BELOW = 1024;

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
};

const narrowerThan = (width: number) => () => window.innerWidth < width;
const isMobile = narrowerThan(MOBILE_BELOW);

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, isMobile);
