import { z } from 'zod';
import { cleanLabRequirement } from '../../catalogue-maintenance/clean-requirement.js';
import {
  amount,
  amountOrNone,
  day,
  flag,
  id,
  idOrNone,
  list,
  name,
  number,
  numberOrNone,
  off,
  on,
  optionalId,
  text,
  texts,
  whole,
} from './lab-values.js';

/** What a laboratory's system answers, as the catalogue here has it. Members it leaves out take what the form takes for nothing. */
const MAX_HTML = 200_000;
/** HTML of another house: cleaned like what is typed here, without the pictures kept here (LAB-005). */
const html = z
  .string()
  .max(MAX_HTML)
  .nullish()
  .transform((value) => cleanLabRequirement(value ?? ''));

type Node = {
  id: string;
  name: string;
  category: boolean;
  bigCategoryId: string;
  sampleNameLink: string;
  children: Node[];
};
const Node: z.ZodType<Node> = z
  .object({
    id,
    name: text,
    label: text,
    category: flag,
    isLeaf: flag,
    bigCategoryId: idOrNone,
    sampleNameLink: text,
    get children() {
      return z.array(Node).nullish();
    },
  })
  .transform(({ label, category, isLeaf, children, ...node }): Node => ({
    ...node,
    name: node.name || label,
    category: category ?? isLeaf === false,
    children: children ?? [],
  }));
export type LabNode = Node;
export const Tree = z.union([
  z.object({ sampleTree: list(Node) }).transform(({ sampleTree }) => sampleTree),
  z.array(Node),
]);

const Standard = z.object({
  standardId: id,
  publishCode: text,
  clauseCode: text,
  type: whole,
  useType: text,
  uniqueKey: text,
  isDefault: off,
  standardName: text,
  executeDate: day,
  expireDate: day,
});
const offered = Standard.transform(({ standardId, publishCode, clauseCode, type, useType, uniqueKey, isDefault }) => ({
  standardId,
  publishCode,
  clauseCode,
  type,
  useType,
  uniqueKey: uniqueKey || standardId,
  isDefault,
}));

const Price = z.object({
  type: number.transform((value) => value ?? 1).pipe(z.number().int().min(0).max(4)),
  price: amount,
  qualifier: text,
  scriptDescription: text,
});
const Parameter = z
  .object({
    id,
    code: text,
    name,
    displayName: text,
    remark: text,
    orderNum: whole,
    prices: list(Price, 20),
    sharedPriceQualifier: text,
    sharedPrice: amountOrNone,
    testQuantity: numberOrNone,
    shareTestQuantity: numberOrNone,
    shareTestQuantityIdent: text,
    unitMeasure: text,
    paramWorkDay: numberOrNone,
    deleted: off,
    preConsignShow: on,
    standards: list(offered, 500),
    basis: list(offered, 500),
    criteria: list(z.object({ standard: offered, basis: list(offered, 500) }), 500),
    defaultSampleDescription: html,
  })
  .transform((parameter) => ({ ...parameter, displayName: parameter.displayName || parameter.name }));
export const Parameters = list(Parameter);

export const ParameterPage = z
  .object({
    items: list(
      z
        .object({
          id,
          code: text,
          name,
          displayName: text,
          offered: on,
          deleted: off,
          sampleId: idOrNone,
          sampleName: text,
          sampleNameLink: text,
          bigCategoryId: idOrNone,
        })
        .transform(({ offered: isOffered, deleted, ...row }) => ({
          ...row,
          displayName: row.displayName || row.name,
          isOffered: isOffered && !deleted,
        })),
    ),
    totalCount: number,
  })
  .transform(({ items: rows, totalCount }) => ({ rows, total: totalCount ?? rows.length }));

export const Packs = list(z.object({ id, name, paramCount: whole }));
const Entry = z.object({
  param: z.object({ id, name: text }),
  standards: list(offered, 500),
  basis: list(offered, 500),
});
/** Without its entries a pack's detail is none (LAB-008). */
export const Pack = z.object({ id, name: text, sampleId: optionalId, entries: z.array(Entry).max(1000) });

/** A standard of a sample, and one of the picker, which names its members otherwise (001 section 3). */
export const Standards = list(
  Standard.transform(({ standardId, standardName, publishCode, type, uniqueKey, executeDate, expireDate }) => ({
    id: standardId,
    standardName,
    publishCode,
    type,
    uniqueKey: uniqueKey || standardId,
    executeDate,
    expireDate,
  })),
);
const Picked = z
  .object({
    id,
    baseStandardName: text,
    printsManCode: text,
    type: whole,
    uniqKey: text,
    executeDate: day,
    expireDate: day,
  })
  .transform(({ baseStandardName: standardName, printsManCode: publishCode, uniqKey, ...row }) => ({
    ...row,
    standardName,
    publishCode,
    uniqueKey: uniqKey || row.id,
  }));
export const StandardPage = z
  .object({ items: list(Picked), totalCount: number })
  .transform(({ items: rows, totalCount }) => ({ rows, total: totalCount ?? rows.length }));
const named = Standard.transform((standard) => ({ ...standard, uniqueKey: standard.uniqueKey || standard.standardId }));
export const ParameterStandards = list(
  z.object({ paramId: id, paramName: text, standards: list(named, 500), basis: list(named, 500) }),
);

export const Requirements = list(z.object({ id: idOrNone, defaultSampleDescription: html })).transform((rows) =>
  rows.map((row, orderNum) => ({ ...row, paramIds: [], orderNum })),
);
export const Materials = list(
  z.object({
    id,
    label: name,
    categoryId: idOrNone,
    bigCategoryId: idOrNone,
    sampleNameLink: text,
    role: text,
    isDefault: off,
    isRequired: off,
    orderNum: whole,
    recommendedDosage: numberOrNone,
    dosageUnit: text,
    unitRatio: numberOrNone,
  }),
);
const PICTURE = /^data:image\/(?:svg\+xml|png|jpeg);base64,[A-Za-z0-9+/]+=*$/;
/** Pictures only that come along with the answer: the browser asks nobody but this service. */
export const Examples = list(z.object({ name: text, url: z.string() }), 100).transform((rows) =>
  rows.flatMap(({ name: title, url: image }) => (PICTURE.test(image) ? [{ name: title, image }] : [])),
);

const Part = z.object({
  attributeId: optionalId,
  name: text,
  displayName: text,
  systemFieldName: text,
  dataType: whole,
  infoType: whole,
  customized: whole,
  inputHistory: texts,
  listValue: texts,
  unit: text,
  isJoinSpecification: off.transform(Number),
  orderNo: whole,
  isShowTest: off.transform(Number),
  value: text,
  deleteAble: off,
});
const Property = z.object({
  testSamplePropertyId: id,
  testSamplePropertyDisplayName: text,
  testSamplePropertySystemName: text,
  testSamplePropertyType: number.transform((value) => value ?? 1),
  value: text,
  unit: text,
  orderNum: whole,
  isJoinSpecification: off,
  listValue: texts,
  inputHistory: texts,
  deleteAble: off,
  isShowTest: off,
  special: text,
});
export const OtherInfo = z
  .object({
    properties: list(Property, 200),
    specificationParts: list(Part, 200),
    specificationExample: text,
    sampleNumUnit: text,
    delegatesNumUnit: text,
    defaultDelegatesNum: numberOrNone,
    defaultAfterTestOperate: text,
  })
  .transform(({ specificationParts: parts, specificationExample: example, ...info }) => ({
    ...info,
    specificationRule: parts.length > 0 ? { id: '', name: '', separator: ' ', parts, example } : null,
  }));
export const Rules = list(
  z.object({
    id: idOrNone,
    sampleId: id,
    name: text,
    separator: z
      .string()
      .max(20)
      .nullish()
      .transform((value) => value ?? ' '),
    example: text,
    configData: list(Part, 200),
  }),
  100,
);

export const Dictionary = list(z.object({ id: idOrNone, typecode: text, typename: name })).transform((rows) =>
  rows.map((row, index) => ({ ...row, id: row.id || row.typecode || row.typename, orderNum: index + 1 })),
);
export const Qualifications = list(z.object({ id, name, orderIndex: number })).transform((rows) =>
  rows.map(({ orderIndex, ...row }, index) => ({ ...row, orderIndex: orderIndex ?? index + 1 })),
);
export const ExtraFieldList = list(
  z.object({
    id,
    sourcePropertyId: text,
    columnIndex: whole,
    columnName: text,
    columnValue: text,
    visible: on,
    columnType: text,
    customizeType: whole,
    value: text,
  }),
  100,
);
export const BusinessParams = z.record(
  z.string(),
  z
    .union([z.string().max(200), z.number(), z.boolean()])
    .nullish()
    .transform((value) => (value === true ? 'Y' : value == null || value === false ? 'N' : value.toString())),
);
/** What the laboratory leaves out, the form starts with as without it. */
export const DefaultValues = z.object({
  consginTestType: text,
  reportCount: whole,
  testUnitAddressId: idOrNone,
  testUnitAddressDetail: text,
  qualificationId: idOrNone,
  qualificationName: text,
});
export const Attachments = list(z.object({ id: text, attachmentName: text }), 1000);
/** Kept: whatever else is said about it. */
export const Kept = z.unknown();
