import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ActionName, type ConsignmentView, enterLaterStage, setActualFee } from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { consignmentWith } from '../../testing/consignment.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { ManualProcessing } from './manual-processing.panel.js';

let server: StubServer;
const view = (some: Partial<ConsignmentView> = {}) =>
  consignmentWith({
    consignStatus: 60,
    consignCode: 'TU001-2026-00001',
    revision: 9,
    estimatedFee: '90.00',
    testUnitConfig: { IsEnableConsignSign: '1' },
    ...some,
  });
const show = (some: Partial<ConsignmentView> = {}, against: Partial<Record<ActionName, string>> = {}) =>
  renderConsole(<ManualProcessing view={view(some)} reasonAgainst={(action) => against[action] ?? null} />, {
    user: laboratory,
  });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const expectToast = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([text]),
  );

beforeEach(() => {
  server = stubServer();
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

describe('the actual fee', () => {
  it('is saved as an amount with two decimals; invalid input is explained and not sent', async () => {
    server.respondWith(setActualFee, { revision: 10, consignStatus: 60 });
    show();
    expect(screen.getByText('未填写')).toBeTruthy();
    await press('填写');
    const dialog = within(await screen.findByRole('dialog', { name: '填写实际费用' }));
    const field = dialog.getByRole('textbox', { name: /实际费用（元）/ });
    await act(() => chooseLanguage('en'));
    expect(screen.getByRole('textbox', { name: /^Actual fee \(yuan\)/ })).toBe(field);
    await act(() => chooseLanguage('zh'));
    const rule = '实际费用须为不小于 0 的金额，最多两位小数';
    for (const [input, message] of [
      ['1,000', '“1,000”有两种读法，请去掉千位分隔符 ,'],
      ['￥１，２３４．５０', '“￥１，２３４．５０”只能写数字，请去掉 ￥ ,'],
      ['-1', rule],
      ['1.234', rule],
      ['免费', rule],
      [' ', rule],
    ] as const) {
      await userEvent.clear(field);
      await userEvent.type(field, input);
      await userEvent.click(dialog.getByRole('button', { name: '保存' }));
      expect(dialog.getByRole('alert').textContent).toBe(message);
    }
    expect(server.requestsTo(setActualFee)).toHaveLength(0);
    await userEvent.clear(field);
    await userEvent.type(field, '９８０，5{Enter}');
    await expectToast('实际费用已保存');
    expect(server.requestsTo(setActualFee)[0]).toMatchObject({
      body: { actFee: '980.50' },
      headers: { 'If-Match': '"9"' },
    });
  });

  it('keeps its dialog open with the message when the service refuses it', async () => {
    server.refuse(setActualFee, { status: 412, message: '数据已被他人修改，请刷新后重试' });
    show({ actFee: '1234.50' });
    expect(screen.getByText('1,234.50')).toBeTruthy();
    await press('修改');
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '保存' }));
    expect((await screen.findByRole('alert')).textContent).toBe('数据已被他人修改，请刷新后重试');
    expect(screen.getByRole('dialog')).toBeTruthy();
  });
});

describe('later stages', () => {
  it('require a reason when the client is asked for a correction', async () => {
    server.respondWith(enterLaterStage, { revision: 10, consignStatus: 70 });
    show();
    await press('要求补正');
    const dialog = within(await screen.findByRole('alertdialog', { name: '要求补正' }));
    expect(dialog.getByText('TU001-2026-00001 将变为“待补正”，委托方看到补正原因，修改后重新提交。')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: '要求补正' }));
    expect(dialog.getByRole('alert')).toBeTruthy();
    expect(server.requestsTo(enterLaterStage)).toHaveLength(0);
    await userEvent.type(dialog.getByRole('textbox', { name: /补正原因/ }), '缺见证取样单');
    await userEvent.click(dialog.getByRole('button', { name: '要求补正' }));
    await expectToast('已要求委托方补正');
    expect(server.requestsTo(enterLaterStage)[0]).toMatchObject({
      body: { consignStatus: 70, description: '缺见证取样单' },
      headers: { 'If-Match': '"9"' },
    });
  });

  it('warn that the actual fee is missing before a signature is requested', async () => {
    show();
    await press('请求签名');
    expect(
      within(await screen.findByRole('alertdialog')).getByText('尚未填写实际费用，委托人签名时看到的是预估费用。'),
    ).toBeTruthy();
  });

  it.each([
    [70, '撤销补正要求', 60],
    [70, '请求签名', 80],
    [80, '撤销签名请求', 60],
    [80, '要求补正', 70],
  ] as const)('lead from status %i by %s to status %i', async (consignStatus, action, to) => {
    server.respondWith(enterLaterStage, { revision: 10, consignStatus: to });
    show({ consignStatus, actFee: '90.00' });
    await press(action);
    const dialog = within(await screen.findByRole('alertdialog', { name: action }));
    await userEvent.type(dialog.getByRole('textbox'), '误操作');
    await userEvent.click(dialog.getByRole('button', { name: action }));
    await waitFor(() =>
      expect(server.requestsTo(enterLaterStage).map(({ body }) => body)).toEqual([
        { consignStatus: to, description: '误操作' },
      ]),
    );
  });

  it('show which correction was requested from the client', () => {
    show({ consignStatus: 70, rollbackCause: '缺见证取样单' });
    expect(screen.getByText('缺见证取样单', { exact: false }).textContent).toBe('补正原因　缺见证取样单');
  });

  it('are disabled, with the reason if the unit has not enabled signatures', async () => {
    show({ testUnitConfig: {} });
    expect(screen.getByText('贵单位未启用委托签名，不能请求签名')).toBeTruthy();
    expect(screen.getByRole('button', { name: '请求签名' }).getAttribute('aria-disabled')).toBe('true');
    cleanup();
    show({}, { enterLaterStage: '该委托不属于您的单位', setActualFee: '该委托不属于您的单位' });
    for (const action of ['要求补正', '请求签名', '填写'])
      expect(screen.getByRole('button', { name: action }).getAttribute('aria-disabled')).toBe('true');
  });
});

describe('the bill', () => {
  it('can be uploaded, and opened or replaced once it exists', async () => {
    show();
    expect(screen.getByRole('button', { name: '选择文件 委托单' })).toBeTruthy();
    cleanup();
    show({ isConsignBillGened: true });
    expect(screen.queryByRole('button', { name: '选择文件 委托单' })).toBeNull();
    expect(screen.getByRole('button', { name: '打开' })).toBeTruthy();
    await press('更换');
    expect(screen.getByRole('button', { name: '选择文件 委托单' })).toBeTruthy();
  });
});
