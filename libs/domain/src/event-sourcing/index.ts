export * from './handle.js';
export * from './projection.js';
