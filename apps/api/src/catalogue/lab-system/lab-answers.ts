import { z } from 'zod';
import { dashedId } from '#domain';
import { cleanLabRequirement } from '../../catalogue-admin/clean-requirement.js';

/** A missing list is empty. */
export const list = <Row extends z.ZodType>(row: Row, most = 5000) =>
  z
    .array(row)
    .max(most)
    .nullish()
    .transform((rows) => rows ?? []);

/** Longest accepted text of a name or a remark. */
const MAX_TEXT = 2000;

/** Laboratory systems send unknown values as null, and sometimes numbers as text. */
const plain = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((value) => (value ?? '').toString());

export const text = plain.pipe(z.string().max(MAX_TEXT));

const name = text.pipe(z.string().min(1));

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

const whole = number.transform((value) => Math.trunc(value ?? 0));

const numberOrNone = number.transform((value) => value ?? null);

export const flag = z
  .union([
    z.boolean(),
    z.number().transform(Boolean),
    z.string().transform((value) => ['true', '1', 'Y', 'y'].includes(value)),
  ])
  .nullish();

const off = flag.transform((value) => value ?? false);

const on = flag.transform((value) => value ?? true);

/** An exact, non-negative amount of yuan. */
const amount = plain.transform((value) => value.trim() || '0').pipe(z.string().regex(/^\d{1,9}(\.\d{1,6})?$/));

const amountOrNone = plain
  .transform((value) => value.trim() || null)
  .pipe(
    z
      .string()
      .regex(/^\d{1,9}(\.\d{1,6})?$/)
      .nullable(),
  );

/** A day as yyyy-MM-dd; a time of day is cut off. */
const day = plain.transform((value) => /^\d{4}-\d{2}-\d{2}/.exec(value.trim())?.[0] ?? null);

const texts = list(text, 500);

/** Schemas of the answers of laboratory systems. Missing members get the defaults of the form. */
const MAX_HTML = 200_000;

/** Foreign HTML: sanitized like own input, without references to pictures stored here (LAB-005). */
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

/** A pack without entries is invalid (LAB-008). */
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

/** Only embedded pictures, as the browser loads from this service alone. */
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
