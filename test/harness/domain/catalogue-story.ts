import type { CatalogueParameter, CatalogueStandard, OfferedStandard } from '#events';
import type { CatalogueLeafRow } from '../../../libs/domain/src/catalogue/catalogue.js';
import type { CatalogueSampleRow, CategoryRow } from '../../../libs/domain/src/catalogue/catalogue-views.js';

/**
 * A small catalogue: one cement with four parameters, two of which share a price. Plain data: a spec overrides the
 * values that it tests.
 */
export const CEMENT = 'd31e387b-6db1-5e1f-b5a9-4113d4557372';
export const METHOD = 'ed1e71c3-c614-5329-b2e9-9939e7c0d494';
export const CRITERION = '33ecb757-266b-5f3b-868e-5e88ab3c4e36';

export const offeredStandard = (
  standardId: string,
  publishCode: string,
  type: 1 | 2 | 3,
  clauseCode = '',
): OfferedStandard => ({
  standardId,
  publishCode,
  clauseCode,
  type,
  useType: String(type),
  uniqueKey: `std_${publishCode}${clauseCode && `#${clauseCode}`}`,
  isDefault: true,
});

const method = offeredStandard(METHOD, 'JTG 3420-2020', 1, 'T 0505');
const criterion = offeredStandard(CRITERION, 'GB 175-2023', 2);

export const parameter = (number: number, changes: Partial<CatalogueParameter> = {}): CatalogueParameter => ({
  id: `a0000000-0000-4000-8000-00000000000${number}`,
  code: `SN01-0${number}`,
  name: `参数${number}`,
  displayName: `参数${number}`,
  remark: '',
  orderNum: 100 - number,
  prices: [{ type: 1, price: '20', qualifier: '', scriptDescription: '' }],
  sharedPriceQualifier: '',
  sharedPrice: null,
  testQuantity: 3,
  shareTestQuantity: null,
  shareTestQuantityIdent: '',
  unitMeasure: 'kg',
  paramWorkDay: 2,
  deleted: false,
  preConsignShow: true,
  standards: [method, criterion],
  basis: [method],
  criteria: [{ standard: criterion, basis: [method] }],
  ...changes,
});

const shared = (ownPrice: string) => ({
  prices: [
    { type: 3, price: '50', qualifier: '净浆试验', scriptDescription: '' },
    { type: 1, price: ownPrice, qualifier: '', scriptDescription: '' },
  ],
  sharedPriceQualifier: '净浆试验',
  sharedPrice: '50',
});

const property = (id: string, name: string, special: string, value: string, orderNum: number) => ({
  testSamplePropertyId: id,
  testSamplePropertyDisplayName: name,
  testSamplePropertySystemName: special || `prop_${orderNum}`,
  testSamplePropertyType: 1,
  value,
  unit: '',
  orderNum,
  isJoinSpecification: special === '',
  listValue: [],
  inputHistory: [],
  deleteAble: false,
  isShowTest: true,
  special,
});

export const cement: CatalogueSampleRow = {
  id: CEMENT,
  name: '普通硅酸盐水泥',
  sampleCode: 'SN01',
  testUnitSampleSysCode: 'SYS-SN01',
  sysTestSampleId: 'e650001b-373b-529d-ab1d-601266747878',
  categoryId: 'c0000000-0000-4000-8000-000000000002',
  bigCategoryId: 'c0000000-0000-4000-8000-000000000001',
  sampleNameLink: '水泥 → 通用硅酸盐水泥 → 普通硅酸盐水泥',
  isLocaleItem: 0,
  orderNum: 1,
  qualificationIds: [],
  defaultInputMethod: '1',
  sampleNumUnit: 'kg',
  delegatesNumUnit: 't',
  defaultDelegatesNum: 500,
  defaultAfterTestOperate: '检毕由检测机构处理',
  isMixDesign: false,
  parameters: [
    parameter(1),
    parameter(2, shared('20')),
    parameter(3, shared('30')),
    parameter(4, { name: '水化热', deleted: true }),
  ],
  properties: [
    property('b0000000-0000-4000-8000-000000000001', '代表批量', 'representativeBatch', '500', 1),
    property('b0000000-0000-4000-8000-000000000002', '样品数量', 'sampleCount', '', 2),
    property('b0000000-0000-4000-8000-000000000003', '强度等级', '', '42.5', 3),
  ],
  specificationRule: null,
  requirements: [],
  materials: [],
};

const standard = (
  standardName: string,
  publishCode: string,
  type: number,
  clauseCodes: string[] = [],
): CatalogueStandard => ({
  standardName,
  publishCode,
  type,
  sourceType: 1,
  uniqueKey: `std_${publishCode}`,
  executeDate: '2024-06-01',
  expireDate: null,
  publicationPrefix: publishCode.slice(0, -5),
  replacedBy: null,
  clauseCodes,
});

export const standardsById = new Map([
  [METHOD, standard('公路工程水泥及水泥混凝土试验规程', 'JTG 3420-2020', 1, ['T 0505', 'T 0506'])],
  [CRITERION, standard('通用硅酸盐水泥', 'GB 175-2023', 2)],
]);

export const category = (
  id: string,
  name: string,
  parentId: string | null,
  changes: Partial<CategoryRow> = {},
): CategoryRow => ({
  id,
  name,
  parentId,
  level: parentId ? 2 : 1,
  bigCategoryId: parentId ?? id,
  isLocaleItem: 0,
  orderNum: 1,
  qualificationIds: [],
  ...changes,
});

export const leaf = (
  id: string,
  name: string,
  categoryId: string,
  bigCategoryId: string,
  changes: Partial<CatalogueLeafRow> = {},
): CatalogueLeafRow => ({
  id,
  name,
  sampleCode: id,
  categoryId,
  bigCategoryId,
  sampleNameLink: name,
  isLocaleItem: 0,
  orderNum: 1,
  isMixDesign: false,
  parameters: [],
  standardIds: [],
  ...changes,
});
