import { lazy } from 'react';
import type { RouteEntry } from '../../app/route-registry.js';

export const routes: readonly RouteEntry[] = [{ path: '/login', isPublic: true, element: lazy(() => import('./login-page.js')) }];
