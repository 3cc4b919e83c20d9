export * from './clock-skew.js';
export * from './china.js';
export * from './durations.js';
