export * from './environment.js';
export * from './settings.js';
export type { TrustProxy } from './trust-proxy.js';
