import type { StandardLink } from '#events';

/**
 * Codes of the standards that a parameter uses as test basis ("1") or for evaluation ("2"), each once, by name where one has
 * no code; those of the sample as a whole where the parameter has none of its own (001.md A-09).
 */
export const standardCodesOf = (
  use: '1' | '2',
  own: readonly StandardLink[],
  ofSample: readonly StandardLink[],
): string[] => {
  const used = (links: readonly StandardLink[]) => links.filter(({ useType }) => useType === use || useType === '3');
  const links = used(own).length > 0 ? used(own) : used(ofSample);
  return [...new Set(links.map((link) => link.baseStandardCode || link.baseStandardName))];
};
