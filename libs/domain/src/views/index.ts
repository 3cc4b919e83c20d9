export type { ConsignmentRow } from './consignment-row.js';
export * from './draft-names.js';
export * from './list-labels.js';
export * from './consignment-list.js';
export * from './sample-and-attachment-index.js';
export * from './all-projections.js';
