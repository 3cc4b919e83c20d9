import type { CatalogueSample } from '#events';
import type { CategoryRow, PackRow, StandardRow } from '../../catalogue/catalogue-views.js';
import { type CategoryPaths, categoryPaths, categoryPathText } from '../../catalogue/sample-tree.js';
import { type ListEntry, type ListName, QUALIFICATIONS } from '../../reference/reference.js';
import type { AccessoryType } from '../accessory-types.js';
import { sampleLevelsOf } from '../sample-levels.js';
import { kindWordOf, NO, type SheetColumn, type SheetSample, type SheetTable, tableOf, YES } from './column.js';
import { CHOICE_SEPARATOR, exampleTable, type PictureKeys } from './form-columns.js';

/** The sheets of categories, dictionaries and qualifications. Only the workbook of the system template has them. */
export const CATEGORY_SHEET = '分类';
export const DICTIONARY_SHEET = '字典';
export const QUALIFICATION_SHEET = '资质';

/** A list and a category as input of a workbook. `mark` identifies their version. */
export type SheetList = ListName & { entries: readonly ListEntry[]; mark: string };
export type SheetCategory = CategoryRow & { mark: string };

type PlacedEntry = { list: SheetList; entry: ListEntry; place: number };
export const dictionaryColumns: readonly SheetColumn<PlacedEntry>[] = [
  { key: 'list', head: '字典', width: 18, kind: 'text', cellOf: ({ list }) => list.title.zh },
  { key: 'code', head: '编码', width: 18, kind: 'text', cellOf: ({ entry }) => entry.code },
  { key: 'name', head: '名称', width: 30, kind: 'text', cellOf: ({ entry }) => entry.name },
  { key: 'memo', head: '备注', width: 36, kind: 'text', cellOf: ({ entry }) => entry.memo },
  { key: 'isOn', head: '是否启用', width: 10, kind: 'yesNo', cellOf: ({ entry }) => (entry.isOff ? NO : YES) },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ place }) => place },
  { key: 'mark', head: '版本', width: 12, kind: 'text', cellOf: ({ list }) => list.mark },
];

type QualificationRow = PlacedEntry & { bigCategories: readonly string[] };
export const qualificationColumns: readonly SheetColumn<QualificationRow>[] = [
  { key: 'name', head: '资质名称', width: 30, kind: 'text', cellOf: ({ entry }) => entry.name },
  {
    key: 'bigCategoryIds',
    head: '样品大类',
    width: 60,
    kind: 'choices',
    cellOf: ({ bigCategories }) => bigCategories.join(CHOICE_SEPARATOR),
  },
  { key: 'memo', head: '备注', width: 36, kind: 'text', cellOf: ({ entry }) => entry.memo },
  { key: 'isOn', head: '是否启用', width: 10, kind: 'yesNo', cellOf: ({ entry }) => (entry.isOff ? NO : YES) },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ place }) => place },
  { key: 'mark', head: '版本', width: 12, kind: 'text', cellOf: ({ list }) => list.mark },
];

type Level = { category: SheetCategory; paths: CategoryPaths };
const pathOf = (paths: CategoryPaths, id: string | null): string =>
  categoryPathText((id === null ? undefined : paths.get(id)) ?? []);
export const categoryColumns: readonly SheetColumn<Level>[] = [
  {
    key: 'path',
    head: '分类路径',
    width: 44,
    kind: 'text',
    cellOf: ({ category, paths }) => pathOf(paths, category.id),
  },
  { key: 'kind', head: '类型', width: 12, kind: 'text', cellOf: ({ category }) => kindWordOf(category) },
  { key: 'name', head: '名称', width: 24, kind: 'text', cellOf: ({ category }) => category.name },
  {
    key: 'parent',
    head: '上级分类',
    width: 36,
    kind: 'text',
    cellOf: ({ category, paths }) => pathOf(paths, category.parentId),
  },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ category }) => category.orderNum },
  { key: 'mark', head: '版本', width: 12, kind: 'text', cellOf: ({ category }) => category.mark },
];

/** The sheet that contains a list. */
export const sheetNameOfList = (name: string): string =>
  name === QUALIFICATIONS ? QUALIFICATION_SHEET : DICTIONARY_SHEET;

/** The lists in the sheet of dictionaries. */
export const dictionariesIn = (lists: readonly SheetList[]): SheetList[] =>
  lists.filter(({ name, codes }) => codes !== null && name !== QUALIFICATIONS);

/**
 * The sheets of the system template's workbook beside samples: the tree in its order, dictionaries and qualifications.
 */
export const listTables = (lists: readonly SheetList[], categories: readonly SheetCategory[]): SheetTable[] => {
  const paths = categoryPaths(categories);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const toPlacedEntries = (list: SheetList): PlacedEntry[] =>
    list.entries.map((entry, index) => ({ list, entry, place: index + 1 }));
  const bigCategories = ({ bigCategoryIds }: ListEntry) => bigCategoryIds.flatMap((id) => byId.get(id)?.name ?? []);
  return [
    tableOf(
      CATEGORY_SHEET,
      categoryColumns,
      sampleLevelsOf(categories).flatMap(({ sampleLevelId }) => {
        const category = byId.get(sampleLevelId);
        return category ? [{ category, paths }] : [];
      }),
    ),
    tableOf(DICTIONARY_SHEET, dictionaryColumns, dictionariesIn(lists).flatMap(toPlacedEntries)),
    tableOf(
      QUALIFICATION_SHEET,
      qualificationColumns,
      lists
        .filter(({ name }) => name === QUALIFICATIONS)
        .flatMap(toPlacedEntries)
        .map((placedEntry) => ({ ...placedEntry, bigCategories: bigCategories(placedEntry.entry) })),
    ),
  ];
};

/** The sheets of requirements, packs, standards and accessory types. */
export const REQUIREMENT_SHEET = '收样要求';
export const PACK_SHEET = '参数包';
export const STANDARD_SHEET = '标准';
export const ACCESSORY_SHEET = '附件类型';

export type SheetPack = PackRow & { mark: string };
export type SheetStandard = StandardRow & { mark: string };
/** `mark` covers all accessory types of one owner, because they are one list. */
export type SheetAccessoryType = AccessoryType & { mark: string };

/** The codes of parameters. Parameters that the sample no longer has are omitted. */
export const codesOfParameters = (
  ids: readonly string[],
  { parameters }: Pick<CatalogueSample, 'parameters'>,
): string[] => ids.flatMap((id) => parameters.find((parameter) => parameter.id === id)?.code ?? []);

type RequirementRow = { sample: SheetSample; requirement: CatalogueSample['requirements'][number] };
export const requirementColumns: readonly SheetColumn<RequirementRow>[] = [
  { key: 'sampleCode', head: '样品编码', width: 14, kind: 'text', cellOf: ({ sample }) => sample.sampleCode },
  { key: 'sampleName', head: '样品名称', width: 28, kind: 'text', readOnly: true, cellOf: ({ sample }) => sample.name },
  {
    key: 'params',
    head: '参数编码',
    width: 28,
    kind: 'choices',
    cellOf: ({ sample, requirement }) => codesOfParameters(requirement.paramIds, sample).join(CHOICE_SEPARATOR),
  },
  {
    key: 'text',
    head: '收样要求',
    width: 60,
    kind: 'paragraphs',
    cellOf: ({ requirement }) => requirement.defaultSampleDescription,
  },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ requirement }) => requirement.orderNum },
  { key: 'id', head: '编号', width: 38, kind: 'text', cellOf: ({ requirement }) => requirement.id },
];

type PackInSample = { sample: SheetSample; pack: SheetPack };
export const packColumns: readonly SheetColumn<PackInSample>[] = [
  { key: 'sampleCode', head: '样品编码', width: 14, kind: 'text', cellOf: ({ sample }) => sample.sampleCode },
  { key: 'sampleName', head: '样品名称', width: 28, kind: 'text', readOnly: true, cellOf: ({ sample }) => sample.name },
  { key: 'name', head: '参数包名称', width: 28, kind: 'text', cellOf: ({ pack }) => pack.name },
  {
    key: 'params',
    head: '参数编码',
    width: 60,
    kind: 'choices',
    cellOf: ({ sample, pack }) =>
      codesOfParameters(
        pack.entries.map(({ param }) => param.id),
        sample,
      ).join(CHOICE_SEPARATOR),
  },
  { key: 'exposed', head: '是否展示', width: 10, kind: 'yesNo', cellOf: ({ pack }) => (pack.exposed ? YES : NO) },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ pack }) => pack.orderNum },
  { key: 'id', head: '编号', width: 38, kind: 'text', cellOf: ({ pack }) => pack.id },
  { key: 'mark', head: '版本', width: 12, kind: 'text', cellOf: ({ pack }) => pack.mark },
];

/** The types of standards by number, starting at 1. */
export const STANDARD_TYPES = ['检测依据', '评定标准', '评定标准/检测依据'];
export const standardColumns: readonly SheetColumn<SheetStandard>[] = [
  { key: 'code', head: '标准编号', width: 22, kind: 'text', cellOf: ({ publishCode }) => publishCode },
  { key: 'name', head: '标准名称', width: 48, kind: 'text', cellOf: ({ standardName }) => standardName },
  {
    key: 'type',
    head: '类型',
    width: 20,
    kind: 'text',
    choices: STANDARD_TYPES,
    cellOf: ({ type }) => STANDARD_TYPES[type - 1] ?? String(type),
  },
  { key: 'executeDate', head: '实施日期', width: 12, kind: 'day', cellOf: ({ executeDate }) => executeDate ?? '' },
  { key: 'expireDate', head: '作废日期', width: 12, kind: 'day', cellOf: ({ expireDate }) => expireDate ?? '' },
  {
    key: 'clauseCodes',
    head: '条款',
    width: 40,
    kind: 'choices',
    cellOf: ({ clauseCodes }) => clauseCodes.join(CHOICE_SEPARATOR),
  },
  { key: 'id', head: '编号', width: 38, kind: 'text', cellOf: ({ id }) => id },
  { key: 'mark', head: '版本', width: 12, kind: 'text', cellOf: ({ mark }) => mark },
];

/** The kinds of accessory types by number, starting at 0. */
export const ACCESSORY_KINDS = ['原材料预委托', '现场、交竣工预约'];
export const accessoryColumns: readonly SheetColumn<SheetAccessoryType>[] = [
  { key: 'name', head: '名称', width: 30, kind: 'text', cellOf: ({ name }) => name },
  {
    key: 'type',
    head: '适用委托',
    width: 20,
    kind: 'text',
    choices: ACCESSORY_KINDS,
    cellOf: ({ type }) => ACCESSORY_KINDS[type] ?? String(type),
  },
  { key: 'enable', head: '是否启用', width: 10, kind: 'yesNo', cellOf: ({ enable }) => (enable ? YES : NO) },
  { key: 'isRequire', head: '是否必传', width: 10, kind: 'yesNo', cellOf: ({ isRequire }) => (isRequire ? YES : NO) },
  { key: 'num', head: '排序', width: 8, kind: 'number', cellOf: ({ orderNum }) => orderNum },
  { key: 'id', head: '编号', width: 38, kind: 'text', cellOf: ({ id }) => id },
  { key: 'mark', head: '版本', width: 12, kind: 'text', cellOf: ({ mark }) => mark },
];

/**
 * The contents of a workbook beside samples and lists. Only the workbook of the system template has the list of
 * standards.
 */
export type OtherSheets = {
  packs: readonly SheetPack[];
  standards: readonly SheetStandard[];
  accessoryTypes: readonly SheetAccessoryType[];
  isTemplate: boolean;
  pictures: PictureKeys;
};

export const otherTables = (
  samples: readonly SheetSample[],
  { packs, standards, accessoryTypes, isTemplate, pictures }: OtherSheets,
): SheetTable[] => {
  const sortByOrder = <Row extends { orderNum: number }>(rows: readonly Row[]) =>
    rows.toSorted((left, right) => left.orderNum - right.orderNum);
  return [
    tableOf(
      REQUIREMENT_SHEET,
      requirementColumns,
      samples.flatMap((sample) => sortByOrder(sample.requirements).map((requirement) => ({ sample, requirement }))),
    ),
    exampleTable(samples, pictures),
    tableOf(
      PACK_SHEET,
      packColumns,
      samples.flatMap((sample) =>
        sortByOrder(packs.filter(({ sampleId }) => sampleId === sample.id)).map((pack) => ({ sample, pack })),
      ),
    ),
    ...(isTemplate
      ? [
          tableOf(
            STANDARD_SHEET,
            standardColumns,
            standards.toSorted((left, right) => (left.publishCode < right.publishCode ? -1 : 1)),
          ),
        ]
      : []),
    tableOf(
      ACCESSORY_SHEET,
      accessoryColumns,
      accessoryTypes.toSorted((left, right) => left.type - right.type || left.orderNum - right.orderNum),
    ),
  ];
};
