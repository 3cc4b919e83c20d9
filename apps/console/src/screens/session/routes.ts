import type { RouteEntry } from '../../app/route-registry.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { AUTH_REDIRECT, FORGOT_PASSWORD, REGISTER } from './places.js';

export const routes: readonly RouteEntry[] = [
  { path: '/login', isPublic: true, element: lazyPart(() => import('./login-page.js')) },
  { path: REGISTER, isPublic: true, element: lazyPart(() => import('./register-page.js')) },
  { path: FORGOT_PASSWORD, isPublic: true, element: lazyPart(() => import('./forgot-password-page.js')) },
  { path: AUTH_REDIRECT, isPublic: true, element: lazyPart(() => import('./auth-redirect-page.js')) },
];
