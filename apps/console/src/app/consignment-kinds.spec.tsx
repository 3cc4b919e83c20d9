import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, within } from '@testing-library/react';
import {
  getConsignmentCounts,
  getEnumValues,
  getProjectList,
  getRawMateriaConsignInfoList,
  saveConsignInfo,
} from '#contract';
import '../i18n/language.js';
import { listColumns } from '../lib/preferences.js';
import { renderFormPage } from '../testing/form-page.js';
import { renderConsole } from '../testing/render.js';
import { rowWith, statusNames } from '../testing/rows.js';
import ConsignmentListPage from '../screens/consignment-list/consignment-list-page.js';
import ConsignmentFormScreen from './consignment-form.screen.js';

const page = renderFormPage(<ConsignmentFormScreen />);
const NAMES = { 1: '原材料预委托', 2: '现场检测预约', 3: '交竣工检测预约' } as const;

describe('the three consignment types', () => {
  it('AK-003 CL-001 are shown by name in lists', async () => {
    listColumns.set({ raw: ['consignCode', 'consignType', 'consignStatus'] });
    const rows = ([1, 2, 3] as const).map((consignType) => rowWith({ consignCode: `W-${consignType}`, consignType }));
    page.server.respondWith(getRawMateriaConsignInfoList, { items: rows, totalCount: rows.length });
    page.server.respondWith(getConsignmentCounts, { total: 3, byStatus: [] });
    page.server.respondWith(getEnumValues, statusNames);
    page.server.respondWith(getProjectList, { items: [], totalCount: 0 });
    renderConsole(<ConsignmentListPage kind="raw" />, { at: '/onlineConsign/rawMateriaConsignInfo' });
    for (const { consignCode, consignType } of rows)
      expect(
        within((await screen.findByRole('link', { name: consignCode })).closest('tr') as HTMLElement).getByText(
          NAMES[consignType],
        ),
      ).toBeTruthy();
  });

  it('CL-001 include raw material with samples, no appointment and its own preview', async () => {
    await page.show({ consignType: 1 });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(NAMES[1]);
    expect(screen.getByRole('button', { name: '添加样品' })).toBeTruthy();
    expect(screen.queryByText('预约检测时间')).toBeNull();
    await page.press('保存并提交');
    expect(await page.dialog('原材料检测预览')).toBeTruthy();
  });

  it.each([
    [2, '现场检测预约预览'],
    [3, '交竣工检测预约预览'],
  ] as const)(
    'CL-001 VA-003 include type %s with test items, a required appointment and its own preview',
    async (consignType, title) => {
      await page.show({ consignType, expectTestTime: null });
      expect(screen.getByRole('heading', { level: 1 }).textContent).toContain(NAMES[consignType]);
      expect(screen.getByRole('button', { name: '添加检测项目' })).toBeTruthy();
      await page.pressSave();
      await page.expectToast('请选择预约检测时间');
      expect(page.server.requestsTo(saveConsignInfo)).toEqual([]);
      cleanup();
      await page.show({ consignType, expectTestTime: '2026-12-01T09:00' });
      await page.press('保存并提交');
      expect(await page.dialog(title)).toBeTruthy();
    },
  );
});

describe('the choices of the consignment form', () => {
  it.each([
    [false, true],
    [true, false],
  ])(
    'CL-034 lock the witness signature unless the testing unit enables signing (enabled: %s, locked: %s)',
    async (signs, isLocked) => {
      await page.show({ needWitnessUnit: true, testUnitConfig: { IsEnableConsignSign: signs } });
      await page.pressFirst('设置见证人');
      const checkbox = (await page.dialog()).getByLabelText<HTMLInputElement>('需要见证人签名');
      expect([checkbox.disabled, checkbox.checked]).toEqual([isLocked, false]);
      await page.user.click(checkbox);
      expect(checkbox.checked).toBe(!isLocked);
    },
  );

  it('AK-004 K-001 offer to pick up a report, to mail it or to get it electronically', async () => {
    await page.show();
    const methods = [...document.querySelectorAll<HTMLInputElement>('input[name="getReportType"]')];
    expect(methods.map(({ value, checked }) => [value, checked])).toEqual([
      ['1', true],
      ['3', false],
      ['10', false],
    ]);
  });
});
