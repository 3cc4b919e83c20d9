import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** Price of a parameter: type 0 sample, 1 parameter, 2 child, 3 shared, 4 script; `price` an exact decimal in yuan. */
export const CataloguePrice = z.object({ type: z.number().int().min(0).max(4), price: z.string(), qualifier: z.string(), scriptDescription: z.string() });
export type CataloguePrice = z.infer<typeof CataloguePrice>;

/** Standard offered for a parameter; useType "1" basis, "2" evaluation, "3" both. */
export const OfferedStandard = z.object({
  standardId: z.string(),
  publishCode: z.string(),
  clauseCode: z.string(),
  type: z.number(),
  useType: z.string(),
  uniqueKey: z.string(),
  isDefault: z.boolean(),
});
export type OfferedStandard = z.infer<typeof OfferedStandard>;

export const CatalogueParameter = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  displayName: z.string(),
  remark: z.string(),
  orderNum: z.number(),
  prices: z.array(CataloguePrice),
  sharedPriceQualifier: z.string(),
  sharedPrice: z.string().nullable(),
  testQuantity: z.number().nullable(),
  shareTestQuantity: z.number().nullable(),
  shareTestQuantityIdent: z.string(),
  unitMeasure: z.string(),
  paramWorkDay: z.number().nullable(),
  /** With preConsignShow: shown but "not yet offered". */
  deleted: z.boolean(),
  preConsignShow: z.boolean(),
  standards: z.array(OfferedStandard),
  basis: z.array(OfferedStandard),
  criteria: z.array(z.object({ standard: OfferedStandard, basis: z.array(OfferedStandard) })),
});
export type CatalogueParameter = z.infer<typeof CatalogueParameter>;

export const CatalogueProperty = z.object({
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
  deleteAble: z.boolean(),
  isShowTest: z.boolean(),
  special: z.string(),
});

/** Part of a specification rule. infoType 1 property, 2 connector (its text is `value`), 3 custom. */
export const SpecificationPart = z.object({
  attributeId: z.string().nullable(),
  name: z.string(),
  displayName: z.string(),
  systemFieldName: z.string(),
  dataType: z.number(),
  infoType: z.number(),
  customized: z.number(),
  inputHistory: z.array(z.string()),
  listValue: z.array(z.string()),
  unit: z.string(),
  isJoinSpecification: z.number(),
  orderNo: z.number(),
  isShowTest: z.number(),
  value: z.string(),
  deleteAble: z.boolean(),
});
export type SpecificationPart = z.infer<typeof SpecificationPart>;

export const CatalogueRequirement = z.object({
  id: z.string(),
  paramIds: z.array(z.string()),
  defaultSampleDescription: z.string(),
  orderNum: z.number(),
});

export const CatalogueMaterial = z.object({
  id: z.string(),
  label: z.string(),
  categoryId: z.string(),
  bigCategoryId: z.string(),
  sampleNameLink: z.string(),
  role: z.string(),
  isDefault: z.boolean(),
  isRequired: z.boolean(),
  orderNum: z.number(),
  recommendedDosage: z.number().nullable(),
  dosageUnit: z.string(),
  unitRatio: z.number().nullable(),
});

export const CatalogueCategory = z.object({
  name: z.string(),
  parentId: z.string().nullable(),
  level: z.number(),
  bigCategoryId: z.string(),
  isLocaleItem: z.number(),
  orderNum: z.number(),
  qualificationIds: z.array(z.string()),
});
export type CatalogueCategory = z.infer<typeof CatalogueCategory>;

/** A sample of the catalogue with everything that hangs on it: one stream a sample (DECISIONS 10). */
export const CatalogueSample = z.object({
  name: z.string(),
  sampleCode: z.string(),
  testUnitSampleSysCode: z.string(),
  sysTestSampleId: z.string(),
  categoryId: z.string(),
  bigCategoryId: z.string(),
  sampleNameLink: z.string(),
  isLocaleItem: z.number(),
  orderNum: z.number(),
  qualificationIds: z.array(z.string()),
  defaultInputMethod: z.string(),
  sampleNumUnit: z.string(),
  delegatesNumUnit: z.string(),
  defaultDelegatesNum: z.number().nullable(),
  defaultAfterTestOperate: z.string(),
  isMixDesign: z.boolean(),
  parameters: z.array(CatalogueParameter),
  properties: z.array(CatalogueProperty),
  specificationRule: z.object({ id: z.string(), name: z.string(), separator: z.string(), parts: z.array(SpecificationPart), example: z.string() }).nullable(),
  requirements: z.array(CatalogueRequirement),
  materials: z.array(CatalogueMaterial),
});
export type CatalogueSample = z.infer<typeof CatalogueSample>;

export const CatalogueStandard = z.object({
  standardName: z.string(),
  publishCode: z.string(),
  type: z.number(),
  sourceType: z.number(),
  uniqueKey: z.string(),
  executeDate: z.string().nullable(),
  expireDate: z.string().nullable(),
  publicationPrefix: z.string(),
  replacedBy: z.string().nullable(),
  clauseCodes: z.array(z.string()),
});
export type CatalogueStandard = z.infer<typeof CatalogueStandard>;

export const CataloguePack = z.object({
  name: z.string(),
  sampleId: z.string(),
  categoryId: z.string(),
  bigCategoryId: z.string(),
  exposed: z.boolean(),
  orderNum: z.number(),
  entries: z.array(z.object({
    param: z.object({ id: z.string(), name: z.string() }),
    standards: z.array(OfferedStandard),
    basis: z.array(OfferedStandard),
  })),
});
export type CataloguePack = z.infer<typeof CataloguePack>;

export const catalogueEvents = {
  CategoryListed: defineEvent(z.object({ category: CatalogueCategory })),
  SampleListed: defineEvent(z.object({ sample: CatalogueSample })),
  StandardListed: defineEvent(z.object({ standard: CatalogueStandard })),
  PackListed: defineEvent(z.object({ pack: CataloguePack })),
};
export type CatalogueEvent = EventOf<typeof catalogueEvents>;
