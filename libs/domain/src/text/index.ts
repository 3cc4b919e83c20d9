export * from './text.js';
export * from './printed-characters.js';
export * from './plurals.js';
