import { PASSWORD } from './support/api.js';
import { dialog, expect, expectToast, test } from './support/console.js';

test('a company creates an account, its user signs in, and after deactivation is signed out on the next request', async ({
  browser,
  signedIn,
}) => {
  const uniqueSuffix = Date.now().toString(36);
  const userName = `wang.${uniqueSuffix}`;
  const manager = await signedIn('client2', '/UserCenter/UserManager');
  await expect(manager).toHaveURL(/\/UserCenter\/UserManager\/[^/]+\/[0-9a-f-]{36}\/2$/);
  await manager.getByRole('button', { name: '新建用户' }).click();
  const form = dialog(manager, '新建用户');
  for (const [label, text] of [
    ['用户名', userName],
    ['姓名', '王工'],
    ['手机号', '13900002345'],
  ] as const)
    await form.getByRole('textbox', { name: label, exact: true }).fill(text);
  await form.getByRole('textbox', { name: '密码', exact: true }).fill(PASSWORD);
  await form.getByRole('textbox', { name: '确认密码' }).fill(PASSWORD);
  await form.getByRole('button', { name: '保存' }).click();
  await expectToast(manager, '保存成功');
  await manager.getByRole('textbox', { name: '按用户名、姓名或手机号搜索' }).fill(userName);
  const row = manager.getByRole('table', { name: '用户列表' }).getByRole('row').nth(1);
  await expect(row).toContainText(`${userName}王工13900002345委托单位角色启用`);

  const userPage = await (await browser.newContext()).newPage();
  await userPage.goto('/login');
  await userPage.getByRole('textbox', { name: '用户名' }).fill(userName);
  await userPage.getByRole('textbox', { name: '密码' }).fill(PASSWORD);
  await userPage.getByRole('button', { name: '登录', exact: true }).click();
  await expect(userPage.getByRole('button', { name: '账号菜单' })).toContainText('王工');

  await manager.getByRole('button', { name: `停用 ${userName}` }).click();
  const reason = manager.getByRole('alertdialog', { name: '停用用户' });
  await reason.getByRole('textbox').fill('离职');
  await reason.getByRole('button', { name: '停用用户' }).click();
  await expectToast(manager, '已停用');
  await expect(row).toContainText('停用');
  // The dashboard asks now and then by itself: whichever request comes first is the one that is refused.
  await userPage.getByRole('link', { name: '原材料预委托' }).dispatchEvent('click');
  const signInDialog = dialog(userPage, '提示').filter({ hasText: '登录失效，请重新登录' });
  await signInDialog.getByLabel(/密码/).fill(PASSWORD);
  await signInDialog.getByRole('button', { name: '登录', exact: true }).click();
  await expect(signInDialog.getByRole('alert')).toBeVisible();
  await userPage.context().close();

  const labPage = await signedIn('lab1', new URL(manager.url()).pathname);
  await expect(labPage).toHaveURL(/\/401$/);
});
