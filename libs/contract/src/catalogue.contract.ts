import { z } from 'zod';
import { CatalogueParameter, OfferedStandard } from '#events';
import { Guid, operation } from './operation.js';

const P = '/api/pre/';
/** Tree node: `category` true for a category, false for a sample, which is a leaf. */
export type TreeNode = { id: string; name: string; label: string; category: boolean; isLeaf: boolean; parentId: string | null; bigCategoryId: string; sampleNameLink: string; children: TreeNode[] };
export const TreeNode: z.ZodType<TreeNode> = z.object({ id: z.string(), name: z.string(), label: z.string(), category: z.boolean(), isLeaf: z.boolean(), parentId: z.string().nullable(), bigCategoryId: z.string(), sampleNameLink: z.string(), get children() { return z.array(TreeNode); } }).meta({ id: 'TreeNode' });

/** queryScope 0 raw material, 1 on-site. Scope and testUnitId narrow to what the unit may test. */
const scope = z.coerce.number().int().min(0).max(1).default(0);
const unit = { testUnitId: Guid.optional() };

export const getSampleTree = operation({ name: 'GetSampleTree', family: 'pre', method: 'GET', path: `${P}sample/tree`, summary: 'Categories and samples; with id opened at that sample', source: 'SAPI-002', query: z.object({ type: scope, id: Guid.optional(), ...unit }), result: z.object({ sampleTree: z.array(TreeNode), expandedKey: z.array(z.string()), selectedKey: z.string() }) });
export const getCategorySamples = operation({ name: 'GetCategorySamples', family: 'pre', method: 'GET', path: `${P}category/sample/:categoryId`, summary: 'Samples of one category', source: 'SAPI-003', query: z.object({ categoryId: Guid, ...unit }), result: z.object({ sampleTree: z.array(TreeNode) }) });
export const searchCategorySamples = operation({ name: 'SearchCategorySamples', family: 'pre', method: 'GET', path: `${P}category/sample`, summary: 'Samples by name, as a tree', source: 'SAPI-004', query: z.object({ sampleName: z.string().trim().default(''), queryScope: scope, ...unit }), result: z.object({ sampleTree: z.array(TreeNode) }) });

/** Parameter as offered, with the price rule already applied (PR-002 to PR-005); prices null where the unit hides them. */
export const OfferedParameter = CatalogueParameter.omit({ prices: true, sharedPrice: true }).extend({
  prices: z.array(z.object({ type: z.number(), price: z.string(), qualifier: z.string(), scriptDescription: z.string() })),
  sharedPrice: z.string().nullable(),
  tuTestParamPrice: z.string().nullable(),
  testParamPriceType: z.number(),
  offered: z.boolean(),
});
export type OfferedParameter = z.infer<typeof OfferedParameter>;
export const getTestParameters = operation({ name: 'GetTestParameters', family: 'pre', method: 'GET', path: `${P}test/param`, summary: 'Parameters of a sample with prices, standards and basis, in display order', source: 'SAPI-005', query: z.object({ sampleId: Guid, category: Guid.optional(), queryScope: scope, ...unit }), result: z.array(OfferedParameter) });

export const getParamPacks = operation({ name: 'GetParamPacks', family: 'pre', method: 'GET', path: `${P}param-packs`, summary: 'Packs exposed for a sample', source: 'SAPI-006', query: z.object({ sampleId: Guid, categoryId: Guid.optional(), pagination: z.stringbool().default(false), exposed: z.stringbool().default(true) }), result: z.array(z.object({ id: z.string(), name: z.string(), paramCount: z.number() })) });
export const getParamPack = operation({ name: 'GetParamPack', family: 'pre', method: 'GET', path: `${P}param-pack/:id`, summary: 'Parameters and standards of a pack', source: 'SAPI-007', query: z.object({ id: Guid }), result: z.object({ id: z.string(), name: z.string(), sampleId: z.string(), packJson: z.string(), entries: z.array(z.object({ param: z.object({ id: z.string(), name: z.string() }), standards: z.array(OfferedStandard), basis: z.array(OfferedStandard) })) }) });
export const getStandards = operation({ name: 'GetStandards', family: 'pre', method: 'GET', path: `${P}standard`, summary: 'Standards used by a sample’s parameters', source: 'SAPI-017', query: z.object({ sampleId: Guid, categoryId: Guid.optional(), queryScope: scope }), result: z.array(z.object({ standardId: z.string(), standardName: z.string(), publishCode: z.string(), type: z.number(), uniqueKey: z.string(), executeDate: z.string().nullable(), expireDate: z.string().nullable(), isExpired: z.boolean() })) });
export const getSampleRequirements = operation({ name: 'GetSampleRequirements', family: 'pre', method: 'GET', path: `${P}requirements`, summary: 'Receiving requirements of a sample and chosen parameters', source: 'SAPI-010', query: z.object({ sampleId: Guid, paramIds: z.string().default('') }), result: z.array(z.object({ id: z.string(), defaultSampleDescription: z.string() })) });
export const getOtherInfo = operation({ name: 'GetOtherInfo', family: 'pre', method: 'GET', path: `${P}other/info`, summary: 'Auxiliary properties and specification rule of a sample', source: 'SAPI-009', query: z.object({ sampleId: Guid, paramIds: z.string().default('') }), result: z.object({ properties: z.array(z.looseObject({ testSamplePropertyId: z.string(), testSamplePropertyDisplayName: z.string(), testSamplePropertySystemName: z.string(), testSamplePropertyType: z.number(), value: z.string(), unit: z.string(), orderNum: z.number(), isJoinSpecification: z.boolean(), listValue: z.array(z.string()), inputHistory: z.array(z.string()), special: z.string() })), sampleNumUnit: z.string(), delegatesNumUnit: z.string(), defaultDelegatesNum: z.number().nullable(), defaultAfterTestOperate: z.string() }) });
export const getConcatRules = operation({ name: 'GetConcatRules', family: 'pre', method: 'GET', path: `${P}concat-rules`, summary: 'Rule by which a specification is joined', source: 'SAPI-019', query: z.object({ sampleId: Guid }), result: z.array(z.looseObject({ id: z.string(), separator: z.string(), example: z.string(), configData: z.array(z.unknown()) })) });
export const getDictionary = operation({ name: 'GetDictionary', family: 'pre', method: 'GET', path: `${P}dictionary`, summary: 'Rows of a dictionary, e.g. sampleAmountUnit', source: 'SAPI-011', query: z.object({ typeCode: z.string().min(1).max(50) }), result: z.array(z.object({ id: z.string(), typecode: z.string(), typename: z.string() })) });
export const getSampleProcessMethods = operation({ name: 'GetSampleProcessMethods', family: 'pre', method: 'GET', path: '/api/dictionaryController/types', summary: 'What happens to samples after the test; the first is the default', source: 'SAPI-012', query: z.object({ code: z.string().min(1).max(50) }), result: z.array(z.object({ id: z.string(), typename: z.string() })) });
export const getCustomPropertyConsign = operation({ name: 'GetCustomPropertyConsign', family: 'pre', method: 'GET', path: `${P}customProperty/consign`, summary: 'Dynamic extra fields of a consignment with defaults', source: 'SAPI-020', query: z.object({ ...unit }), result: z.array(z.looseObject({ id: z.string(), columnIndex: z.number(), columnName: z.string(), columnValue: z.string(), visible: z.boolean(), columnType: z.string(), value: z.string() })) });
