export * from './equality.js';
export * from './rule-broken.js';
export * from './rule-kinds.js';
export * from './messages.js';
export * from './field-labels.js';
