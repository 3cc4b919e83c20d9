import { expect, it } from '@jest/globals';
import type { CatalogueParameter } from '#events';
import { METHOD } from '#harness/domain/catalogue-story';
import { exportSheets, problemsOf, setCell, readSheets, standards } from '#harness/domain/workbook-story';
import { STANDARD_SHEET } from './workbook/list-columns.js';
import { PARAMETER_SHEET } from './workbook/sample-columns.js';

const rowOf = (number: string) =>
  exportSheets()
    .find(({ name }) => name === STANDARD_SHEET)
    ?.rows.find(({ cells }) => cells.includes(number))?.number ?? 0;
const [method, criterion] = ['JTG 3420-2020', 'GB 175-2023'].map((number) =>
  standards.find(({ publishCode }) => publishCode === number),
);
if (!method || !criterion) throw new Error('the story has both');
const nameCells = ({ publishCode, standardName }: typeof method) => ({ 标准编号: publishCode, 标准名称: standardName });

it('a standard that gives up its number is changed before the one that takes it, whatever the order of the rows', () => {
  for (const [taker, giver] of [
    [method, criterion],
    [criterion, method],
  ] as const) {
    const sheets = setCell(
      setCell(exportSheets(), STANDARD_SHEET, rowOf(taker.publishCode), nameCells(giver)),
      STANDARD_SHEET,
      rowOf(giver.publishCode),
      { 标准编号: 'GB 9-2026' },
    );
    expect([problemsOf(sheets), readSheets(sheets).standards.map(({ id }) => id)]).toEqual([[], [giver.id, taker.id]]);
  }
});

it('standards that exchange number and name are both refused', () => {
  const sheets = setCell(
    setCell(exportSheets(), STANDARD_SHEET, rowOf(method.publishCode), nameCells(criterion)),
    STANDARD_SHEET,
    rowOf(criterion.publishCode),
    nameCells(method),
  );
  expect(problemsOf(sheets)).toEqual(['标准!A2 STANDARDS_EXCHANGED', '标准!A3 STANDARDS_EXCHANGED']);
});

it('a number that another standard takes over still means the old standard where a parameter already refers to it', () => {
  const sheets = setCell(exportSheets(), STANDARD_SHEET, rowOf(method.publishCode), { 标准编号: 'JTG 3420-2026' });
  setCell(sheets, STANDARD_SHEET, standards.length + 2, {
    标准编号: method.publishCode,
    标准名称: '另一规程',
    类型: '检测依据',
  });
  setCell(sheets, PARAMETER_SHEET, 2, { '单价/元': '25' });
  setCell(sheets, PARAMETER_SHEET, 6, {
    样品编码: 'SN01',
    参数编码: 'SN01-99',
    参数名称: '密度',
    '单价/元': '90',
    是否开展: '是',
    检测依据: method.publishCode,
  });
  const { changes, problems } = readSheets(sheets);
  const changedParameters = changes[0]?.after.parameters ?? [];
  const bases = (parameter: CatalogueParameter | undefined) => parameter?.basis.map(({ standardId }) => standardId);
  expect([
    problems,
    bases(changedParameters[0]),
    bases(changedParameters.find(({ code }) => code === 'SN01-99')),
  ]).toEqual([[], [METHOD], ['jtg3420-2020\n另一规程']]);
});
