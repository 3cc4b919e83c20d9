export * from './catalogue.js';
export * from './catalogue-views.js';
export * from './sample-tree.js';
export * from './wanted-parameters.js';
export * from './standard-defaults.js';
export * from './choose-parameters.js';
export * from './build-sample.js';
export * from './current-prices.js';
