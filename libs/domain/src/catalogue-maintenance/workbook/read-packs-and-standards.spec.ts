import { describe, expect, it } from '@jest/globals';
import {
  exportSheets,
  parameters,
  problemsOf,
  setCell,
  readSheets,
  sample,
  standards,
} from '#harness/domain/workbook-story';
import { ACCESSORY_SHEET, PACK_SHEET, REQUIREMENT_SHEET, STANDARD_SHEET } from './list-columns.js';
import { PARAMETER_SHEET, SAMPLE_SHEET } from './sample-columns.js';

const [first, second] = parameters;

describe('workbook sheets for packs, standards and other data of samples', () => {
  it('change nothing if imported as exported, also if a pack names more than the parameters of the sample', () => {
    expect(readSheets(exportSheets())).toMatchObject({
      problems: [],
      changes: [],
      packs: [],
      standards: [],
      accessoryTypes: null,
    });
    expect(problemsOf(exportSheets(), { canChangeStandards: false })).toEqual([]);
  });

  it('change requirements of the sample and of parameters, and add one', () => {
    const sheets = setCell(exportSheets(), REQUIREMENT_SHEET, 2, { 收样要求: '<p><script>不少于20kg</p>' });
    setCell(sheets, REQUIREMENT_SHEET, 4, {
      样品编码: 'SN01',
      参数编码: `${first.code}；${second.code}`,
      收样要求: '<p>干燥</p>',
    });
    const [change] = readSheets(sheets).changes;
    expect(change?.after.requirements).toEqual([
      { ...sample.requirements[0], defaultSampleDescription: '<p>不少于20kg</p>' },
      sample.requirements[1],
      { id: expect.any(String), paramIds: [first.id, second.id], defaultSampleDescription: '<p>干燥</p>', orderNum: 3 },
    ]);
  });

  it('change a pack by its number, and add one by its name', () => {
    const sheets = setCell(exportSheets(), PACK_SHEET, 2, {
      参数包名称: '常规检测',
      参数编码: `${second.code}；${first.code}`,
    });
    setCell(sheets, PACK_SHEET, 3, {
      样品编码: 'SN01',
      参数包名称: '快检',
      参数编码: first.code,
      是否展示: '否',
      排序: '2',
    });
    const { packs, problems } = readSheets(sheets);
    expect([
      problems,
      packs.map(({ id, before, after }) => [
        id,
        before?.name ?? null,
        after.name,
        after.exposed,
        after.entries.map(({ param }) => param.id),
      ]),
    ]).toEqual([
      [],
      [
        ['k-1', '常规', '常规检测', true, [second.id, first.id]],
        [`${sample.id}/pack/快检`, null, '快检', false, [first.id]],
      ],
    ]);
    expect(packs[0]?.after.entries[1]).toMatchObject({ standards: [], basis: [] });
  });

  it('change standards, and a parameter can use a new standard at once', () => {
    const sheets = setCell(exportSheets(), STANDARD_SHEET, 2, { 作废日期: '2026-01-31' });
    setCell(sheets, STANDARD_SHEET, standards.length + 2, {
      标准编号: 'GB/T 999-2026',
      标准名称: '新方法',
      类型: '检测依据',
      条款: '5；6',
    });
    setCell(sheets, PARAMETER_SHEET, 2, { 检测依据: 'GB/T 999-2026#5' });
    const { standards: changed, changes, problems } = readSheets(sheets);
    expect([
      problems,
      changed.map(({ before, after }) => [before?.expireDate, after.publishCode, after.expireDate]),
    ]).toEqual([
      [],
      [
        [null, expect.any(String), '2026-01-31'],
        [undefined, 'GB/T 999-2026', null],
      ],
    ]);
    expect(changed[1]?.after).toMatchObject({
      uniqueKey: 'std_GB/T999-2026',
      publicationPrefix: 'GB/T 999',
      type: 1,
      clauseCodes: ['5', '6'],
    });
    expect(
      changes[0]?.after.parameters.flatMap(({ standards: offered }) => offered.map(({ uniqueKey }) => uniqueKey)),
    ).toContain('std_GB/T999-2026#5');
  });

  it('change and add attachment types of their owner only', () => {
    const sheets = setCell(setCell(exportSheets(), ACCESSORY_SHEET, 2, { 是否必传: '是' }), ACCESSORY_SHEET, 3, {
      名称: '桩位图',
      适用委托: '现场、交竣工预约',
      是否启用: '是',
      是否必传: '否',
    });
    expect(readSheets(sheets).accessoryTypes?.after).toMatchObject([
      { id: 't-1', isRequire: true },
      { id: '1/桩位图', type: 1, testUnitId: 'u-1' },
    ]);
  });

  it('add a sample in a category, together with its parameters and packs', () => {
    const sheets = setCell(exportSheets(), SAMPLE_SHEET, 3, {
      样品编码: 'SN99',
      样品名称: '新水泥',
      分类: '水泥 → 通用 → 新水泥',
      样品数量单位: 'kg',
      排序: '3',
    });
    setCell(sheets, PARAMETER_SHEET, 6, {
      样品编码: 'SN99',
      参数编码: 'SN99-01',
      参数名称: '密度',
      '单价/元': '90',
      是否开展: '是',
    });
    setCell(sheets, PACK_SHEET, 3, {
      样品编码: 'SN99',
      参数包名称: '全项',
      参数编码: 'SN99-01',
      是否展示: '是',
      排序: '1',
    });
    const { changes, packs, problems } = readSheets(sheets);
    expect([problems, changes]).toMatchObject([
      [],
      [
        {
          id: 'new/SN99',
          before: null,
          after: {
            name: '新水泥',
            sampleCode: 'SN99',
            categoryId: 'c-2',
            sampleNameLink: '水泥 → 通用 → 新水泥',
            sampleNumUnit: 'kg',
            orderNum: 3,
            parameters: [{ code: 'SN99-01', prices: [{ price: '90' }] }],
          },
        },
      ],
    ]);
    expect(packs).toMatchObject([
      { before: null, after: { sampleId: 'new/SN99', entries: [{ param: { id: 'new/SN99/SN99-01', name: '密度' } }] } },
    ]);
  });

  it('report every wrong cell by its sheet, and then change nothing', () => {
    const sheets = setCell(exportSheets(), SAMPLE_SHEET, 3, { 样品编码: 'SN98', 样品名称: '甲', 分类: '没有' });
    setCell(sheets, SAMPLE_SHEET, 4, { 样品编码: 'OFF', 样品名称: '乙', 分类: '水泥 → 通用' });
    setCell(sheets, SAMPLE_SHEET, 5, { 样品编码: 'SN97', 样品名称: '丙', 分类: '水泥 → 通用', 版本: 'x' });
    setCell(sheets, REQUIREMENT_SHEET, 2, { 参数编码: 'ZZ' });
    setCell(setCell(sheets, PACK_SHEET, 2, { 参数编码: 'ZZ', 版本: 'old' }), PACK_SHEET, 3, {
      样品编码: 'SN01',
      参数包名称: '无',
      编号: 'nobody',
    });
    setCell(setCell(sheets, STANDARD_SHEET, 2, { 类型: '别的', 实施日期: '31.1.2026' }), STANDARD_SHEET, 3, {
      标准编号: '',
    });
    setCell(setCell(sheets, ACCESSORY_SHEET, 2, { 适用委托: '别的' }), ACCESSORY_SHEET, 3, {
      名称: '委托书',
      适用委托: '原材料预委托',
      是否启用: '是',
      是否必传: '否',
    });
    expect(problemsOf(sheets)).toEqual([
      '样品!C3 CELL_CATEGORY_UNKNOWN',
      '样品!A4 SAMPLE_CODE_TAKEN',
      '样品!A5 CELL_SAMPLE_UNKNOWN',
      '收样要求!C2 CELL_PARAMETER_UNKNOWN',
      '参数包!D2 CELL_PARAMETER_UNKNOWN',
      '参数包!D2 PACK_EMPTY',
      '参数包!H2 CELL_LISTS_CHANGED_SINCE',
      '参数包!G3 NO_SUCH_PACK',
      '标准!C2 CELL_NOT_ONE_OF',
      '标准!D2 DAY_INVALID',
      '标准!A3 CATALOGUE_TEXT_REQUIRED',
      '附件类型!B2 CELL_NOT_ONE_OF',
      '附件类型!A3 ACCESSORY_TYPE_TAKEN',
    ]);
    expect(readSheets(sheets)).toMatchObject({ changes: [], packs: [], standards: [], accessoryTypes: null });
    expect(
      problemsOf(setCell(exportSheets(), STANDARD_SHEET, 2, { 作废日期: '2026-01-31' }), { canChangeStandards: false }),
    ).toEqual(['标准!A2 CELL_OF_TEMPLATE']);
  });
});
