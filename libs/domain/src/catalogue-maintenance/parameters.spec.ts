import { describe, expect, it } from '@jest/globals';
import { choosePrice } from '../sample/pricing.js';
import { parameter } from '#harness/domain/catalogue-story';
import { exportSheets, problemsOf, setCell, readSheets, sample } from '#harness/domain/workbook-story';
import { applyParameterPatch, scriptPriceProblems } from './parameters.js';
import { sampleChanges } from './sample-changes.js';
import { parameterProblems } from './samples.js';
import { PARAMETER_SHEET } from './workbook/sample-columns.js';

const price = (type: number, amount: string, scriptDescription = '') => ({
  type,
  price: amount,
  qualifier: '',
  scriptDescription,
});
const parameterWithOwnPrice = parameter(1, { prices: [price(0, '50'), price(1, '20')] });
const scripted = parameter(1, { prices: [price(4, '1200', '按龄期'), price(1, '8')] });
const shared = {
  ...parameter(2),
  prices: [{ ...price(3, '50'), qualifier: '净浆' }, price(1, '20')],
  sharedPrice: '50',
  sharedPriceQualifier: '净浆',
};
const codesOf = (of: typeof parameterWithOwnPrice) =>
  [...scriptPriceProblems(of), ...parameterProblems(of, [])].map(({ code, path }) => `${path} ${code}`);

describe('a price by script', () => {
  it('PR-002 takes the amount that was charged before, and takes precedence over the other prices', () => {
    const scriptedParameter = applyParameterPatch({ scriptDescription: '按厚度' }, parameterWithOwnPrice);
    expect(scriptedParameter.prices).toEqual([price(4, '50', '按厚度'), price(1, '20')]);
    expect(choosePrice(scriptedParameter)).toMatchObject({ tuTestParamPrice: '50.00', testParamPriceType: 4 });
    expect(
      applyParameterPatch({ price: '70', scriptDescription: '按厚度' }, parameter(9, { prices: [] })).prices,
    ).toEqual([price(4, '70', '按厚度')]);
  });

  it('can get another text, and becomes an own price of the parameter when its text is removed', () => {
    expect(applyParameterPatch({ scriptDescription: '按功' }, scripted).prices).toEqual([
      price(4, '1200', '按功'),
      price(1, '8'),
    ]);
    expect(applyParameterPatch({ scriptDescription: null }, scripted).prices).toEqual([price(1, '1200')]);
    expect([
      applyParameterPatch({ scriptDescription: '' }, parameterWithOwnPrice),
      applyParameterPatch({ scriptDescription: null }, parameterWithOwnPrice),
    ]).toEqual([parameterWithOwnPrice, parameterWithOwnPrice]);
  });

  it('requires an amount and a text, and cannot be shared', () => {
    expect(codesOf(scripted)).toEqual([]);
    expect(codesOf(applyParameterPatch({ scriptDescription: ' ' }, scripted))).toEqual([
      'scriptDescription SCRIPT_WITHOUT_WORDS',
    ]);
    expect(codesOf(applyParameterPatch({ scriptDescription: '按功' }, parameter(9, { prices: [] })))).toEqual([
      'price SCRIPT_WITHOUT_PRICE',
    ]);
    expect(codesOf(applyParameterPatch({ scriptDescription: '按功' }, shared))).toEqual([
      'sharedPrice SCRIPT_PRICE_SHARED',
    ]);
    expect(codesOf(applyParameterPatch({ scriptDescription: '按功', sharedPrice: '' }, shared))).toEqual([]);
  });
});

describe('shared quantities and script prices in the workbook', () => {
  const [first, ...rest] = sample.parameters;
  const samples = [
    {
      ...sample,
      parameters: [
        {
          ...first!,
          ...scripted,
          id: first!.id,
          code: first!.code,
          shareTestQuantity: 12,
          shareTestQuantityIdent: '水泥样',
        },
        ...rest.map((each) => ({ ...each, shareTestQuantity: null })),
      ],
    },
  ];
  const changes = (row: number, cells: Record<string, string>) =>
    readSheets(setCell(exportSheets(samples), PARAMETER_SHEET, row, cells), { samples })
      .changes.flatMap(({ before, after }) => sampleChanges(before, after))
      .map(({ member, old, new: now }) => `${member} ${old}>${now}`);
  const problemsAt = (row: number, cells: Record<string, string>) =>
    problemsOf(setCell(exportSheets(samples), PARAMETER_SHEET, row, cells), { samples });
  const [sharedRow, plainRow] = [
    exportSheets(samples)
      .find(({ name }) => name === PARAMETER_SHEET)!
      .rows.find(({ cells }) => cells.includes(first!.code))!.number,
    exportSheets(samples)
      .find(({ name }) => name === PARAMETER_SHEET)!
      .rows.find(({ cells }) => cells.includes(rest[1]!.code))!.number,
  ];

  it('are unchanged if imported as exported, and an edited cell changes only its own value', () => {
    expect(readSheets(exportSheets(samples), { samples })).toMatchObject({ problems: [], changes: [] });
    const spaced = samples.map((each) => ({
      ...each,
      parameters: [{ ...each.parameters[0]!, prices: [price(4, '1200', '按龄期 ')] }, ...each.parameters.slice(1)],
    }));
    expect(
      readSheets(
        exportSheets(spaced).map((sheet) => ({
          ...sheet,
          rows: sheet.rows.map((row) => ({ ...row, cells: row.cells.map((cell) => cell.trim()) })),
        })),
        { samples: spaced },
      ),
    ).toMatchObject({ problems: [], changes: [] });
    expect(changes(sharedRow, { 共享用量: '15' })).toEqual(['shareTestQuantity 12>15']);
    expect(changes(sharedRow, { 共享用量标识: '胶砂样' })).toEqual(['shareTestQuantityIdent 水泥样>胶砂样']);
    expect(changes(sharedRow, { 共享用量: '', 共享用量标识: '' })).toEqual([
      'shareTestQuantity 12>',
      'shareTestQuantityIdent 水泥样>',
    ]);
    expect(changes(sharedRow, { 计价说明: '按龄期，每龄期 200 元' })).toEqual([
      'scriptDescription 按龄期>按龄期，每龄期 200 元',
    ]);
    expect(changes(plainRow, { '共享价/元': '', 共享价标识: '', '单价/元': '30', 计价说明: '按功' })).toContain(
      'scriptDescription >按功',
    );
  });

  it('are refused at their cells if they are wrong', () => {
    const at = (head: string, row: number) =>
      `参数!${String.fromCharCode(
        65 +
          exportSheets(samples)
            .find(({ name }) => name === PARAMETER_SHEET)!
            .rows[0]!.cells.indexOf(head),
      )}${row}`;
    expect(problemsAt(sharedRow, { 共享用量: '许多' })).toEqual([`${at('共享用量', sharedRow)} CELL_NOT_A_NUMBER`]);
    expect(problemsAt(sharedRow, { 共享用量标识: '' })).toEqual([
      `${at('共享用量标识', sharedRow)} SHARED_PORTION_NEEDS_A_NAME`,
    ]);
    expect(problemsAt(sharedRow, { 计价说明: '' })).toEqual([`${at('计价说明', sharedRow)} CELL_DELETES_NOTHING`]);
    expect(problemsAt(sharedRow, { 计价说明: '长'.repeat(501) })).toEqual([
      `${at('计价说明', sharedRow)} TEXT_TOO_LONG`,
    ]);
    expect(problemsAt(sharedRow, { '共享价/元': '5', 共享价标识: '净浆' })).toEqual([
      `${at('共享价/元', sharedRow)} SCRIPT_PRICE_SHARED`,
    ]);
    expect(problemsAt(sharedRow, { '单价/元': '' })).toEqual([`${at('单价/元', sharedRow)} SCRIPT_WITHOUT_PRICE`]);
    expect(problemsAt(plainRow, { '单价/元': '', '共享价/元': '', 共享价标识: '', 计价说明: '按功' })).toEqual([
      `${at('单价/元', plainRow)} SCRIPT_WITHOUT_PRICE`,
    ]);
  });
});
