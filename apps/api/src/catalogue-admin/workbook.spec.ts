import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import excel, { type CellValue, type Worksheet } from 'exceljs';
import { v4 } from 'uuid';
import {
  changeTestUnitActive,
  checkCatalogueImport,
  exportCatalogue,
  getSampleChanges,
  getSampleLevels,
  importCatalogue,
  listReferenceLists,
  tuTestParamGetAll,
  tuTestParamUpdate,
  tuTestSampleGetAll,
} from '#contract';
import { CEMENT } from '#harness/consignments/drafts';
import { templateSample } from '#domain/catalogue-maintenance';
import { handle, load } from '#domain/event-sourcing';
import { testingUnit, testingUnitProfileOf } from '#domain/units';
import { newLaboratory, systemContext, type Laboratory } from '#harness/consignments/units';
import { fileOf } from '#harness/files/files';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { formattedWorkbook, hostileWorkbooks } from '#harness/catalogue-admin/hostile-workbooks';
import { buildWorkbook } from '#harness/catalogue-admin/build-workbook';
import { unitSampleId } from './catalogue-owner.js';
import { unpackedBytes } from './workbook-package.js';
import { rebuildCheckedPackage } from './workbook-package.js';
import { WorkbookThread, WorkbookTooLarge } from './workbooks.js';

/** What a check takes at most, with a wide margin; the parser takes minutes for what is refused. */
const CHECKED_WITHIN_CPU_MS = 5_000;

let service: Service;
let lab: Laboratory;
let staff: Client;
beforeAll(async () => {
  service = await startService({ now: () => new Date('2026-03-02T01:00:00.000Z') });
  lab = await newLaboratory(service, {});
  staff = await service.as(lab.userName);
  await testsOnlyCement(lab.testUnitId);
});
afterAll(() => service.close());

/** A small catalogue is read and written quickly; the whole one is the administrator's. */
const testsOnlyCement = async (id: string) => {
  const { eventStore } = service.engines;
  const [{ state: unit }, { state: cement }] = await Promise.all([
    load(eventStore, testingUnit, id),
    load(eventStore, templateSample, CEMENT),
  ]);
  if (!unit || !cement) throw new Error('the demo data has neither');
  await handle(
    eventStore,
    testingUnit,
    id,
    { type: 'ChangeTestingUnit', unit: { ...testingUnitProfileOf(unit), bigCategoryIds: [cement.bigCategoryId] } },
    systemContext(),
  );
  await service.catchUp();
};

const exported = async (caller = staff): Promise<Uint8Array> =>
  (await caller.call(exportCatalogue)).rawBody as Uint8Array;
const file = (content: Uint8Array, name = '目录.xlsx') => ({ name, content });
const columnOf = (sheet: Worksheet, head: string): number => {
  for (let at = 1; at <= sheet.columnCount; at += 1) if (sheet.getRow(1).getCell(at).value === head) return at;
  throw new Error(`no column ${head}`);
};
/** The exported workbook with other cells: the row of a parameter by its code, and what its cells become. */
const edited = async (cells: Record<string, Record<string, CellValue>>, content?: Uint8Array): Promise<Uint8Array> => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(Uint8Array.from(content ?? (await exported())).buffer);
  const sheet = workbook.getWorksheet('参数');
  if (!sheet) throw new Error('no sheet 参数');
  sheet.eachRow((row) => {
    const changes = cells[row.getCell(columnOf(sheet, '参数编码')).text];
    for (const [head, value] of Object.entries(changes ?? {})) row.getCell(columnOf(sheet, head)).value = value;
  });
  return new Uint8Array(await workbook.xlsx.writeBuffer());
};
const priceOf = async (code: string) =>
  (await staff.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } })).find(
    ({ testParamCode }) => testParamCode === code,
  )?.price;

/** A workbook of one sheet, as somebody types it. */
const sheetContent = async (name: string, rows: string[][]): Promise<Uint8Array> =>
  (await buildWorkbook({ [name]: rows })).content;

describe('the system template as a workbook', () => {
  it('CAT-007 imports list entries and category names after a check that reports invalid cells; a laboratory’s does not', async () => {
    const admin = await service.as('admin');
    const unit = '样品数量单位';
    const rows = [
      ['字典', '编码', '名称', '备注', '是否启用'],
      [unit, '个', '个', '', '否'],
      [unit, '车', '=1+1', '整车', '是'],
    ];
    const refusedReport = await admin.do(checkCatalogueImport, {
      file: file(
        await sheetContent('字典', [...rows, [unit, '车', '车', '', '是'], ['委托状态', '10', '草稿', '', '是']]),
      ),
    });
    expect(refusedReport.problems.map(({ sheet, column, row, code }) => `${sheet}!${column}${row} ${code}`)).toEqual([
      '字典!B4 CELL_TWICE',
      '字典!A5 CELL_LIST_UNKNOWN',
    ]);
    const content = await sheetContent('字典', rows);
    expect((await staff.do(checkCatalogueImport, { file: file(content) })).problems).toMatchObject([
      { code: 'CELL_OF_TEMPLATE', sheet: '字典' },
    ]);
    const report = await admin.do(checkCatalogueImport, { file: file(content), headers: { 'accept-language': 'en' } });
    expect(report.others).toMatchObject([
      {
        sheet: '字典',
        name: 'Units of sample quantity',
        changes: [
          { about: '个', member: 'isOff', old: 'false', new: 'true' },
          { about: '=1+1', old: '' },
        ],
      },
    ]);

    const key = { 'idempotency-key': v4() };
    for (const headers of [key, { 'idempotency-key': v4() }])
      expect(await admin.do(importCatalogue, { file: file(content), headers })).toMatchObject({ imported: true });
    const units = (await admin.do(listReferenceLists)).find(({ name }) => name === 'sampleAmountUnit');
    expect(
      units?.entries
        .filter(({ code }) => code === '车' || code === '个')
        .map(({ name, memo, isOff }) => [name, memo, isOff]),
    ).toEqual([
      ['个', '', true],
      ['=1+1', '整车', false],
    ]);
    expect(units?.revision).toBe(1);

    const renamed = await sheetContent('分类', [
      ['分类路径', '名称'],
      ['水泥 → 专用水泥', '特种水泥'],
    ]);
    expect(await admin.do(importCatalogue, { file: file(renamed) })).toMatchObject({
      imported: true,
      others: [
        { sheet: '分类', name: '水泥 → 专用水泥', changes: [{ field: 'levelName', old: '专用水泥', new: '特种水泥' }] },
      ],
    });
    expect((await admin.do(getSampleLevels)).map(({ displayName }) => displayName)).toContain('水泥 → 特种水泥');
  });
});

describe('a catalogue as a workbook', () => {
  it('is exported with every sample and parameter that the unit offers, and imported again without a change', async () => {
    const reply = await staff.call(exportCatalogue);
    expect(decodeURIComponent(reply.headers.get('content-disposition') ?? '')).toMatch(/样品目录_2026-03-02\.xlsx$/);
    const { totalCount } = await staff.do(tuTestSampleGetAll);
    const report = await staff.do(checkCatalogueImport, { file: file(reply.rawBody as Uint8Array) });
    expect(report).toMatchObject({
      imported: false,
      samples: totalCount,
      problemCount: 0,
      changes: [],
      newParameters: 0,
    });
    expect(report.parameters).toBeGreaterThan(10);
  });

  it('is imported after a check that reports what would change', async () => {
    const content = await edited({
      'SN01-01': { '单价/元': '88.5', 说明: '以包为单位' },
      'SN01-02': { 是否开展: '否' },
    });
    const currentPrice = await priceOf('SN01-01');
    const report = await staff.do(checkCatalogueImport, { file: file(content) });
    expect(report.changes).toEqual([
      {
        sampleId: CEMENT,
        sampleCode: 'SN01',
        sampleName: '普通硅酸盐水泥',
        changes: [
          { field: 'parameters', about: '密度', member: 'description', old: '', new: '以包为单位' },
          { field: 'parameters', about: '密度', member: 'price', old: currentPrice, new: '88.5' },
          { field: 'parameters', about: '比表面积', member: 'offered', old: 'true', new: 'false' },
        ],
      },
    ]);
    expect(await priceOf('SN01-01')).toBe(currentPrice);
    expect(await staff.do(importCatalogue, { body: { reason: '年度调价' }, file: file(content) })).toMatchObject({
      imported: true,
      changes: [{ sampleId: CEMENT }],
    });
    expect(await priceOf('SN01-01')).toBe('88.5');
    expect((await staff.do(getSampleChanges, { query: { sampleId: CEMENT } }))[0]).toMatchObject({
      action: 'UnitSampleKept',
      reason: '年度调价',
    });
    // Once more it finds everything done, whatever the marks say.
    expect(await staff.do(importCatalogue, { file: file(content) })).toMatchObject({ imported: true, changes: [] });
  });

  it('is checked with a message for every invalid cell in the reader’s language, and not imported if there is one', async () => {
    const content = await edited({
      'SN01-03': { '单价/元': '12' },
      'SN01-04': { '单价/元': '很贵', 检测依据: 'XX 1-1' },
      'SN01-05': { 参数名称: '密_x0000_度' },
    });
    const report = await staff.do(checkCatalogueImport, { file: file(content), headers: { 'accept-language': 'en' } });
    expect(report).toMatchObject({ problemCount: 3, changes: [] });
    expect(report.problems).toEqual([
      {
        sheet: '参数',
        row: expect.any(Number),
        column: 'G',
        head: '单价/元',
        value: '很贵',
        code: 'PRICE_INVALID',
        message: 'A price is a number from 0 with at most 6 decimals',
      },
      {
        sheet: '参数',
        row: report.problems[0]?.row,
        column: 'R',
        head: '检测依据',
        value: 'XX 1-1',
        code: 'CELL_STANDARD_UNKNOWN',
        message: 'The list of standards has no “XX 1-1”',
      },
      // A workbook can spell characters that no text may hold.
      {
        sheet: '参数',
        row: expect.any(Number),
        column: expect.stringMatching(/^[A-Z]$/),
        head: '参数名称',
        value: '密\ufffd度',
        code: 'TEXT_CHARACTER_REFUSED',
        message: 'Holds a character that cannot be stored (U+0000); please remove it',
      },
    ]);
    const price = await priceOf('SN01-03');
    expect(await staff.do(importCatalogue, { file: file(content) })).toMatchObject({
      imported: false,
      problemCount: 3,
    });
    expect(await priceOf('SN01-03')).toBe(price);
  });

  it('is not imported with an error, a formula without a result, or a percentage where a number is required', async () => {
    const content = await edited({
      'SN01-03': { '单价/元': { formula: 'VLOOKUP(A2,X!A:B,2,0)', result: { error: '#N/A' } }, 显示名称: '#NAME?' },
      'SN01-04': { '单价/元': { formula: 'X!A2' }, '检测周期/天': { error: '#VALUE!' } },
      'SN01-05': { '单价/元': '5%' },
    });
    const price = await priceOf('SN01-03');
    const report = await staff.do(importCatalogue, { file: file(content), headers: { 'accept-language': 'es' } });
    expect(report.problems.map(({ head, value, code }) => [head, value, code])).toEqual([
      ['显示名称', '#NAME?', 'CELL_ERROR'],
      ['单价/元', '#N/A', 'CELL_ERROR'],
      ['单价/元', '=X!A2', 'CELL_WITHOUT_RESULT'],
      ['检测周期/天', '#VALUE!', 'CELL_ERROR'],
      ['单价/元', '5%', 'PRICE_INVALID'],
    ]);
    expect(report.problems[1]?.message).toBe('La celda contiene el error #N/A; corrija la fórmula o escriba el valor');
    expect([report.imported, await priceOf('SN01-03')]).toEqual([false, price]);
  });

  it('reports each price that it would clear, and is imported only if that is confirmed', async () => {
    const oldPrice = await priceOf('SN01-03');
    const content = await edited({
      'SN01-03': { '单价/元': null },
      'SN01-04': { '单价/元': { formula: '45*1.1', result: 45 * 1.1 } },
    });
    const report = await staff.do(checkCatalogueImport, { file: file(content) });
    expect(report.emptiedPrices).toMatchObject([
      { sampleCode: 'SN01', testParamCode: 'SN01-03', member: 'price', old: oldPrice, now: '' },
    ]);
    const refused = await staff.call(importCatalogue, { file: file(content) });
    expect([refused.status, refused.failure?.code]).toEqual([409, 'PRICES_EMPTIED']);
    expect([await priceOf('SN01-03'), await priceOf('SN01-04')]).not.toContain('49.5');
    const body = { confirmEmptiedPrices: 'true' as const };
    const key = { 'idempotency-key': v4() };
    for (const headers of [key, key])
      expect(await staff.do(importCatalogue, { body, file: file(content), headers })).toMatchObject({ imported: true });
    expect(await priceOf('SN01-04')).toBe('49.5');
    expect(
      await staff.do(importCatalogue, { file: file(await edited({ 'SN01-03': { '单价/元': oldPrice ?? '' } })) }),
    ).toMatchObject({
      imported: true,
      emptiedPrices: [],
    });
  });

  it('does not overwrite changes that were made after the export', async () => {
    const oldExport = await exported();
    const [parameter] = await staff.do(tuTestParamGetAll, { query: { testSampleId: CEMENT } });
    await staff.do(tuTestParamUpdate, {
      body: { testSampleId: CEMENT, testParamId: parameter?.id ?? '', description: '同事刚改的' },
    });
    const report = await staff.do(importCatalogue, {
      file: file(await edited({ 'SN01-05': { '单价/元': '1' } }, oldExport)),
    });
    expect(report).toMatchObject({
      imported: false,
      problems: [{ sheet: '样品', head: '版本', code: 'CELL_CHANGED_SINCE' }],
    });
  });

  it('is completed by importing it again after an interruption, and nothing is imported twice', async () => {
    const { items } = await staff.do(tuTestSampleGetAll);
    const [cement, otherSample] = [items.find(({ id }) => id === CEMENT), items.find(({ id }) => id !== CEMENT)];
    const content = await edited({
      'SN01-01': { 说明: '中断一' },
      [`${otherSample?.sampleCode}-01`]: { 说明: '中断二' },
    });
    const { eventStore } = service.engines;
    const countOf = async () =>
      Promise.all(
        [cement, otherSample].map(
          async (sample) =>
            (await eventStore.read(`unitSample-${unitSampleId(lab.testUnitId, sample?.id ?? '')}`)).events.length,
        ),
      );
    const currentCounts = await countOf();
    const send = (key: string) =>
      staff.call(importCatalogue, { file: file(content), headers: { 'idempotency-key': key } });

    // The disk fails after the first of both samples, as it looks to the next process when this one is killed there.
    const append = eventStore.append.bind(eventStore);
    let appendCount = 0;
    eventStore.append = (...args) =>
      (appendCount += 1) === 2 ? Promise.reject(new Error('disk full')) : append(...args);
    const key = v4();
    const brokenOff = await send(key);
    eventStore.append = append;
    expect([brokenOff.status, brokenOff.failure]).toMatchObject([
      409,
      { code: 'PARTLY_DONE', message: expect.stringMatching(/^已完成：.+；未完成：.+（导入中断，请重新导入）$/) },
    ]);
    expect((await countOf()).reduce((sum, each, at) => sum + each - (currentCounts[at] ?? 0), 0)).toBe(1);

    expect((await send(key)).result).toMatchObject({ imported: true });
    const expectedCounts = currentCounts.map((each) => each + 1);
    expect(await countOf()).toEqual(expectedCounts);
    expect((await send(v4())).result).toMatchObject({ imported: true, changes: [] });
    expect(await countOf()).toEqual(expectedCounts);
  });

  it('is accepted with If-Match only if it changes one sample, and only at that revision', async () => {
    const oldExport = await exported();
    const send = async (cells: Record<string, Record<string, string>>, revision: number) => {
      const { status, failure } = await staff.call(importCatalogue, {
        file: file(await edited(cells, oldExport)),
        headers: { 'if-match': `"${revision}"` },
      });
      return [status, failure?.code ?? null];
    };
    const { items } = await staff.do(tuTestSampleGetAll);
    const [cement, otherSample] = [items.find(({ id }) => id === CEMENT), items.find(({ id }) => id !== CEMENT)];
    const cementCells = { 'SN01-01': { 说明: '一' } };
    expect(await send({ ...cementCells, [`${otherSample?.sampleCode}-01`]: { 说明: '二' } }, 0)).toEqual([
      400,
      'INVALID',
    ]);
    expect(await send(cementCells, 999)).toEqual([412, 'STALE_REVISION']);
    expect(await send(cementCells, cement?.revision ?? -1)).toEqual([200, null]);
  });

  it('waits behind a few others, and is refused in the reader’s language if too many are waiting', async () => {
    const content = await exported();
    const ask = async (language: string) =>
      (await staff.call(checkCatalogueImport, { file: file(content), headers: { 'accept-language': language } }))
        .failure;
    const failures = await Promise.all(Array.from({ length: 30 }, async (_, n) => ask(['zh', 'en', 'es'][n % 3]!)));
    const [read, busy] = [
      failures.filter((failure) => failure === null),
      failures.filter((failure) => failure?.code === 'WORKBOOKS_BUSY'),
    ];
    expect([read.length >= 5, busy.length > 0, read.length + busy.length]).toEqual([true, true, 30]);
    // How many of each language come late depends on the machine; what each of them is told does not.
    const messagesByLanguage = ['zh', 'en', 'es'].map(
      (_, language) =>
        new Set(failures.filter((failure, n) => failure && n % 3 === language).map((failure) => failure?.message)),
    );
    expect(messagesByLanguage.map(({ size }) => size <= 1)).toEqual([true, true, true]);
    expect(new Set(messagesByLanguage.flatMap((texts) => [...texts])).size).toBe(
      messagesByLanguage.filter(({ size }) => size > 0).length,
    );
    expect(await ask('zh')).toBeNull();
  });

  it('can be accessed only by its own unit, and the administrator exports the template', async () => {
    const otherLab = await newLaboratory(service, {});
    expect((await staff.call(exportCatalogue, { query: { testUnitId: otherLab.testUnitId } })).status).toBe(403);
    for (const operation of [checkCatalogueImport, importCatalogue])
      expect(
        (await staff.call(operation, { body: { testUnitId: otherLab.testUnitId }, file: file(fileOf['.xlsx']) }))
          .status,
      ).toBe(403);
    const admin = await service.as('admin');
    const template = await exported(admin);
    expect(await admin.do(checkCatalogueImport, { file: file(template) })).toMatchObject({
      samples: 165,
      parameters: 983,
      changes: [],
      others: [],
      problemCount: 0,
    });
    const workbook = new excel.Workbook();
    await workbook.xlsx.load(Uint8Array.from(template).buffer);
    const sheets = [
      '样品',
      '参数',
      '辅助属性',
      '原材料',
      '收样要求',
      '填写示例',
      '参数包',
      '标准',
      '附件类型',
      '分类',
      '字典',
      '资质',
    ];
    expect(workbook.worksheets.map(({ name }) => name)).toEqual(sheets);
    // What begins like a formula is text in a text cell.
    const cell = workbook.getWorksheet('字典')?.getColumn(3).values.indexOf('=1+1') ?? -1;
    expect(workbook.getWorksheet('字典')?.getRow(cell).getCell(3)).toMatchObject({ value: '=1+1', numFmt: '@' });
  });

  it('is refused if it is not a workbook or unpacks to more than the limit', async () => {
    const refused = async (content: Uint8Array, name?: string) =>
      (await staff.call(checkCatalogueImport, { file: file(content, name) })).failure?.code;
    expect(await refused(Buffer.from('not a workbook'))).toBe('FILE_CONTENT_DIFFERS');
    expect(await refused(fileOf['.pdf'], '目录.pdf')).toBe('FILE_TYPE_UNSUPPORTED');
    expect(await refused(fileOf['.xlsx'])).toBe('WORKBOOK_UNREADABLE');
    expect(await refused(bomb(1024 * 1024 * 1024))).toBe('WORKBOOK_TOO_LARGE');
    const shared = new excel.Workbook();
    shared.addWorksheet('参数').addRows(Array.from({ length: 600 }, () => ['水'.repeat(32_000)]));
    expect(await refused(new Uint8Array(await shared.xlsx.writeBuffer()))).toBe('WORKBOOK_TOO_LARGE');
    const empty = new excel.Workbook();
    empty.addWorksheet('别的');
    expect(await refused(new Uint8Array(await empty.xlsx.writeBuffer()))).toBe('WORKBOOK_WITHOUT_SHEETS');
  });

  it('that is small but costly to parse is refused before parsing, while another unit’s workbook is read', async () => {
    const otherLab = await newLaboratory(service, {});
    await testsOnlyCement(otherLab.testUnitId);
    const otherStaff = await service.as(otherLab.userName);
    const [content, files] = [await exported(otherStaff), await hostileWorkbooks()];
    const languages = ['zh', 'en', 'es'];
    for (const [n, { description, code, content: hostile }] of files.entries()) {
      const reading = otherStaff.do(checkCatalogueImport, { file: file(content) });
      const { status, failure } = await staff.call(checkCatalogueImport, {
        file: file(hostile),
        headers: { 'accept-language': languages[n % 3] ?? '' },
      });
      expect([description, status, failure?.code]).toEqual([description, 400, code]);
      expect(await reading).toMatchObject({ problemCount: 0 });
      // The check that stands before the parser refuses it by itself, so that the parser, which would take minutes,
      // never sees it.
      const startUsage = process.cpuUsage();
      await expect(rebuildCheckedPackage(Buffer.from(hostile))).rejects.toMatchObject({ problem: { code } });
      const { user, system } = process.cpuUsage(startUsage);
      expect([description, (user + system) / 1_000 < CHECKED_WITHIN_CPU_MS]).toEqual([description, true]);
    }
    const [merge] = files;
    const sentences = languages.map(
      async (language) =>
        (
          await staff.call(checkCatalogueImport, {
            file: file(merge!.content),
            headers: { 'accept-language': language },
          })
        ).failure?.message,
    );
    expect(await Promise.all(sentences)).toEqual([
      '工作表“样品”中的区域 A1:XFD1048576 过大，请缩小合并单元格、数据验证或条件格式的范围后再导入',
      expect.stringMatching(/^The range A1:XFD1048576 in sheet “样品” is too large/),
      expect.stringMatching(/^El rango A1:XFD1048576 de la hoja «样品» es demasiado grande/),
    ]);
    expect(await staff.do(checkCatalogueImport, { file: file(await formattedWorkbook()) })).toMatchObject({
      samples: 1,
      problems: [],
    });
  });

  it('is processed in turn with those of a unit that sends many', async () => {
    const admin = await service.as('admin');
    const content = await exported();
    const finished: string[] = [];
    const exports = Array.from({ length: 4 }, async () => {
      await admin.call(exportCatalogue); // seconds each, of the whole catalogue
      finished.push('many');
    });
    const check = staff.do(checkCatalogueImport, { file: file(content) }).then(() => finished.push('one'));
    await Promise.all([...exports, check]);
    expect(finished.lastIndexOf('one')).toBeLessThan(3);
  });

  it('that takes too long is aborted with its thread, and the next one is read', async () => {
    const thread = new WorkbookThread(1);
    await expect(thread.execute({ type: 'open', content: await exported() })).rejects.toThrow(WorkbookTooLarge);
    expect(thread.isUsable).toBe(false);
    expect(await staff.do(checkCatalogueImport, { file: file(await exported()) })).toMatchObject({ problemCount: 0 });
  });

  it('is read only for active units, except for a check by the administrator', async () => {
    const closedLab = await newLaboratory(service, {});
    const closedStaff = await service.as(closedLab.userName);
    const content = await exported(closedStaff);
    const admin = await service.as('admin');
    await admin.do(changeTestUnitActive, { body: { id: closedLab.testUnitId, isActive: false, reason: '停业' } });
    for (const operation of [checkCatalogueImport, importCatalogue]) {
      const { status, failure } = await closedStaff.call(operation, { file: file(content) });
      expect([status, failure]).toMatchObject([409, { code: 'TESTING_UNIT_CLOSED', message: /启用|停用/ }]);
    }
    const body = { testUnitId: closedLab.testUnitId };
    expect((await admin.call(checkCatalogueImport, { body, file: file(content) })).status).toBe(200);
  });

  it('has its unpacked size measured, whatever the archive states', async () => {
    expect(await unpackedBytes(Buffer.from(bomb(4_000_000)), 10_000_000)).toBe(4_000_000);
    expect(await unpackedBytes(Buffer.from(bomb(4_000_000)), 1000)).toBeGreaterThan(1000);
    expect(await unpackedBytes(Buffer.from(bomb(4_000_000, 'directory')), 10_000_000)).toBe(4_000_000); // unpackers believe the directory
    expect(await unpackedBytes(Buffer.from('PK'), 1000)).toBeNull();
  });
});

/**
 * What begins as an .xlsx, with one part of so many zeros that its directory calls empty; that it is packed stands in
 * one place alone.
 */
const bomb = (bytes: number, methodIn: 'entry' | 'directory' = 'entry'): Uint8Array => {
  const packed = deflateRawSync(Buffer.alloc(Math.min(bytes, 128 * 1024 * 1024)));
  const parts = [
    ['[Content_Types].xml', Buffer.alloc(0)],
    ['xl/workbook.xml', Buffer.alloc(0)],
    ['xl/worksheets/sheet1.xml', packed],
  ] as const;
  const locals = parts.map(([name, content]) => {
    const head = Buffer.alloc(30 + name.length);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(content.length > 0 && methodIn === 'entry' ? 8 : 0, 8);
    head.writeUInt32LE(content.length, 18);
    head.writeUInt16LE(name.length, 26);
    head.write(name, 30);
    return Buffer.concat([head, content]);
  });
  const entries = parts.map(([name, content], at) => {
    const entry = Buffer.alloc(46 + name.length);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(content.length > 0 && methodIn === 'directory' ? 8 : 0, 10);
    entry.writeUInt32LE(content.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(Buffer.concat(locals.slice(0, at)).length, 42);
    entry.write(name, 46);
    return entry;
  });
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(entries).length, 12);
  end.writeUInt32LE(Buffer.concat(locals).length, 16);
  return new Uint8Array(Buffer.concat([...locals, ...entries, end]));
};
