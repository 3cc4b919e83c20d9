import { noticeDelete, noticeGetAll } from '#contract';
import { dialog, expect, expectToast, test } from './support/console.js';

const NOTICES = '/BusinessManagement/NoticeList';
const entry = (name: string) => ({ name, exact: true });

test('LS-012 NAV-007 a laboratory publishes a notice that its users see after signing in; clients cannot open laboratory pages', async ({
  signedIn,
  page,
  api,
  request,
}) => {
  const lab = await signedIn('lab1', NOTICES);
  const menu = lab.getByRole('navigation').first();
  for (const name of ['来样与预约', '报告进度', '公告管理'])
    await expect(menu.getByRole('link', { name: new RegExp(name) })).toBeVisible();
  await expect(menu.getByRole('link', { name: /审核/ })).toHaveCount(0);
  await lab.getByRole('button', entry('新建公告')).first().click();
  const form = dialog(lab, '新建公告');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('请输入公告标题')).toBeVisible();
  await form.getByRole('textbox', { name: '标题' }).first().fill('国庆收样安排');
  await form.getByRole('textbox', { name: '内容' }).click();
  await lab.keyboard.type('十月一日至三日不收样。');
  await form.getByRole('button', { name: '保存' }).click();
  await expectToast(lab, '保存成功');
  await expect(lab.getByRole('row', { name: /国庆收样安排/ })).toContainText('已发布');

  const labPage = await signedIn('lab1', '/dashboard', { viewport: { width: 1280, height: 800 } });
  await expect(dialog(labPage, '公告')).toContainText('十月一日至三日不收样。');
  await dialog(labPage, '公告').getByRole('button', { name: '知道了' }).click();
  await labPage.reload();
  await expect(labPage.getByRole('button', { name: '账号菜单' })).toBeVisible();
  await expect(dialog(labPage, '公告')).toHaveCount(0);

  const admin = await signedIn('admin', NOTICES);
  await expect(admin.getByRole('row', { name: /国庆收样安排/ })).toBeVisible();
  await expect(admin.getByRole('navigation').first().getByRole('link', { name: '公告管理' })).toBeVisible();

  const client = await signedIn('client1', '/dashboard');
  for (const path of [
    NOTICES,
    '/BusinessManagement/preManagement',
    '/BusinessManagement/reportList',
    '/BusinessManagement/auditConsignInfo',
  ]) {
    await client.goto(path);
    await expect(client).toHaveURL('/401');
  }
  await page.goto('/preconsign-management');
  await expect(page.getByText('登录后才能查看')).toBeVisible();
  await expect(page).toHaveURL('/preconsign-management');
  for (const call of ['SysNotice/GetAll', 'BuConsignInfo/GetRawMateriaConsignInfoList', 'BuConsignInfo/GetConsingInfo'])
    expect((await request.get(`/api/services/app/${call}`)).status()).toBe(401);

  for (const { id } of (await api.do('lab1', noticeGetAll)).items)
    await api.do('lab1', noticeDelete, { query: { id, reason: '测试结束' } });
});
