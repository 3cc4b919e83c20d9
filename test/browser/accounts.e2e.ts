import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PASSWORD } from './support/api.js';
import { expect, expectToast, test } from './support/console.js';
import { RAW_LIST } from './support/list.js';
import { DATA_DIR } from './support/data-dir.js';

/** Where the service of this run lays its messages (playwright.config.ts). */
const OUTBOX = join(DATA_DIR, 'outbox');
const readCodeSentTo = async (phone: string): Promise<string> => {
  const messages = await Promise.all(
    (await readdir(OUTBOX).catch(() => []))
      .filter((name) => name.endsWith('.txt'))
      .map((name) => readFile(join(OUTBOX, name), 'utf8')),
  );
  return (
    messages
      .filter((text) => text.includes(phone))
      .map((text) => /验证码是 (\d{6})/.exec(text)?.[1])
      .find((code) => code !== undefined) ?? ''
  );
};
const fillCode = async (page: Page, phone: string): Promise<void> => {
  await page.getByRole('button', { name: '获取验证码' }).click();
  await expect(page.getByRole('button', { name: /秒后重发/ })).toBeDisabled();
  await expect.poll(() => readCodeSentTo(phone)).toMatch(/^\d{6}$/);
  await page.getByRole('textbox', { name: '验证码' }).fill(await readCodeSentTo(phone));
};
const signIn = async (page: Page, userName: string, password: string): Promise<void> => {
  await page.getByRole('textbox', { name: '用户名' }).fill(userName);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
};

test('ROLE-006 public pages open without a token, and every other page leads to the login and back', async ({
  page,
}) => {
  for (const [path, expectedText] of [
    ['/login', '登录'],
    ['/register', '注册单位账号'],
    ['/forgotPassword', '找回密码'],
    ['/auth-redirect', '第三方登录'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: expectedText })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  for (const path of ['/preconsign-management', '/preconsign-management/detail']) {
    await page.goto(path);
    await expect(page.locator('#root')).not.toBeEmpty();
    await expect(page).toHaveURL(path);
  }
  await page.goto(`${RAW_LIST}?x=1`);
  await expect(page).toHaveURL(/\/login\?redirect=/);
  expect(new URL(page.url()).searchParams.get('redirect')).toBe(`${RAW_LIST}?x=1`);
  await signIn(page, 'client1', PASSWORD);
  await expect(page.getByRole('button', { name: '账号菜单' })).toBeVisible();
  await expect(page).toHaveURL(`${RAW_LIST}?x=1`);
});

test('AU-020 a company registers, resets its forgotten password with a code and signs in', async ({ page }) => {
  const phone = `139${String(Date.now()).slice(-8)}`;
  const userName = `newcomer${phone}`;
  await page.goto('/login');
  await page.getByRole('link', { name: '注册单位账号' }).click();
  await expect(page.getByRole('heading', { name: '注册单位账号' })).toBeVisible();
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await expect(page.getByText('请输入正确的手机号')).toBeVisible();
  await page.getByRole('textbox', { name: '单位名称' }).fill('甬江建设有限公司');
  await page.getByRole('textbox', { name: '姓名' }).fill('张三');
  await page.getByRole('textbox', { name: '用户名' }).fill(userName);
  await page.getByRole('textbox', { name: '手机号' }).fill(phone);
  await fillCode(page, phone);
  await page.getByRole('textbox', { name: '密码', exact: true }).fill(PASSWORD);
  await page.getByRole('textbox', { name: '确认密码' }).fill(PASSWORD);
  await page.getByRole('button', { name: '注册', exact: true }).click();
  await expectToast(page, '注册成功，请登录');
  await expect(page).toHaveURL('/login');

  await page.getByRole('link', { name: '忘记密码？' }).click();
  await expect(page.getByRole('heading', { name: '找回密码' })).toBeVisible();
  await page.getByRole('textbox', { name: '用户名' }).fill(userName);
  const codeBefore = await readCodeSentTo(phone);
  await page.getByRole('button', { name: '获取验证码' }).click();
  const codes = async () => {
    const texts = await Promise.all((await readdir(OUTBOX)).map((name) => readFile(join(OUTBOX, name), 'utf8')));
    return texts
      .filter((text) => text.includes(phone))
      .map((text) => /验证码是 (\d{6})/.exec(text)?.[1] ?? '')
      .filter((code) => code !== codeBefore);
  };
  await expect.poll(async () => (await codes()).length).toBe(1);
  await page.getByRole('textbox', { name: '验证码' }).fill((await codes())[0] ?? '');
  await page.getByRole('textbox', { name: '新密码' }).fill('Bridges-2027!');
  await page.getByRole('textbox', { name: '确认密码' }).fill('Bridges-2027!');
  await page.getByRole('button', { name: '重置密码' }).click();
  await expectToast(page, '密码已重置，请用新密码登录');
  await signIn(page, userName, 'Bridges-2027!');
  await expect(page.getByRole('button', { name: '账号菜单' })).toContainText('张三');
});
