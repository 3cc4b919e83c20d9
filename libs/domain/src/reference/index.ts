export * from './reference.js';
export * from './reservation.js';
