import { z } from 'zod';
import { textCharacterProblems } from '#domain/text';
import {
  CatalogueMaterial,
  CatalogueParameter,
  OfferedStandard,
  SpecificationPart,
  SpecificationRuleLine,
} from '#events';
import { atLeast, Guid, listOf, operation, page, TextList } from './operation.js';
import { line, opaque, search } from './texts.js';

const P = '/api/pre/';
/** Tree node. `category` is true for a category, false for a sample, which is a leaf. */
export type TreeNode = {
  id: string;
  name: string;
  label: string;
  category: boolean;
  isLeaf: boolean;
  parentId: string | null;
  bigCategoryId: string;
  sampleNameLink: string;
  children: TreeNode[];
};
export const TreeNode: z.ZodType<TreeNode> = z
  .object({
    id: z.string(),
    name: z.string(),
    label: z.string(),
    category: z.boolean(),
    isLeaf: z.boolean(),
    parentId: z.string().nullable(),
    bigCategoryId: z.string(),
    sampleNameLink: z.string(),
    get children() {
      return z.array(TreeNode);
    },
  })
  .meta({ id: 'TreeNode' });

/** 0 raw material, 1 on-site. */
const scopeNumber = z.coerce.number().int().min(0).max(1);
const scope = scopeNumber.default(0);
const name = line(100).default('');
/**
 * The unit whose catalogue is read. The header Unit-Code can name it instead. Without either it is the whole catalogue;
 * a laboratory gets its own.
 */
const unit = { testUnitId: Guid.optional() };
/** Comma-joined or repeated ids of parameters, with or without dashes. */
const paramIds = TextList.prefault('').pipe(z.array(Guid));

const Tree = z.object({ sampleTree: z.array(TreeNode) });
const OpenedTree = Tree.extend({ expandedKey: z.array(z.string()), selectedKey: z.string() });
export const getSampleTree = operation({
  name: 'GetSampleTree',
  family: 'pre',
  method: 'GET',
  path: `${P}sample/tree`,
  summary: 'Categories, whose samples are loaded when they are opened; with id opened at that sample',
  source: 'SAPI-002',
  query: z.object({ type: scope, id: Guid.optional(), ...unit }),
  result: OpenedTree,
});
export const getCategoryList = operation({
  name: 'GetCategoryList',
  family: 'pre',
  method: 'GET',
  path: `${P}category/list`,
  summary: 'Categories, opened at selectedKey; with a name of a parameter, the samples that have one, under theirs',
  source: 'PRE-006',
  query: z.object({ paramName: name, type: scope, selectedKey: Guid.optional(), ...unit }),
  result: OpenedTree,
});
export const getCategorySamples = operation({
  name: 'GetCategorySamples',
  family: 'pre',
  method: 'GET',
  path: `${P}category/sample/:categoryId`,
  summary: 'What hangs directly under a category',
  source: 'SAPI-003',
  query: z.object({ categoryId: Guid, ...unit }),
  result: Tree,
});
export const searchCategorySamples = operation({
  name: 'SearchCategorySamples',
  family: 'pre',
  method: 'GET',
  path: `${P}category/sample`,
  summary: 'Samples by name, as a tree',
  source: 'SAPI-004',
  query: z.object({ sampleName: name, queryScope: scope, ...unit }),
  result: Tree,
});

/** A parameter as offered, after the price rule (PR-002 to PR-005). Prices are null where the unit hides them. */
export const OfferedParameter = CatalogueParameter.omit({ prices: true, sharedPrice: true }).extend({
  prices: z.array(
    z.object({ type: z.number(), price: z.string(), qualifier: z.string(), scriptDescription: z.string() }),
  ),
  sharedPrice: z.string().nullable(),
  tuTestParamPrice: z.string().nullable(),
  testParamPriceType: z.number(),
  offered: z.boolean(),
  /** HTML: the receiving requirements of this parameter; empty if there are none. */
  defaultSampleDescription: z.string(),
});
export type OfferedParameter = z.infer<typeof OfferedParameter>;
/**
 * With preConsignShow false, parameters that are not yet offered are omitted. Those in sampleParamIds, which a sample
 * already has, are always included.
 */
export const getTestParameters = operation({
  name: 'GetTestParameters',
  family: 'pre',
  method: 'GET',
  path: `${P}test/param`,
  summary: 'Parameters of a sample with prices, standards and basis, in display order',
  source: 'SAPI-005',
  query: z.object({
    sampleId: Guid,
    category: Guid.optional(),
    bigCategoryId: Guid.optional(),
    queryScope: scopeNumber.optional(),
    isLocaleItem: scopeNumber.optional(),
    sampleParamIds: paramIds,
    preConsignShow: z.stringbool().default(true),
    ...unit,
  }),
  result: z.array(OfferedParameter),
});
export const getChosenOrDefaultParameters = operation({
  name: 'GetChosenOrDefaultParameters',
  family: 'pre',
  method: 'GET',
  path: `${P}test/param/choose-or-default`,
  summary: 'The parameters named, else those of the first pack of the sample',
  source: 'PRE-009',
  query: z.object({ sampleId: Guid, category: Guid.optional(), paramIds, ...unit }),
  result: z.array(OfferedParameter),
});

export const getParamPacks = operation({
  name: 'GetParamPacks',
  family: 'pre',
  method: 'GET',
  path: `${P}param-packs`,
  summary: 'Packs of a sample; a page of them with pagination',
  source: 'SAPI-006',
  query: z.object({
    sampleId: Guid,
    categoryId: Guid.optional(),
    pagination: z.stringbool().default(false),
    exposed: z.stringbool().default(true),
    ...page,
    ...unit,
  }),
  result: z.array(z.object({ id: z.string(), name: z.string(), paramCount: z.number() })),
});
export const getParamPack = operation({
  name: 'GetParamPack',
  family: 'pre',
  method: 'GET',
  path: `${P}param-pack/:id`,
  summary: 'Parameters and standards of a pack',
  source: 'SAPI-007',
  query: z.object({ id: Guid, ...unit }),
  result: z.object({
    id: z.string(),
    name: z.string(),
    sampleId: z.string(),
    packJson: z.string(),
    entries: z.array(
      z.object({
        param: z.object({ id: z.string(), name: z.string() }),
        standards: z.array(OfferedStandard),
        basis: z.array(OfferedStandard),
      }),
    ),
  }),
});

/** A standard of a sample. Dates are yyyy-MM-dd. */
const StandardOfSample = z.object({
  standardId: z.string(),
  standardName: z.string(),
  publishCode: z.string(),
  type: z.number(),
  uniqueKey: z.string(),
  executeDate: z.string().nullable(),
  expireDate: z.string().nullable(),
  isExpired: z.boolean(),
});
export const getStandards = operation({
  name: 'GetStandards',
  family: 'pre',
  method: 'GET',
  path: `${P}standard`,
  summary: 'Standards used by a sample’s parameters',
  source: 'SAPI-017',
  query: z.object({ sampleId: Guid, categoryId: Guid.optional(), queryScope: scopeNumber.optional(), ...unit }),
  result: z.array(StandardOfSample),
});
const StandardOfParameter = OfferedStandard.extend({
  standardName: z.string(),
  executeDate: z.string().nullable(),
  expireDate: z.string().nullable(),
  isExpired: z.boolean(),
});
export const getParameterStandards = operation({
  name: 'GetParameterStandards',
  family: 'pre',
  method: 'GET',
  path: `${P}param/standard`,
  summary: 'Standards of the parameters named, or of all of the sample; either name of the sample',
  source: 'SAPI-017',
  query: z
    .object({ unitSampleId: Guid.optional(), sampleId: Guid.optional(), paramIds, ...unit })
    .refine(({ unitSampleId, sampleId }) => unitSampleId ?? sampleId, { path: ['sampleId'] }),
  result: z.array(
    z.object({
      paramId: z.string(),
      paramName: z.string(),
      standards: z.array(StandardOfParameter),
      basis: z.array(StandardOfParameter),
    }),
  ),
});

export const getMaterials = operation({
  name: 'GetMaterials',
  family: 'pre',
  method: 'GET',
  path: `${P}materials`,
  summary: 'Raw materials of a sample, e.g. of a mix design',
  source: 'SAPI-008',
  query: z.object({ sampleId: Guid, paramIds, ...unit }),
  result: z.array(CatalogueMaterial),
});
export const getSampleRequirements = operation({
  name: 'GetSampleRequirements',
  family: 'pre',
  method: 'GET',
  path: `${P}requirements`,
  summary: 'Receiving requirements of a sample and chosen parameters',
  source: 'SAPI-010',
  query: z.object({ sampleId: Guid, paramIds, ...unit }),
  result: z.array(z.object({ id: z.string(), defaultSampleDescription: z.string() })),
});
/**
 * With the id of a sample of a consignment, the properties have the values entered there. `specificationParts` is the
 * catalogue's own rule for the specification, if there is one. A laboratory system's rule is queried separately
 * (SPM-006).
 */
export const getOtherInfo = operation({
  name: 'GetOtherInfo',
  family: 'pre',
  method: 'GET',
  path: `${P}other/info`,
  summary: 'Auxiliary properties and specification rule of a sample',
  source: 'SAPI-009',
  query: z.object({ sampleId: Guid, paramIds, sampleInfoId: Guid.optional(), ...unit }),
  result: z.object({
    properties: z.array(
      z.looseObject({
        testSamplePropertyId: z.string(),
        testSamplePropertyDisplayName: z.string(),
        testSamplePropertySystemName: z.string(),
        testSamplePropertyType: z.number(),
        value: z.string(),
        unit: z.string(),
        orderNum: z.number(),
        isJoinSpecification: z.boolean(),
        listValue: z.array(z.string()),
        inputHistory: z.array(z.string()),
        special: z.string(),
      }),
    ),
    specificationParts: z.array(SpecificationPart).optional(),
    specificationExample: z.string().optional(),
    sampleNumUnit: z.string(),
    delegatesNumUnit: z.string(),
    defaultDelegatesNum: z.number().nullable(),
    defaultAfterTestOperate: z.string(),
  }),
});
export const getSampleExample = operation({
  name: 'GetSampleExample',
  family: 'pre',
  method: 'GET',
  path: `${P}sample-example`,
  summary: 'Pictures that show how the form of a sample is filled in; none for most',
  source: 'SAPI-013',
  query: z.object({ sampleId: Guid, ...unit }),
  result: z.array(z.object({ name: z.string(), url: z.string() })),
});

const text = line(200);
const flag = z.union([z.boolean().transform(Number), z.coerce.number().pipe(z.literal([0, 1]))]);

/** The twelve members of a line (SPM-014). Flags are 0 or 1, or booleans. Other members are removed. */
const RuleLine = SpecificationRuleLine.extend({
  attributeId: text.nullable(),
  name: text,
  displayName: text,
  systemFieldName: text,
  value: opaque(200), // a connector may be a blank
  dataType: z.coerce.number().int(),
  infoType: z.coerce.number().int(),
  orderNo: z.coerce.number().int(),
  customized: flag,
  isJoinSpecification: flag,
  isShowTest: flag,
  inputHistory: z.array(text).max(100),
});
const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
};
/** JSON text. The check of the whole request only sees it unparsed, so the parsed texts are checked here. */
const jsonText = opaque(100_000).transform((json, context): unknown => {
  const value = parseJson(json);
  if (value !== undefined && textCharacterProblems(value).length === 0) return value;
  context.addIssue({ code: 'custom', message: '' });
  return z.NEVER;
});
const RuleLines = z.array(RuleLine).max(50);

/**
 * A line has the twelve members. In the catalogue's own rule it also has choices, unit and whether it may be deleted.
 */
export const getConcatRules = operation({
  name: 'GetConcatRules',
  family: 'pre',
  method: 'GET',
  path: `${P}concat-rules`,
  summary:
    'Rule by which a specification is joined: the one the caller’s unit saved, else the testing unit’s, else the catalogue’s',
  source: 'SAPI-019',
  query: z.object({ sampleId: Guid, ...unit }),
  result: z.array(
    z.looseObject({
      id: z.string(),
      sampleId: z.string(),
      name: z.string(),
      separator: z.string(),
      example: z.string(),
      configData: z.array(z.looseObject(RuleLine.shape)),
    }),
  ),
});
export const saveSpecification = operation({
  name: 'SaveSpecification',
  family: 'pre',
  method: 'POST',
  path: '/api/specification/saveOrUpdate',
  summary: 'Saves how the caller’s unit joins the specification of a sample',
  source: 'PRE-016',
  form: true,
  query: z.object({ ...unit }),
  body: z.object({ sampleId: Guid, configData: z.union([jsonText, z.array(z.unknown())]).pipe(RuleLines) }),
  result: z.literal(true),
});

export const recordParameterClick = operation({
  name: 'RecordParameterClick',
  family: 'pre',
  method: 'POST',
  path: `${P}test/param/click`,
  summary: 'Somebody wished for a parameter that is not offered yet',
  source: 'PRE-018',
  successCode: 21000,
  query: z.object({ ...unit }),
  body: z.object({
    sampleName: line(200, 1),
    paramName: line(200, 1),
    qualification: text.default(''),
    sampleSender: text.default(''),
    consignUnit: text.default(''),
  }),
  result: z.literal(true),
});

/** A parameter that is not offered but requested by clients. `consignUnit` made the last request. Times are UTC ISO. */
export const WantedParameter = z.object({
  id: z.string(),
  testUnitId: z.string(),
  testUnitName: z.string(),
  sampleId: z.string(),
  sampleName: z.string(),
  paramId: z.string(),
  paramName: z.string(),
  qualification: z.string(),
  consignUnit: z.string(),
  clicks: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type WantedParameter = z.infer<typeof WantedParameter>;
export const listWantedParameters = operation({
  name: 'ListWantedParameters',
  family: 'v1',
  method: 'GET',
  path: '/api/v1/catalogue/wanted-parameters',
  summary: 'Parameters that are not offered and were wished for, the most wanted first; a laboratory sees its own',
  source: 'SS-023',
  query: z.object({ testUnitId: Guid.optional(), search: search(100).default(''), ...page, ...atLeast }),
  result: listOf(WantedParameter),
});
