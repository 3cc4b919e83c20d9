export * from './access-key.js';
export * from './quota.js';
export * from './delivery-schedule.js';
export * from './lab-connection.js';
export * from './outgoing-call.js';
export * from './unit-feed.js';
export * from './webhook.js';
