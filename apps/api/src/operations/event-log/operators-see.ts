import { categoryOfStream } from '#domain/operations';

/**
 * Kinds of streams whose events an operator may read in full: how the platform runs and what it is set to. Of all others, also of
 * those that are yet to come, an operator sees who did what kind of thing and when (ADR-016). Messages say what consignments are about, and are not among them.
 */
const READABLE = new Set([
  'operations',
  'document',
  'export',
  'numbering',
  'reserved',
  'settings',
  'reference',
  'instruction',
  'catalogueCategory',
  'catalogueSample',
  'catalogueStandard',
  'cataloguePack',
  'sampleTree',
]);

export const isReadableByOperators = (stream: string): boolean => READABLE.has(categoryOfStream(stream));
