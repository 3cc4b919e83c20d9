import { useWiderThan } from '../../lib/use-wider-than.js';

/** Below this width the console is on a phone or a tablet: the sidebar is a drawer, the tab strip goes (NAV-016, K-008). */
export const NARROW_BREAKPOINT = 1024;

export const useIsNarrow = (): boolean => !useWiderThan(NARROW_BREAKPOINT);
