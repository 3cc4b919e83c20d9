export * from './decider.js';
export * from './handle.js';
export * from './projection.js';
