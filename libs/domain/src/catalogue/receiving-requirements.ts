import type { CatalogueSample } from '#events';
import { sameId } from '../rules/same-id.js';
import { plainText } from './plain-text.js';

/** What the laboratory asks of a sample, for the whole sample and for the chosen parameters, in order (SAPI-010). HTML. */
export const requirementsFor = (
  sample: Pick<CatalogueSample, 'requirements'>,
  paramIds: readonly string[],
): CatalogueSample['requirements'] =>
  sample.requirements
    .filter(
      (requirement) =>
        requirement.paramIds.length === 0 ||
        requirement.paramIds.some((id) => paramIds.some((chosen) => sameId(chosen, id))),
    )
    .toSorted((left, right) => left.orderNum - right.orderNum);

/** The first of them as one line of text, whole, as it is printed below a sample; empty without one. */
export const printedRequirement = (
  sample: Pick<CatalogueSample, 'requirements'>,
  paramIds: readonly string[],
): string => {
  const [first] = requirementsFor(sample, paramIds);
  return first ? plainText(first.defaultSampleDescription) : '';
};
