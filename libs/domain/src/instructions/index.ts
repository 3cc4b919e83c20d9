export * from './instruction.js';
