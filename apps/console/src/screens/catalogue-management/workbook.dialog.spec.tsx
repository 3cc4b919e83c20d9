import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { checkCatalogueImport, importCatalogue, tuTestSampleGetAll, type WorkbookReport } from '#contract';
import '../../i18n/language.js';
import { catalogueSampleWith } from '../../testing/catalogue.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { stubUploads } from '../../testing/stub-uploads.js';
import { SAMPLES } from '../../lib/paths.js';
import SamplesPage from './samples.page.js';

const uploads = stubUploads();
let server: StubServer;
const report = (some: Partial<WorkbookReport> = {}): WorkbookReport => ({
  imported: false,
  samples: 10,
  parameters: 60,
  newParameters: 0,
  problemCount: 0,
  problems: [],
  changes: [],
  others: [],
  emptiedPrices: [],
  ...some,
});
const change = {
  sampleId: 's',
  sampleCode: 'SN01',
  sampleName: '普通硅酸盐水泥',
  changes: [{ field: 'parameters', about: '密度', member: 'price', old: '90', new: '88.5' }],
};
const workbook = new File(['PK'], '目录.xlsx');

beforeEach(() => {
  server = stubServer();
  server.respondWith(tuTestSampleGetAll, { items: [catalogueSampleWith()], totalCount: 1 });
});
afterEach(cleanup);

const openWithWorkbook = async () => {
  renderConsole(<SamplesPage />, { user: laboratory, at: SAMPLES });
  await userEvent.click(await screen.findByRole('button', { name: 'Excel 导入' }));
  const dialog = within(await screen.findByRole('dialog', { name: '从 Excel 导入' }));
  await userEvent.upload(dialog.getByLabelText('目录工作簿'), workbook);
  return dialog;
};

describe('a catalogue workbook', () => {
  it('also shows changes of categories and lists, and is imported if it contains only such changes', async () => {
    const others = [
      {
        sheet: '分类',
        id: 'c-2',
        name: '水泥 → 通用水泥',
        changes: [{ field: 'levelName', about: '', member: '', old: '通用水泥', new: '普通水泥' }],
      },
      {
        sheet: '字典',
        id: 'mailCompanies',
        name: '快递公司',
        changes: [{ field: 'entries', about: '顺丰速运', member: 'isOff', old: 'false', new: 'true' }],
      },
    ];
    uploads.respondWith(checkCatalogueImport, () => report({ others }));
    uploads.respondWith(importCatalogue, () => report({ imported: true, others }));
    const dialog = await openWithWorkbook();
    expect(await dialog.findByText('将修改参数包、标准、字典等 2 项')).toBeTruthy();
    const cells = (name: string) =>
      [...dialog.getByRole('table', { name }).querySelectorAll('td')].map(({ textContent }) => textContent);
    expect([cells('水泥 → 通用水泥'), cells('快递公司')]).toEqual([
      ['分类名称', '通用水泥', '普通水泥'],
      ['顺丰速运 · 停用', '否', '是'],
    ]);
    await userEvent.click(dialog.getByRole('button', { name: '导入' }));
    expect(await screen.findByText('已导入 2 项修改')).toBeTruthy();
  });

  it('is imported after its changes were shown, and then the sample list is read again', async () => {
    uploads.respondWith(checkCatalogueImport, () => report({ changes: [change], newParameters: 2 }));
    uploads.respondWith(importCatalogue, () => report({ imported: true, changes: [change] }));
    const dialog = await openWithWorkbook();
    expect(await dialog.findByText('将修改 1 个样品，新增 2 个参数')).toBeTruthy();
    expect(
      [...dialog.getByRole('table', { name: '普通硅酸盐水泥' }).querySelectorAll('td')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['密度 · 单价/元', '90', '88.5']);
    const initialCount = server.requestsTo(tuTestSampleGetAll).length;
    await userEvent.click(dialog.getByRole('button', { name: '导入' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads.received.map(({ path }) => path)).toEqual([checkCatalogueImport.path, importCatalogue.path]);
    expect(await screen.findByText('已导入 1 个样品')).toBeTruthy();
    await waitFor(() => expect(server.requestsTo(tuTestSampleGetAll).length).toBeGreaterThan(initialCount));
  });

  it('that empties a price or sets it to 0 is imported only after the user confirmed the listed prices', async () => {
    const emptied = (some: Partial<WorkbookReport['emptiedPrices'][number]>) => ({
      sampleId: 's',
      sampleCode: 'SN01',
      sampleName: '普通硅酸盐水泥',
      testParamCode: 'SN01-01',
      paramName: '密度',
      member: 'price' as const,
      old: '80',
      now: '',
      ...some,
    });
    const emptiedPrices = [emptied({}), emptied({ testParamCode: 'SN01-02', paramName: '安定性', now: '0' })];
    uploads.respondWith(checkCatalogueImport, () => report({ changes: [change], emptiedPrices }));
    uploads.respondWith(importCatalogue, () => report({ imported: true, changes: [change], emptiedPrices }));
    const dialog = await openWithWorkbook();
    expect(await dialog.findByText('以下 2 个价格将被清空或改为 0')).toBeTruthy();
    expect(
      [...dialog.getByRole('table', { name: '清空的价格' }).querySelectorAll('tbody tr')].map(
        ({ textContent }) => textContent,
      ),
    ).toEqual(['SN01-01 密度普通硅酸盐水泥 · 单价/元80—', 'SN01-02 安定性普通硅酸盐水泥 · 单价/元800']);
    const press = dialog.getByRole<HTMLButtonElement>('button', { name: '导入' });
    expect(press.disabled).toBe(true);
    await userEvent.click(dialog.getByRole('checkbox', { name: '已逐个核对，确认清空或改为 0' }));
    expect(press.disabled).toBe(false);
    await userEvent.click(press);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(uploads.received.at(-1)).toMatchObject({
      path: importCatalogue.path,
      fields: { confirmEmptiedPrices: 'true' },
    });
  });

  it('with invalid cells is not imported: each error is listed with its cell, and another file can be selected', async () => {
    uploads.respondWith(checkCatalogueImport, () =>
      report({
        problemCount: 2,
        problems: [
          {
            sheet: '参数',
            row: 4,
            column: 'G',
            head: '单价/元',
            value: '很贵',
            code: 'PRICE_INVALID',
            message: '价格应为不小于 0 的数字，最多 6 位小数',
          },
        ],
      }),
    );
    const dialog = await openWithWorkbook();
    expect(await dialog.findByText('发现 2 处错误，改正后才能导入')).toBeTruthy();
    expect(
      [...dialog.getByRole('table', { name: '错误列表' }).querySelectorAll('td')].map(({ textContent }) => textContent),
    ).toEqual(['参数 G4 单价/元', '很贵', '价格应为不小于 0 的数字，最多 6 位小数']);
    expect(dialog.getByText('还有 1 处未列出')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '导入' }).disabled).toBe(true);
    await userEvent.click(dialog.getByRole('button', { name: '重新选择文件' }));
    expect(dialog.getByLabelText('目录工作簿')).toBeTruthy();
  });

  it('with the same contents as the catalogue has nothing to import', async () => {
    uploads.respondWith(checkCatalogueImport, () => report());
    const dialog = await openWithWorkbook();
    expect(await dialog.findByText(/没有需要导入的修改/)).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '导入' }).disabled).toBe(true);
  });

  it('is saved under the file name that the service returns', async () => {
    const saved: string[] = [];
    URL.createObjectURL = jest.fn(() => 'blob:catalogue') as typeof URL.createObjectURL;
    URL.revokeObjectURL = jest.fn() as typeof URL.revokeObjectURL;
    const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function press(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    renderConsole(<SamplesPage />, { user: laboratory, at: SAMPLES });
    const answering = globalThis.fetch;
    globalThis.fetch = (async (address: string, init: RequestInit) => {
      if (!address.includes('/catalogue/workbook')) return answering(address, init);
      return {
        ok: true,
        status: 200,
        headers: {
          get: (name: string) =>
            name.toLowerCase() === 'content-disposition'
              ? `attachment; filename*=UTF-8''${encodeURIComponent('浙东样品目录_2026-03-02.xlsx')}`
              : null,
        },
        blob: () => Promise.resolve(new Blob(['x'])),
      };
    }) as typeof fetch;
    await userEvent.click(await screen.findByRole('button', { name: 'Excel 导出' }));
    await waitFor(() => expect(saved).toEqual(['浙东样品目录_2026-03-02.xlsx']));
    click.mockRestore();
  });
});
