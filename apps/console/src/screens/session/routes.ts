import type { RouteEntry } from '../../app/route-registry.js';
import { lazyPart } from '../../lib/lazy-part.js';
import { FORGOT_PASSWORD, REGISTER } from '../../lib/paths.js';
import { AUTH_REDIRECT } from '../../lib/external-login.js';

export const routes: readonly RouteEntry[] = [
  { path: '/login', isPublic: true, element: lazyPart(() => import('./login-page.js')) },
  { path: REGISTER, isPublic: true, element: lazyPart(() => import('./register-page.js')) },
  { path: FORGOT_PASSWORD, isPublic: true, element: lazyPart(() => import('./forgot-password-page.js')) },
  { path: AUTH_REDIRECT, isPublic: true, element: lazyPart(() => import('./auth-redirect-page.js')) },
];
