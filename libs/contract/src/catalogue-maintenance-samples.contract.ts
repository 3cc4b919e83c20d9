import { z } from 'zod';
import { RecordChange } from './unit.contract.js';
import { TreeNode } from './catalogue.contract.js';
import { atLeast, Guid, listOf, operation, page } from './operation.js';
import { code, line, paragraphs, search, countInput } from './texts.js';

const SYS = '/api/services/app/SysTestSample/';
const TU = '/api/services/app/TuTestSample/';
const PARAM = '/api/services/app/TuTestParam/';

/**
 * A laboratory edits its own catalogue and omits this. The administrator gives the unit; without one it is the system
 * template.
 */
const owner = { testUnitId: Guid.optional() };

const reason = paragraphs(1000).default('');
const text = line(2000);

/** A standard for a whole sample. utype: "1" basis, "2" evaluation, "3" both. */
export const SampleStandard = z.object({
  sysBaseStandardId: z.string(),
  name: z.string(),
  printsCode: z.string(),
  utype: z.string(),
});

/**
 * A sample as the editors of the catalogue see it. `revision` is for If-Match; null while a unit has no copy of its
 * own. `origin`: of the template, a unit's copy of it, or a unit's own sample. isDeleted: the unit does not offer it.
 * `parentId` is its category, `defaultSampleDescription` sanitised HTML.
 */
export const CatalogueSampleView = z.object({
  id: z.string(),
  revision: z.number().nullable(),
  testUnitId: z.string().nullable(),
  sampleName: z.string(),
  sampleCode: z.string(),
  sysTestSampleId: z.string(),
  levelCode: z.string(),
  parentId: z.string(),
  bigCategoryId: z.string(),
  sampleNameLink: z.string(),
  isLocaleItem: z.number(),
  description: z.string(),
  orderIndex: z.number(),
  countRequire: z.string(),
  sampleStatusRequire: z.string(),
  defaultSampleDescription: z.string(),
  otherRequire: z.string(),
  standards: z.array(SampleStandard),
  sampleNumUnit: z.string(),
  delegatesNumUnit: z.string(),
  defaultDelegatesNum: z.number().nullable(),
  afterTestOperate: z.string(),
  paramCount: z.number(),
  origin: z.enum(['template', 'copy', 'own']),
  isDeleted: z.boolean(),
});
export type CatalogueSampleView = z.infer<typeof CatalogueSampleView>;

/** Members of a sample. On an update, an absent member stays unchanged. */
export const SaveSampleRequest = z
  .object({
    sampleName: text,
    sampleCode: text,
    levelCode: text,
    parentId: Guid,
    description: paragraphs(2000),
    orderIndex: countInput({ min: 0, max: 1_000_000 }),
    countRequire: paragraphs(2000),
    sampleStatusRequire: paragraphs(2000),
    otherRequire: paragraphs(2000),
    defaultSampleDescription: paragraphs(50_000),
    standards: z.array(z.object({ sysBaseStandardId: Guid, utype: z.enum(['1', '2', '3']) })).max(100),
    sampleNumUnit: text,
    delegatesNumUnit: text,
    defaultDelegatesNum: z.number().min(0).max(1e9).nullable(),
    afterTestOperate: text,
  })
  .partial();
export type SaveSampleRequest = z.output<typeof SaveSampleRequest>;
const sampleShape = SaveSampleRequest.shape;

/**
 * state: "own" for the unit's own samples, "withdrawn" for those it does not offer, empty for all except withdrawn
 * ones.
 */
const listQuery = {
  ...page,
  ...atLeast,
  search: search(200).default(''),
  state: z.enum(['', 'own', 'withdrawn']).default(''),
  parentId: Guid.optional(),
};
const openedTree = z.object({
  sampleTree: z.array(TreeNode),
  expandedKey: z.array(z.string()),
  selectedKey: z.string(),
});
const scope = z.coerce.number().int().min(0).max(1).default(0);

export const sysTestSampleGetAll = operation({
  name: 'SysTestSampleGetAll',
  method: 'GET',
  path: `${SYS}GetAll`,
  summary: 'Samples of the system template page by page; search matches name and code',
  source: 'CAT-002',
  query: z.object(listQuery),
  result: listOf(CatalogueSampleView),
});
export const sysTestSampleGetTree = operation({
  name: 'SysTestSampleGetTree',
  method: 'GET',
  path: `${SYS}GetTree`,
  summary: 'The system template as a tree; with id opened at that sample',
  source: 'CAT-002, CAT-007',
  query: z.object({ ...atLeast, type: scope, id: Guid.optional() }),
  result: openedTree,
});
export const sysTestSampleGet = operation({
  name: 'SysTestSampleGet',
  method: 'GET',
  path: `${SYS}Get`,
  summary: 'One sample of the system template',
  source: 'CAT-002',
  query: z.object({ id: Guid }),
  result: CatalogueSampleView,
});
export const sysTestSampleCreate = operation({
  name: 'SysTestSampleCreate',
  method: 'POST',
  path: `${SYS}Create`,
  summary: 'Adds a sample to the system template',
  source: 'CAT-002',
  body: z.object(sampleShape),
  result: CatalogueSampleView,
});
export const sysTestSampleUpdate = operation({
  name: 'SysTestSampleUpdate',
  method: 'PUT',
  path: `${SYS}Update`,
  summary: 'Changes a sample of the system template; units with a copy of their own keep it',
  source: 'CAT-002',
  body: z.object({ id: Guid, ...sampleShape }),
  result: CatalogueSampleView,
});
export const sysTestSampleDelete = operation({
  name: 'SysTestSampleDelete',
  method: 'DELETE',
  path: `${SYS}Delete`,
  summary: 'Takes a sample out of the system template',
  source: 'CAT-002',
  query: z.object({ id: Guid, reason }),
  result: z.literal(true),
});

/**
 * A level of the tree, i.e. a category; isdeleted levels are not offered (002 CAT-006). `orderNum` is its place among
 * its siblings.
 */
export const SampleLevelRow = z.object({
  sampleLevelId: z.string(),
  name: z.string(),
  levelCode: z.string(),
  displayName: z.string(),
  isdeleted: z.boolean(),
  sysTestItemId: z.string(),
  parentId: z.string().nullable(),
  orderNum: z.number(),
});
export type SampleLevelRow = z.infer<typeof SampleLevelRow>;
export const getSampleLevels = operation({
  name: 'GetSampleLevels',
  method: 'GET',
  path: `${SYS}GetSampleLevels`,
  summary: 'Levels of the sample tree in its order',
  source: 'CAT-006',
  query: z.object(atLeast),
  result: z.array(SampleLevelRow),
});

/** A level without a parent is a big category, for raw material (0) or on-site work (1). */
export const addSampleLevel = operation({
  name: 'AddSampleLevel',
  method: 'POST',
  path: `${SYS}AddSampleLevel`,
  summary: 'Adds a level to the sample tree',
  source: 'CAT-006',
  body: z.object({ name: text, parentId: Guid.nullable().default(null), isLocaleItem: z.literal([0, 1]).default(0) }),
  result: SampleLevelRow,
});
/** Absent members stay unchanged. A level can only move within its big category. */
export const updateSampleLevel = operation({
  name: 'UpdateSampleLevel',
  method: 'PUT',
  path: `${SYS}UpdateSampleLevel`,
  summary: 'Renames a level, places it among its siblings or moves it under another',
  source: 'CAT-006',
  body: z.object({
    id: Guid,
    name: text.optional(),
    parentId: Guid.optional(),
    orderNum: countInput({ min: 0, max: 1_000_000 }).optional(),
  }),
  result: SampleLevelRow,
});
export const deleteSampleLevel = operation({
  name: 'DeleteSampleLevel',
  method: 'DELETE',
  path: `${SYS}DeleteSampleLevel`,
  summary: 'Deletes a level with nothing under it',
  source: 'CAT-006',
  query: z.object({ id: Guid, reason }),
  result: z.literal(true),
});

export const tuTestSampleGetAll = operation({
  name: 'TuTestSampleGetAll',
  method: 'GET',
  path: `${TU}GetAll`,
  summary: 'Samples of a testing unit page by page: its own, and the template’s for the rest',
  source: 'CAT-002',
  query: z.object({ ...listQuery, ...owner }),
  result: listOf(CatalogueSampleView),
});
export const tuTestSampleGetTree = operation({
  name: 'TuTestSampleGetTree',
  method: 'GET',
  path: `${TU}GetTree`,
  summary: 'What a testing unit offers as a tree; with id opened at that sample',
  source: 'CAT-002, CAT-007',
  query: z.object({ ...atLeast, ...owner, type: scope, id: Guid.optional() }),
  result: openedTree,
});
export const tuTestSampleGet = operation({
  name: 'TuTestSampleGet',
  method: 'GET',
  path: `${TU}Get`,
  summary: 'One sample as it applies to a testing unit',
  source: 'CAT-006',
  query: z.object({ ...owner, id: Guid }),
  result: CatalogueSampleView,
});
export const tuTestSampleCreate = operation({
  name: 'TuTestSampleCreate',
  method: 'POST',
  path: `${TU}Create`,
  summary: 'Adds a sample of a testing unit’s own',
  source: 'CAT-002, CAT-006',
  body: z.object({ ...owner, ...sampleShape }),
  result: CatalogueSampleView,
});
export const tuTestSampleUpdate = operation({
  name: 'TuTestSampleUpdate',
  method: 'PUT',
  path: `${TU}Update`,
  summary: 'Changes a sample for a testing unit, which has its own copy from then on',
  source: 'CAT-002, CAT-006',
  body: z.object({ ...owner, id: Guid, ...sampleShape }),
  result: CatalogueSampleView,
});
export const tuTestSampleDelete = operation({
  name: 'TuTestSampleDelete',
  method: 'DELETE',
  path: `${TU}Delete`,
  summary: 'A testing unit offers the sample no more',
  source: 'CAT-002',
  query: z.object({ ...owner, id: Guid, reason }),
  result: z.literal(true),
});
export const tuTestSampleCopy = operation({
  name: 'TuTestSampleCopy',
  method: 'POST',
  path: `${TU}Copy`,
  summary: 'Duplicates a sample with its parameters as a sample of the unit’s own',
  source: 'CAT-002',
  body: z.object({ ...owner, id: Guid, sampleName: text.optional(), sampleCode: text.optional() }),
  result: CatalogueSampleView,
});
export const tuTestSampleImport = operation({
  name: 'TuTestSampleImport',
  method: 'POST',
  path: `${TU}Import`,
  summary: 'Takes samples of the system template over as they are now; withdrawn ones are offered again',
  source: 'CAT-002',
  body: z.object({ ...owner, ids: z.array(Guid).min(1).max(100) }),
  result: z.object({ imported: z.number() }),
});
export const tuTestSampleResetTemplate = operation({
  name: 'TuTestSampleResetTemplate',
  method: 'POST',
  path: `${TU}ResetTemplate`,
  summary: 'Deletes the copy of a testing unit; the template applies again',
  source: 'CAT-002',
  body: z.object({ ...owner, id: Guid, reason }),
  result: CatalogueSampleView,
});

export const QuoteLineRow = z.object({
  sampleNo: z.string(),
  sampleId: z.string(),
  sampleName: z.string(),
  paramName: z.string(),
  price: z.string(),
  description: z.string(),
});
export const getQuoteList = operation({
  name: 'GetQuoteList',
  method: 'GET',
  path: `${TU}GetQuoteList`,
  summary: 'What a testing unit asks for every sample and parameter it offers, in yuan',
  source: 'CAT-007',
  query: z.object({ ...atLeast, ...owner }),
  result: z.array(QuoteLineRow),
});

/** A standard that a parameter offers. `isExpired` refers to today. */
export const CatalogueParameterStandardView = z.object({
  standardId: z.string(),
  standardName: z.string(),
  publishCode: z.string(),
  clauseCode: z.string(),
  useType: z.string(),
  isDefault: z.boolean(),
  isExpired: z.boolean(),
});
export type CatalogueParameterStandardView = z.infer<typeof CatalogueParameterStandardView>;
/**
 * A parameter of a sample. `price` is its own price in yuan, empty if there is none. `scriptDescription` explains a
 * price by script, null if there is none. `edit`: whether the caller may change the parameter. `revision` is that of
 * its sample.
 */
export const CatalogueParameterView = z.object({
  id: z.string(),
  testParamId: z.string(),
  testSampleId: z.string(),
  revision: z.number().nullable(),
  testParamCode: z.string(),
  name: z.string(),
  displayName: z.string(),
  description: z.string(),
  num: z.number(),
  edit: z.boolean(),
  price: z.string(),
  sharedPrice: z.string(),
  sharedPriceQualifier: z.string(),
  testQuantity: z.number().nullable(),
  unitMeasure: z.string(),
  paramWorkDay: z.number().nullable(),
  offered: z.boolean(),
  shareTestQuantity: z.number().nullable(),
  shareTestQuantityIdent: z.string(),
  scriptDescription: z.string().nullable(),
  standards: z.array(CatalogueParameterStandardView),
});
export type CatalogueParameterView = z.infer<typeof CatalogueParameterView>;
/**
 * With a `scriptDescription`, which explains the price, it is a price by script; with null it is the parameter's own
 * price.
 */
const parameterShape = z
  .object({
    testParamCode: text,
    name: text,
    displayName: text,
    description: paragraphs(2000),
    num: countInput({ min: 0, max: 1_000_000 }),
    price: code(30),
    sharedPrice: code(30),
    sharedPriceQualifier: text,
    testQuantity: z.number().min(0).max(1e9).nullable(),
    shareTestQuantity: z.number().min(0).max(1e9).nullable(),
    shareTestQuantityIdent: text,
    scriptDescription: paragraphs(2000).nullable(),
    unitMeasure: text,
    paramWorkDay: countInput({ min: 0, max: 3650 }).nullable(),
    offered: z.boolean(),
    standards: z
      .array(
        z.object({
          standardId: Guid,
          clauseCode: line(100).default(''),
          useType: z.enum(['1', '2', '3']),
          isDefault: z.boolean().default(false),
        }),
      )
      .max(100),
  })
  .partial().shape;
export const tuTestParamGetAll = operation({
  name: 'TuTestParamGetAll',
  method: 'GET',
  path: `${PARAM}GetAll`,
  summary: 'Parameters of a sample in display order, those not offered too',
  source: 'CAT-003',
  query: z.object({ ...owner, testSampleId: Guid }),
  result: z.array(CatalogueParameterView),
});
export const tuTestParamCreate = operation({
  name: 'TuTestParamCreate',
  method: 'POST',
  path: `${PARAM}Create`,
  summary: 'Adds a parameter to a sample',
  source: 'CAT-003',
  body: z.object({ ...owner, testSampleId: Guid, ...parameterShape }),
  result: CatalogueParameterView,
});
export const tuTestParamUpdate = operation({
  name: 'TuTestParamUpdate',
  method: 'PUT',
  path: `${PARAM}Update`,
  summary: 'Changes a parameter, its price among others',
  source: 'CAT-003',
  body: z.object({ ...owner, testSampleId: Guid, testParamId: Guid, ...parameterShape }),
  result: CatalogueParameterView,
});
export const tuTestParamDelete = operation({
  name: 'TuTestParamDelete',
  method: 'DELETE',
  path: `${PARAM}Delete`,
  summary: 'Takes a parameter out of a sample',
  source: 'CAT-003',
  query: z.object({ ...owner, testSampleId: Guid, testParamId: Guid, reason }),
  result: z.literal(true),
});

export const getSampleChanges = operation({
  name: 'GetSampleChanges',
  method: 'GET',
  path: '/api/v1/catalogue/samples/:sampleId/changes',
  family: 'v1',
  summary: 'What changed in a sample, for a unit in its own copy too, newest first',
  source: 'CAT-002',
  query: z.object({ sampleId: Guid, ...owner }),
  result: z.array(RecordChange),
});
