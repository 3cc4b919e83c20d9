import type { Browser, Page } from '@playwright/test';
import { createDraft } from './support/consignments.js';
import { dialog, expect, expectToast, test, TOKEN } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { RAW_LIST } from './support/list.js';

test('SH-005 NAV-013 the sidebar is 220 px wide under a top bar of 80 px, and its state is stored', async ({
  signedIn,
}) => {
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

test('NAV-016 below 1024 px the sidebar is a drawer', async ({ signedIn }) => {
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

test('visited pages are tabs that keep typed text and ask for confirmation before it is lost', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api);
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

test('NAV-004 the root leads to the dashboard, and an unknown address to /404', async ({ signedIn }) => {
  const page = await signedIn('client1', '/');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/redirect/dashboard');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/no-such-page');
  await expect(page).toHaveURL('/404');
  await expect(page.getByRole('heading', { name: '没有这个页面' })).toBeVisible();
  await page
    .getByRole('link', { name: '回到首页' })
    .or(page.getByRole('button', { name: '回到首页' }))
    .click();
  await expect(page.getByRole('heading', { name: '工作台' })).toBeVisible();
});

test('SH-001 NAV-012 the header shows the system name and the user, and counts errors', async ({ signedIn }) => {
  const page = await signedIn('admin');
  const banner = page.getByRole('banner');
  await expect(banner).toHaveCSS('height', '80px');
  await expect(banner.locator('.logo')).toBeVisible();
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
  await expect(dialog(page, '提示')).toHaveCount(0); // the list itself says that it could not be read
  await banner.getByRole('button', { name: '全屏' }).click();
  await expectToast(page, '您的浏览器不支持全屏');
});

test('SH-004 a page whose files failed to load is loaded again, with its styles', async ({ signedIn }) => {
  const page = await signedIn('admin', '/dashboard', {});
  await expect(page.getByRole('list', { name: '当前各状态' }).or(page.locator('h1')).first()).toBeVisible();
  const requestCounts = new Map<string, number>();
  await page.route('**/assets/**', async (route) => {
    const url = route.request().url();
    const requestCount = (requestCounts.get(url) ?? 0) + 1;
    requestCounts.set(url, requestCount);
    // Scripts are preloaded before they are imported: the page's own breaks at both.
    return requestCount <= (/event-catalogue.*\.js$/.test(url) ? 2 : 1)
      ? route.abort('connectionreset')
      : route.continue();
  });
  await page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '事件目录' }).click();
  await expect(page.getByRole('navigation', { name: '事件类型' })).toBeVisible();
  await expect(page.locator('.event-list')).toHaveCSS('display', 'flex');
  expect([...requestCounts].filter(([url]) => url.endsWith('.css')).length).toBeGreaterThan(0);
  await expect(page.getByText('这个页面出错了')).toHaveCount(0);
});

test('ERR-002 ERR-003 ERR-004 a failed request that is no expired login shows an alert and keeps the user signed in', async ({
  signedIn,
}) => {
  const page = await signedIn('client1', RAW_LIST);
  const alert = dialog(page, '提示');
  const expectFailure = async (
    expectedMessage: string | RegExp,
    response: { status: number; json: object } | 'nothing',
  ) => {
    await page.route('**/CreateRawMateriaConsingInfo**', (route) =>
      response === 'nothing' ? route.abort() : route.fulfill(response),
    );
    await page.getByRole('button', { name: '新建委托' }).click();
    await expect(alert).toContainText(expectedMessage);
    await alert.getByRole('button', { name: '知道了' }).click();
    await expect(alert).toBeHidden();
    await page.unrouteAll();
    await expect(page).toHaveURL(RAW_LIST);
  };
  const error = (message: string, details: string) => ({
    success: false,
    result: null,
    error: { code: 'X', message, details },
    unAuthorizedRequest: false,
  });
  await expectFailure('服务维护中', { status: 500, json: error('服务维护中', '稍后再试') });
  await expectFailure('没有权限', { status: 403, json: error('没有权限', '') });
  await expectFailure('请稍候', { status: 401, json: error('请稍候', '') });
  await expectFailure('网络连接失败', 'nothing');
  await expect(page.getByRole('button', { name: '账号菜单' })).toBeVisible();
});

/** The console at a web origin of its own: the browser believes the address, the running service answers. */
const atOrigin = async (browser: Browser, baseURL: string, origin: string, token: string | null): Promise<Page> => {
  const context = await browser.newContext();
  await context.route(`${origin}/**`, async (route) =>
    route.fulfill({ response: await route.fetch({ url: route.request().url().replace(origin, baseURL) }) }),
  );
  if (token !== null) await context.addCookies([{ name: TOKEN, value: token, url: origin }]);
  return context.newPage();
};

/** What is still being asked is nobody's any more. */
const openOtherSite = async (page: Page): Promise<void> => {
  await page.context().unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().close();
};

test('NAV-002 NAV-018 each of two web origins shows its own unit, and its form offers no other laboratory', async ({
  api,
  browser,
  baseURL,
}) => {
  const { token } = await api.as('client1');
  const units = [
    {
      origin: 'https://zdjt.consign.example.com',
      name: '浙东交通检测委托平台',
      unit: '浙东交通工程检测中心有限公司',
      filing: '浙ICP备00000001号',
      contact: '0574-5550-1101',
    },
    {
      origin: 'https://mhgh.consign.example.com',
      name: '闽海港航检测委托平台',
      unit: '闽海港航工程检测有限公司',
      filing: '闽ICP备00000003号',
      contact: '0592-5550-3303',
    },
  ];
  const { id } = await createDraft(api, { samples: [] });
  for (const { origin, name, unit, filing, contact } of units) {
    const page = await atOrigin(browser, baseURL ?? '', origin, token);
    const unitRequest = page.waitForRequest(/GetTestUnitInfoByConsignPlatURL/);
    await page.goto(`${origin}${formPath(id)}`);
    expect(new URL((await unitRequest).url()).searchParams.get('url')).toBe(origin);
    const banner = page.getByRole('banner');
    await expect(banner).toContainText(`${name}${unit}`);
    await expect(banner.locator('img.logo')).toHaveAttribute('src', /^data:image/);
    await expect(page.locator('footer')).toContainText(filing);
    await expect(page.locator('footer')).toContainText(contact);
    await expect(page.locator('body')).not.toContainText(
      units.find((otherUnit) => otherUnit.origin !== origin)?.filing ?? '',
    );
    await expect(page.locator('[data-section=organisation]')).toContainText(unit);
    await expect(page.locator('[data-section=organisation]').getByRole('button')).toHaveCount(0);
    await openOtherSite(page);
  }
});

test('NAV-017 OI-011 hidden instructions stay hidden for the session and appear again in a new one', async ({
  signedIn,
}) => {
  const page = await signedIn('client1', '/dashboard', {});
  const box = page.getByRole('region', { name: '操作说明' });
  await expect(box).toContainText('需要您处理');
  await box.getByRole('button', { name: '收起操作说明' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: '操作说明与在线咨询' })).toBeVisible();
  await expect(box).toHaveCount(0);
  const otherPage = await signedIn('client1', '/dashboard', {});
  await expect(otherPage.getByRole('region', { name: '操作说明' })).toBeVisible();
});

test('API-001 requests go with the token to the stored base address, or to the console’s origin if it is missing or invalid', async ({
  baseURL,
  signedIn,
}) => {
  const page = await signedIn('client1', '/dashboard', {});
  const storageUrl = `${baseURL}/platform`;
  const requests: { url: string; authorization: string | undefined }[] = [];
  await page.route(`${storageUrl}/api/**`, async (route) => {
    requests.push({ url: route.request().url(), authorization: route.request().headers()['authorization'] });
    await route.fulfill({
      response: await route.fetch({
        url: route
          .request()
          .url()
          .replace(storageUrl, baseURL ?? ''),
      }),
    });
  });
  const statisticRequest = page.waitForRequest(`${baseURL}/api/services/app/Dashboard/GetStatistic**`);
  await page.reload();
  await statisticRequest;
  await page.evaluate((address) => localStorage.setItem('apiBaseAddress', address), storageUrl);
  await page.reload();
  await expect(page.getByText(/^数据截至/)).toBeVisible();
  expect(requests.some(({ url }) => url.startsWith(`${storageUrl}/api/services/app/Dashboard/GetStatistic`))).toBe(
    true,
  );
  expect(
    requests
      .filter(({ url }) => !url.includes('GetTestUnitInfoByConsignPlatURL'))
      .every(({ authorization }) => authorization?.startsWith('Bearer ')),
  ).toBe(true);
  await page.evaluate(() => localStorage.setItem('apiBaseAddress', 'javascript:alert(1)'));
  const secondRequest = page.waitForRequest(`${baseURL}/api/services/app/Dashboard/GetStatistic**`);
  await page.reload();
  await secondRequest;
});

test('Ctrl+K opens a screen by its name, and ? lists the keyboard shortcuts', async ({ signedIn }) => {
  const page = await signedIn('client1');
  await expect(page.getByText(/^数据截至/)).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type('检测机构');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/TestingOrgSearch/TestingOrgList');
  await page.keyboard.press('Shift+?');
  await expect(dialog(page, '快捷键')).toContainText('搜索与命令');
  // A dialog takes the focus a moment after it is there; only then does it hear keys.
  await expect(page.locator('.bp6-portal :focus')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page, '快捷键')).toBeHidden();
});
