import { lazy } from 'react';
import type { RouteEntry } from '../../app/route-registry.js';
import { AUTH_REDIRECT, FORGOT_PASSWORD, REGISTER } from './places.js';

export const routes: readonly RouteEntry[] = [
  { path: '/login', isPublic: true, element: lazy(() => import('./login-page.js')) },
  { path: REGISTER, isPublic: true, element: lazy(() => import('./register-page.js')) },
  { path: FORGOT_PASSWORD, isPublic: true, element: lazy(() => import('./forgot-password-page.js')) },
  { path: AUTH_REDIRECT, isPublic: true, element: lazy(() => import('./auth-redirect-page.js')) },
];
