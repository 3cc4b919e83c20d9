import type { OfferedStandard } from '#events';
import { publicationPrefix } from './publication-code.js';

const hasPrefix = (standard: OfferedStandard, prefix: string): boolean =>
  publicationPrefix(standard.publishCode) === prefix;

/** Whose standards the parameters can be tested by: each prefix once, in order of the alphabet (SS-015). */
export const basisPrefixes = (parameters: readonly { basis: readonly OfferedStandard[] }[]): string[] =>
  [...new Set(parameters.flatMap(({ basis }) => basis.map(({ publishCode }) => publicationPrefix(publishCode))))]
    .filter(Boolean)
    .sort();

/**
 * The one test basis of a parameter that stays when a prefix is chosen: the one in use already, else the first (SS-015).
 * Null where the parameter offers none with that prefix: its bases stay as they are.
 * `usedKeys`: unique keys of the bases in use.
 */
export const recommendedBasis = (
  basis: readonly OfferedStandard[],
  usedKeys: readonly string[],
  prefix: string,
): OfferedStandard | null => {
  const fitting = basis.filter((standard) => hasPrefix(standard, prefix));
  return fitting.find(({ uniqueKey }) => usedKeys.includes(uniqueKey)) ?? fitting[0] ?? null;
};
