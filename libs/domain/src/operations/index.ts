export * from './event-log.js';
export * from './job-orders.js';
export * from './row-operations.js';
export * from './view-operations.js';
