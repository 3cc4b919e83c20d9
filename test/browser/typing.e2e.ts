import { logout, saveConsignInfo } from '#contract';
import { PASSWORD } from './support/api.js';
import { CEMENT, createDraft, readConsignment } from './support/consignments.js';
import { callsTo, dialog, expect, expectToast, test, TOKEN } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';

test('after two users edit a consignment at the same time, the second to save chooses field by field', async ({
  api,
  signedIn,
}) => {
  const openedDraft = await createDraft(api, { changes: { memo: '原来的备注', constructionUnit: '路桥一公司' } });
  const page = await signedIn('client1', formPath(openedDraft.id));
  const form = new ConsignmentForm(page);
  await form.text('备注').fill('我的备注');
  await form.text('委托人').fill('王工');
  const { samples, ...header } = openedDraft;
  expect(samples).toHaveLength(1);
  await api.do('client1', saveConsignInfo, {
    body: { ...header, memo: '同事的备注', constructionUnit: '路桥二公司' } as never,
  });

  await form.save();
  const merge = dialog(page, '合并修改');
  await expect(merge).toContainText(/您自己（在别处）在 \d\d-\d\d \d\d:\d\d 保存过这份委托/);
  await expect(merge.getByRole('radio', { name: '委托人 我填写的' })).toBeChecked();
  await expect(merge.getByRole('radio', { name: '施工单位 对方保存的' })).toBeChecked();
  await expect(merge.getByRole('button', { name: '合并并保存' })).toBeDisabled();
  await merge.getByRole('radiogroup', { name: '备注' }).getByText('我的备注').click();
  await merge.getByRole('button', { name: '合并并保存' }).click();
  await expectToast(page, '保存成功');
  expect(await readConsignment(api, openedDraft.id)).toMatchObject({
    memo: '我的备注',
    linkPerson: '王工',
    constructionUnit: '路桥二公司',
    revision: openedDraft.revision + 2,
  });
});

test('ERR-001 an expired login in the form loses no typed text, which can be restored after signing in', async ({
  api,
  signedIn,
  baseURL,
}) => {
  const { id } = await createDraft(api, { changes: { memo: '原来的备注' } });
  const session = await api.newSession('client1');
  const page = await signedIn('client1', undefined, {});
  await page.context().addCookies([{ name: TOKEN, value: session.token ?? '', url: baseURL ?? '' }]);
  await page.goto(formPath(id));
  const form = new ConsignmentForm(page);
  await form.text('备注').fill('登录失效时正在填写的备注');
  await session.do(logout);
  // By key: whatever reads in the background may have noticed before.
  await page.keyboard.press('Control+s');
  const expired = dialog(page, '提示').filter({ hasText: '登录失效，请重新登录' });
  const prompts: string[] = [];
  page.on('dialog', (prompt) => {
    prompts.push(prompt.type());
    void prompt.accept();
  });
  await expired.getByRole('button', { name: '刷新并重新登录' }).click();
  await page.getByRole('textbox', { name: '用户名' }).fill('client1');
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();

  await expect(page).toHaveURL(formPath(id));
  expect(prompts).toEqual([]);
  await expect(page.getByText(/发现 \d\d:\d\d 未保存的填写/)).toBeVisible();
  await expect(form.text('备注')).toHaveValue('原来的备注');
  await form.button('恢复').click();
  await expect(form.text('备注')).toHaveValue('登录失效时正在填写的备注');
  await form.save();
  await expectToast(page, '保存成功');
  expect((await readConsignment(api, id)).memo).toBe('登录失效时正在填写的备注');
});

test('ERR-004 after a lost connection while saving, the form keeps the text and retries save it once', async ({
  api,
  signedIn,
}) => {
  const { id, revision } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  const saves = callsTo(page, 'SaveConsignInfo');
  await form.text('备注').fill('断网时的备注');
  // The request never leaves; then it arrives, but its answer is lost; then all is well.
  let requestCount = 0;
  await page.route('**/SaveConsignInfo', async (route) => {
    requestCount += 1;
    if (requestCount === 2) await route.fetch();
    if (requestCount < 3) await route.abort('connectionfailed');
    else await route.continue();
  });
  await form.save();
  const failed = dialog(page, '提示').filter({ hasText: '网络连接失败，服务器没有响应。' });
  await expect(failed).toContainText('您填写的内容没有丢失');
  await failed.getByRole('button', { name: '重试' }).click();
  await expect.poll(() => requestCount).toBe(2);
  await expect(failed).toBeVisible();
  await failed.getByRole('button', { name: '重试' }).click();
  await expectToast(page, '保存成功');
  expect(saves).toHaveLength(3);
  expect(await readConsignment(api, id)).toMatchObject({ memo: '断网时的备注', revision: revision + 1 });
});

test('leaving with unsaved work asks for confirmation when the tab or window is closed and when the user signs out', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { changes: { memo: '原来的备注' } });
  // Signed out in the end: with a session of its own.
  const { token } = await api.newSession('client1');
  const page = await signedIn('client1', '/login', {});
  await page.context().addCookies([{ name: TOKEN, value: token ?? '', url: page.url() }]);
  await page.goto(formPath(id));
  const form = new ConsignmentForm(page);
  await form.text('备注').fill('还没有保存的备注');
  await expect(page.getByText(/已暂存在这台电脑上/)).toBeVisible();

  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  await tabs.getByRole('button', { name: /^关闭 编辑/ }).click();
  await dialog(page, '提示').getByRole('button', { name: '留在这里' }).click();
  await expect(form.text('备注')).toHaveValue('还没有保存的备注');

  const prompts: string[] = [];
  page.on('dialog', (prompt) => {
    prompts.push(prompt.type());
    void prompt.accept();
  });
  await page.reload();
  expect(prompts).toEqual(['beforeunload']);
  await expect(page.getByText(/发现 \d\d:\d\d 未保存的填写/)).toBeVisible();

  // On purpose: nothing typed stays on the computer, and that is asked, too.
  await page.getByRole('button', { name: '账号菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  const leaveDialog = dialog(page, '提示').filter({ hasText: '还有 1 份委托或样品填写后没有保存' });
  await leaveDialog.getByRole('button', { name: '删除并退出' }).click();
  await page.getByRole('textbox', { name: '用户名' }).fill('client1');
  await page.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByRole('button', { name: '账号菜单' })).toBeVisible();
  await page.goto(formPath(id));
  await form.expectOpen();
  await expect(page.getByText(/未保存的填写/)).toHaveCount(0);
});

test('unsaved input in a sample is offered again after going back and after a reload', async ({ api, signedIn }) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  const open = () => form.sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
  const samplingPlace = page.getByRole('textbox', { name: '取样地点' });
  const recoveryOffer = page.getByText(/发现这个样品 .* 未保存的填写/);
  await open();
  await samplingPlace.fill('3 号料仓');
  await page.goBack();
  await open();
  await expect(recoveryOffer).toBeVisible();
  await expect(samplingPlace).toHaveValue('');
  await page.reload();
  await page.getByRole('button', { name: '恢复', exact: true }).click();
  await expect(samplingPlace).toHaveValue('3 号料仓');
  await page.getByRole('button', { name: '保存样品' }).click();
  await expectToast(page, '保存成功');
  await open();
  await expect(samplingPlace).toHaveValue('3 号料仓');
  await expect(recoveryOffer).toHaveCount(0);
});
