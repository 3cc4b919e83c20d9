import type { CatalogueParameter, OfferedStandard } from '#events';
import { servesAs, usedAs } from './standard-use.js';

type Offering = Pick<CatalogueParameter, 'standards' | 'basis' | 'criteria'>;
type Linked = { useType: string; limsUniqueKey: string };

const once = (standards: readonly OfferedStandard[]): OfferedStandard[] => [
  ...new Map(standards.map((standard) => [standard.uniqueKey, standard])).values(),
];

/** Evaluation standards to choose from: with recommended standards those of the parameter's criteria (SS-026). The plain list also names test bases. */
export const evaluationOffered = ({ standards, criteria }: Offering, recommended: boolean): OfferedStandard[] =>
  recommended && criteria.length > 0
    ? once(criteria.map(({ standard }) => standard))
    : standards.filter(({ useType }) => servesAs(useType, '2'));

/**
 * Test bases to choose from. With recommended standards an evaluation standard goes with the bases of its criterion, so those
 * of the chosen ones are offered, and all while none is chosen (SS-026).
 */
export const basisOffered = (
  { basis, criteria }: Offering,
  links: readonly Linked[],
  recommended: boolean,
): OfferedStandard[] => {
  if (!recommended || criteria.length === 0) return basis;
  const evaluating = new Set(usedAs(links, '2').map(({ limsUniqueKey }) => limsUniqueKey));
  const chosen = criteria.filter(({ standard }) => evaluating.has(standard.uniqueKey));
  const offered = once((chosen.length > 0 ? chosen : criteria).flatMap((criterion) => criterion.basis));
  return offered.length > 0 ? offered : basis;
};

/** What a parameter starts with: the standards the laboratory marks, each as what it is offered for. */
export const defaultStandards = ({
  standards,
  basis,
}: Offering): { basis: OfferedStandard[]; evaluation: OfferedStandard[] } => ({
  basis: basis.filter(({ isDefault }) => isDefault),
  evaluation: standards.filter(({ isDefault, useType }) => isDefault && servesAs(useType, '2')),
});
