import { describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import {
  type ConsignmentView,
  deleteBuSampleInfo,
  getConsignmentChanges,
  getConsingInfo,
  saveConsignInfo,
} from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import '../../i18n/language.js';
import { queryClient, queryOptionsOf } from '../../lib/queries.js';
import { sampleRowWith } from '../../testing/consignment.js';
import { renderFormPage } from '../../testing/form-page.js';

const page = renderFormPage(<ConsignmentFormScreen />);

const memo = () => screen.getByLabelText<HTMLInputElement>(/^备注/);
const change = (changed: 'form' | 'samples', isCaller = false) => ({
  revision: 4,
  at: '2026-11-20T08:42:00.000Z',
  userName: '李明',
  isCaller,
  changed,
  toStatus: null,
});
const saves = () =>
  page.server.requestsTo(saveConsignInfo).map(({ headers, body }) => ({
    ifMatch: headers['If-Match'],
    key: headers['Idempotency-Key'],
    body: body as Record<string, unknown>,
  }));
/** A colleague saved: this page's revision is stale until it sends the new one. */
const colleagueSaved = (some: Partial<ConsignmentView>, changes = [change('form')]) => {
  page.view = { ...page.view, ...some, revision: page.view.revision + 1 };
  page.server.respondWith(getConsignmentChanges, changes);
  page.server.handle(saveConsignInfo, ({ headers, body }) => {
    if (headers['If-Match'] !== `"${page.view.revision}"`) return { status: 412, message: 'stale' };
    page.view = { ...page.view, ...(body as Partial<ConsignmentView>), revision: page.view.revision + 1 };
    return page.view;
  });
};

describe('concurrent edits of one consignment', () => {
  it('are merged field by field: changes of one side are preselected, and the merge is saved on the newest revision', async () => {
    await page.show({ memo: '原来', linkPerson: '陈志远', constructionUnit: '' });
    await page.retype(/^备注/, '我的备注');
    await page.retype(/^委托人/, '王工');
    colleagueSaved({ memo: '同事的备注', constructionUnit: '路桥公司' });
    await page.pressSave();
    const dialog = await page.dialog('合并修改');
    expect(dialog.getByText(/李明在 11-20 \d\d:42 保存过这份委托/)).toBeTruthy();
    expect(dialog.getByText('还有 1 项需要选择')).toBeTruthy();
    const row = (name: string) => within(dialog.getByRole('radiogroup', { name }));
    const isChosen = (name: string, side: string) =>
      row(name).getByRole<HTMLInputElement>('radio', { name: `${name} ${side}` }).checked;
    expect([
      isChosen('委托人', '我填写的'),
      isChosen('施工单位', '对方保存的'),
      isChosen('备注', '我填写的'),
      isChosen('备注', '对方保存的'),
    ]).toEqual([true, true, false, false]);
    expect(row('备注').getByText('双方都改了')).toBeTruthy();
    expect(row('备注').getByText(/原为/).textContent).toContain('原来');
    expect(row('施工单位').getByText(/原为/).textContent).toContain('（空）');
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: '合并并保存' }).disabled).toBe(true);

    await page.user.click(row('备注').getByRole('radio', { name: '备注 对方保存的' }));
    await page.user.click(dialog.getByRole('button', { name: '合并并保存' }));
    await page.expectToast('保存成功');
    expect(saves().map(({ ifMatch }) => ifMatch)).toEqual(['"3"', '"4"']);
    expect(saves()[0]?.key).not.toBe(saves()[1]?.key);
    expect(saves()[1]?.body).toMatchObject({ memo: '同事的备注', linkPerson: '王工', constructionUnit: '路桥公司' });
    expect([memo().value, screen.queryByText('有未保存的修改')]).toEqual(['同事的备注', null]);
  });

  it('can be resolved with one press for one side, and nothing is lost when the merge is postponed', async () => {
    await page.show({ memo: '原来' });
    await page.retype(/^备注/, '我的备注');
    colleagueSaved({ memo: '同事的备注', linkPerson: '李明' });
    await page.pressSave();
    await page.user.click((await page.dialog('合并修改')).getByRole('button', { name: '先不合并' }));
    expect(memo().value).toBe('我的备注');
    expect(page.view.memo).toBe('同事的备注');
    await page.pressSave();
    await page.user.click((await page.dialog('合并修改')).getByRole('button', { name: '全部用我的' }));
    await page.user.click((await page.dialog('合并修改')).getByRole('button', { name: '合并并保存' }));
    await page.expectToast('保存成功');
    expect(page.view).toMatchObject({ memo: '我的备注', linkPerson: '陈志远' });
  });

  it('need no merge when the other user changed only samples: these are reloaded with a message', async () => {
    await page.show({ memo: '原来' });
    await page.retype(/^备注/, '我的备注');
    colleagueSaved({ samples: [...page.view.samples, sampleRowWith({ testUnitSampleName: '机制砂' })] }, [
      change('samples'),
    ]);
    await page.pressSave();
    await screen.findByText('机制砂');
    await page.expectToast('保存成功');
    expect(screen.getByText('李明修改了样品，已重新载入')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.view.memo).toBe('我的备注');
  });

  it('are reported while the user types and can be merged before saving', async () => {
    await page.show({ memo: '原来' });
    await page.retype(/^备注/, '我的备注');
    colleagueSaved({ memo: '同事的备注' });
    await act(() => queryClient.invalidateQueries(queryOptionsOf(getConsingInfo, { id: page.view.id })));
    await page.user.click(
      within((await screen.findByText(/在别处有了更新/)).closest('.note') as HTMLElement).getByRole('button', {
        name: '查看并合并',
      }),
    );
    const dialog = await page.dialog('合并修改');
    await page.user.click(dialog.getByRole('radio', { name: '备注 我填写的' }));
    await page.user.click(dialog.getByRole('button', { name: '合并' }));
    await waitFor(() => expect(screen.queryByText(/在别处有了更新/)).toBeNull());
    expect([memo().value, saves()]).toEqual(['我的备注', []]);
    await page.pressSave();
    await page.expectToast('保存成功');
    expect(saves()[0]?.ifMatch).toBe('"4"');
  });

  it('are reported when the other user saved while a sample was being deleted on this page', async () => {
    await page.show({ memo: '原来' });
    await page.retype(/^备注/, '我的备注');
    page.server.respondWith(deleteBuSampleInfo, () => {
      page.view = { ...page.view, samples: [], memo: '同事的备注', revision: page.view.revision + 2 };
      return true as const;
    });
    await page.user.click(screen.getByRole('checkbox', { name: /^选择普通/ }));
    await page.press('删除样品');
    await page.user.click(
      within(await screen.findByRole('alertdialog', { name: '删除样品' })).getByRole('button', { name: '删除样品' }),
    );
    expect(await screen.findByText(/在别处有了更新/)).toBeTruthy();
    expect(memo().value).toBe('我的备注');
  });

  it('show witnesses as lines and choices as text', async () => {
    await page.show({
      needWitnessUnit: true,
      constructionJzperson: '王强',
      constructionJzphone: '13800000011',
      constructionJzcardNo: 'A1',
    });
    await page.user.click(screen.getAllByRole('radio', { name: '邮寄' })[1] as HTMLElement);
    await page.retype(/^邮寄单号/, 'SF1');
    colleagueSaved({
      constructionJzperson: '王强|李明',
      constructionJzphone: '13800000011|13800000012',
      constructionJzcardNo: 'A1|A2',
      needWitnessUnit: true,
    });
    await page.pressSave();
    const dialog = await page.dialog('合并修改');
    expect(
      within(dialog.getByRole('radiogroup', { name: '建设单位 · 见证人' })).getByText('李明 A2 13800000012'),
    ).toBeTruthy();
    expect(within(dialog.getByRole('radiogroup', { name: '送样方式' })).getByText('邮寄 SF1')).toBeTruthy();
    expect(within(dialog.getByRole('radiogroup', { name: '送样方式' })).getAllByText('自送')).toHaveLength(2);
  });
});

describe('a lost connection while saving', () => {
  it('shows that the input is not lost, and 重试 saves it with the same idempotency key', async () => {
    await page.show({ memo: '原来' });
    await page.retype(/^备注/, '我的备注');
    page.server.disconnect(saveConsignInfo);
    await page.pressSave();
    const notice = within(await screen.findByRole('alertdialog', { name: '提示' }));
    expect(notice.getByText(/网络连接失败，服务器没有响应。/).textContent).toContain('您填写的内容没有丢失');
    page.answerSave();
    await page.user.click(notice.getByRole('button', { name: '重试' }));
    await page.expectToast('保存成功');
    expect(new Set(saves().map(({ key }) => key)).size).toBe(1);
    expect(memo().value).toBe('我的备注');
  });

  it('causes no conflict with the user’s own save when the response was lost but the server had saved', async () => {
    await page.show({ memo: '原来' });
    await page.retype(/^备注/, '第一次');
    page.server.disconnect(saveConsignInfo);
    await page.pressSave();
    await page.user.click(
      within(await screen.findByRole('alertdialog', { name: '提示' })).getByRole('button', { name: '稍后再试' }),
    );
    colleagueSaved({ memo: '第一次' }, [change('form', true)]);
    await page.retype(/^备注/, '第二次');
    await page.pressSave();
    await page.expectToast('保存成功');
    expect(page.view.memo).toBe('第二次');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(new Set(saves().map(({ key }) => key)).size).toBe(3);
  });

  it('the form is saved once, however often the user presses save before the response arrives', async () => {
    await page.show({ memo: '原来' });
    await page.retype(/^备注/, '我的备注');
    let respond: () => void = () => undefined;
    page.server.handle(
      saveConsignInfo,
      () =>
        new Promise((resolve) => {
          respond = () => resolve({ ...page.view, memo: '我的备注', revision: 4 });
        }),
    );
    const button = screen.getByRole('button', { name: /^保存( Ctrl S)?$/ });
    await page.user.dblClick(button);
    await page.user.click(button);
    await page.user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(saves()).toHaveLength(1));
    act(() => respond());
    await page.expectToast('保存成功');
    expect(saves()).toHaveLength(1);
  });
});
