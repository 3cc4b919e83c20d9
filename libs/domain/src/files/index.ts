export * from './file-rules.js';
export * from './images.js';
export * from './image-uses.js';
