import type { BaseStandard, KeptParameter, KeptSample } from '#contract';

/** Samples, parameters and standards as those who keep the catalogue get them. */
export const keptSampleWith = (some: Partial<KeptSample> = {}): KeptSample => ({
  id: 'd31e387b-6db1-5e1f-b5a9-4113d4557372', revision: 2, testUnitId: null, sampleName: '普通硅酸盐水泥', sampleCode: 'SN01', sysTestSampleId: 'sys', levelCode: '', parentId: 'c-2', bigCategoryId: 'c-1', sampleNameLink: '水泥 → 通用硅酸盐水泥 → 普通硅酸盐水泥', isLocaleItem: 0,
  description: '', orderIndex: 1, countRequire: '', sampleStatusRequire: '', defaultSampleDescription: '', otherRequire: '', standards: [], sampleNumUnit: 'kg', delegatesNumUnit: 't', defaultDelegatesNum: 500, afterTestOperate: '', paramCount: 15, origin: 'template', isDeleted: false, ...some,
});

export const keptParameterWith = (some: Partial<KeptParameter> = {}): KeptParameter => ({
  id: 'p-1', testParamId: 'p-1', testSampleId: keptSampleWith().id, revision: 2, testParamCode: 'SN01-01', name: '密度', displayName: '密度', description: '', num: 160, edit: true, price: '90', sharedPrice: '', sharedPriceQualifier: '', testQuantity: 0.3, unitMeasure: 'kg', paramWorkDay: 2, offered: true, shareTestQuantity: null, shareTestQuantityIdent: '', scriptDescription: null,
  standards: [{ standardId: 's-1', standardName: '公路工程水泥及水泥混凝土试验规程', publishCode: 'JTG 3420-2020', clauseCode: 'T 0503', useType: '1', isDefault: true, isExpired: false }], ...some,
});

export const baseStandardWith = (some: Partial<BaseStandard> = {}): BaseStandard => ({ id: 's-1', revision: 0, baseStandardName: '公路工程水泥及水泥混凝土试验规程', printsManCode: 'JTG 3420-2020', type: 1, executeDate: '2021-03-01', expireDate: null, isExpired: false, clauseCodes: ['T 0503', 'T 0504'], canDelete: false, ...some });
