import type { AccessoryType } from '../../../libs/domain/src/catalogue-maintenance/accessory-types.js';
import { readWorkbook } from '../../../libs/domain/src/catalogue-maintenance/workbook/read-workbook.js';
import { catalogueTables } from '../../../libs/domain/src/catalogue-maintenance/workbook/sample-columns.js';
import { otherTables } from '../../../libs/domain/src/catalogue-maintenance/workbook/list-columns.js';
import type { SheetSample } from '../../../libs/domain/src/catalogue-maintenance/workbook/column.js';
import type { ReadSheet } from '../../../libs/domain/src/catalogue-maintenance/workbook/rows.js';
import { category, cement, standardsById } from './catalogue-story.js';

const [first, second] = cement.parameters;
if (!first || !second) throw new Error('the story has parameters');
export const parameters = [first, second] as const;
const requirement = (id: string, text: string, paramIds: string[] = []) => ({
  id,
  paramIds,
  defaultSampleDescription: text,
  orderNum: 1,
});

/**
 * The catalogue of a laboratory for its workbook: cement with requirements, a pack, standards and kinds of attachments.
 */
export const sample = {
  ...cement,
  mark: 'm-1',
  requirements: [requirement('r-1', '<p>不少于12kg</p>'), requirement('r-2', '<p>密封</p>', [first.id])],
};
const pack = {
  id: 'k-1',
  mark: 'm-k',
  name: '常规',
  sampleId: sample.id,
  categoryId: sample.categoryId,
  bigCategoryId: sample.bigCategoryId,
  exposed: true,
  orderNum: 1,
  entries: [
    { param: { id: first.id, name: first.name }, standards: [], basis: [] },
    { param: { id: 'gone', name: '已删' }, standards: [], basis: [] },
  ],
};
export const standards = [...standardsById].map(([id, standard]) => ({ ...standard, id, mark: 'm-s' }));
export const kind = (id: string, name: string, testUnitId: string | null): AccessoryType => ({
  id,
  name,
  type: 0,
  enable: true,
  isRequire: false,
  isDeleted: false,
  orderNum: 1,
  testUnitId,
  exampleImages: [],
});
export const completeCatalogue = [kind('t-0', '委托书', null), kind('t-1', '协议', 'u-1')];
const ownTypes = completeCatalogue
  .filter(({ testUnitId }) => testUnitId === 'u-1')
  .map((type) => ({ ...type, mark: 'm-t' }));
const categories = [category('c-1', '水泥', null), category('c-2', '通用', 'c-1')];

const pictures = { digest: (image: string) => `d${image.length}` };

/** The exported workbook. */
export const exportSheets = (samples: readonly SheetSample[] = [sample]): ReadSheet[] =>
  [
    ...catalogueTables(samples),
    ...otherTables(samples, { packs: [pack], standards, accessoryTypes: ownTypes, isTemplate: true, pictures }),
  ].map(({ name, heads, rows }) => ({
    name,
    rows: [
      heads.map(({ head }) => head),
      ...rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell)))),
    ].map((cells, rowIndex) => ({ number: rowIndex + 1, cells })),
  }));

/** Sets cells by their heads in a row. A row that does not exist is added with empty cells. */
export const setCell = (sheets: ReadSheet[], name: string, row: number, cells: Record<string, string>): ReadSheet[] => {
  const rows = sheets.find((sheet) => sheet.name === name)?.rows ?? [];
  const heads = rows[0]?.cells ?? [];
  const target = rows[row - 1] ?? (rows[row - 1] = { number: row, cells: heads.map(() => '') });
  for (const [head, text] of Object.entries(cells)) target.cells[heads.indexOf(head)] = text;
  return sheets;
};

type CatalogueContext = Parameters<typeof readWorkbook>[1];
type ContextChanges = Partial<Omit<CatalogueContext, 'newSamples' | 'accessoryTypes'>> & {
  newSamples?: Partial<CatalogueContext['newSamples']>;
  accessoryTypes?: Partial<CatalogueContext['accessoryTypes']>;
  canChangeStandards?: boolean;
};

/** Reads the sheets against this catalogue, or against one that differs. */
export const readSheets = (
  sheets: ReadSheet[],
  { canChangeStandards = true, newSamples, accessoryTypes, ...changes }: ContextChanges = {},
) =>
  readWorkbook(sheets, {
    samples: [sample],
    standards,
    newId: (id, code) => `${id}/${code}`,
    packs: [pack],
    standardList: { standards, canChange: canChangeStandards, newId: (identity) => identity },
    pictures,
    sanitize: (html) => html.replace('<script>', ''),
    accessoryTypes: {
      all: completeCatalogue,
      currentTypes: ownTypes,
      testUnitId: 'u-1',
      newId: (code) => code,
      ...accessoryTypes,
    },
    newSamples: {
      categories,
      usedCodes: new Set(['OFF']),
      existingSamples: [],
      room: 2000,
      newId: (code) => `new/${code}`,
      ...newSamples,
    },
    ...changes,
  });

/** The problems, each with its cell. */
export const problemsOf = (sheets: ReadSheet[], changes?: ContextChanges): string[] =>
  readSheets(sheets, changes).problems.map(
    ({ sheet, column, row, problem }) => `${sheet}!${column}${row} ${problem.code}`,
  );
