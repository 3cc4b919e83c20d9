import { z } from 'zod';
import { dashedId } from '#domain/rules';
import { sanitizeLabRequirement } from '../../catalogue-admin/clean-requirement.js';

// Schemas of the responses of laboratory systems. Missing members get the defaults of the form.

/** A list of at most `max` rows. A missing list is empty. */
export const listOrEmpty = <Row extends z.ZodType>(row: Row, max = 5000) =>
  z
    .array(row)
    .max(max)
    .nullish()
    .transform((rows) => rows ?? []);

/** The maximum length of a name or a remark. */
const MAX_TEXT = 2000;

/** Laboratory systems send unknown values as null, and sometimes numbers as text. */
const looseText = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value ?? '').toString());

export const textValue = looseText.pipe(z.string().max(MAX_TEXT));

const name = textValue.pipe(z.string().min(1));

/** An id, normalized to dashes (002 PRE-028). */
const id = z
  .union([z.string(), z.number()])
  .transform((value) => dashedId(value.toString().trim()))
  .pipe(z.string().min(1).max(50));

const optionalId = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value == null || value === '' ? null : dashedId(value.toString().trim())));

const idOrNone = optionalId.transform((value) => value ?? '');

const number = z
  .union([
    z.number(),
    z
      .string()
      .trim()
      .regex(/^-?\d{1,9}(\.\d+)?$/)
      .transform(Number),
  ])
  .nullish();

const integer = number.transform((value) => Math.trunc(value ?? 0));

const numberOrNone = number.transform((value) => value ?? null);

export const booleanValue = z
  .union([
    z.boolean(),
    z.number().transform(Boolean),
    z.string().transform((value) => ['true', '1', 'Y', 'y'].includes(value)),
  ])
  .nullish();

const falseByDefault = booleanValue.transform((value) => value ?? false);

const trueByDefault = booleanValue.transform((value) => value ?? true);

/** An exact, non-negative amount of yuan. */
const amount = looseText.transform((value) => value.trim() || '0').pipe(z.string().regex(/^\d{1,9}(\.\d{1,6})?$/));

const amountOrNone = looseText
  .transform((value) => value.trim() || null)
  .pipe(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,6})?$/)
      .nullable(),
  );

/** A day as yyyy-MM-dd; a time of day is cut off. */
const day = looseText.transform((value) => /^\d{4}-\d{2}-\d{2}/.exec(value.trim())?.[0] ?? null);

const texts = listOrEmpty(textValue, 500);

/** The maximum length of an HTML text. */
const MAX_HTML = 200_000;

/**
 * HTML of a laboratory: sanitized like HTML that is entered here, without references to pictures stored here (LAB-005).
 */
const html = z
  .string()
  .max(MAX_HTML)
  .nullish()
  .transform((value) => sanitizeLabRequirement(value ?? ''));

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
    name: textValue,
    label: textValue,
    category: booleanValue,
    isLeaf: booleanValue,
    bigCategoryId: idOrNone,
    sampleNameLink: textValue,
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
  z.object({ sampleTree: listOrEmpty(Node) }).transform(({ sampleTree }) => sampleTree),
  z.array(Node),
]);

const Standard = z.object({
  standardId: id,
  publishCode: textValue,
  clauseCode: textValue,
  type: integer,
  useType: textValue,
  uniqueKey: textValue,
  isDefault: falseByDefault,
  standardName: textValue,
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
  qualifier: textValue,
  scriptDescription: textValue,
});

const Parameter = z
  .object({
    id,
    code: textValue,
    name,
    displayName: textValue,
    remark: textValue,
    orderNum: integer,
    prices: listOrEmpty(Price, 20),
    sharedPriceQualifier: textValue,
    sharedPrice: amountOrNone,
    testQuantity: numberOrNone,
    shareTestQuantity: numberOrNone,
    shareTestQuantityIdent: textValue,
    unitMeasure: textValue,
    paramWorkDay: numberOrNone,
    deleted: falseByDefault,
    preConsignShow: trueByDefault,
    standards: listOrEmpty(offered, 500),
    basis: listOrEmpty(offered, 500),
    criteria: listOrEmpty(z.object({ standard: offered, basis: listOrEmpty(offered, 500) }), 500),
    defaultSampleDescription: html,
  })
  .transform((parameter) => ({ ...parameter, displayName: parameter.displayName || parameter.name }));

export const Parameters = listOrEmpty(Parameter);

export const ParameterPage = z
  .object({
    items: listOrEmpty(
      z
        .object({
          id,
          code: textValue,
          name,
          displayName: textValue,
          offered: trueByDefault,
          deleted: falseByDefault,
          sampleId: idOrNone,
          sampleName: textValue,
          sampleNameLink: textValue,
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

export const Packs = listOrEmpty(z.object({ id, name, paramCount: integer }));

const Entry = z.object({
  param: z.object({ id, name: textValue }),
  standards: listOrEmpty(offered, 500),
  basis: listOrEmpty(offered, 500),
});

/** A pack without entries is invalid (LAB-008). */
export const Pack = z.object({ id, name: textValue, sampleId: optionalId, entries: z.array(Entry).max(1000) });

/** A standard of a sample, and a standard of the picker, whose members have other names (001 section 3). */
export const Standards = listOrEmpty(
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
    baseStandardName: textValue,
    printsManCode: textValue,
    type: integer,
    uniqKey: textValue,
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
  .object({ items: listOrEmpty(Picked), totalCount: number })
  .transform(({ items: rows, totalCount }) => ({ rows, total: totalCount ?? rows.length }));

const StandardWithKey = Standard.transform((standard) => ({
  ...standard,
  uniqueKey: standard.uniqueKey || standard.standardId,
}));

export const ParameterStandards = listOrEmpty(
  z.object({
    paramId: id,
    paramName: textValue,
    standards: listOrEmpty(StandardWithKey, 500),
    basis: listOrEmpty(StandardWithKey, 500),
  }),
);

export const Requirements = listOrEmpty(z.object({ id: idOrNone, defaultSampleDescription: html })).transform((rows) =>
  rows.map((row, orderNum) => ({ ...row, paramIds: [], orderNum })),
);

export const Materials = listOrEmpty(
  z.object({
    id,
    label: name,
    categoryId: idOrNone,
    bigCategoryId: idOrNone,
    sampleNameLink: textValue,
    role: textValue,
    isDefault: falseByDefault,
    isRequired: falseByDefault,
    orderNum: integer,
    recommendedDosage: numberOrNone,
    dosageUnit: textValue,
    unitRatio: numberOrNone,
  }),
);

const PICTURE = /^data:image\/(?:svg\+xml|png|jpeg);base64,[A-Za-z0-9+/]+=*$/;

/** Only embedded pictures, because the browser loads from this service alone. */
export const Examples = listOrEmpty(z.object({ name: textValue, url: z.string() }), 100).transform((rows) =>
  rows.flatMap(({ name: title, url: image }) => (PICTURE.test(image) ? [{ name: title, image }] : [])),
);

const Part = z.object({
  attributeId: optionalId,
  name: textValue,
  displayName: textValue,
  systemFieldName: textValue,
  dataType: integer,
  infoType: integer,
  customized: integer,
  inputHistory: texts,
  listValue: texts,
  unit: textValue,
  isJoinSpecification: falseByDefault.transform(Number),
  orderNo: integer,
  isShowTest: falseByDefault.transform(Number),
  value: textValue,
  deleteAble: falseByDefault,
});

const Property = z.object({
  testSamplePropertyId: id,
  testSamplePropertyDisplayName: textValue,
  testSamplePropertySystemName: textValue,
  testSamplePropertyType: number.transform((value) => value ?? 1),
  value: textValue,
  unit: textValue,
  orderNum: integer,
  isJoinSpecification: falseByDefault,
  listValue: texts,
  inputHistory: texts,
  deleteAble: falseByDefault,
  isShowTest: falseByDefault,
  special: textValue,
});

export const OtherInfo = z
  .object({
    properties: listOrEmpty(Property, 200),
    specificationParts: listOrEmpty(Part, 200),
    specificationExample: textValue,
    sampleNumUnit: textValue,
    delegatesNumUnit: textValue,
    defaultDelegatesNum: numberOrNone,
    defaultAfterTestOperate: textValue,
  })
  .transform(({ specificationParts: parts, specificationExample: example, ...info }) => ({
    ...info,
    specificationRule: parts.length > 0 ? { id: '', name: '', separator: ' ', parts, example } : null,
  }));

export const Rules = listOrEmpty(
  z.object({
    id: idOrNone,
    sampleId: id,
    name: textValue,
    separator: z
      .string()
      .max(20)
      .nullish()
      .transform((value) => value ?? ' '),
    example: textValue,
    configData: listOrEmpty(Part, 200),
  }),
  100,
);

export const Dictionary = listOrEmpty(z.object({ id: idOrNone, typecode: textValue, typename: name })).transform(
  (rows) => rows.map((row, index) => ({ ...row, id: row.id || row.typecode || row.typename, orderNum: index + 1 })),
);

export const Qualifications = listOrEmpty(z.object({ id, name, orderIndex: number })).transform((rows) =>
  rows.map(({ orderIndex, ...row }, index) => ({ ...row, orderIndex: orderIndex ?? index + 1 })),
);

export const ExtraFieldList = listOrEmpty(
  z.object({
    id,
    sourcePropertyId: textValue,
    columnIndex: integer,
    columnName: textValue,
    columnValue: textValue,
    visible: trueByDefault,
    columnType: textValue,
    customizeType: integer,
    value: textValue,
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

/** The form uses its own defaults for the members that the laboratory leaves out. */
export const DefaultValues = z.object({
  consginTestType: textValue,
  reportCount: integer,
  testUnitAddressId: idOrNone,
  testUnitAddressDetail: textValue,
  qualificationId: idOrNone,
  qualificationName: textValue,
});

export const Attachments = listOrEmpty(z.object({ id: textValue, attachmentName: textValue }), 1000);

/** The response to data that was stored. Its content is ignored. */
export const UnknownMembers = z.unknown();
