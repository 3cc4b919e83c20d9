import type { CatalogueCategory } from '#events';
import { categoryPaths, categoryPathText } from '../../catalogue/sample-tree.js';
import { type ListEntry, listProblems, QUALIFICATIONS } from '../../reference/reference.js';
import { isJsonEqual } from '../../rules/equality.js';
import { type Problem, problem, RuleBroken } from '../../rules/rule-broken.js';
import { toSingleLine, normalizedCode } from '../../text/text.js';
import { type AccessoryType, accessoryTypeProblems, accessoryTypeRoomProblems } from '../accessory-types.js';
import { alreadyAddedProblem, eventSizeProblem } from '../catalogue-items.js';
import { categoryProblems, isUnder, duplicateSiblingProblem, applyLevelPatch } from '../sample-levels.js';
import { indexOfText } from './cells.js';
import { kindWordOf } from './column.js';
import {
  ACCESSORY_KINDS,
  ACCESSORY_SHEET,
  accessoryColumns,
  CATEGORY_SHEET,
  categoryColumns,
  dictionariesIn,
  DICTIONARY_SHEET,
  dictionaryColumns,
  QUALIFICATION_SHEET,
  qualificationColumns,
  type SheetAccessoryType,
  type SheetCategory,
  type SheetList,
} from './list-columns.js';
import { type CellProblem, type ReadSheet, readRows, type SheetRow } from './rows.js';

/** A list that the workbook changes, with its new entries. */
export type ListChange = { list: SheetList; after: ListEntry[] };

export type ListsToRead = {
  lists: readonly SheetList[];
  categories: readonly SheetCategory[];
  /** Whether lists and categories may be changed. A laboratory may not change them. */
  canChange: boolean;
  /** The id of a list's new entry with this code or name. */
  newId(list: string, code: string): string;
};

type Values = ReturnType<SheetRow['values']>;
type ListDraft = {
  list: SheetList;
  entries: { entry: ListEntry; num: number; row: SheetRow | null }[];
  firstRow: SheetRow;
  outdated: SheetRow | null;
};

/**
 * The changes of dictionaries and qualifications by a workbook. A row is matched by list and code, or by name; a new
 * entry is added, and entries missing from the workbook stay unchanged.
 */
export const readLists = (
  sheets: readonly ReadSheet[],
  current: ListsToRead,
  problems: CellProblem[],
): ListChange[] => {
  const drafts = new Map<string, ListDraft>();
  const dictionaries = new Map(
    dictionariesIn(current.lists).flatMap((list) => [
      [list.title.zh, list],
      [list.name, list],
    ]),
  );
  for (const row of readRows(sheets, DICTIONARY_SHEET, dictionaryColumns, ['list', 'code'], problems)) {
    const list = dictionaries.get(row.text('list'));
    if (!list) {
      row.refuse('list', problem('CELL_LIST_UNKNOWN'));
      continue;
    }
    putEntry(drafts, {
      list,
      row,
      values: row.values(),
      key: 'code',
      identityOf: ({ code }) => normalizedCode(code),
      newId: current.newId,
    });
  }
  const qualifications = current.lists.find(({ name }) => name === QUALIFICATIONS);
  const bigCategoryIds = new Map(
    current.categories.filter(({ parentId }) => parentId === null).map(({ name, id }) => [toSingleLine(name), id]),
  );
  for (const row of qualifications
    ? readRows(sheets, QUALIFICATION_SHEET, qualificationColumns, ['name'], problems)
    : []) {
    const values = row.values();
    if (qualifications)
      putEntry(drafts, {
        list: qualifications,
        row,
        values,
        key: 'name',
        identityOf: ({ name }) => toSingleLine(name),
        newId: current.newId,
        bigCategoryIds: readBigCategories(row, values, bigCategoryIds),
      });
  }
  return [...drafts.values()].flatMap((draft) => changeOf(draft, current.canChange, [...bigCategoryIds.values()]));
};

/** Ids of the big categories in a row; null if the row has none. Unknown names are problems of the row. */
const readBigCategories = (
  row: SheetRow,
  { bigCategoryIds: names }: Values,
  idsByName: ReadonlyMap<string, string>,
): string[] | null => {
  if (!Array.isArray(names)) return null;
  for (const name of names)
    if (!idsByName.has(name)) row.refuse('bigCategoryIds', problem('BIG_CATEGORY_UNKNOWN', { name }));
  return names.flatMap((name) => idsByName.get(name) ?? []);
};

type ListEntryRow = {
  list: SheetList;
  row: SheetRow;
  values: Values;
  key: 'code' | 'name';
  identityOf(entry: ListEntry): string;
  newId: ListsToRead['newId'];
  bigCategoryIds?: string[] | null;
};

const putEntry = (
  drafts: Map<string, ListDraft>,
  { list, row, values: { name, memo, isOn, num }, key, identityOf, newId, bigCategoryIds = null }: ListEntryRow,
): void => {
  const keyText = row.text(key);
  const identity = key === 'code' ? normalizedCode(keyText) : keyText;
  const draft = drafts.get(list.name) ?? {
    list,
    entries: list.entries.map((entry, place) => ({ entry, num: place + 1, row: null })),
    firstRow: row,
    outdated: null,
  };
  drafts.set(list.name, draft);
  if (row.text('mark') !== '' && row.text('mark') !== list.mark) draft.outdated ??= row;
  if (identity === '') {
    row.refuse(key, problem('CATALOGUE_TEXT_REQUIRED'));
    return;
  }
  const index = draft.entries.findIndex(({ entry }) => identityOf(entry) === identity);
  const existing = draft.entries[index];
  if (existing?.row) {
    row.refuse(key, problem('CELL_TWICE'));
    return;
  }
  const before: ListEntry = existing?.entry ?? {
    id: newId(list.name, keyText),
    code: key === 'code' ? keyText : '',
    name: key === 'name' ? keyText : '',
    memo: '',
    isOff: false,
    bigCategoryIds: [],
  };
  const entry: ListEntry = {
    ...before,
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof memo === 'string' ? { memo } : {}),
    ...(typeof isOn === 'boolean' ? { isOff: !isOn } : {}),
    ...(bigCategoryIds
      ? { bigCategoryIds: isSameSet(bigCategoryIds, before.bigCategoryIds) ? before.bigCategoryIds : bigCategoryIds }
      : {}),
  };
  const duplicate = existing ? null : alreadyAddedProblem(entry.id, list.entries);
  if (duplicate) {
    row.refuse(key, duplicate);
    return;
  }
  const placedEntry = { entry, num: typeof num === 'number' ? num : (existing?.num ?? Number.POSITIVE_INFINITY), row };
  if (index < 0) draft.entries.push(placedEntry);
  else draft.entries[index] = placedEntry;
};

const changeOf = (
  { list, entries, firstRow, outdated }: ListDraft,
  canChange: boolean,
  bigCategoryIds: readonly string[],
): ListChange[] => {
  const sortedEntries = entries.toSorted((left, right) => (left.num === right.num ? 0 : left.num - right.num));
  const after = sortedEntries.map(({ entry }) => entry);
  if (isJsonEqual(after, list.entries)) return [];
  if (!canChange) {
    firstRow.refuse('name', problem('CELL_OF_TEMPLATE'));
    return [];
  }
  for (const listProblem of listProblems(list, list.entries, after, bigCategoryIds))
    reportAt(
      listProblem,
      sortedEntries.map(({ row }) => row),
      firstRow,
    );
  const sizeProblem = eventSizeProblem(after);
  if (sizeProblem) firstRow.refuse('name', sizeProblem);
  outdated?.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
  return [{ list, after }];
};

const reportAt = (
  { code, params, path = '' }: Problem,
  rows: readonly (SheetRow | null)[],
  firstRow: SheetRow,
): void => {
  const [, entryIndex, member = 'isOn'] = /^entries\.(\d+)\.(\w+)$/.exec(path) ?? [];
  (rows[Number(entryIndex)] ?? firstRow).refuse(member, { code, params });
};

const isSameSet = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((each) => right.includes(each));

/** A category that the workbook changes, before and after. `path` is its current path. */
export type CategoryChange = { id: string; path: string; before: CatalogueCategory; after: CatalogueCategory };

/**
 * The changes of the sample tree by a workbook. A row is matched by the exported path, whatever its other cells change.
 * Names are compared after all rows are read, so that two categories can swap names. New categories can only be added
 * in the console. The changes are sorted so that a category comes after all categories above it; therefore no
 * intermediate state has a cycle.
 */
export const readCategories = (
  sheets: readonly ReadSheet[],
  { categories, canChange }: ListsToRead,
  problems: CellProblem[],
): CategoryChange[] => {
  const paths = categoryPaths(categories);
  const pathOf = ({ id }: SheetCategory) => toSingleLine(categoryPathText(paths.get(id) ?? []));
  const categoryAt = (path: string, kind: string) =>
    categories
      .filter((category) => pathOf(category) === path)
      .find((category, _, matches) => matches.length === 1 || kindWordOf(category) === kind);
  const drafts = new Map<string, { category: SheetCategory; after: SheetCategory; row: SheetRow }>();
  for (const row of readRows(sheets, CATEGORY_SHEET, categoryColumns, ['path'], problems)) {
    const category = categoryAt(row.text('path'), row.text('kind'));
    if (!category) {
      row.refuse('path', problem('CELL_CATEGORY_UNKNOWN'));
      continue;
    }
    if (drafts.has(category.id)) {
      row.refuse('path', problem('CELL_TWICE'));
      continue;
    }
    const { name, num } = row.values();
    const parentId = row.has('parent') ? readParentId(row, category, categoryAt) : undefined;
    const after =
      parentId === null
        ? null
        : orRefuse(
            () =>
              applyLevelPatch(
                category.id,
                category,
                {
                  parentId,
                  ...(typeof name === 'string' ? { name } : {}),
                  ...(typeof num === 'number' ? { orderNum: num } : {}),
                },
                categories,
              ),
            (parentProblem) => row.refuse('parent', parentProblem),
          );
    if (after) drafts.set(category.id, { category, after: { ...category, ...after }, row });
  }
  const all = categories.map((category) => drafts.get(category.id)?.after ?? category);
  const changes = [...drafts.values()].flatMap(({ category, after, row }) => {
    const [before, changed] = [categoryOf(category), categoryOf(after)];
    if (isJsonEqual(before, changed)) return [];
    if (!canChange) {
      row.refuse('name', problem('CELL_OF_TEMPLATE'));
      return [];
    }
    const siblingProblem = duplicateSiblingProblem(category.id, changed, all);
    for (const { code, params } of [...categoryProblems(changed), ...(siblingProblem ? [siblingProblem] : [])])
      row.refuse('name', { code, params });
    // Two moves can be valid individually and form a cycle together.
    const parent = all.find(({ id }) => id === changed.parentId);
    if (parent && isUnder(parent, category.id, all)) row.refuse('parent', problem('CATEGORY_CANNOT_MOVE'));
    if (row.text('mark') !== '' && row.text('mark') !== category.mark)
      row.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
    return [{ id: category.id, path: pathOf(category), before, after: changed }];
  });
  const depthById = depthsOf(all);
  return changes.toSorted((left, right) => (depthById.get(left.id) ?? 0) - (depthById.get(right.id) ?? 0));
};

/** The depth of each category. A cycle ends the count; it is rejected elsewhere. */
const depthsOf = (all: readonly SheetCategory[]): Map<string, number> => {
  const parents = new Map(all.map(({ id, parentId }) => [id, parentId]));
  return new Map(
    all.map(({ id }) => {
      const ancestors = new Set<string>();
      for (
        let ancestorId = parents.get(id);
        ancestorId && !ancestors.has(ancestorId);
        ancestorId = parents.get(ancestorId)
      )
        ancestors.add(ancestorId);
      return [id, ancestors.size];
    }),
  );
};

/** The id of the parent in a row; undefined if the parent stays unchanged, null if the row has a problem. */
const readParentId = (
  row: SheetRow,
  category: SheetCategory,
  categoryAt: (path: string, kind: string) => SheetCategory | undefined,
): string | undefined | null => {
  const text = row.text('parent');
  if (text === '' && category.parentId === null) return undefined;
  const match = text === '' ? undefined : categoryAt(text, kindWordOf(category));
  if (match) return match.id;
  row.refuse('parent', problem(text === '' ? 'CATEGORY_CANNOT_MOVE' : 'CELL_CATEGORY_UNKNOWN'));
  return null;
};

const orRefuse = <Result>(compute: () => Result, refuse: (ruleProblem: Problem) => void): Result | null => {
  try {
    return compute();
  } catch (error) {
    if (!(error instanceof RuleBroken)) throw error;
    refuse({ code: error.code, params: error.params });
    return null;
  }
};

const categoryOf = ({ id: _, mark: __, ...category }: SheetCategory): CatalogueCategory => category;

/** The accessory types of one owner, all of them before and after the workbook's changes. */
export type AccessoryChange = { before: AccessoryType[]; after: AccessoryType[] };

/**
 * `all` are the accessory types of all owners, among which a name must be unique; `currentTypes` are those of this
 * owner.
 */
type ExistingAccessoryTypes = {
  all: readonly AccessoryType[];
  currentTypes: readonly SheetAccessoryType[];
  testUnitId: string | null;
  newId(code: string): string;
};

/**
 * Reads accessory types. A row is matched by its number, or without a number by kind and name; a new one belongs to the
 * owner. Returns null if nothing changes.
 */
export const readAccessoryTypes = (
  sheets: readonly ReadSheet[],
  problems: CellProblem[],
  { all, currentTypes, testUnitId, newId }: ExistingAccessoryTypes,
): AccessoryChange | null => {
  const drafts = new Map<string, { after: AccessoryType; row: SheetRow }>();
  for (const row of readRows(sheets, ACCESSORY_SHEET, accessoryColumns, ['name', 'type'], problems)) {
    const [number, name, type] = [row.text('id'), row.text('name'), indexOfText(ACCESSORY_KINDS, row.text('type'))];
    if (type < 0) {
      row.refuse('type', problem('CELL_NOT_ONE_OF', { choices: ACCESSORY_KINDS.join('、') }));
      continue;
    }
    const existing = currentTypes.find((each) =>
      number === '' ? each.type === type && toSingleLine(each.name) === name : each.id === number,
    );
    if (number !== '' && !existing) {
      row.refuse('id', problem('NO_SUCH_ACCESSORY_TYPE'));
      continue;
    }
    const id = existing?.id ?? newId(`${type}/${name}`);
    if (drafts.has(id)) {
      row.refuse('name', problem('CELL_TWICE'));
      continue;
    }
    const duplicate = existing ? null : alreadyAddedProblem(id, all);
    if (duplicate) {
      row.refuse('name', duplicate);
      continue;
    }
    const { enable, isRequire, num } = row.values();
    const before: AccessoryType = existing
      ? accessoryTypeOf(existing)
      : {
          id,
          name: '',
          type: 0,
          enable: true,
          isRequire: false,
          isDeleted: false,
          orderNum: currentTypes.length + drafts.size + 1,
          testUnitId,
          exampleImages: [],
        };
    const after: AccessoryType = {
      ...before,
      name,
      type: type === 0 ? 0 : 1,
      ...(typeof enable === 'boolean' ? { enable } : {}),
      ...(typeof isRequire === 'boolean' ? { isRequire } : {}),
      ...(typeof num === 'number' ? { orderNum: num } : {}),
    };
    if (existing && !isJsonEqual(before, after) && row.text('mark') !== '' && row.text('mark') !== existing.mark)
      row.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
    drafts.set(id, { after, row });
  }
  const before = currentTypes.map(accessoryTypeOf);
  const after = [
    ...before.map((each) => drafts.get(each.id)?.after ?? each),
    ...[...drafts.values()].flatMap((draft) =>
      currentTypes.some(({ id }) => id === draft.after.id) ? [] : [draft.after],
    ),
  ];
  const allTypes = [...all.filter((each) => !currentTypes.some(({ id }) => id === each.id)), ...after];
  for (const { after: type, row } of drafts.values())
    for (const { code, params } of accessoryTypeProblems(allTypes, type)) row.refuse('name', { code, params });
  const added = [...drafts.values()].filter((draft) => !currentTypes.some(({ id }) => id === draft.after.id));
  // The first accessory type that exceeds the limit reports the problem.
  const overflowIndex = added.findIndex((_, index) => accessoryTypeRoomProblems(all, testUnitId, index + 1).length > 0);
  for (const { code, params } of overflowIndex < 0 ? [] : accessoryTypeRoomProblems(all, testUnitId, overflowIndex + 1))
    added[overflowIndex]?.row.refuse('name', { code, params });
  return isJsonEqual(before, after) ? null : { before, after };
};

const accessoryTypeOf = ({ mark: _, ...type }: SheetAccessoryType): AccessoryType => type;
