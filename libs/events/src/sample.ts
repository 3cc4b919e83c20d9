import { z } from 'zod';

/** Exact decimal number as text, e.g. "12.345". Money is in yuan. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

/** Standard chosen for a parameter or sample. useType "1" test basis, "2" evaluation standard, "3" both. */
export const StandardLink = z.object({
  baBaseStandardId: z.string().nullable(),
  baseStandardName: z.string(),
  baseStandardCode: z.string(),
  baseStandardClauseCode: z.string(),
  baseStandardType: z.literal([1, 2, 3]),
  useType: z.enum(['', '1', '2', '3']),
  limsUniqueKey: z.string(),
  isDefault: z.boolean(),
  executeDate: z.string().nullable(),
  expireDate: z.string().nullable(),
});
export type StandardLink = z.infer<typeof StandardLink>;

/** A parameter chosen for a sample, with the price that held then. Amounts in yuan, `totalFee` = price x count to two decimals. */
export const ChosenParameter = z.object({
  tuTestParamId: z.string(),
  tuTestParamCode: z.string(),
  tuTestParamName: z.string(),
  tuTestParamDescription: z.string(),
  tuTestParamPrice: DecimalText,
  testParamPriceType: z.number().int().min(0).max(4),
  totalFee: DecimalText,
  tuTestParamCount: z.number().int().min(1),
  paramWorkDay: z.number().nullable(),
  sharedPriceQualifier: z.string(),
  sharedPrice: DecimalText.nullable(),
  testCount: z.number().nullable(),
  sharedTestCount: z.number().nullable(),
  sharedTestCountName: z.string(),
  sharedTestCountUnit: z.string(),
  standards: z.array(StandardLink),
});
export type ChosenParameter = z.infer<typeof ChosenParameter>;

export const PackChoice = z.object({ packFlag: z.literal([0, 1]), packId: z.string(), packJson: z.string() });

/** Auxiliary property of a sample with the value typed. */
export const SampleProperty = z.object({
  testSamplePropertyId: z.string().nullable(),
  testSamplePropertyDisplayName: z.string(),
  testSamplePropertySystemName: z.string(),
  testSamplePropertyType: z.number(),
  value: z.string(),
  orderNum: z.number(),
  isJoinSpecification: z.boolean(),
  unit: z.string(),
});
export type SampleProperty = z.infer<typeof SampleProperty>;

/**
 * Raw material of a sample (001 section 3), as far as submission looks at it: a tested one has a sample of its own,
 * any other cites a consignment or brings a report file (RM-004).
 */
export const RawMaterial = z.object({
  sampleName: z.string(),
  isTest: z.boolean(),
  buSampleInfoId: z.string().nullable(),
  consignCode: z.string(),
  reportFile: z.object({ name: z.string(), url: z.string() }).nullable(),
});
export type RawMaterial = z.infer<typeof RawMaterial>;

/**
 * One sample (type 1) or test item (types 2 and 3) of a consignment, with the facts shown: names, codes, prices and
 * standards of that day, never catalogue records (DECISIONS 9). 001 section 3.
 */
export const Sample = z.object({
  id: z.string(),
  testUnitSampleId: z.string(),
  testUnitSampleName: z.string(),
  sampleCode: z.string(),
  bigCategoryId: z.string(),
  sampleNameLink: z.string(),
  inputMethod: z.literal([0, 1]),
  testGroupCount: z.number().int().min(1).max(999),
  testPointCount: z.number().int().min(1).max(999),
  /** Sites joined by ";". */
  testPart: z.string(),
  projectOrPurpose: z.string(),
  projectUnit: z.string(),
  sampleNum: z.string(),
  sampleNumUnit: z.string(),
  delegatesNum: z.string(),
  delegatesNumUnit: z.string(),
  afterTestOperate: z.string(),
  testSampleDescription: z.string(),
  memo: z.string(),
  /** Where the sample was taken; samples of before have none. */
  extractAddress: z.string().optional(),
  specificationType: z.string(),
  /** JSON list of the specification's parts, as the specification dialog builds it. */
  specificationBuildMethod: z.string(),
  isNeedConclusion: z.boolean(),
  isTestUnitConfirmTestParam: z.boolean(),
  testReason: z.string(),
  parameters: z.array(ChosenParameter),
  pack: PackChoice.nullable(),
  standards: z.array(StandardLink),
  properties: z.array(SampleProperty),
  testParamFee: DecimalText,
  buSampleInfoRefSampleInfo: z.array(RawMaterial).optional(),
});
export type Sample = z.infer<typeof Sample>;
