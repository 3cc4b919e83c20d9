export * from './numbering.js';
