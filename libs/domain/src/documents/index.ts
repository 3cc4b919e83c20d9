export * from './pdf-document.js';
export * from './ledger-export.js';
