import { z } from 'zod';
import { defineEvent, type EventOf } from './define-event.js';

/** A picture as a data URL. It is only displayed by an image element, so scripts in it do not run. */
export const ExampleImage = z.string().regex(/^data:image\/(svg\+xml|png|jpeg);base64,[A-Za-z0-9+/]+=*$/);

/** A picture inside the event, or the address of an uploaded one, relative to the api. */
const ImageSource = z.union([
  ExampleImage,
  z.string().regex(/^\/RichTextImages\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.(?:png|jpg|ico)$/),
]);

/** Price of a parameter: type 0 sample, 1 parameter, 2 child, 3 shared, 4 script; `price` an exact decimal in yuan. */
export const CataloguePrice = z.object({
  type: z.number().int().min(0).max(4),
  price: z.string(),
  qualifier: z.string(),
  scriptDescription: z.string(),
});
export type CataloguePrice = z.infer<typeof CataloguePrice>;

/** A standard offered for a parameter; useType "1" basis, "2" evaluation, "3" both. */
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

/** A part of a specification rule. infoType 1 property, 2 connector (its text is `value`), 3 custom. */
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
  /**
   * The level when the category was listed. It does not change when a category above is moved, so readers that need the
   * level count the parents.
   */
  level: z.number(),
  bigCategoryId: z.string(),
  isLocaleItem: z.number(),
  orderNum: z.number(),
  qualificationIds: z.array(z.string()),
});
export type CatalogueCategory = z.infer<typeof CatalogueCategory>;

/** A sample of the catalogue with everything that belongs to it: one stream per sample (ADR-002). */
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
  specificationRule: z
    .object({
      id: z.string(),
      name: z.string(),
      separator: z.string(),
      parts: z.array(SpecificationPart),
      example: z.string(),
    })
    .nullable(),
  requirements: z.array(CatalogueRequirement),
  materials: z.array(CatalogueMaterial),
  // The following members were added with the maintenance of samples; earlier samples do not have them (002 CAT-006).
  description: z.string().optional(),
  levelCode: z.string().optional(),
  countRequire: z.string().optional(),
  sampleStatusRequire: z.string().optional(),
  otherRequire: z.string().optional(),
  /** Pictures that show how to fill in the form of this sample, in their order. */
  examples: z.array(z.object({ name: z.string(), image: ImageSource })).optional(),
  /** Standards of the whole sample; utype is like useType of OfferedStandard. */
  standards: z.array(z.object({ standardId: z.string(), utype: z.string() })).optional(),
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
  entries: z.array(
    z.object({
      param: z.object({ id: z.string(), name: z.string() }),
      standards: z.array(OfferedStandard),
      basis: z.array(OfferedStandard),
    }),
  ),
});
export type CataloguePack = z.infer<typeof CataloguePack>;

const WithReason = z.object({ reason: z.string() });

/**
 * An event contains the whole new state of an item. A change that removes something has a reason; a withdrawn item is
 * not offered any more.
 */
export const catalogueEvents = {
  CategoryListed: defineEvent(z.object({ category: CatalogueCategory })),
  SampleListed: defineEvent(z.object({ sample: CatalogueSample, reason: z.string().optional() })),
  StandardListed: defineEvent(z.object({ standard: CatalogueStandard })),
  PackListed: defineEvent(z.object({ pack: CataloguePack, reason: z.string().optional() })),
  CategoryWithdrawn: defineEvent(WithReason),
  SampleWithdrawn: defineEvent(WithReason),
  StandardWithdrawn: defineEvent(WithReason),
  PackWithdrawn: defineEvent(WithReason),
};
export type CatalogueEvent = EventOf<typeof catalogueEvents>;

/**
 * sampleTree-levels: the parents of levels, recorded before the levels themselves change. All are in one stream, so
 * that two moves at the same moment cannot create a cycle (ADR-030).
 */
export const sampleTreeEvents = {
  LevelsPlaced: defineEvent(z.object({ levels: z.array(z.object({ id: z.string(), parentId: z.string() })) })),
};
export type SampleTreeEvent = EventOf<typeof sampleTreeEvents>;

/** The unit and the sample of a copy; both ids with dashes. */
const unitSample = { testUnitId: z.string(), sampleId: z.string() };

/**
 * unitSample-<v5(sample, testing unit)>: the copy of a sample for a testing unit, made at its first change, or a sample
 * that only this unit has (ADR-002). Calls use the ids of the template. Withdrawn: the unit does not offer it. Reset:
 * the template applies to the unit again.
 */
export const unitSampleEvents = {
  UnitSampleKept: defineEvent(z.object({ ...unitSample, sample: CatalogueSample, reason: z.string().optional() })),
  UnitSampleWithdrawn: defineEvent(z.object({ ...unitSample, reason: z.string() })),
  UnitSampleReset: defineEvent(z.object({ ...unitSample, reason: z.string() })),
};
export type UnitSampleEvent = EventOf<typeof unitSampleEvents>;

/** The unit and the pack of a copy; both ids with dashes. */
const unitPack = { testUnitId: z.string(), packId: z.string() };

/**
 * unitPack-<v5(pack, testing unit)>: the copy of a pack for a testing unit, made at its first change, or a pack that
 * only this unit has (ADR-030). Withdrawn: the unit does not offer it. Reset: the template applies to the unit again.
 */
export const unitPackEvents = {
  UnitPackKept: defineEvent(z.object({ ...unitPack, pack: CataloguePack, reason: z.string().optional() })),
  UnitPackWithdrawn: defineEvent(z.object({ ...unitPack, reason: z.string() })),
  UnitPackReset: defineEvent(z.object({ ...unitPack, reason: z.string() })),
};
export type UnitPackEvent = EventOf<typeof unitPackEvents>;

/** One line of a saved rule: the twelve members of the specification (001 SPM-014). */
export const SpecificationRuleLine = SpecificationPart.omit({ listValue: true, unit: true, deleteAble: true });
export type SpecificationRuleLine = z.infer<typeof SpecificationRuleLine>;

/**
 * specificationRule-<v5(sample, testing unit, unit)>: how a unit joins the specification of a sample that it
 * commissions from a testing unit (001 SAPI-019).
 */
export const specificationRuleEvents = {
  SpecificationRuleSaved: defineEvent(
    z.object({ ...unitSample, unitId: z.string(), lines: z.array(SpecificationRuleLine) }),
  ),
};
export type SpecificationRuleEvent = EventOf<typeof specificationRuleEvents>;

/**
 * wantedParameter-<v5(testing unit, sample, parameter)>: a user wanted to choose a parameter that is not offered yet
 * (001 SS-023). The metadata contains the userId; no name is stored.
 */
export const wantedParameterEvents = {
  UnofferedParameterClicked: defineEvent(
    z.object({
      testUnitId: z.string(),
      sampleId: z.string(),
      sampleName: z.string(),
      paramId: z.string(),
      paramName: z.string(),
      qualification: z.string(),
      consignUnit: z.string(),
    }),
  ),
};
export type WantedParameterEvent = EventOf<typeof wantedParameterEvents>;

/**
 * A picture for rich text, stream richTextImage-<id>. `unitId` is null for a picture of the platform. `hash` refers to
 * its content, so that the content is not deleted (ADR-035).
 */
export const RichTextImage = z.object({
  name: z.string(),
  size: z.number().int(),
  mediaType: z.string(),
  hash: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  unitId: z.string().nullable(),
});
export type RichTextImage = z.infer<typeof RichTextImage>;

export const richTextImageEvents = {
  RichTextImageUploaded: defineEvent(RichTextImage),
  RichTextImageDeleted: defineEvent(z.object({})),
};
export type RichTextImageEvent = EventOf<typeof richTextImageEvents>;
