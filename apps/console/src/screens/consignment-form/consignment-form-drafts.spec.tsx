import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import 'fake-indexeddb/auto';
import { commitConsignInfo, getConsignmentChanges, getConsingInfo, saveConsignInfo } from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import { chooseLanguage } from '../../i18n/language.js';
import { countUnsavedWork, saveUnsavedWork } from '../../lib/unsaved-work.js';
import { queryClient, queryOptionsOf } from '../../lib/queries.js';
import { FORM, renderFormPage } from '../../testing/form-page.js';
import { client, renderConsole } from '../../testing/render.js';

const page = renderFormPage(<ConsignmentFormScreen />);
const { isSecureContext } = window;
afterEach(async () => {
  Object.assign(window, { isSecureContext });
  await act(() => chooseLanguage('zh'));
});

const memo = () => screen.getByLabelText<HTMLInputElement>(/^备注/);
/** Each user has a browser. */
const somebody = () => ({ ...client, userId: crypto.randomUUID() });
const waitForUnsavedWork = (user: { userId: string }, count = 1) =>
  waitFor(async () => expect(await countUnsavedWork(user.userId)).toBe(count));
/** Reloads the page; the data of the service stay. */
const reload = async (user = client) => {
  cleanup();
  renderConsole(<ConsignmentFormScreen />, { at: `${FORM}?id=${page.view.id}`, user });
  await screen.findByRole('heading', { level: 1 });
};
const offer = async () => within((await screen.findByText(/未保存的填写/)).closest('.draft-offer') as HTMLElement);
const change = (some: {
  userName?: string;
  changed?: 'form' | 'samples' | 'other';
  toStatus?: 20 | 30 | null;
  isCaller?: boolean;
}) => ({
  revision: 4,
  at: '2026-11-20T08:42:00.000Z',
  userName: '李明',
  isCaller: false,
  changed: 'form' as const,
  toStatus: null,
  ...some,
});

describe('unsaved input of the form', () => {
  it('is stored in the browser after a pause in typing and offered after a reload with the fields that differ', async () => {
    const user = somebody();
    await page.show({ memo: '原来' }, user);
    await page.retype(/^备注/, '没有保存的');
    await page.retype(/^施工单位/, '路桥公司');
    await screen.findByText(/已暂存在这台电脑上/);
    await waitForUnsavedWork(user);
    expect(page.server.requestsTo(saveConsignInfo)).toEqual([]);

    await reload(user);
    const offerDialog = await offer();
    expect(offerDialog.getByText('2 项与现在不同')).toBeTruthy();
    expect(offerDialog.getByText('（施工单位、备注）')).toBeTruthy();
    await act(() => chooseLanguage('en'));
    expect(document.querySelector('.draft-offer')?.textContent).toContain('2 fields differ (Contractor, Remark)');
    await act(() => chooseLanguage('zh'));
    expect(memo().value).toBe('原来');
    await page.user.click(offerDialog.getByRole('button', { name: '恢复' }));
    expect([memo().value, screen.getByLabelText<HTMLInputElement>(/^施工单位/).value]).toEqual([
      '没有保存的',
      '路桥公司',
    ]);
    expect(screen.queryByText(/未保存的填写/)).toBeNull();
    expect(screen.getByText('有未保存的修改')).toBeTruthy();
    await page.pressSave();
    await page.expectToast('保存成功');
    expect(page.server.requestsTo(saveConsignInfo)[0]?.body).toMatchObject({
      memo: '没有保存的',
      constructionUnit: '路桥公司',
    });
    await waitForUnsavedWork(user, 0);
  });

  it('is deleted permanently when the user discards it', async () => {
    const user = somebody();
    await page.show({ memo: '原来' }, user);
    await page.retype(/^备注/, '不要了');
    await waitForUnsavedWork(user);
    await reload(user);
    await page.user.click((await offer()).getByRole('button', { name: '放弃' }));
    await waitForUnsavedWork(user, 0);
    expect(memo().value).toBe('原来');
    await reload(user);
    await screen.findAllByText('样品列表');
    expect(screen.queryByText(/未保存的填写/)).toBeNull();
  });

  it('is kept and combined with further input that is typed before the offer to restore is answered', async () => {
    const user = somebody();
    await page.show({ memo: '原来' }, user);
    await page.retype(/^备注/, '第一次');
    await waitForUnsavedWork(user);
    await reload(user);
    await offer();
    await page.retype(/^施工单位/, '第二次');
    await screen.findByText(/已暂存在这台电脑上/);
    await reload(user);
    await page.user.click((await offer()).getByRole('button', { name: '恢复' }));
    expect([memo().value, screen.getByLabelText<HTMLInputElement>(/^施工单位/).value]).toEqual(['第一次', '第二次']);
  });

  it('is not offered to another user and is deleted after thirty days', async () => {
    const [user, otherUser] = [somebody(), somebody()];
    await page.show({ memo: '原来' }, user);
    const left = (userId: string, days: number) =>
      saveUnsavedWork({
        userId,
        subject: `consignment/${page.view.id}`,
        at: new Date(Date.now() - days * 24 * 3600 * 1000).toISOString(),
        content: { revision: 3, base: { memo: { memo: '原来' } }, typed: { memo: { memo: '旧的' } } },
      });
    await left(user.userId, 31);
    await left(otherUser.userId, 0);
    await reload(user);
    await screen.findAllByText('样品列表');
    await waitForUnsavedWork(user, 0);
    expect(screen.queryByText(/未保存的填写/)).toBeNull();
    expect(await countUnsavedWork(otherUser.userId)).toBe(1);
  });

  it('is offered in the next new draft if its own draft was never saved', async () => {
    const user = somebody();
    await page.show({ memo: '', revision: 0, isSaved: false }, user);
    await page.retype(/^备注/, '昨天填的');
    await waitForUnsavedWork(user);
    page.view = { ...page.view, id: crypto.randomUUID() };
    await reload(user);
    await page.user.click((await offer()).getByRole('button', { name: '恢复' }));
    expect(memo().value).toBe('昨天填的');
    await page.pressSave();
    await page.expectToast('保存成功');
    await waitForUnsavedWork(user, 0);
  });

  it('is merged field by field when the consignment was changed meanwhile', async () => {
    const user = somebody();
    await page.show({ memo: '原来', linkPerson: '陈志远' }, user);
    await page.retype(/^备注/, '我的备注');
    await page.retype(/^施工单位/, '路桥公司');
    await waitForUnsavedWork(user);
    page.view = { ...page.view, memo: '同事的备注', revision: 9 };
    await reload(user);
    await page.user.click((await offer()).getByRole('button', { name: '恢复' }));
    const dialog = await page.dialog('恢复未保存的填写');
    expect(dialog.getByText('还有 1 项需要选择')).toBeTruthy();
    await page.user.click(dialog.getByRole('radio', { name: '备注 未保存的填写' }));
    await page.user.click(dialog.getByRole('button', { name: '恢复' }));
    expect([memo().value, screen.getByLabelText<HTMLInputElement>(/^施工单位/).value]).toEqual([
      '我的备注',
      '路桥公司',
    ]);
  });

  it('can be read, copied and discarded after another user has submitted the consignment', async () => {
    const user = somebody();
    await page.show({ memo: '原来' }, user);
    page.server.respondWith(getConsignmentChanges, [change({ changed: 'other', toStatus: 20 })]);
    await page.retype(/^备注/, '来不及保存的');
    page.view = { ...page.view, consignStatus: 20, consignStatusStr: '待审核', revision: 5 };
    await act(() => queryClient.invalidateQueries(queryOptionsOf(getConsingInfo, { id: page.view.id })));
    await screen.findByText(/李明于.*将状态改为“待审核”/);
    expect(screen.queryByRole('button', { name: /^保存( Ctrl S)?$/ })).toBeNull();
    const left = within((await screen.findByText(/填写的 1 项没有保存/)).closest('section') as HTMLElement);
    expect(left.getByText('来不及保存的')).toBeTruthy();
    Object.assign(window, { isSecureContext: true });
    await act(() => chooseLanguage('en'));
    await page.user.click(left.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe('Remark: 来不及保存的');
    await act(() => chooseLanguage('zh'));
    await page.user.click(left.getByRole('button', { name: '复制' }));
    expect(await navigator.clipboard.readText()).toBe('备注：来不及保存的');
    await page.user.click(left.getByRole('button', { name: '放弃' }));
    await waitForUnsavedWork(user, 0);
    expect(screen.queryByText('来不及保存的')).toBeNull();
  });

  it('is deleted without a message after the user’s own submission', async () => {
    const user = somebody();
    await page.show({ memo: '原来' }, user);
    page.server.respondWith(getConsignmentChanges, [change({ changed: 'other', toStatus: 20, isCaller: true })]);
    page.server.respondWith(commitConsignInfo, () => {
      page.view = { ...page.view, consignStatus: 20, consignStatusStr: '待审核', revision: page.view.revision + 1 };
      return true as const;
    });
    await page.retype(/^备注/, '提交的');
    await page.press('保存并提交');
    await page.user.click((await page.dialog('原材料检测预览')).getByRole('button', { name: '确认提交' }));
    await page.user.type((await page.dialog('提交委托')).getByLabelText(/提交说明/), '请尽快');
    await page.user.click((await page.dialog('提交委托')).getByRole('button', { name: '提交' }));
    await screen.findByRole('heading', { name: /查看原材料预委托/ });
    await waitFor(() => expect(page.server.requestsTo(getConsignmentChanges)).toHaveLength(1));
    expect(screen.queryByText(/将状态改为|没有保存/)).toBeNull();
    await waitForUnsavedWork(user, 0);
  });
});
