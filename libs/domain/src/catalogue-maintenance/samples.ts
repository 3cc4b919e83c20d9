import type { CatalogueParameter, CatalogueSample } from '#events';
import { decodeEntities } from '../catalogue/catalogue.js';
import { imageAddressesIn, imageIdOf, imagesIn } from '../files/images.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { PRICE_TYPE } from '../sample/pricing.js';
import { isBlank, lengthOf, normalizedCode } from '../text/text.js';
import { catalogueMaterialProblems, propertyProblems } from './sample-form.js';

const EMPTY_SAMPLE: CatalogueSample = {
  name: '',
  sampleCode: '',
  testUnitSampleSysCode: '',
  sysTestSampleId: '',
  categoryId: '',
  bigCategoryId: '',
  sampleNameLink: '',
  isLocaleItem: 0,
  orderNum: 0,
  qualificationIds: [],
  defaultInputMethod: '1',
  sampleNumUnit: '',
  delegatesNumUnit: '',
  defaultDelegatesNum: null,
  defaultAfterTestOperate: '',
  isMixDesign: false,
  parameters: [],
  properties: [],
  specificationRule: null,
  requirements: [],
  materials: [],
};

/** An empty sample. It is its own system sample. */
export const newSample = (id: string): CatalogueSample => ({ ...EMPTY_SAMPLE, sysTestSampleId: id });

/** A picture that shows how to fill in the form of a sample. */
export type SampleExample = NonNullable<CatalogueSample['examples']>[number];

export const EXAMPLE_LIMITS = { max: 20, name: 100 } as const;

/** Problems of the examples of a sample. The path of each is `examples.<place>.<member>`. */
export const exampleProblems = ({ examples = [] }: Pick<CatalogueSample, 'examples'>): Problem[] => [
  ...(examples.length > EXAMPLE_LIMITS.max
    ? [problem('TOO_MANY_ENTRIES', { max: EXAMPLE_LIMITS.max }, 'examples')]
    : []),
  ...examples.flatMap(({ name, image }, index) => [
    ...(isBlank(name) ? [problem('CATALOGUE_TEXT_REQUIRED', {}, `examples.${index}.name`)] : []),
    ...(lengthOf(name) > EXAMPLE_LIMITS.name
      ? [problem('TEXT_TOO_LONG', { max: EXAMPLE_LIMITS.name }, `examples.${index}.name`)]
      : []),
    ...(examples.slice(0, index).some((other) => other.image === image)
      ? [problem('EXAMPLE_TWICE', { name }, `examples.${index}.image`)]
      : []),
  ]),
];

/** The sample with these examples in this order. A sample that never had examples stays unchanged if there are none. */
export const withExamples = (sample: CatalogueSample, examples: readonly SampleExample[]): CatalogueSample =>
  examples.length === 0 && !sample.examples ? sample : { ...sample, examples: [...examples] };

/** The distinct addresses of uploaded pictures in the requirements and examples of a sample. */
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

/** The distinct ids of uploaded pictures in the requirements and examples of a sample. */
export const imagesOfSample = (sample: Pick<CatalogueSample, 'requirements' | 'examples'>): string[] => [
  ...new Set(imageAddressesOfSample(sample).flatMap((address) => imageIdOf(address) ?? [])),
];

/** Lengths are in characters. A sample must fit into one event with all its entries (ADR-002). */
export const CATALOGUE_LIMITS = {
  name: 100,
  code: 50,
  text: 500,
  requirements: 20_000,
  parameters: 200,
  reason: 200,
} as const;

/** In yuan. Six decimals represent every price of the catalogue exactly. */
const PRICE = /^\d{1,8}(?:\.\d{1,6})?$/;
export const isPrice = (text: string): boolean => PRICE.test(text);

/**
 * All problems of a sample before it is saved, each with its member. The path of an entry is e.g.
 * `parameters.<place>.<member>` (002 CAT-002, CAT-003, CAT-006).
 */
export const catalogueSampleProblems = (sample: CatalogueSample): Problem[] => [
  ...requiredTextProblems('sampleName', sample.name, CATALOGUE_LIMITS.name),
  ...requiredTextProblems('sampleCode', sample.sampleCode, CATALOGUE_LIMITS.code),
  ...(['description', 'countRequire', 'sampleStatusRequire', 'otherRequire'] as const).flatMap((member) =>
    lengthProblems(member, sample[member], CATALOGUE_LIMITS.text),
  ),
  ...(['sampleNumUnit', 'delegatesNumUnit'] as const).flatMap((member) => lengthProblems(member, sample[member], 20)),
  ...lengthProblems('afterTestOperate', sample.defaultAfterTestOperate, CATALOGUE_LIMITS.name),
  ...sample.requirements.flatMap(({ defaultSampleDescription }) =>
    lengthProblems('defaultSampleDescription', defaultSampleDescription, CATALOGUE_LIMITS.requirements),
  ),
  ...(sample.parameters.length > CATALOGUE_LIMITS.parameters
    ? [problem('TOO_MANY_PARAMETERS', { max: CATALOGUE_LIMITS.parameters }, 'parameters')]
    : []),
  ...sample.parameters.flatMap((parameter, index) =>
    parameterProblems(parameter, sample.parameters.slice(0, index)).map((parameterProblem) => ({
      ...parameterProblem,
      path: `parameters.${index}.${parameterProblem.path}`,
    })),
  ),
  ...propertyProblems(sample),
  ...catalogueMaterialProblems(sample),
  ...exampleProblems(sample),
];

/** Problems of one parameter among the `others` of its sample, with the member's name in the interface. */
export const parameterProblems = (parameter: CatalogueParameter, others: readonly CatalogueParameter[]): Problem[] => [
  ...requiredTextProblems('name', parameter.name, CATALOGUE_LIMITS.name),
  ...lengthProblems('displayName', parameter.displayName, CATALOGUE_LIMITS.name),
  ...requiredTextProblems('testParamCode', parameter.code, CATALOGUE_LIMITS.code),
  ...lengthProblems('description', parameter.remark, CATALOGUE_LIMITS.text),
  ...lengthProblems('unitMeasure', parameter.unitMeasure, 20),
  ...lengthProblems('shareTestQuantityIdent', parameter.shareTestQuantityIdent, CATALOGUE_LIMITS.name),
  ...parameter.prices.flatMap(({ scriptDescription }) =>
    lengthProblems('scriptDescription', scriptDescription, CATALOGUE_LIMITS.text),
  ),
  ...(parameter.shareTestQuantity !== null && isBlank(parameter.shareTestQuantityIdent)
    ? [problem('SHARED_PORTION_NEEDS_A_NAME', {}, 'shareTestQuantityIdent')]
    : []),
  ...lengthProblems('sharedPriceQualifier', parameter.sharedPriceQualifier, CATALOGUE_LIMITS.name),
  ...(others.some(({ id, code }) => id !== parameter.id && normalizedCode(code) === normalizedCode(parameter.code))
    ? [problem('PARAMETER_CODE_TAKEN', { code: parameter.code }, 'testParamCode')]
    : []),
  ...(parameter.prices.every(({ price }) => isPrice(price))
    ? []
    : [
        problem(
          parameter.prices.some(({ type, price }) => type === PRICE_TYPE.script && price === '')
            ? 'SCRIPT_WITHOUT_PRICE'
            : 'PRICE_INVALID',
          {},
          'price',
        ),
      ]),
  ...(parameter.sharedPrice === null || isPrice(parameter.sharedPrice)
    ? []
    : [problem('PRICE_INVALID', {}, 'sharedPrice')]),
  ...(parameter.sharedPrice !== null && isBlank(parameter.sharedPriceQualifier)
    ? [problem('SHARED_PRICE_NEEDS_A_GROUP', {}, 'sharedPriceQualifier')]
    : []),
];

/** An optional reason: the operations of the specification have none, the console always asks for one. */
export const catalogueReasonProblems = (reason: string): Problem[] =>
  lengthProblems('reason', reason, CATALOGUE_LIMITS.reason);

/** A required reason, for operations of /api/v1 that remove something. */
export const requiredReasonProblems = (reason: string): Problem[] =>
  isBlank(reason) ? [problem('REASON_REQUIRED', {}, 'reason')] : catalogueReasonProblems(reason);

const requiredTextProblems = (member: string, text: string, max: number): Problem[] =>
  isBlank(text) ? [problem('CATALOGUE_TEXT_REQUIRED', {}, member)] : lengthProblems(member, text, max);

const lengthProblems = (member: string, text: string | undefined, max: number): Problem[] =>
  text !== undefined && lengthOf(text) > max ? [problem('TEXT_TOO_LONG', { max }, member)] : [];

const PICTURE = /<img\b[^>]*>/gi;
const ALT = /\balt="([^"]*)"/i;

/** `#` and the first eight characters of the id of the first uploaded picture in a text; empty if there is none. */
export const pictureShortId = (text: string): string =>
  imagesIn(text)
    .slice(0, 1)
    .map((id) => `#${id.slice(0, 8)}`)
    .join('');

/**
 * The names of the pictures in rich text, in their order: the alternative text or the place. An uploaded picture also
 * gets its short id, because several pictures may have the same name.
 */
export const pictureNames = (html: string): string[] =>
  [...html.matchAll(PICTURE)].map(([picture], index) => {
    const name = decodeEntities(ALT.exec(picture)?.[1] ?? '') || String(index + 1);
    return [name, pictureShortId(picture)].filter((part) => part !== '').join(' ');
  });
