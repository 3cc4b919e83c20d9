export * from './typed-number.js';
export * from './decimal.js';
