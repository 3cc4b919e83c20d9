import type { OfferedParameter } from '#contract';
import { recommendedBasis, usedAs } from '#domain';
import type { OfferedStandard, StandardLink } from '#events';
import { evaluationOf, keyOf } from './standard-links.js';

/** What the dialog's filters ask of the standards: an evaluation standard by its key, a test basis by its prefix; empty for neither. */
export type Preferred = { standardKey: string; basisPrefix: string };

/** The filtered standard, where the parameter offers it for evaluation. */
export const preferredEvaluation = (
  { standards }: Pick<OfferedParameter, 'standards'>,
  preferred?: Preferred,
): OfferedStandard | undefined =>
  preferred?.standardKey
    ? evaluationOf(standards).find(({ uniqueKey }) => uniqueKey === preferred.standardKey)
    : undefined;

/** The recommended basis, where the parameter offers one with that prefix. */
export const preferredBasis = (
  { basis }: Pick<OfferedParameter, 'basis'>,
  links: readonly StandardLink[],
  preferred?: Preferred,
): OfferedStandard | null =>
  preferred?.basisPrefix ? recommendedBasis(basis, usedAs(links, '1').map(keyOf), preferred.basisPrefix) : null;
