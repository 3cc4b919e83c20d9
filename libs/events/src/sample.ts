import { z } from 'zod';
import { personal } from './define-event.js';

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

/**
 * A parameter chosen for a sample, with the price that held then. Amounts in yuan, `totalFee` = price x count to two
 * decimals.
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
  /**
   * Absent in samples of before and where there is none (AUX-001): what the catalogue suggests, what was typed before,
   * its flags.
   */
  listValue: z.array(z.string()).optional(),
  inputHistory: z.array(z.string()).optional(),
  deleteAble: z.boolean().optional(),
  isShowTest: z.boolean().optional(),
});
export type SampleProperty = z.infer<typeof SampleProperty>;

/** Report on a raw material: the file under `hash`, `size` in bytes; without a hash it lies at `url`, elsewhere. */
const MaterialReport = z.object({
  name: z.string(),
  url: z.string(),
  hash: z.string().default(''),
  size: z.number().int().min(0).default(0),
  mediaType: z.string().default(''),
});

const noText = z.string().default('');

/**
 * Raw material of a sample (001 RM-003, RM-004): a tested one has a sample of its own (`buSampleInfoId`, kept in
 * `materialSamples`), any other cites a sample that was consigned before (`refBuSampleInfoId`, with its `consignCode`)
 * or brings a report file. `dosage` and `recommendedDosage` in kg/m3 and `unitRatio` are exact decimals as text, '' for
 * none.
 */
export const RawMaterial = z.object({
  id: noText,
  sampleName: z.string(),
  isTest: z.boolean(),
  buSampleInfoId: z.string().nullable(),
  consignCode: z.string(),
  reportFile: MaterialReport.nullable(),
  refBuSampleInfoId: z.string().nullable().default(null),
  testUnitSampleID: noText,
  bigCategoryId: noText,
  sampleNameLink: noText,
  specificationType: noText,
  specificationBuildMethod: noText,
  produceInfo: noText,
  produceBatchNo: noText,
  extractAddress: noText,
  recommendedDosage: noText,
  unitRatio: noText,
  dosage: noText,
});
export type RawMaterial = z.infer<typeof RawMaterial>;

/**
 * Who took a sample, with the number of the certificate. Calls carry the two as extractPerson and extractPersonCardNum.
 */
export const Sampler = z.object({ name: z.string(), cardNo: z.string(), phone: z.string() });
export type Sampler = z.infer<typeof Sampler>;

/**
 * A specimen made for the test, one a group (001 PP-002); "descrition" is the specification's spelling. A forming date
 * as yyyy-MM-dd; an age of whole days from 1 on, null for none.
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
 * The own sample of a raw material (RM-002): a sample like any other, except that it has no raw materials itself
 * (RM-001).
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
  /** Prepared pieces; samples of before have none. */
  buSampleChild: z.array(PreparedPiece).optional(),
  /**
   * Absent where nothing was entered, and in samples of before (SF-007, SF-008). Days are local, yyyy-MM-dd; createTime
   * UTC ISO.
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
  /** Added and not saved since: its form still starts with defaults (AUX-011). */
  isNew: z.boolean().optional(),
});
export type MaterialSample = z.infer<typeof MaterialSample>;

/**
 * One sample (type 1) or test item (types 2 and 3) of a consignment, with the facts shown: names, codes, prices and
 * standards of that day, never catalogue records (ADR-002). 001 section 3.
 */
export const Sample = MaterialSample.extend({
  buSampleInfoRefSampleInfo: z.array(RawMaterial).optional(),
  /** Own samples of its raw materials; one that no row names was begun and is not part of the form yet. */
  materialSamples: z.array(MaterialSample).optional(),
});
export type Sample = z.infer<typeof Sample>;
