import { z } from 'zod';
import { COUNT_RANGE, LIMITS } from '#domain/consignment';
import { PackChoice, PreparedPiece, SampleProperty, StandardLink } from '#events';
import { atLeast, Guid, Guids, listOf, operation, SkipCount } from './operation.js';
import { RawMaterialInput, RawMaterialView } from './raw-material.contract.js';
import { sampleDetailsInput, sampleDetailsView } from './sample-details.contract.js';
import { code, line, paragraphs, search, countInput, numberInput, withLineTexts } from './texts.js';

const S = '/api/services/app/BuSampleInfo/';
const text = line().default('');
/** More than the rule allows, so that the rule reports the field and its limit. */
const MAX_SITES = 2 * LIMITS.sites;

/**
 * A sample in the list of its consignment (CF-003, CF-004). Fees are null where hidden. Sites and purpose have up to
 * 200 characters.
 */
export const SampleRow = z.object({
  id: z.string(),
  testUnitSampleId: z.string(),
  testUnitSampleName: z.string(),
  sampleNameLink: z.string(),
  testGroupCount: z.number(),
  specificationType: z.string(),
  projectOrPurpose: z.string(),
  testParams: z.string(),
  totalFee: z.string().nullable(),
  isInputedTestParam: z.boolean(),
  isTestUnitConfirmTestParam: z.boolean(),
  isLackTestParam_Material: z.boolean(),
  isLackReportFile_Material: z.boolean(),
  projectUnit: z.string(),
  testPart: z.string(),
  paramText: z.string(),
});
export type SampleRow = z.infer<typeof SampleRow>;

/**
 * A standard that the client chose, identified by id or unique key, with its use. All other members are taken from the
 * catalogue.
 */
const StandardChoice = withLineTexts(StandardLink)
  .partial()
  .extend({ useType: z.enum(['', '1', '2', '3']) });

/**
 * A parameter that the client chose. Prices and names are taken from the catalogue; those in the request are ignored
 * (PR-017). Without a list of standards it gets those that the laboratory marks as default; an empty list is a choice.
 */
export const ParameterInput = z.looseObject({
  tuTestParamId: Guid,
  tuTestParamCount: countInput(COUNT_RANGE).default(1),
  buSampleParamUseBaseStandard: z.array(StandardChoice).max(100).optional(),
});

/** A row of prepared pieces as typed. An age of '' or 0 means none. */
export const PieceInput = z.looseObject({
  buTestSampleId: text,
  sampleName: text,
  ageBeginTime: line(50).nullable().default(null),
  ageWaitTime: numberInput.nullable().default(null),
  descrition: paragraphs().default(''),
});

export const SampleInput = z.looseObject({
  id: Guid,
  consignId: Guid,
  testUnitSampleId: Guid,
  testUnitSampleName: line().optional(),
  inputMethod: z.coerce
    .number()
    .pipe(z.literal([0, 1]))
    .default(1),
  // The rules of the form report a missing value (SF-013, SF-014).
  testGroupCount: countInput(COUNT_RANGE).nullish(),
  testPointCount: countInput(COUNT_RANGE).nullish(),
  testPart: line(MAX_SITES).default(''),
  projectOrPurpose: line(MAX_SITES).default(''),
  projectUnit: text,
  sampleNum: code(200).default(''),
  sampleNumUnit: text,
  delegatesNum: code(200).default(''),
  delegatesNumUnit: text,
  afterTestOperate: line().optional(),
  testSampleDescription: paragraphs().default(''),
  memo: paragraphs().default(''),
  extractAddress: text,
  ...sampleDetailsInput,
  /** If absent, they stay unchanged. An own sample that no row names any more is removed (RM-008). */
  buSampleInfoRefSampleInfo: z.array(RawMaterialInput).max(100).optional(),
  deleteMaterialSampleInfoIds: z.array(Guid).max(100).default([]),
  specificationType: text,
  specificationBuildMethod: text,
  isNeedConclusion: z.boolean().default(true),
  isTestUnitConfirmTestParam: z.boolean().default(false),
  testReason: paragraphs().default(''),
  tuSampleParamIds: z.array(ParameterInput).default([]),
  buSampleParamPackInfo: withLineTexts(PackChoice, 100_000).nullable().default(null),
  buSampleUseBaseStandard: z.array(StandardChoice).max(100).default([]),
  buSamplePropertyInfo: z.array(withLineTexts(SampleProperty).partial().extend({ value: paragraphs() })).default([]),
  buSampleChild: z.array(PieceInput).default([]),
});
export type SampleInput = z.input<typeof SampleInput>;

export const ParameterView = z.object({
  tuTestParamId: z.string(),
  tuTestParamCode: z.string(),
  tuTestParamName: z.string(),
  tuTestParamDescription: z.string(),
  tuTestParamPrice: z.string().nullable(),
  testParamPriceType: z.number(),
  totalFee: z.string().nullable(),
  tuTestParamCount: z.number(),
  paramWorkDay: z.number().nullable(),
  sharedPriceQualifier: z.string(),
  sharedPrice: z.string().nullable(),
  testCount: z.number().nullable(),
  sharedTestCount: z.number().nullable(),
  sharedTestCountName: z.string(),
  sharedTestCountUnit: z.string(),
  buSampleParamUseBaseStandard: z.array(StandardLink),
});

/** The pack by which a sample was chosen (PK-001). `id` is that of this entry of the sample, empty without a pack. */
export const PackView = PackChoice.extend({ id: z.string() });

/** The complete sample form object (001 section 3). */
export const SampleView = z.object({
  id: z.string(),
  consignId: z.string(),
  bigCategoryId: z.string(),
  testUnitSampleId: z.string(),
  testUnitSampleName: z.string(),
  sampleCode: z.string(),
  sampleNameLink: z.string(),
  inputMethod: z.number(),
  testGroupCount: z.number(),
  testPointCount: z.number(),
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
  extractAddress: z.string(),
  ...sampleDetailsView,
  buSampleInfoRefSampleInfo: z.array(RawMaterialView),
  deleteMaterialSampleInfoIds: z.array(z.string()),
  specificationType: z.string(),
  specificationBuildMethod: z.string(),
  isNeedConclusion: z.boolean(),
  isTestUnitConfirmTestParam: z.boolean(),
  testReason: z.string(),
  isEditParams: z.boolean(),
  tuSampleParamIds: z.array(ParameterView),
  buSampleParamPackInfo: PackView.nullable(),
  buSampleUseBaseStandard: z.array(StandardLink),
  buSamplePropertyInfo: z.array(SampleProperty),
  buSampleChild: z.array(PreparedPiece),
  testParamFee: z.string().nullable(),
});
export type SampleView = z.infer<typeof SampleView>;

const createBody = z.looseObject({
  consignId: Guid,
  bigCategoryId: Guid.optional(),
  sampleNameLink: text,
  isMaterial: z.boolean().default(false),
  buSampleParamPackInfo: withLineTexts(PackChoice, 100_000).nullable().default(null),
  tuTestParamDtos: z.array(ParameterInput).default([]),
  isNeedConclusion: z.boolean().default(true),
  isTestUnitConfirmTestParam: z.boolean().default(false),
  testReason: paragraphs().default(''),
  tuTestSampleDTO: z.looseObject({ id: Guid, sampleName: text }),
});
export const createBuSampleParamInfo = operation({
  name: 'CreateBuSampleParamInfo',
  method: 'POST',
  path: `${S}CreateBuSampleParamInfo`,
  summary: 'Adds a sample of the catalogue to a consignment; answers its id',
  source: 'SAPI-015',
  body: createBody,
  result: z.string(),
});
/** The third name of the operation in 002 (001.md A-38). */
export const createBuSampleParamInfoMigModel = operation({
  name: 'CreateBuSampleParamInfoMigModel',
  method: 'POST',
  path: `${S}CreateBuSampleParamInfoMigModel`,
  summary: 'CreateBuSampleParamInfo under another name',
  source: 'AAPI-017',
  body: createBody,
  result: z.string(),
});
/**
 * `parentSampleId` is the sample that has this raw material. A row of that sample refers to the new sample from the
 * next save on.
 */
export const createChildBuSampleParamInfo = operation({
  name: 'CreateChildBuSampleParamInfo',
  method: 'POST',
  path: `${S}CreateChildBuSampleParamInfo`,
  summary: 'Begins the own sample of a raw material; answers its id',
  source: 'RM-002',
  body: createBody.extend({ parentSampleId: Guid }),
  result: z.string(),
});
export const saveBuSampleInfo = operation({
  name: 'SaveBuSampleInfo',
  method: 'POST',
  path: `${S}SaveBuSampleInfo`,
  summary: 'Stores the whole sample form',
  source: 'SAPI-016',
  body: SampleInput,
  result: SampleView,
});
export const copyBuSampleInfo = operation({
  name: 'CopyBuSampleInfo',
  method: 'POST',
  path: `${S}CopyBuSampleInfo`,
  summary: 'Duplicates a sample within its consignment; answers the new id',
  source: 'CF-024',
  query: z.object({ id: Guid, consignId: Guid.optional() }),
  result: z.string(),
});
export const deleteBuSampleInfo = operation({
  name: 'DeleteBuSampleInfo',
  method: 'DELETE',
  path: `${S}DeleteBuSampleInfo`,
  summary: 'Removes a sample',
  source: 'CF-024',
  query: z.object({ id: Guid, consignId: Guid.optional() }),
  result: z.literal(true),
});
export const deleteBuSampleInfoByIds = operation({
  name: 'DeleteBuSampleInfoByIds',
  method: 'DELETE',
  path: `${S}DeleteBuSampleInfoByIds`,
  summary: 'Removes several samples of one consignment',
  source: 'CF-024',
  query: z.object({ ids: Guids, consignId: Guid.optional() }),
  result: z.literal(true),
});
/**
 * `isEditParams`: this caller may complete the parameters left to the laboratory. It is false if pageSource is given
 * and not 4 (TID-008).
 */
export const getBuSampleInfo = operation({
  name: 'GetBuSampleInfo',
  method: 'GET',
  path: `${S}GetBuSampleInfo`,
  summary: 'Reads the sample form object',
  source: 'SAPI-014',
  query: z.object({ id: Guid, consignId: Guid.optional(), pageSource: z.coerce.number().int().optional() }),
  result: SampleView,
});
export const getBuSampleInfoListByConsignId = operation({
  name: 'GetBuSampleInfoListByConsignId',
  method: 'GET',
  path: `${S}GetBuSampleInfoListByConsignId`,
  summary: 'Sample rows of a consignment',
  source: 'CF-003',
  query: z.object({ consignId: Guid }),
  result: z.array(SampleRow),
});

/**
 * If a unit hides its prices, the selection dialog cannot add them up but still shows the cost of the choice (PR-014).
 * The response has only the total, as adding the sample would show it; null if the estimate is hidden too.
 */
export const estimateSample = operation({
  name: 'EstimateSample',
  family: 'v1',
  method: 'POST',
  path: '/api/v1/samples/estimate',
  summary: 'What a sample with these parameters would cost; nothing is stored',
  source: 'PR-014',
  body: z.object({
    consignId: Guid,
    testUnitSampleId: Guid,
    testGroupCount: countInput(COUNT_RANGE).default(1),
    tuSampleParamIds: z
      .array(ParameterInput.pick({ tuTestParamId: true, tuTestParamCount: true }))
      .max(1000)
      .default([]),
  }),
  result: z.object({ testParamFee: z.string().nullable() }),
});

const PricedParameter = z.object({
  tuTestParamName: z.string(),
  tuTestParamPrice: z.string().nullable(),
  testParamPriceType: z.number(),
  tuTestParamCount: z.number(),
  sharedPrice: z.string().nullable(),
  sharedPriceQualifier: z.string(),
  totalFee: z.string().nullable(),
});

/**
 * A raw material with the costs of its own sample; without costs if it is not tested. The fee is added to that of the
 * sample (001.md A-PR-9).
 */
export const PricedMaterial = RawMaterialView.extend({
  testGroupCount: z.number(),
  totalFee: z.string().nullable(),
  buSampleParam: z.array(PricedParameter),
});
export type PricedMaterial = z.infer<typeof PricedMaterial>;

/** Price detail (PR-016). Amounts have two decimals; they are null where the unit hides prices. */
export const PriceDetail = z.object({
  testUnitSampleName: z.string(),
  testUnitSampleId: z.string(),
  testGroupCount: z.number(),
  totalFee: z.string().nullable(),
  buSampleParam: z.array(PricedParameter),
  buSampleInfoRefSampleInfo: z.array(PricedMaterial),
});
export const getBuSampleInfoParams = operation({
  name: 'GetBuSampleInfoParams',
  method: 'GET',
  path: `${S}GetBuSampleInfoParams`,
  summary: 'Price detail of a consignment',
  source: 'API-011',
  query: z.object({ id: Guid }),
  result: z.array(PriceDetail),
});

/**
 * A sample consigned before, in the reference dialog (RC-008). createTime is UTC ISO, the creation of its consignment.
 */
export const ReferenceSample = z.object({
  id: z.string(),
  consignId: z.string(),
  consignCode: z.string(),
  createTime: z.string(),
  testUnitSampleId: z.string(),
  bigCategoryId: z.string(),
  sampleNameLink: z.string(),
  sampleName: z.string(),
  specificationType: z.string(),
  specificationBuildMethod: z.string(),
  produceInfo: z.string(),
  piHao: z.string(),
  extractAddress: z.string(),
  testSampleDescription: z.string(),
});
export type ReferenceSample = z.infer<typeof ReferenceSample>;
/**
 * `search` is part of the number or of the sample's name. The consignment `consignId` is excluded; the caller must be
 * allowed to read it.
 */
export const getReferenceSamples = operation({
  name: 'GetSelectRefSampleByTestUnitIdAndProjectId',
  method: 'GET',
  path: `${S}GetSelectRefSampleByTestUnitIdAndProjectId`,
  summary:
    'Raw materials the caller’s unit submitted before to this testing unit under this project, newest first; ' +
    'of the newest 1000 consignments that match',
  source: 'RC-006',
  query: z.object({
    testUnitId: Guid,
    projectId: Guid,
    search: search(100).default(''),
    consignId: Guid.optional(),
    skipCount: SkipCount,
    maxResultCount: z.coerce.number().int().min(1).max(100).default(7),
    ...atLeast,
  }),
  result: listOf(ReferenceSample),
});
