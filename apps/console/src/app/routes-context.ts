import { createContext, useContext } from 'react';
import type { RouteEntry } from './route-registry.js';

/** Every screen of this console, as the composition root put it together. */
export const RoutesContext = createContext<readonly RouteEntry[]>([]);

export const useRegistry = (): readonly RouteEntry[] => useContext(RoutesContext);
