export * from './report-actions.js';
export * from './report-list.js';
export * from './report.js';
export * from './consignment-progress.js';
