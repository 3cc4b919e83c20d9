import { z } from 'zod';
import { personal } from './define-event.js';

/** Exact decimal number as text, e.g. "12.345". Money is in yuan. */
export const DecimalText = z.string().regex(/^-?\d+(\.\d+)?$/);

/** A standard that was chosen for a parameter or sample. useType "1" test basis, "2" evaluation standard, "3" both. */
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

/**
 * A parameter that was chosen for a sample, with the price at that time. Amounts are in yuan; `totalFee` = price x
 * count, to two decimals.
 */
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

/** An auxiliary property of a sample with its value. */
export const SampleProperty = z.object({
  testSamplePropertyId: z.string().nullable(),
  testSamplePropertyDisplayName: z.string(),
  testSamplePropertySystemName: z.string(),
  testSamplePropertyType: z.number(),
  value: z.string(),
  orderNum: z.number(),
  isJoinSpecification: z.boolean(),
  unit: z.string(),
  /**
   * Missing in earlier samples, and if there is none (AUX-001): suggestions of the catalogue, earlier input, and flags.
   */
  listValue: z.array(z.string()).optional(),
  inputHistory: z.array(z.string()).optional(),
  deleteAble: z.boolean().optional(),
  isShowTest: z.boolean().optional(),
});
export type SampleProperty = z.infer<typeof SampleProperty>;

/**
 * The report on a raw material: the file with the hash `hash`, `size` in bytes; without a hash an external file at
 * `url`.
 */
const MaterialReport = z.object({
  name: z.string(),
  url: z.string(),
  hash: z.string().default(''),
  size: z.number().int().min(0).default(0),
  mediaType: z.string().default(''),
});

const textOrEmpty = z.string().default('');

/**
 * Raw material of a sample (001 RM-003, RM-004). A tested one has its own sample (`buSampleInfoId`, stored in
 * `materialSamples`). Any other cites a sample consigned before (`refBuSampleInfoId`, with its `consignCode`) or has a
 * report file. `dosage` and `recommendedDosage` (kg/m3) and `unitRatio` are exact decimals as text, '' for none.
 */
export const RawMaterial = z.object({
  id: textOrEmpty,
  sampleName: z.string(),
  isTest: z.boolean(),
  buSampleInfoId: z.string().nullable(),
  consignCode: z.string(),
  reportFile: MaterialReport.nullable(),
  refBuSampleInfoId: z.string().nullable().default(null),
  testUnitSampleID: textOrEmpty,
  bigCategoryId: textOrEmpty,
  sampleNameLink: textOrEmpty,
  specificationType: textOrEmpty,
  specificationBuildMethod: textOrEmpty,
  produceInfo: textOrEmpty,
  produceBatchNo: textOrEmpty,
  extractAddress: textOrEmpty,
  recommendedDosage: textOrEmpty,
  unitRatio: textOrEmpty,
  dosage: textOrEmpty,
});
export type RawMaterial = z.infer<typeof RawMaterial>;

/** The sampler with the number of the certificate. Calls have the two as extractPerson and extractPersonCardNum. */
export const Sampler = z.object({ name: z.string(), cardNo: z.string(), phone: z.string() });
export type Sampler = z.infer<typeof Sampler>;

/**
 * A specimen made for the test, one per group (001 PP-002); "descrition" is the spelling of the specification. The
 * forming date is yyyy-MM-dd; the age is a number of whole days from 1, null if there is none.
 */
export const PreparedPiece = z.object({
  buTestSampleId: z.string(),
  sampleName: z.string(),
  ageBeginTime: z.string().nullable(),
  ageWaitTime: z.number().int().nullable(),
  descrition: z.string(),
});
export type PreparedPiece = z.infer<typeof PreparedPiece>;

/**
 * The sample of a raw material (RM-002): like any other sample, except that it has no raw materials itself (RM-001).
 */
export const MaterialSample = z.object({
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
  /** The place where the sample was taken; missing in earlier samples. */
  extractAddress: z.string().optional(),
  specificationType: z.string(),
  /** JSON list of the parts of the specification, made by the specification dialog. */
  specificationBuildMethod: z.string(),
  isNeedConclusion: z.boolean(),
  isTestUnitConfirmTestParam: z.boolean(),
  testReason: z.string(),
  parameters: z.array(ChosenParameter),
  pack: PackChoice.nullable(),
  standards: z.array(StandardLink),
  properties: z.array(SampleProperty),
  testParamFee: DecimalText,
  /** Prepared pieces; missing in earlier samples. */
  buSampleChild: z.array(PreparedPiece).optional(),
  /**
   * Missing if nothing was entered, and in earlier samples (SF-007, SF-008). Days are local, yyyy-MM-dd; createTime UTC
   * ISO.
   */
  afterTestOperateId: z.string().optional(),
  sampler: personal(Sampler, 'sampler').optional(),
  extractUnit: z.string().optional(),
  extractTime: z.string().optional(),
  castingDate: z.string().optional(),
  ageWaitTime: z.number().int().min(1).max(999).optional(),
  sampleCollectionRequirement: z.string().optional(),
  isMaterial: z.boolean().optional(),
  testSampleCount: z.number().int().min(0).optional(),
  isNeedTempReport: z.boolean().optional(),
  sysTestSampleId: z.string().optional(),
  testUnitSampleSysCode: z.string().optional(),
  createTime: z.string().optional(),
  /** Added and not saved yet, so its form still starts with defaults (AUX-011). */
  isNew: z.boolean().optional(),
});
export type MaterialSample = z.infer<typeof MaterialSample>;

/**
 * One sample (type 1) or test item (types 2 and 3) of a consignment, with the names, codes, prices and standards shown
 * at the time instead of references to the catalogue (ADR-002). 001 section 3.
 */
export const Sample = MaterialSample.extend({
  buSampleInfoRefSampleInfo: z.array(RawMaterial).optional(),
  /**
   * The own samples of its raw materials. A sample that no row refers to is unfinished and not yet part of the form.
   */
  materialSamples: z.array(MaterialSample).optional(),
});
export type Sample = z.infer<typeof Sample>;
