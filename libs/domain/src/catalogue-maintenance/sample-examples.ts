import type { CatalogueSample } from '#events';
import { lengthOf } from '../consignment/limits.js';
import { imageAddressesIn, imageIdOf } from '../files/image-rules.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { isBlank } from '../text/text.js';

/** A picture that shows how the form of a sample is filled in. */
export type SampleExample = NonNullable<CatalogueSample['examples']>[number];

export const EXAMPLE_LIMITS = { most: 20, name: 100 } as const;

/** What is wrong with the examples of a sample, each with its place: `examples.<place>.<member>`. */
export const exampleProblems = ({ examples = [] }: Pick<CatalogueSample, 'examples'>): Problem[] => [
  ...(examples.length > EXAMPLE_LIMITS.most
    ? [problem('TOO_MANY_ENTRIES', { max: EXAMPLE_LIMITS.most }, 'examples')]
    : []),
  ...examples.flatMap(({ name, image }, place) => [
    ...(isBlank(name) ? [problem('CATALOGUE_TEXT_REQUIRED', {}, `examples.${place}.name`)] : []),
    ...(lengthOf(name) > EXAMPLE_LIMITS.name
      ? [problem('TEXT_TOO_LONG', { max: EXAMPLE_LIMITS.name }, `examples.${place}.name`)]
      : []),
    ...(examples.slice(0, place).some((other) => other.image === image)
      ? [problem('EXAMPLE_TWICE', { name }, `examples.${place}.image`)]
      : []),
  ]),
];

/** The sample with these examples in their order; one that never had any is left as it is without them. */
export const withExamples = (sample: CatalogueSample, examples: readonly SampleExample[]): CatalogueSample =>
  examples.length === 0 && !sample.examples ? sample : { ...sample, examples: [...examples] };

/** Addresses of the uploaded pictures that a sample shows, in what is asked of it and in its examples, each once. */
export const imageAddressesOfSample = ({
  requirements,
  examples = [],
}: Pick<CatalogueSample, 'requirements' | 'examples'>): string[] =>
  imageAddressesIn(
    [
      ...requirements.map(({ defaultSampleDescription }) => defaultSampleDescription),
      ...examples.map(({ image }) => image),
    ].join('\n'),
  );

/** Their ids, each once. */
export const imagesOfSample = (sample: Pick<CatalogueSample, 'requirements' | 'examples'>): string[] => [
  ...new Set(imageAddressesOfSample(sample).flatMap((address) => imageIdOf(address) ?? [])),
];
