import { type DuplicateEntry, duplicateKeysOf, keptDuplicates, type SpecificationProperty } from '#domain';

/** Where this browser keeps its log of properties that stand twice in a specification (001 §5); nobody is told of it. */
export const DUPLICATE_LOG = 'specificationDuplicates';

const isEntry = (given: unknown): given is DuplicateEntry =>
  typeof given === 'object' && given !== null && typeof (given as DuplicateEntry).at === 'number';

const logged = (): DuplicateEntry[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(DUPLICATE_LOG) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  } catch {
    return [];
  }
};

/** Logs the doubled keys of the rows, and drops what is older than five days. */
export const logDuplicates = (sampleId: string, rows: readonly SpecificationProperty[], at = Date.now()): void => {
  const before = logged();
  const after = keptDuplicates(before, { at, sampleId, keys: duplicateKeysOf(rows) });
  if (after.length === before.length && after.every((entry, place) => entry === before[place])) return;
  try {
    localStorage.setItem(DUPLICATE_LOG, JSON.stringify(after));
  } catch {
    // A browser without room keeps no log; the specification does not depend on it.
  }
};
