import { describe, expect, it } from '@jest/globals';
import type { CategoryRow } from '../../catalogue/catalogue-views.js';
import { type ListEntry, findList, QUALIFICATIONS } from '../../reference/reference.js';
import { category } from '#harness/domain/catalogue-story';
import { applyLevelPatch } from '../sample-levels.js';
import {
  CATEGORY_SHEET,
  DICTIONARY_SHEET,
  listTables,
  QUALIFICATION_SHEET,
  type SheetCategory,
  type SheetList,
} from './list-columns.js';
import { readWorkbook } from './read-workbook.js';
import type { ReadSheet } from './rows.js';

const entry = (id: string, name: string, overrides: Partial<ListEntry> = {}): ListEntry => ({
  id,
  code: name,
  name,
  memo: '',
  isOff: false,
  bigCategoryIds: [],
  ...overrides,
});
const sheetList = (name: string, entries: ListEntry[], mark = 'm-list'): SheetList => {
  const list = findList(name);
  if (!list) throw new Error(name);
  return { ...list, entries, mark };
};
const level = (row: CategoryRow, mark = 'm-cat'): SheetCategory => ({ ...row, mark });

const cement = { ...category('c-1', '水泥', null), bigCategoryId: 'c-1', orderNum: 1 };
const common = { ...category('c-2', '通用水泥', 'c-1'), bigCategoryId: 'c-1', orderNum: 1 };
const special = { ...category('c-3', '专用水泥', 'c-1'), bigCategoryId: 'c-1', orderNum: 2 };
const stone = { ...category('c-4', '集料', null), bigCategoryId: 'c-4', orderNum: 2 };
const categories = [cement, common, special, stone].map((row) => level(row));
const lists = [
  sheetList('sampleAmountUnit', [entry('u-1', '个'), entry('u-2', 'kg')]),
  sheetList(QUALIFICATIONS, [entry('q-1', '甲级', { code: '', bigCategoryIds: ['c-1'] })]),
  sheetList('ConsignStatus', [entry('s', '填写中')]),
];

const exported = (): ReadSheet[] =>
  listTables(lists, categories).map(({ name, heads, rows }) => ({
    name,
    rows: [
      heads.map(({ head }) => head),
      ...rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
    ].map((cells, at) => ({ number: at + 1, cells })),
  }));
const put = (sheets: ReadSheet[], name: string, row: number, head: string, text: string) => {
  const rows = sheets.find((each) => each.name === name)?.rows ?? [];
  const cells =
    rows[row - 1]?.cells ?? (rows[row - 1] = { number: row, cells: (rows[0]?.cells ?? []).map(() => '') }).cells;
  cells[rows[0]?.cells.indexOf(head) ?? -1] = text;
  return sheets;
};
const read = (sheets: ReadSheet[], template: Partial<Parameters<typeof readWorkbook>[1]['template'] & object> = {}) =>
  readWorkbook(sheets, {
    samples: [],
    standards: [],
    newId: (id, code) => `${id}/${code}`,
    template: { lists, categories, canChange: true, newId: (list, code) => `${list}/${code}`, ...template },
  });
const problemsOf = (sheets: ReadSheet[], template?: Parameters<typeof read>[1]) =>
  read(sheets, template).problems.map(({ sheet, column, row, problem }) => `${sheet}!${column}${row} ${problem.code}`);

describe('lists in a workbook', () => {
  it('change nothing if imported as exported, and exclude lists that the program itself uses', () => {
    expect(read(exported())).toMatchObject({ lists: [], categories: [], problems: [] });
    expect(
      exported()
        .find(({ name }) => name === DICTIONARY_SHEET)
        ?.rows.map(({ cells }) => cells[0]),
    ).toEqual(['字典', '样品数量单位', '样品数量单位']);
  });

  it('change by list and code, and a new entry is inserted at its order number', () => {
    const sheets = put(
      put(put(exported(), DICTIONARY_SHEET, 2, '是否启用', '否'), DICTIONARY_SHEET, 3, '名称', '千克'),
      DICTIONARY_SHEET,
      3,
      '排序',
      '1',
    );
    for (const [head, text] of Object.entries({
      字典: '样品数量单位',
      编码: '袋',
      名称: '袋',
      是否启用: '是',
      排序: '1.5',
    }))
      put(sheets, DICTIONARY_SHEET, 4, head, text);
    const [change] = read(sheets).lists;
    expect(change?.after.map(({ id, name, isOff }) => [id, name, isOff])).toEqual([
      ['u-1', '个', true],
      ['u-2', '千克', false],
      ['sampleAmountUnit/袋', '袋', false],
    ]);
    put(sheets, QUALIFICATION_SHEET, 2, '样品大类', '集料；水泥');
    expect(read(sheets).lists[1]?.after).toMatchObject([{ id: 'q-1', bigCategoryIds: ['c-4', 'c-1'] }]);
  });

  it('report every wrong cell with its place', () => {
    const sheets = put(
      put(exported(), DICTIONARY_SHEET, 2, '字典', '委托状态'),
      DICTIONARY_SHEET,
      3,
      '名称',
      ' '.trim(),
    );
    put(put(sheets, QUALIFICATION_SHEET, 2, '样品大类', '水泥；玻璃'), QUALIFICATION_SHEET, 2, '是否启用', '也许');
    expect(problemsOf(sheets)).toEqual([
      '字典!A2 CELL_LIST_UNKNOWN',
      '字典!C3 CATALOGUE_TEXT_REQUIRED',
      '资质!B2 BIG_CATEGORY_UNKNOWN',
      '资质!D2 CELL_NOT_YES_OR_NO',
    ]);
    expect(
      problemsOf(put(put(exported(), DICTIONARY_SHEET, 2, '是否启用', '否'), DICTIONARY_SHEET, 3, '是否启用', '否')),
    ).toEqual(['字典!E2 LIST_ALL_OFF']);
    expect(problemsOf(put(exported(), DICTIONARY_SHEET, 3, '编码', '个'))).toEqual(['字典!B3 CELL_TWICE']);
  });

  it('overwrite no qualification that was renamed since it was added', () => {
    const sheets = put(exported(), QUALIFICATION_SHEET, 3, '资质名称', '乙级');
    const renamed = lists.map((list) =>
      list.name === QUALIFICATIONS
        ? {
            ...list,
            entries: [...list.entries, entry(`${QUALIFICATIONS}/乙级`, '二级', { code: '', bigCategoryIds: ['c-1'] })],
          }
        : list,
    );
    expect(problemsOf(sheets, { lists: renamed })).toContain('资质!A3 CELL_ADDED_BEFORE');
  });

  it('overwrite nothing that changed after the export, and can be changed only by the administrator', () => {
    const sheets = () => put(exported(), DICTIONARY_SHEET, 2, '名称', '件');
    const since = lists.map((list) => ({ ...list, mark: 'other' }));
    expect(problemsOf(exported(), { lists: since })).toEqual([]);
    expect(problemsOf(sheets(), { lists: since })).toEqual(['字典!G2 CELL_LISTS_CHANGED_SINCE']);
    expect(problemsOf(sheets(), { canChange: false })).toEqual(['字典!C2 CELL_OF_TEMPLATE']);
  });
});

describe('the sample tree in a workbook', () => {
  it('gets new names, positions and parents by the paths of the export', () => {
    const swapped = put(put(exported(), CATEGORY_SHEET, 3, '名称', '专用水泥'), CATEGORY_SHEET, 4, '名称', '通用水泥');
    expect(read(swapped).categories.map(({ path, after }) => [path, after.name])).toEqual([
      ['水泥 → 通用水泥', '专用水泥'],
      ['水泥 → 专用水泥', '通用水泥'],
    ]);
    const movedSheets = put(
      put(exported(), CATEGORY_SHEET, 4, '上级分类', '水泥 → 通用水泥'),
      CATEGORY_SHEET,
      4,
      '排序',
      '7',
    );
    expect(read(movedSheets).categories).toMatchObject([
      { id: 'c-3', after: { parentId: 'c-2', orderNum: 7, bigCategoryId: 'c-1' } },
    ]);
  });

  it('is changed from the top down, also through levels that do not move', () => {
    const tree = [
      cement,
      ...(
        [
          ['x', 'c-1'],
          ['w', 'c-1'],
          ['v', 'x'],
          ['y', 'w'],
          ['z', 'v'],
        ] as const
      ).map(([id, above]) => ({ ...category(id, id, above), bigCategoryId: 'c-1' })),
    ].map((row) => level(row));
    const rows = (
      [
        ['水泥 → x', '水泥 → w → y'],
        ['水泥 → w', '水泥 → x → v → z'],
        ['水泥 → x → v', '水泥'],
      ] as const
    ).map((cells, at) => ({ number: at + 2, cells: [...cells] }));
    const { categories: changes, problems } = read(
      [{ name: CATEGORY_SHEET, rows: [{ number: 1, cells: ['分类路径', '上级分类'] }, ...rows] }],
      { categories: tree },
    );
    expect([problems, changes.map(({ id }) => id)]).toEqual([[], ['v', 'w', 'x']]);
  });

  it('refuses changes that would break it, with each wrong cell', () => {
    expect(problemsOf(put(exported(), CATEGORY_SHEET, 3, '名称', '专用水泥'))).toEqual(['分类!C3 CATEGORY_NAME_TAKEN']);
    expect(
      problemsOf(
        put(
          put(exported(), CATEGORY_SHEET, 3, '上级分类', '水泥 → 专用水泥'),
          CATEGORY_SHEET,
          4,
          '上级分类',
          '水泥 → 通用水泥',
        ),
      ),
    ).toEqual(['分类!D3 CATEGORY_CANNOT_MOVE', '分类!D4 CATEGORY_CANNOT_MOVE']);
    expect(
      problemsOf(put(put(exported(), CATEGORY_SHEET, 3, '上级分类', '集料'), CATEGORY_SHEET, 4, '上级分类', '')),
    ).toEqual(['分类!D3 CATEGORY_CANNOT_MOVE', '分类!D4 CATEGORY_CANNOT_MOVE']);
    expect(
      problemsOf(
        put(put(exported(), CATEGORY_SHEET, 3, '分类路径', '水泥 → 白水泥'), CATEGORY_SHEET, 4, '上级分类', '玻璃'),
      ),
    ).toEqual(['分类!A3 CELL_CATEGORY_UNKNOWN', '分类!D4 CELL_CATEGORY_UNKNOWN']);
    expect(
      problemsOf(put(exported(), CATEGORY_SHEET, 3, '名称', '新名'), {
        categories: categories.map((row) => ({ ...row, mark: 'other' })),
      }),
    ).toEqual(['分类!F3 CELL_LISTS_CHANGED_SINCE']);
    expect(problemsOf(put(exported(), CATEGORY_SHEET, 3, '名称', '新名'), { canChange: false })).toEqual([
      '分类!C3 CELL_OF_TEMPLATE',
    ]);
  });

  it('moves a level only within its big category', () => {
    const { mark: _, ...before } = level(special);
    expect(applyLevelPatch('c-3', before, { parentId: 'C-2', name: ' 特种水泥 ' }, categories)).toMatchObject({
      parentId: 'c-2',
      name: '特种水泥',
    });
    expect(() => applyLevelPatch('c-3', before, { parentId: 'c-4' }, categories)).toThrow('CATEGORY_CANNOT_MOVE');
    expect(() => applyLevelPatch('c-1', cement, { parentId: 'c-2' }, categories)).toThrow('CATEGORY_CANNOT_MOVE');
    expect(() => applyLevelPatch('c-3', before, { parentId: 'nobody' }, categories)).toThrow('NO_SUCH_CATEGORY');
  });
});
