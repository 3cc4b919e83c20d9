import type { SpecificationProperty } from './specification-property.js';

/** How long a browser keeps its log of duplicate properties: five days (001 §9). */
export const DUPLICATE_LOG_MS = 432_000_000;

/** An entry of the log; `at` in milliseconds since 1970. */
export type DuplicateEntry = { at: number; sampleId: string; keys: string[] };

/** Keys (display name and system name) that more than one row has, of rows with a system name (SPM-013, PRE-027). */
export const duplicateKeysOf = (
  rows: readonly Pick<SpecificationProperty, 'testSamplePropertyDisplayName' | 'testSamplePropertySystemName'>[],
): string[] => {
  const keys = rows
    .filter(({ testSamplePropertySystemName }) => testSamplePropertySystemName !== '')
    .map((row) => `${row.testSamplePropertyDisplayName} ${row.testSamplePropertySystemName}`);
  return [...new Set(keys.filter((key, index) => keys.indexOf(key) !== index))];
};

/** The log as it is to be kept: without what is older than five days, and with one entry more where keys are doubled. */
export const keptDuplicates = (log: readonly DuplicateEntry[], found: DuplicateEntry): DuplicateEntry[] => {
  const young = log.filter(({ at }) => found.at - at <= DUPLICATE_LOG_MS);
  return found.keys.length > 0 ? [...young, found] : young;
};
