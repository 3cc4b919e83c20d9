import { draft } from './support/consignments.js';
import { dialog, expect, expectSaid, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { RAW_LIST } from './support/list.js';

test('NAV-013 the sidebar is 220 wide under a top bar of 80, and stays closed or open as it was left', async ({ signedIn }) => {
  const page = await signedIn('client1');
  const [sidebar, banner] = [page.getByRole('complementary'), page.getByRole('banner')];
  await expect(sidebar).toHaveCSS('width', '220px');
  await expect(banner).toHaveCSS('height', '80px');
  await page.getByRole('button', { name: '收起菜单' }).click();
  await page.reload();
  await expect(sidebar).toHaveCSS('width', '56px');
  expect(await page.evaluate(() => localStorage.getItem('sidebarStatus'))).toBe('0');
  await page.getByRole('button', { name: '展开菜单' }).click();
  await expect(sidebar).toHaveCSS('width', '220px');
  expect(await page.evaluate(() => localStorage.getItem('sidebarStatus'))).toBe('1');
});

test('NAV-016 below 1024 pixels the sidebar is a drawer', async ({ signedIn }) => {
  const page = await signedIn('client1', '/dashboard', { viewport: { width: 1024, height: 800 } });
  await expect(page.locator('[data-device=desktop]')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '主菜单' })).toBeVisible();
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(page.locator('[data-device=mobile]')).toBeVisible();
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0);
  await page.getByRole('button', { name: '打开菜单' }).click();
  await page.getByRole('link', { name: '原材料预委托' }).click();
  await expect(page).toHaveURL(RAW_LIST);
  await expect(page.getByRole('navigation', { name: '主菜单' })).toHaveCount(0);
});

test('visited pages are tabs that keep what was typed', async ({ api, signedIn }) => {
  const { id } = await draft(api);
  const page = await signedIn('client1', formPath(id));
  const tabs = page.getByRole('navigation', { name: '已打开的页面' });
  const form = new ConsignmentForm(page);
  await form.text('备注').fill('换页也不丢');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '原材料预委托' }).click();
  await expect(page.getByRole('table', { name: '委托列表' })).toBeVisible();
  await tabs.getByRole('link', { name: /编辑原材料预委托/ }).click();
  await expect(form.text('备注')).toHaveValue('换页也不丢');
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '原材料预委托' }).click();
  await expect(tabs.getByRole('link', { name: '原材料预委托', exact: true })).toHaveCount(1);

  await tabs.getByRole('link', { name: /编辑原材料预委托/ }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭', exact: true }).click();
  const question = dialog(page, '提示').filter({ hasText: '有未保存的修改。' });
  await question.getByRole('button', { name: '留在这里' }).click();
  await tabs.getByRole('link', { name: '原材料预委托', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭其他' }).click();
  await question.getByRole('button', { name: '仍然关闭' }).click();
  await expect(tabs.getByRole('link', { name: /编辑原材料预委托/ })).toHaveCount(0);
});

test('NAV-004 the root is the workbench and an unknown address is /404', async ({ signedIn }) => {
  const page = await signedIn('client1', '/');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/redirect/dashboard');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/no-such-page');
  await expect(page).toHaveURL('/404');
  await expect(page.getByRole('heading', { name: '没有这个页面' })).toBeVisible();
  await page.getByRole('link', { name: '回到首页' }).or(page.getByRole('button', { name: '回到首页' })).click();
  await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible();
});

test('NAV-012 the header names system and user, and counts what went wrong', async ({ signedIn }) => {
  const page = await signedIn('admin');
  const banner = page.getByRole('banner');
  await expect(banner).toContainText('公路水运检测公共服务平台');
  await expect(banner).toContainText('周明远');
  await page.getByRole('button', { name: '账号菜单' }).click();
  await expect(page.getByRole('menuitem', { name: '退出登录' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '用户中心' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.route('**/GetRawMateriaConsignInfoList?**', (route) => route.abort());
  await page.getByRole('link', { name: '原材料预委托' }).click();
  await expect(banner.getByRole('button', { name: /错误记录，[1-9]\d* 条/ })).toBeVisible();
  await page.evaluate(() => Object.defineProperty(document, 'fullscreenEnabled', { value: false }));
  await dialog(page, '提示').getByRole('button', { name: '知道了' }).click();
  await banner.getByRole('button', { name: '全屏' }).click();
  await expectSaid(page, '您的浏览器不支持全屏');
});

test('ERR-002 ERR-003 ERR-004 whatever a call fails with is alerted under 提示, and only an expired login signs out', async ({ signedIn }) => {
  const page = await signedIn('client1', RAW_LIST);
  const alert = dialog(page, '提示');
  const fails = async (said: string | RegExp, answer: { status: number; json: object } | 'nothing') => {
    await page.route('**/CreateRawMateriaConsingInfo**', (route) => (answer === 'nothing' ? route.abort() : route.fulfill(answer)));
    await page.getByRole('button', { name: '新建委托' }).click();
    await expect(alert).toContainText(said);
    await alert.getByRole('button', { name: '知道了' }).click();
    await expect(alert).toBeHidden();
    await page.unrouteAll();
    await expect(page).toHaveURL(RAW_LIST);
  };
  const error = (message: string, details: string) => ({ success: false, result: null, error: { code: 'X', message, details }, unAuthorizedRequest: false });
  await fails('服务维护中', { status: 500, json: error('服务维护中', '稍后再试') });
  await fails('没有权限', { status: 403, json: error('没有权限', '') });
  await fails('请稍候', { status: 401, json: error('请稍候', '') });
  await fails('网络连接失败', 'nothing');
  await expect(page.getByRole('button', { name: '账号菜单' })).toBeVisible();
});
