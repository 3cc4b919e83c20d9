import { getStatistic } from '#contract';
import { createInStatus } from './support/consignments.js';
import { expect, test } from './support/console.js';
import { ConsignmentList } from './support/list.js';

test('a client sees rejected consignments on the dashboard, and their number links to a list of exactly these', async ({
  api,
  signedIn,
}) => {
  const { consignCode } = await createInStatus(api, 40);
  const page = await signedIn('client1', '/dashboard?kind=1');
  const actionLinks = page.getByRole('link', { name: /^需要您处理/ });
  await expect(actionLinks).toBeVisible();
  await expect(
    page
      .getByRole('table', { name: '需要您处理' })
      .getByRole('row', { name: new RegExp(consignCode) })
      .getByRole('link', { name: '修改' }),
  ).toBeVisible();
  const { byStatus } = await api.do('client1', getStatistic, { query: { consignType: 1 } });
  const rejected = byStatus
    .filter(({ consignStatus }) => consignStatus === 40)
    .reduce((sum, { count }) => sum + count, 0);
  await page
    .getByRole('list', { name: '当前各状态' })
    .getByRole('link', { name: /^审核不通过/ })
    .click();
  await expect(page).toHaveURL('/onlineConsign/rawMateriaConsignInfo?status=40');
  await expect(new ConsignmentList(page).row(consignCode)).toBeVisible();
  await expect(page.getByText(new RegExp(`共 ${rejected} 条`))).toBeVisible();
});

test('a laboratory opens the consignment that has waited longest for its audit from the dashboard', async ({
  api,
  signedIn,
}) => {
  await createInStatus(api, 20);
  const page = await signedIn('lab1', '/dashboard');
  await expect(page.getByText(/最久已等待/)).toBeVisible();
  await expect(page.getByRole('table', { name: '每周委托量（条）' })).toBeAttached();
  const first = page.getByRole('table', { name: '待审核，按等待时间' }).getByRole('row').nth(1);
  const code = await first.getByRole('link').first().textContent();
  await first.getByRole('link', { name: '审核' }).click();
  await expect(page).toHaveURL(/auditConsignInfo|auditSitePreConsignInfo/);
  await expect(page.getByText(code ?? '').first()).toBeVisible();
});

test('the trend lines of the figures stay within their cards on a phone', async ({ signedIn }) => {
  for (const user of ['admin', 'client1'] as const) {
    const page = await signedIn(user, '/dashboard');
    await page.setViewportSize({ width: 360, height: 740 });
    await expect(page.locator('.figure .spark').first()).toBeVisible();
    const overflowing = await page.locator('.figure').evaluateAll((cards) =>
      cards.flatMap((card) => {
        const sparkline = card.querySelector('.spark')?.getBoundingClientRect();
        const inner = card.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(card).paddingRight);
        return sparkline && sparkline.right > inner + 1 ? [Math.round(sparkline.right - inner)] : [];
      }),
    );
    expect(overflowing).toEqual([]);
  }
});

test('an administrator sees the laboratories and the state of the platform on the dashboard', async ({ signedIn }) => {
  const page = await signedIn('admin', '/dashboard');
  await expect(page.getByRole('heading', { name: /^平台运行/ })).toBeVisible();
  await expect(
    page.getByRole('table', { name: '检测单位' }).getByRole('row', { name: /浙东交通工程检测中心有限公司/ }),
  ).toBeVisible();
  await expect(page.getByRole('heading', { name: '需要关注' })).toBeVisible();
});
