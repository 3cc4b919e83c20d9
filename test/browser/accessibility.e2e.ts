import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.js';
import { auditPath } from './support/audit.js';
import { CEMENT, createDraft, createInStatus, SAND } from './support/consignments.js';
import { dialog, expect, test, tick } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { INCOMING_LIST, RAW_LIST } from './support/list.js';

for (const colorScheme of ['light', 'dark'] as const) {
  // Names, roles and order are the same by night; colours are not.
  const examine = (page: Page, screen: string) =>
    expectAccessible(page, screen, colorScheme === 'dark' ? { rules: ['color-contrast'] } : {});

  test(`login, dashboard and lists are accessible in the ${colorScheme} colour scheme`, async ({
    signedIn,
    browser,
  }) => {
    const anonymousContext = await browser.newContext({ colorScheme });
    const login = await anonymousContext.newPage();
    await login.goto('/login');
    await expect(login.getByRole('heading', { name: '登录' })).toBeVisible();
    await examine(login, 'login');
    await anonymousContext.close();

    const page = await signedIn('client1', '/dashboard', { colorScheme });
    await expect(page.locator('body')).toHaveClass(colorScheme === 'dark' ? /bp6-dark/ : /^(?!.*bp6-dark)/);
    await expect(page.getByRole('list', { name: '当前各状态' })).toBeVisible();
    await examine(page, 'home');

    await page.goto(RAW_LIST);
    await expect(page.getByRole('table', { name: '委托列表' })).toBeVisible();
    await examine(page, 'list');

    await page.goto('/onlineConsign/sitePreConsignInfo');
    await expect(page.getByRole('table', { name: '委托列表' })).toBeVisible();
    await tick(page.getByRole('checkbox', { name: '全选本页' }));
    await examine(page, 'appointments, all chosen');

    await page.goto('/TestingOrgSearch/reportSchedule');
    await expect(page.getByRole('table', { name: '报告进度' })).toBeVisible();
    await examine(page, 'report progress');

    await page.goto('/TestingOrgSearch/TestingOrgList');
    await expect(page.getByRole('table').first()).toBeVisible();
    await examine(page, 'organisations');
  });

  test(`the consignment form and its dialogs are accessible in the ${colorScheme} colour scheme`, async ({
    api,
    signedIn,
  }) => {
    const { id } = await createDraft(api, { samples: [CEMENT, SAND] });
    const page = await signedIn('client1', formPath(id), { colorScheme });
    const form = new ConsignmentForm(page);
    await form.expectOpen();
    await expect(form.sample(CEMENT.name)).toBeVisible();
    await examine(page, 'form');

    const sampleDialog = await form.openSampleDialog();
    await sampleDialog.chooseSample(CEMENT.name);
    await sampleDialog.chooseParameters('密度', '凝结时间');
    await sampleDialog.root.getByRole('button', { name: '水泥常规检验' }).click();
    await expect(sampleDialog.root.getByText('参数来自“水泥常规检验”')).toBeVisible();
    await examine(page, 'sample dialog');
    await sampleDialog.root.getByRole('button', { name: '取消' }).click();

    await form.sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
    await expect(page.getByRole('button', { name: '选择文件 其他' })).toBeEnabled();
    await examine(page, 'sample form');
    await page.getByRole('button', { name: '返回委托' }).click();

    await form.submit();
    // Faded in, when the focus has arrived.
    await expect(dialog(page, '原材料检测预览').getByRole('button', { name: '确认提交' })).toBeFocused();
    await examine(page, 'preview');
  });

  test(`the laboratory’s screens are accessible in the ${colorScheme} colour scheme`, async ({ api, signedIn }) => {
    const [submitted, received] = [await createInStatus(api, 20), await createInStatus(api, 60)];
    const incoming = await signedIn('lab1', `${INCOMING_LIST}?status=20,30&order=asc`, { colorScheme });
    await expect(incoming.getByRole('table', { name: '委托列表' })).toBeVisible();
    await examine(incoming, 'incoming list');

    const lab = await signedIn('lab1', auditPath(submitted.id), { colorScheme });
    await expect(lab.getByRole('button', { name: '审核通过' })).toBeVisible();
    await examine(lab, 'audit');
    await lab.goto(auditPath(received.id));
    await expect(lab.getByRole('heading', { name: '实际费用' }).or(lab.getByText('实际费用').first())).toBeVisible();
    await examine(lab, 'work by hand');
    await lab.goto('/BusinessManagement/reportList');
    await expect(lab.getByRole('table', { name: '报告进度' })).toBeVisible();
    await examine(lab, 'reports');
  });

  test(`the print page and its preview are accessible in the ${colorScheme} colour scheme`, async ({
    api,
    signedIn,
  }) => {
    const { id } = await createDraft(api);
    const page = await signedIn('client1', '/preConsignBill', { colorScheme });
    await expect(page.getByRole('table', { name: '可打印的委托' })).toBeVisible();
    await examine(page, 'print');
    await page.goto(`/preConsignBill/preview?ids=${id}`);
    await expect(page.getByRole('article')).toBeVisible();
    await examine(page, 'print preview');
  });
}

/** The page in front; those behind other tabs are not shown. */
const VISIBLE_VIEW = '.view:not([style*="none"])';

/** Examined as a client above, by day and by night. */
const COVERED_PATHS = [
  '/dashboard',
  RAW_LIST,
  '/onlineConsign/sitePreConsignInfo',
  '/TestingOrgSearch/reportSchedule',
  '/TestingOrgSearch/TestingOrgList',
  '/preConsignBill',
];
/**
 * Least number of pages in a role's menu: each is visited as it comes, so that a new page is held to it by being there.
 */
const people = { admin: 12, operator: 3, auditor: 3, lab1: 5, client1: 7 } as const;
for (const [userName, minPages] of Object.entries(people)) {
  test(`every page in the menu of ${userName} is accessible`, async ({ signedIn }) => {
    test.slow();
    const page = await signedIn(userName, '/dashboard', { colorScheme: 'light' });
    const menu = page.getByRole('navigation', { name: '主菜单' });
    await expect(menu.getByRole('link').first()).toBeVisible();
    const paths = await menu
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
    expect(paths.length, paths.join(' ')).toBeGreaterThanOrEqual(minPages);
    const pathsToVisit =
      userName === 'client1'
        ? [...paths.filter((path) => !COVERED_PATHS.includes(path)), '/account', '/messages']
        : paths;
    await expectAccessible(page, 'the frame around all pages of a menu');
    for (const path of pathsToVisit) {
      const entry = menu.locator(`a[href="${path}"]`);
      if (paths.includes(path)) {
        await entry.click();
        await expect(entry).toHaveAttribute('aria-current', 'page');
      } else await page.goto(path);
      await expect(page.locator('h1:visible').first()).toBeVisible();
      await expect(page.getByRole('status', { name: '正在加载' }).filter({ visible: true })).toHaveCount(0);
      await expectAccessible(page, path, { part: VISIBLE_VIEW });
      // What stays open behind a page would be gone through with it, each time.
      const otherTab = page.locator('.tab-strip .tab:not(.current) button');
      if ((await otherTab.count()) > 0) await otherTab.click();
    }
  });
}

test('the registration and password pages are accessible without a login', async ({ browser }) => {
  const context = await browser.newContext({ colorScheme: 'light' });
  const page = await context.newPage();
  for (const [path, title] of [
    ['/register', '注册'],
    ['/forgotPassword', '找回密码'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expectAccessible(page, path);
  }
  await context.close();
});

test('animations are switched off for users who prefer reduced motion', async ({ signedIn }) => {
  const page = await signedIn('client1', RAW_LIST);
  await expect(page.getByRole('table', { name: '委托列表' })).toBeVisible();
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].flatMap((element) =>
          getComputedStyle(element).transitionDuration.split(',').map(Number.parseFloat),
        ),
      ),
    );
  expect(await longest()).toBeGreaterThan(0.05);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await longest()).toBeLessThan(0.001);
});
