import { type ListEntry, listProblems } from '../reference/kept-lists.js';
import { QUALIFICATIONS } from '../reference/list-names.js';
import { type Problem, problem } from '../rules/rule-broken.js';
import { sameFacts } from '../rules/same-facts.js';
import { asOneLine, normalizedCode } from '../text/text.js';
import { addedBefore } from './added-before.js';
import { sizeProblem } from './event-size.js';
import {
  dictionariesIn,
  dictionaryColumns,
  DICTIONARY_SHEET,
  qualificationColumns,
  QUALIFICATION_SHEET,
  type SheetCategory,
  type SheetList,
} from './workbook-list-columns.js';
import { type CellProblem, type ReadSheet, rowsIn, type SheetRow } from './workbook-rows.js';

/** A list that the workbook changes, before and after. */
export type ListChange = { list: SheetList; after: ListEntry[] };

export type ReadLists = {
  lists: readonly SheetList[];
  categories: readonly SheetCategory[];
  /** Whether these are the reader's to change: a laboratory keeps its samples alone. */
  mayKeep: boolean;
  /** Id of what a list gets by this code or name. */
  newId(list: string, code: string): string;
};

type Values = ReturnType<SheetRow['values']>;
type Draft = {
  list: SheetList;
  entries: { entry: ListEntry; num: number; row: SheetRow | null }[];
  first: SheetRow;
  outdated: SheetRow | null;
};

/** What a workbook would make of dictionaries and qualifications: rows are found by list and code, or by name; a new one is added, what is not in it stays as it is. */
export const readLists = (sheets: readonly ReadSheet[], known: ReadLists, problems: CellProblem[]): ListChange[] => {
  const drafts = new Map<string, Draft>();
  const dictionaries = new Map(
    dictionariesIn(known.lists).flatMap((list) => [
      [list.title.zh, list],
      [list.name, list],
    ]),
  );
  for (const row of rowsIn(sheets, DICTIONARY_SHEET, dictionaryColumns, ['list', 'code'], problems)) {
    const list = dictionaries.get(row.text('list'));
    if (!list) {
      row.refuse('list', problem('CELL_LIST_UNKNOWN'));
      continue;
    }
    put(drafts, {
      list,
      row,
      values: row.values(),
      key: 'code',
      identityOf: ({ code }) => normalizedCode(code),
      newId: known.newId,
    });
  }
  const qualifications = known.lists.find(({ name }) => name === QUALIFICATIONS);
  const big = new Map(
    known.categories.filter(({ parentId }) => parentId === null).map(({ name, id }) => [asOneLine(name), id]),
  );
  for (const row of qualifications
    ? rowsIn(sheets, QUALIFICATION_SHEET, qualificationColumns, ['name'], problems)
    : []) {
    const values = row.values();
    if (qualifications)
      put(drafts, {
        list: qualifications,
        row,
        values,
        key: 'name',
        identityOf: ({ name }) => asOneLine(name),
        newId: known.newId,
        bigCategoryIds: categoriesNamed(row, values, big),
      });
  }
  return [...drafts.values()].flatMap((draft) => changeOf(draft, known.mayKeep, [...big.values()]));
};

/** Ids of the big categories that a row names; null where it names none, and what is unknown is refused. */
const categoriesNamed = (
  row: SheetRow,
  { bigCategoryIds: names }: Values,
  big: ReadonlyMap<string, string>,
): string[] | null => {
  if (!Array.isArray(names)) return null;
  for (const name of names) if (!big.has(name)) row.refuse('bigCategoryIds', problem('BIG_CATEGORY_UNKNOWN', { name }));
  return names.flatMap((name) => big.get(name) ?? []);
};

type Row = {
  list: SheetList;
  row: SheetRow;
  values: Values;
  key: 'code' | 'name';
  identityOf(entry: ListEntry): string;
  newId: ReadLists['newId'];
  bigCategoryIds?: string[] | null;
};

const put = (
  drafts: Map<string, Draft>,
  { list, row, values: { name, memo, isOn, num }, key, identityOf, newId, bigCategoryIds = null }: Row,
): void => {
  const typed = row.text(key);
  const identity = key === 'code' ? normalizedCode(typed) : typed;
  const draft = drafts.get(list.name) ?? {
    list,
    entries: list.entries.map((entry, place) => ({ entry, num: place + 1, row: null })),
    first: row,
    outdated: null,
  };
  drafts.set(list.name, draft);
  if (row.text('mark') !== '' && row.text('mark') !== list.mark) draft.outdated ??= row;
  if (identity === '') {
    row.refuse(key, problem('CATALOGUE_TEXT_REQUIRED'));
    return;
  }
  const at = draft.entries.findIndex(({ entry }) => identityOf(entry) === identity);
  const there = draft.entries[at];
  if (there?.row) {
    row.refuse(key, problem('CELL_TWICE'));
    return;
  }
  const before: ListEntry = there?.entry ?? {
    id: newId(list.name, typed),
    code: key === 'code' ? typed : '',
    name: key === 'name' ? typed : '',
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
      ? { bigCategoryIds: sameSet(bigCategoryIds, before.bigCategoryIds) ? before.bigCategoryIds : bigCategoryIds }
      : {}),
  };
  const heldBy = there ? null : addedBefore(entry.id, list.entries);
  if (heldBy) {
    row.refuse(key, heldBy);
    return;
  }
  const placed = { entry, num: typeof num === 'number' ? num : (there?.num ?? Number.POSITIVE_INFINITY), row };
  if (at < 0) draft.entries.push(placed);
  else draft.entries[at] = placed;
};

const changeOf = (
  { list, entries, first, outdated }: Draft,
  mayKeep: boolean,
  big: readonly string[],
): ListChange[] => {
  const placed = entries.toSorted((left, right) => (left.num === right.num ? 0 : left.num - right.num));
  const after = placed.map(({ entry }) => entry);
  if (sameFacts(after, list.entries)) return [];
  if (!mayKeep) {
    first.refuse('name', problem('CELL_OF_TEMPLATE'));
    return [];
  }
  for (const found of listProblems(list, list.entries, after, big))
    tellAt(
      found,
      placed.map(({ row }) => row),
      first,
    );
  const tooMuch = sizeProblem(after);
  if (tooMuch) first.refuse('name', tooMuch);
  outdated?.refuse('mark', problem('CELL_LISTS_CHANGED_SINCE'));
  return [{ list, after }];
};

const tellAt = ({ code, params, path = '' }: Problem, rows: readonly (SheetRow | null)[], first: SheetRow): void => {
  const [, place, member = 'isOn'] = /^entries\.(\d+)\.(\w+)$/.exec(path) ?? [];
  (rows[Number(place)] ?? first).refuse(member, { code, params });
};

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((each) => other.includes(each));
