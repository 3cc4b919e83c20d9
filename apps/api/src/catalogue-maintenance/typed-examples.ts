import type { KeptExample } from '#contract';
import { imageIdOf, problem, refuseIf, withExamples } from '#domain';
import type { CatalogueSample } from '#events';

/**
 * A sample with these examples, in their order. Pictures come by upload alone, where their content is looked at: one that lies in the catalogue itself
 * stays, and another is not taken. @throws RuleBroken PICTURE_UNKNOWN
 */
export const withTypedExamples = (
  sample: CatalogueSample,
  typed: readonly KeptExample[] | undefined,
): CatalogueSample => {
  if (!typed) return sample;
  refuseIf(
    typed.flatMap(({ image }, place) =>
      imageIdOf(image) !== null || sample.examples?.some((each) => each.image === image)
        ? []
        : [problem('PICTURE_UNKNOWN', {}, `examples.${place}.image`)],
    ),
  );
  return withExamples(
    sample,
    typed.map(({ name, image }) => ({ name, image })),
  );
};
