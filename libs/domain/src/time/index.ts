export * from './possible-times.js';
export * from './china.js';
