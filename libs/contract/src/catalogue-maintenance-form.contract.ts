import { z } from 'zod';
import { Guid, operation } from './operation.js';
import { line, opaque, paragraphs } from './texts.js';

const P = '/api/v1/catalogue/samples/:sampleId/form';
const owner = { testUnitId: Guid.optional() };
const text = line(1000);

/**
 * An auxiliary property in display order. type: 1 text, 2 date, 3 number, 4 decimal, 5 choice, 6 checkbox (001 section
 * 3). `isJoined` is derived from the specification.
 */
export const CataloguePropertyView = z.object({
  id: z.string(),
  name: z.string(),
  type: z.number(),
  unit: z.string(),
  value: z.string(),
  choices: z.array(z.string()),
  isJoined: z.boolean(),
});
export type CataloguePropertyView = z.infer<typeof CataloguePropertyView>;

/**
 * A raw material, which is a sample of the catalogue with the same id. Materials with `isDefault` are in a new form.
 */
export const CatalogueMaterialView = z.object({
  id: z.string(),
  label: z.string(),
  sampleNameLink: z.string(),
  role: z.string(),
  isDefault: z.boolean(),
  isRequired: z.boolean(),
  recommendedDosage: z.number().nullable(),
  dosageUnit: z.string(),
  unitRatio: z.number().nullable(),
});
export type CatalogueMaterialView = z.infer<typeof CatalogueMaterialView>;

/**
 * A picture that shows how to fill in the form. `image` is its path below the address of the api, or the picture as a
 * data URI.
 */
export const SampleExampleView = z.object({ name: z.string(), image: z.string() });
export type SampleExampleView = z.infer<typeof SampleExampleView>;

/**
 * A receiving requirement for some parameters, as sanitised HTML. Requirements of the whole sample are members of the
 * sample.
 */
export const SampleRequirementView = z.object({ id: z.string(), paramIds: z.array(z.string()), text: z.string() });
export type SampleRequirementView = z.infer<typeof SampleRequirementView>;

/**
 * Parts of a sample's form besides its parameters. `specification` is the pattern that joins properties, e.g. `{强度等级}
 * φ{直径}[-]`. `revision` is for If-Match; null while a unit has no copy.
 */
export const SampleFormView = z.object({
  sampleId: z.string(),
  revision: z.number().nullable(),
  specification: z.string(),
  example: z.string(),
  properties: z.array(CataloguePropertyView),
  materials: z.array(CatalogueMaterialView),
  requirements: z.array(SampleRequirementView),
  examples: z.array(SampleExampleView),
});
export type SampleFormView = z.infer<typeof SampleFormView>;

const amount = z.number().min(0).max(1e9).nullable();
const propertyInput = z.object({
  id: Guid.optional(),
  name: text,
  type: z.literal([1, 2, 3, 4, 5, 6]).default(1),
  unit: text.default(''),
  value: text.default(''),
  choices: z.array(text).max(200).default([]),
});
const materialInput = z.object({
  id: Guid,
  role: text.default(''),
  isDefault: z.boolean().default(false),
  isRequired: z.boolean().default(false),
  recommendedDosage: amount.default(null),
  dosageUnit: text.default(''),
  unitRatio: amount.default(null),
});

const requirementInput = z.object({
  id: Guid.optional(),
  paramIds: z.array(Guid).min(1).max(200),
  text: paragraphs(50_000),
});

/** An image that the sample already has, or the path returned by `uploadImg`. */
const exampleInput = z.object({ name: text, image: opaque(250_000) });

export const getSampleForm = operation({
  name: 'GetSampleForm',
  method: 'GET',
  path: P,
  family: 'v1',
  summary:
    'What the form asks of a sample beside its parameters: auxiliary properties, ' +
    'how the specification is joined, raw materials, receiving requirements by parameter, examples',
  source: 'CAT-002',
  query: z.object({ sampleId: Guid, ...owner }),
  result: SampleFormView,
});
/** Lists are complete and in display order; an absent list stays unchanged. Removing an entry needs a reason. */
export const keepSampleForm = operation({
  name: 'KeepSampleForm',
  method: 'PUT',
  path: P,
  family: 'v1',
  summary: 'Changes what the form asks of a sample; a testing unit has its own copy from then on',
  source: 'CAT-002',
  query: z.object({ sampleId: Guid }),
  body: z.object({
    ...owner,
    specification: line(1000).optional(),
    properties: z.array(propertyInput).max(200).optional(),
    materials: z.array(materialInput).max(200).optional(),
    requirements: z.array(requirementInput).max(200).optional(),
    examples: z.array(exampleInput).max(100).optional(),
    reason: paragraphs(1000).default(''),
  }),
  result: SampleFormView,
});
