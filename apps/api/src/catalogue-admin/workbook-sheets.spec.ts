import { describe, expect, it } from '@jest/globals';
import excel from 'exceljs';
import { v4 } from 'uuid';
import {
  checkCatalogueImport,
  exportCatalogue,
  getAccessoryTypes,
  getAllStandard,
  getParamPack,
  getParamPacks,
  getSampleLevels,
  getSampleExample,
  getSampleRequirements,
  importCatalogue,
  keepSampleForm,
  listPacks,
  tuTestParamGetAll,
  tuTestSampleGet,
  tuTestSampleGetAll,
  uploadImg,
} from '#contract';
import { CEMENT, DENSITY, SURFACE } from '#harness/consignments/drafts';
import { newLaboratory } from '#harness/consignments/units';
import { pngOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startWithOwnLaboratory, type LaboratoryFixtures } from '#harness/catalogue-admin/own-laboratory';
import { buildWorkbook } from '#harness/catalogue-admin/build-workbook';

let { service, lab, staff, client } = {} as LaboratoryFixtures;
let admin: Client;
startWithOwnLaboratory(async (story) => {
  ({ service, lab, staff, client } = story);
  admin = await service.as('admin');
});

describe('workbook sheets for the details of samples', () => {
  it('a laboratory’s workbook adds a complete sample and changes its own packs and requirements, but not those of others', async () => {
    const level = (await admin.do(getSampleLevels)).find(({ displayName }) => displayName === '水泥 → 通用硅酸盐水泥');
    const code = `W-${v4().slice(0, 8)}`;
    const [parameters, packs] = [
      await staff.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } }),
      await client.do(getParamPacks, { query: { sampleId: CEMENT } }),
    ];
    const codeOf = (id: string) => parameters.find((parameter) => parameter.id === id)?.testParamCode ?? '';
    const file = await buildWorkbook({
      样品: [
        ['样品编码', '样品名称', '分类', '样品数量单位'],
        [code, '本院胶凝材料', level?.displayName ?? '', 'kg'],
      ],
      参数: [
        ['样品编码', '参数编码', '参数名称', '单价/元', '是否开展'],
        [code, `${code}-01`, '密度', '90', '是'],
      ],
      收样要求: [
        ['样品编码', '参数编码', '收样要求'],
        ['SN01', codeOf(DENSITY), '<p>密封<img src="https://elsewhere.example/p.png"></p>'],
        [code, '', '<p>不少于5kg</p>'],
      ],
      参数包: [
        ['样品编码', '参数包名称', '参数编码', '是否展示', '编号'],
        ['SN01', '本院快检', codeOf(SURFACE), '是', packs[0]?.id ?? ''],
        [code, '全项', `${code}-01`, '是', ''],
      ],
      附件类型: [
        ['名称', '适用委托', '是否启用', '是否必传'],
        ['本院协议', '原材料预委托', '是', '是'],
      ],
    });
    const report = await staff.do(checkCatalogueImport, { file });
    expect([
      report.problems,
      report.changes.map(({ sampleCode }) => sampleCode).toSorted(),
      report.others.map(({ sheet, name }) => `${sheet} ${name}`),
    ]).toEqual([[], ['SN01', code].toSorted(), ['参数包 本院快检', '参数包 全项', '附件类型 附件类型']]);
    expect((await staff.do(tuTestSampleGetAll, { query: { search: code } })).items).toEqual([]);

    const headers = { 'idempotency-key': v4() };
    for (const repeatHeaders of [headers, headers, { 'idempotency-key': v4() }])
      expect(
        await staff.do(importCatalogue, { file, headers: repeatHeaders, body: { reason: '年度调整' } }),
      ).toMatchObject({
        imported: true,
      });
    await service.catchUp();
    const [added] = (await staff.do(tuTestSampleGetAll, { query: { search: code } })).items;
    expect(added).toMatchObject({
      origin: 'own',
      sampleName: '本院胶凝材料',
      paramCount: 1,
      defaultSampleDescription: '<p>不少于5kg</p>',
    });
    expect(
      (await staff.do(listPacks, { query: { state: 'own', maxResultCount: 100 } })).items
        .map(({ name, origin }) => `${name} ${origin}`)
        .toSorted(),
    ).toEqual(['全项 own', '本院快检 copy']);
    const query = { id: packs[0]?.id ?? '' };
    expect(
      (await client.do(getParamPack, { query: { ...query, testUnitId: lab.testUnitId } })).entries.map(
        ({ param }) => param.id,
      ),
    ).toEqual([SURFACE]);
    expect((await client.do(getParamPack, { query })).name).toBe(packs[0]?.name);
    const requirements = await client.do(getSampleRequirements, {
      query: { sampleId: CEMENT, paramIds: DENSITY, testUnitId: lab.testUnitId },
    });
    expect(JSON.stringify(requirements)).toContain('<p>密封</p>');
    expect(
      (await staff.do(getAccessoryTypes, { query: { type: '0', testUnitId: lab.testUnitId } })).filter(
        ({ name }) => name === '本院协议',
      ),
    ).toMatchObject([{ isRequire: true, testUnitId: lab.testUnitId }]);
    expect(
      (
        await admin.call(tuTestSampleGet, {
          query: { testUnitId: (await newLaboratory(service, {})).testUnitId, id: added?.id ?? '' },
        })
      ).status,
    ).toBe(404);

    // What was exported afterwards changes nothing.
    const content = (await staff.call(exportCatalogue)).rawBody as Uint8Array;
    expect(await staff.do(checkCatalogueImport, { file: { name: '目录.xlsx', content } })).toMatchObject({
      problemCount: 0,
      changes: [],
      others: [],
    });
  });

  it('examples can be renamed and reordered by their picture names, and an unknown picture is reported at its cell', async () => {
    const newLab = await newLaboratory(service, {});
    const maker = await service.as(newLab.userName);
    const path =
      (
        await maker.call(uploadImg, {
          body: { directory: 'RichTextImages' },
          file: { name: 'a.png', content: pngOf(9, 9) },
        })
      ).result ?? '';
    const listExamples = () =>
      client.do(getSampleExample, { query: { sampleId: CEMENT, testUnitId: newLab.testUnitId } });
    const [storedExample] = await listExamples();
    await maker.do(keepSampleForm, {
      query: { sampleId: CEMENT },
      body: {
        examples: [
          { name: storedExample?.name ?? '', image: storedExample?.url ?? '' },
          { name: '背面', image: path },
        ],
      },
    });
    await service.catchUp();
    const workbook = new excel.Workbook();
    await workbook.xlsx.load((await maker.call(exportCatalogue)).rawBody as unknown as ArrayBuffer);
    const rows = workbook
      .getWorksheet('填写示例')
      ?.getSheetValues()
      .slice(1)
      .map((row) => (row as unknown[]).slice(1)) as string[][];
    const [heads, first, second] = rows.filter(([code], at) => at === 0 || code === 'SN01');
    expect([heads, first?.[2], second?.slice(2)]).toEqual([
      ['样品编码', '样品名称', '示例名称', '图片', '排序'],
      storedExample?.name,
      ['背面', path.slice('/RichTextImages/'.length), 2],
    ]);
    const check = async (...enteredRows: unknown[][]) =>
      maker.do(checkCatalogueImport, {
        file: await buildWorkbook({ 填写示例: [heads, ...enteredRows] as string[][] }),
      });
    expect(await check(first ?? [], second ?? [])).toMatchObject({ problemCount: 0, changes: [] });
    expect((await check(['SN01', '', '侧面', `${v4()}.png`, 3])).problems).toMatchObject([
      { sheet: '填写示例', column: 'D', row: 2, code: 'CELL_PICTURE_UNKNOWN' },
    ]);
    await maker.do(importCatalogue, {
      file: await buildWorkbook({ 填写示例: [heads, first?.with(4, '3'), second?.with(2, '封面')] as string[][] }),
    });
    await service.catchUp();
    expect(await listExamples()).toEqual([{ name: '封面', url: path }, storedExample]);
  });

  it('the list of standards can be changed only by the template’s workbook, and number and name stay unique', async () => {
    const [standard] = (await admin.do(getAllStandard, { query: { state: 'valid' } })).items;
    const number = `Q/ZLJ ${v4().slice(0, 6)}-2026`;
    const rows = [
      ['标准编号', '标准名称', '类型', '作废日期', '编号'],
      [
        standard?.printsManCode ?? '',
        standard?.baseStandardName ?? '',
        '评定标准/检测依据',
        '2030-01-31',
        standard?.id ?? '',
      ],
      [number, '作业指导书', '检测依据', '', ''],
    ];
    const file = await buildWorkbook({ 标准: rows });
    expect((await staff.do(checkCatalogueImport, { file })).problems.map(({ code }) => code)).toEqual([
      'CELL_OF_TEMPLATE',
      'CELL_OF_TEMPLATE',
    ]);
    const twice = await buildWorkbook({
      标准: [...rows, [standard?.printsManCode ?? '', standard?.baseStandardName ?? '', '检测依据', '', '']],
    });
    expect(
      (await admin.do(checkCatalogueImport, { file: twice, headers: { 'accept-language': 'en' } })).problems,
    ).toMatchObject([{ sheet: '标准', row: 4, column: 'A', code: 'CELL_TWICE' }]);
    expect(await admin.do(importCatalogue, { file })).toMatchObject({ imported: true });
    await service.catchUp();
    expect((await admin.do(getAllStandard, { query: { search: number } })).items).toMatchObject([
      { baseStandardName: '作业指导书', type: 1 },
    ]);
    expect(
      (await admin.do(getAllStandard, { query: { search: standard?.printsManCode ?? '' } })).items.find(
        ({ id }) => id === standard?.id,
      ),
    ).toMatchObject({ type: 3, expireDate: '2030-01-31' });
    expect(await admin.do(importCatalogue, { file })).toMatchObject({ imported: true, others: [] });
  });
});
