import type { Page } from '@playwright/test';
import { PASSWORD } from './support/api.js';
import { createDraft } from './support/consignments.js';
import { callsTo, dialog, expect, expectToast, test, TOKEN } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { RAW_LIST } from './support/list.js';

const WEEK = 7 * 24 * 3600;

const signIn = async (
  page: Page,
  userName: string,
  { remember: staySignedIn = false, password = PASSWORD } = {},
): Promise<void> => {
  await page.getByRole('textbox', { name: '用户名' }).fill(userName);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  if (staySignedIn) await page.getByText('7 天内保持登录').click();
  await page.getByRole('button', { name: '登录', exact: true }).click();
};
const accountMenu = (page: Page) => page.getByRole('button', { name: '账号菜单' });
const tokenCookie = async (page: Page) => (await page.context().cookies()).find(({ name }) => name === TOKEN);

test('a user without a token is sent to the login and then to the requested page', async ({ page }) => {
  await page.goto(`${RAW_LIST}?x=1`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`${RAW_LIST}?x=1`);
  await signIn(page, 'client1');
  await expect(accountMenu(page)).toBeVisible();
  await expect(page).toHaveURL(`${RAW_LIST}?x=1`);
});

test('ROLE-010 the token is a cookie for seven days or for the session, and the token of a tab has precedence', async ({
  page,
  api,
}) => {
  await page.goto('/login');
  await signIn(page, 'client1');
  await expect(accountMenu(page)).toBeVisible();
  expect((await tokenCookie(page))?.expires).toBe(-1);

  await page.context().clearCookies();
  await page.goto('/login');
  await signIn(page, 'client1', { remember: true });
  await expect(accountMenu(page)).toBeVisible();
  const { expires = 0 } = (await tokenCookie(page)) ?? {};
  expect(Math.abs(expires - Date.now() / 1000 - WEEK)).toBeLessThan(120);

  const { token } = await api.as('lab1');
  await page.evaluate(([name, value]) => sessionStorage.setItem(name ?? '', value ?? ''), [TOKEN, token]);
  const userRequest = page.waitForRequest('**/GetUserInfo?**');
  await page.reload();
  expect((await userRequest).headers()['authorization']).toBe(`Bearer ${token}`);
  await expect(accountMenu(page)).toContainText('沈惠兰');
});

test('ERR-005 the login page shows its errors on the page, and trims the user name', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: '登录', exact: true }).click();
  await expect(page.getByText('请输入用户名')).toBeVisible();
  await expect(page.getByText('请输入密码')).toBeVisible();
  await signIn(page, 'client1', { password: 'wrong' });
  await expect(page.getByRole('alert').filter({ hasText: /密码/ })).toBeVisible();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/login/);
  const signInRequest = page.waitForRequest('**/TokenAuth/Authenticate');
  await signIn(page, ' client1 ');
  expect((await signInRequest).postDataJSON()).toMatchObject({ UserNameOrEmailAddress: 'client1' });
  await expect(accountMenu(page)).toBeVisible();
});

test('ROLE-011 signing out calls the server, and cookie and old token are no longer valid', async ({ page }) => {
  await page.goto('/login');
  await signIn(page, 'client1');
  await expect(accountMenu(page)).toBeVisible();
  const token = (await tokenCookie(page))?.value ?? '';
  const logouts = callsTo(page, 'Logout');
  await accountMenu(page).click();
  await page.getByRole('menuitem', { name: '退出登录' }).click();
  await expect(page).toHaveURL(/\/login/);
  expect(logouts).toHaveLength(1);
  expect(await tokenCookie(page)).toBeUndefined();
  await page.goto(RAW_LIST);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  const response = await page.request.get('/api/TokenAuth/GetUserInfo', {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status()).toBe(401);
});

test('RG-002 RG-003 ROLE-007 a reload loads the user once, and a screen of another role redirects to /401', async ({
  signedIn,
}) => {
  const page = await signedIn('client1');
  await expect(accountMenu(page)).toBeVisible();
  const userCalls = callsTo(page, 'GetUserInfo');
  await page.reload();
  await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible();
  expect(userCalls).toHaveLength(1);
  await page.goto('/BusinessManagement/preManagement');
  await expect(page).toHaveURL(/\/401$/);
  await expect(page.getByRole('heading', { name: '您的角色不能打开这个页面' })).toBeVisible();
});

test('the menu of each role shows exactly the entries of the role', async ({ signedIn }) => {
  const menus: Record<string, string[]> = {
    client1: [
      '首页',
      '预委托单打印',
      '原材料预委托',
      '现场检测预约',
      '交竣工检测预约',
      '检测机构',
      '报告进度查询',
      '实验室系统',
      '事件目录',
      '单位信息',
      '用户管理',
    ],
    lab1: [
      '首页',
      '来样与预约',
      '报告进度',
      '公告管理',
      '样品与参数',
      '参数包管理',
      '附件类型',
      '未开展参数需求',
      '实验室系统',
      '事件目录',
      '机构信息',
      '用户管理',
    ],
    admin: [
      '首页',
      '预委托单打印',
      '原材料预委托',
      '现场检测预约',
      '交竣工检测预约',
      '检测机构',
      '报告进度查询',
      '来样与预约',
      '报告进度',
      '公告管理',
      '样品与参数',
      '参数包管理',
      '附件类型',
      '未开展参数需求',
      '实验室系统',
      '事件目录',
      '机构信息',
      '单位信息',
      '用户管理',
      '检测单位管理',
      '委托单位管理',
      '工程项目管理',
      '租户管理',
      '操作说明管理',
      '标准管理',
      '字典管理',
      '角色管理',
      '个人信息查阅记录',
      '视图投影',
      '后台任务',
      '事件日志',
    ],
    auditor: ['首页', '原材料预委托', '现场检测预约', '交竣工检测预约', '检测机构', '报告进度查询', '事件日志'],
    operator: ['首页', '视图投影', '后台任务', '事件日志'],
  };
  for (const [userName, entries] of Object.entries(menus)) {
    const page = await signedIn(userName);
    const links = page.getByRole('navigation', { name: '主菜单' }).getByRole('link');
    await expect(links).toHaveCount(entries.length);
    for (const [index, entry] of entries.entries()) await expect(links.nth(index)).toContainText(entry);
  }
});

test('ERR-001 after an expired login the user signs in again and keeps the typed text, or reloads and starts over', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.text('备注').fill('还没有保存的备注');
  // What the page still reads would find the login expired before the user does.
  await page.waitForLoadState('networkidle');
  await page.context().addCookies([{ name: TOKEN, value: 'expired', url: new URL(page.url()).origin }]);
  await form.save();
  const expired = dialog(page, '提示').filter({ hasText: '登录失效，请重新登录' });
  await expect(expired).toBeVisible();
  expect(
    await page.evaluate((name) => document.cookie.includes(`${name}=`) || sessionStorage.getItem(name) !== null, TOKEN),
  ).toBe(false);
  await expired.getByRole('textbox', { name: /密码/ }).fill(PASSWORD);
  await expired.getByRole('textbox', { name: /密码/ }).press('Enter');
  await expect(expired).toBeHidden();
  await expect(form.text('备注')).toHaveValue('还没有保存的备注');
  await form.save();
  await expectToast(page, '保存成功');
  await page.waitForLoadState('networkidle');

  await page.context().addCookies([{ name: TOKEN, value: 'expired', url: new URL(page.url()).origin }]);
  const logouts = callsTo(page, 'Logout');
  await form.text('备注').fill('另一个备注');
  await form.save();
  page.on('dialog', (confirmDialog) => void confirmDialog.accept());
  await expired.getByRole('button', { name: '刷新并重新登录' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=/);
  expect(logouts).toEqual([]);
});

test('SH-012 NAV-001 the console starts in Chinese and keeps the chosen language after a reload', async ({
  signedIn,
}) => {
  const page = await signedIn('client1', RAW_LIST);
  await expect(page.getByRole('heading', { name: '原材料预委托' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  const english = {
    language: 'English',
    account: 'Account menu',
    menu: 'Main menu',
    submit: 'Submit',
    warning: 'Please choose the consignments to submit',
  };
  const spanish = {
    language: 'Español',
    account: 'Menú de cuenta',
    menu: 'Menú principal',
    submit: 'Enviar',
    warning: 'Elija los encargos que desea enviar',
  };
  for (const { language, account, menu, submit, warning } of [english, spanish]) {
    await page.getByRole('button', { name: /^(语言|Language|Idioma)$/ }).click();
    await page.getByRole('menuitemradio', { name: language }).click();
    await expect(page.getByRole('button', { name: account })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: account })).toBeVisible();
    await expect(page.getByRole('navigation', { name: menu })).not.toContainText('原材料预委托');
    await page.getByRole('button', { name: submit, exact: true }).click();
    await expectToast(page, warning);
  }
  // The account remembers its language: the tests after this one speak Chinese.
  await page.getByRole('button', { name: 'Idioma' }).click();
  await Promise.all([
    page.waitForResponse(/ChangeLanguage/),
    page.getByRole('menuitemradio', { name: '简体中文' }).click(),
  ]);
});
