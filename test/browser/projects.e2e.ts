import { dialog, expect, expectToast, test } from './support/console.js';

test('PJ-008 an administrator adds, finds, changes and deletes a project, and a client is redirected to /401', async ({
  signedIn,
}) => {
  const admin = await signedIn('admin', '/SystemManager/ProjectManager');
  const name = `绕城高速${Date.now()}`;
  await admin.getByRole('button', { name: '新建工程项目' }).click();
  const form = dialog(admin, '新建工程项目');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByText('请输入工程项目名称')).toBeVisible();
  await form.getByRole('textbox', { name: '工程项目名称' }).fill(name);
  await form.getByRole('combobox', { name: '所属委托单位' }).selectOption('中原路桥工程有限公司');
  await form.getByRole('button', { name: '保存' }).click();
  await expectToast(admin, '保存成功');
  await admin.getByRole('textbox', { name: '按项目名称或编号搜索' }).fill(name);
  const rows = admin.getByRole('table', { name: '工程项目列表' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('中原路桥工程有限公司');

  await admin.getByRole('button', { name: `编辑 ${name}` }).click();
  await dialog(admin, '编辑工程项目').getByRole('textbox', { name: '工程项目编号' }).fill('RC-2026-1');
  await dialog(admin, '编辑工程项目').getByRole('button', { name: '保存' }).click();
  await expect(rows.nth(1)).toContainText('RC-2026-1');

  await admin.getByRole('button', { name: `删除 ${name}` }).click();
  const reason = admin.getByRole('alertdialog', { name: '删除工程项目' });
  await reason.getByRole('textbox').fill('重复登记');
  await reason.getByRole('button', { name: '删除工程项目' }).click();
  await expectToast(admin, '删除成功');
  await expect(admin.getByText('没有符合条件的数据')).toBeVisible();

  const client = await signedIn('client1', '/SystemManager/ProjectManager');
  await expect(client).toHaveURL(/\/401$/);
});
