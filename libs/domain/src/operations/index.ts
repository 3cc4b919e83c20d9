export * from './event-log.js';
export * from './view-operations.js';
