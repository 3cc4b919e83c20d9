export * from './reference.js';
export * from './reservation.js';
export * from './status-names.js';
