export * from './views/views.js';
export * from './jobs/jobs.js';
export * from './files/files.js';
export * from './vault/vault.js';
export * from './sqlite/compiled-file.js';
export * from './event-store/event-log.js';
export * from './event-store/sealed-event-store.js';
export * from './event-store/verify-chain.js';
