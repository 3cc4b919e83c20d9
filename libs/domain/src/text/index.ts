export * from './text.js';
export * from './printed-characters.js';
export * from './language.js';
