export * from './number-input.js';
export * from './decimal.js';
