import type { CatalogueParameter } from '#events';
import { type Problem, problem } from '../rules/rule-broken.js';
import { servesAs, type StandardUse, usedAs } from './standard-use.js';

type Linked = { useType: string };

export type StandardsToCheck = {
  /** As the catalogue offers it: a kind of which the laboratory offers nothing is not asked for. */
  offered: Pick<CatalogueParameter, 'standards' | 'basis'>;
  links: readonly Linked[];
  /** Standards of the sample as a whole, which simple input chooses instead (001.md A-09). */
  ofSample: readonly Linked[];
  isNeedConclusion: boolean;
};

/**
 * Uses for which a parameter still lacks a standard, where the unit works with recommended ones: a test basis always, an
 * evaluation standard when a conclusion is needed (STD-013, STD-014).
 */
export const missingUses = ({ offered, links, ofSample, isNeedConclusion }: StandardsToCheck): StandardUse[] => {
  const isMissing = (use: StandardUse): boolean =>
    usedAs(links, use).length === 0 && usedAs(ofSample, use).length === 0;
  return [
    ...(isNeedConclusion && offered.standards.some(({ useType }) => servesAs(useType, '2')) && isMissing('2')
      ? (['2'] as const)
      : []),
    ...(offered.basis.length > 0 && isMissing('1') ? (['1'] as const) : []),
  ];
};

/** The same as a problem that names the parameter and exactly what it lacks (001.md A-19); null when it lacks nothing. */
export const missingStandardsProblem = (
  parameter: string,
  missing: readonly StandardUse[],
  path?: string,
): Problem | null => {
  if (missing.length === 0) return null;
  return problem(
    missing.length > 1
      ? 'STANDARDS_MISSING'
      : missing[0] === '2'
        ? 'EVALUATION_STANDARD_MISSING'
        : 'TEST_BASIS_MISSING',
    { parameter },
    path,
  );
};
