export * from './personal-read.js';
