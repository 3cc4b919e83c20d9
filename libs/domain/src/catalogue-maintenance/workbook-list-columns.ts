import { type CategoryPaths, categoryPaths, categoryPathText } from '../catalogue/category-paths.js';
import type { CategoryRow } from '../catalogue/catalogue-views.js';
import type { ListEntry } from '../reference/kept-lists.js';
import { type ListName, QUALIFICATIONS } from '../reference/list-names.js';
import { sampleLevelsOf } from './sample-levels.js';
import { NO, type SheetColumn, type SheetTable, tableOf, YES } from './workbook-column.js';
import { CHOICE_SEPARATOR } from './workbook-form-columns.js';
import { kindWordOf } from './workbook-kind-words.js';

/** The sheets of what samples hang on and forms choose from; they go with the system template alone. */
export const CATEGORY_SHEET = '分类';
export const DICTIONARY_SHEET = '字典';
export const QUALIFICATION_SHEET = '资质';

/** A list and a category as a workbook is made from them; `mark` is another as soon as anything of it is. */
export type SheetList = ListName & { entries: readonly ListEntry[]; mark: string };
export type SheetCategory = CategoryRow & { mark: string };

type Placed = { list: SheetList; entry: ListEntry; place: number };
export const dictionaryColumns: readonly SheetColumn<Placed>[] = [
  { key: 'list', head: '字典', width: 18, kind: 'text', of: ({ list }) => list.title.zh },
  { key: 'code', head: '编码', width: 18, kind: 'text', of: ({ entry }) => entry.code },
  { key: 'name', head: '名称', width: 30, kind: 'text', of: ({ entry }) => entry.name },
  { key: 'memo', head: '备注', width: 36, kind: 'text', of: ({ entry }) => entry.memo },
  { key: 'isOn', head: '是否启用', width: 10, kind: 'yesNo', of: ({ entry }) => (entry.isOff ? NO : YES) },
  { key: 'num', head: '排序', width: 8, kind: 'number', of: ({ place }) => place },
  { key: 'mark', head: '版本', width: 12, kind: 'text', of: ({ list }) => list.mark },
];

type Qualified = Placed & { bigCategories: readonly string[] };
export const qualificationColumns: readonly SheetColumn<Qualified>[] = [
  { key: 'name', head: '资质名称', width: 30, kind: 'text', of: ({ entry }) => entry.name },
  {
    key: 'bigCategoryIds',
    head: '样品大类',
    width: 60,
    kind: 'choices',
    of: ({ bigCategories }) => bigCategories.join(CHOICE_SEPARATOR),
  },
  { key: 'memo', head: '备注', width: 36, kind: 'text', of: ({ entry }) => entry.memo },
  { key: 'isOn', head: '是否启用', width: 10, kind: 'yesNo', of: ({ entry }) => (entry.isOff ? NO : YES) },
  { key: 'num', head: '排序', width: 8, kind: 'number', of: ({ place }) => place },
  { key: 'mark', head: '版本', width: 12, kind: 'text', of: ({ list }) => list.mark },
];

type Level = { category: SheetCategory; paths: CategoryPaths };
const pathOf = (paths: CategoryPaths, id: string | null): string =>
  categoryPathText((id === null ? undefined : paths.get(id)) ?? []);
export const categoryColumns: readonly SheetColumn<Level>[] = [
  { key: 'path', head: '分类路径', width: 44, kind: 'text', of: ({ category, paths }) => pathOf(paths, category.id) },
  { key: 'kind', head: '类型', width: 12, kind: 'text', of: ({ category }) => kindWordOf(category) },
  { key: 'name', head: '名称', width: 24, kind: 'text', of: ({ category }) => category.name },
  {
    key: 'parent',
    head: '上级分类',
    width: 36,
    kind: 'text',
    of: ({ category, paths }) => pathOf(paths, category.parentId),
  },
  { key: 'num', head: '排序', width: 8, kind: 'number', of: ({ category }) => category.orderNum },
  { key: 'mark', head: '版本', width: 12, kind: 'text', of: ({ category }) => category.mark },
];

/** The sheet in which a list stands. */
export const sheetOfList = (name: string): string => (name === QUALIFICATIONS ? QUALIFICATION_SHEET : DICTIONARY_SHEET);

/** Lists that a workbook holds in the sheet of dictionaries. */
export const dictionariesIn = (lists: readonly SheetList[]): SheetList[] =>
  lists.filter(({ name, codes }) => codes !== null && name !== QUALIFICATIONS);

/** What the system template's workbook holds beside samples: the tree in its order, dictionaries and qualifications. */
export const listTables = (lists: readonly SheetList[], categories: readonly SheetCategory[]): SheetTable[] => {
  const paths = categoryPaths(categories);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const placedIn = (list: SheetList): Placed[] =>
    list.entries.map((entry, place) => ({ list, entry, place: place + 1 }));
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
    tableOf(DICTIONARY_SHEET, dictionaryColumns, dictionariesIn(lists).flatMap(placedIn)),
    tableOf(
      QUALIFICATION_SHEET,
      qualificationColumns,
      lists
        .filter(({ name }) => name === QUALIFICATIONS)
        .flatMap(placedIn)
        .map((placed) => ({ ...placed, bigCategories: bigCategories(placed.entry) })),
    ),
  ];
};
