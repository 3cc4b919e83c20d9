import { describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  baseStandardUpdate,
  checkCatalogueImport,
  getAllStandard,
  getPackChanges,
  getSampleLevels,
  importCatalogue,
  listPacks,
  tuTestParamGetAll,
  tuTestSampleGetAll,
  tuTestSampleUpdate,
  withdrawPack,
} from '#contract';
import { CEMENT } from '#harness/consignments/drafts';
import type { Client } from '#harness/service/client';
import { startWithOwnLaboratory, type LaboratoryFixtures } from '#harness/catalogue-admin/own-laboratory';
import { buildWorkbook } from '#harness/catalogue-admin/build-workbook';

let { service, staff } = {} as LaboratoryFixtures;
let admin: Client;
startWithOwnLaboratory(async (story) => {
  ({ service, staff } = story);
  admin = await service.as('admin');
});

const imported = async (caller: Client, sheets: Record<string, string[][]>, body: { reason?: string } = {}) => {
  const { problems } = await caller.do(importCatalogue, { file: await buildWorkbook(sheets), body });
  return problems.map(({ sheet, row, column, code, message }) => `${sheet}!${column}${row} ${code} ${message}`);
};

describe('a workbook that is imported again', () => {
  it('does not overwrite a sample whose code was corrected since, and reports its current name', async () => {
    const level = (await admin.do(getSampleLevels)).find(({ displayName }) => displayName === '水泥 → 通用硅酸盐水泥');
    const code = `W-${v4().slice(0, 8)}`;
    const sheets = {
      样品: [
        ['样品编码', '样品名称', '分类'],
        [code, '胶凝材料', level?.displayName ?? ''],
      ],
    };
    expect(await imported(staff, sheets)).toEqual([]);
    const [added] = (await staff.do(tuTestSampleGetAll, { query: { search: code } })).items;
    await staff.do(tuTestSampleUpdate, {
      body: { id: added?.id ?? '', sampleCode: `${code}-A`, description: '已完善' },
    });
    expect(await imported(staff, sheets)).toEqual([
      `样品!A2 CELL_ADDED_BEFORE 该行此前已新增，现为“${code}-A 胶凝材料”：请按现在的编码或名称填写`,
    ]);
    expect((await staff.do(tuTestSampleGetAll, { query: { search: code } })).items).toMatchObject([
      { sampleCode: `${code}-A`, description: '已完善' },
    ]);
  });

  it('reports a pack that a laboratory deleted since, but restores one that was deleted from the template', async () => {
    const [parameter] = await staff.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } });
    const name = `快检 ${v4().slice(0, 6)}`;
    const sheets = {
      参数包: [
        ['样品编码', '参数包名称', '参数编码', '是否展示'],
        ['SN01', name, parameter?.testParamCode ?? '', '是'],
      ],
    };
    const idOf = async (caller: Client) => (await caller.do(listPacks, { query: { search: name } })).items[0]?.id ?? '';
    for (const caller of [staff, admin]) {
      expect(await imported(caller, sheets)).toEqual([]);
      expect(await caller.do(withdrawPack, { query: { packId: await idOf(caller), reason: '不用' } })).toBe(true);
    }
    expect(await imported(staff, sheets)).toEqual([
      `参数包!B2 CELL_DELETED_SINCE “${name}”此前已新增，之后被删除，请在系统中重新添加`,
    ]);
    expect(await imported(admin, sheets)).toEqual([]);
    const packId = await idOf(admin);
    expect(
      await imported(
        admin,
        {
          参数包: [
            ...sheets.参数包.slice(0, 1).map((heads) => [...heads, '编号']),
            ['SN01', `${name} 改`, parameter?.testParamCode ?? '', '是', packId],
          ],
        },
        { reason: '统一名称' },
      ),
    ).toEqual([]);
    expect((await admin.do(getPackChanges, { query: { packId } }))[0]).toMatchObject({ reason: '统一名称' });
  });

  it('moves the number of one standard to another, and does not add a renamed standard again', async () => {
    const number = v4().slice(0, 6);
    const heads = ['标准编号', '标准名称', '类型', '编号'];
    const [oldCode, nextCode] = [`Q/A ${number}`, `Q/B ${number}`];
    const added = { 标准: [heads.slice(0, 3), [oldCode, '规程', '检测依据'], [nextCode, '规程', '检测依据']] };
    expect(await imported(admin, added)).toEqual([]);
    const all = (await admin.do(getAllStandard, { query: { search: number } })).items;
    const idOf = (code: string) => all.find(({ printsManCode }) => printsManCode === code)?.id ?? '';
    const movedCodes = {
      标准: [
        heads,
        [nextCode, '规程', '检测依据', idOf(oldCode)],
        [`Q/C ${number}`, '规程', '检测依据', idOf(nextCode)],
      ],
    };
    expect((await admin.do(checkCatalogueImport, { file: await buildWorkbook(movedCodes) })).problemCount).toBe(0);
    expect(await imported(admin, movedCodes)).toEqual([]);
    expect(
      (await admin.do(getAllStandard, { query: { search: number } })).items.map(({ id, printsManCode }) => [
        id,
        printsManCode,
      ]),
    ).toEqual([
      [idOf(oldCode), nextCode],
      [idOf(nextCode), `Q/C ${number}`],
    ]);
    await admin.do(baseStandardUpdate, { body: { id: idOf(nextCode), baseStandardName: '新规程' } });
    expect((await imported(admin, added)).map((text) => text.split(' ', 2).join(' '))).toEqual([
      '标准!A2 CELL_ADDED_BEFORE',
    ]);
  });
});
