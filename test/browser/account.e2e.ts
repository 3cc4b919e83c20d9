import { PASSWORD } from './support/api.js';
import { dialog, expect, expectToast, test } from './support/console.js';

test('AU-008 a user opens their own account, changes the password, signs in with it and signs out', async ({
  browser,
  signedIn,
}) => {
  const userName = `acct.${Date.now().toString(36)}`;
  const manager = await signedIn('client2', '/UserCenter/UserManager');
  await manager.getByRole('button', { name: '新建用户' }).click();
  const form = dialog(manager, '新建用户');
  for (const [label, text] of [
    ['用户名', userName],
    ['姓名', '钱工'],
    ['手机号', '13900004321'],
  ] as const)
    await form.getByRole('textbox', { name: label, exact: true }).fill(text);
  await form.getByRole('textbox', { name: '密码', exact: true }).fill(PASSWORD);
  await form.getByRole('textbox', { name: '确认密码' }).fill(PASSWORD);
  await form.getByRole('button', { name: '保存' }).click();
  await expectToast(manager, '保存成功');

  const context = await browser.newContext();
  const page = await context.newPage();
  const signIn = async (password: string) => {
    await page.getByRole('textbox', { name: '用户名' }).fill(userName);
    await page.getByRole('textbox', { name: '密码' }).fill(password);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByRole('button', { name: '账号菜单' })).toContainText('钱工');
  };
  await page.goto('/login');
  await signIn(PASSWORD);
  await page.getByRole('button', { name: '账号菜单' }).click();
  await page.getByRole('menuitem', { name: '我的账号' }).click();
  await expect(page.getByText('13900004321')).toBeVisible();
  await page.getByRole('textbox', { name: '当前密码' }).fill(PASSWORD);
  await page.getByRole('textbox', { name: '新密码' }).fill('Bridges-2027!');
  await page.getByRole('textbox', { name: '确认密码' }).fill('Bridges-2027!');
  await page.getByRole('button', { name: '修改密码' }).click();
  await expectToast(page, '密码已修改，请用新密码登录');
  await expect(page).toHaveURL(/\/login$/);
  await signIn('Bridges-2027!');

  const logoutTokens: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/TokenAuth/Logout')) logoutTokens.push(request.headers()['authorization']);
  });
  const token = (await context.cookies()).find(({ name }) => name === 'consign_token')?.value ?? '';
  await page.getByRole('button', { name: '账号菜单' }).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page.getByRole('heading', { name: '登录' })).toBeVisible();
  expect([
    logoutTokens,
    (await context.cookies()).filter(({ name, value }) => name === 'consign_token' && value !== ''),
  ]).toEqual([[`Bearer ${token}`], []]);
  await context.close();
});
