export * from './views/views.js';
export * from './jobs/jobs.js';
export * from './files/files.js';
export * from './vault/vault.js';
