import type { Page } from '@playwright/test';
import { auditPath } from './support/audit.js';
import { CEMENT, createDraft, createInStatus, LAB2, PROJECT, readConsignment } from './support/consignments.js';
import { dialog, expect, expectToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { RAW_LIST } from './support/list.js';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true };

/** Nothing is wider than the phone or than the part of it that it stands in, and only that part scrolls. */
const expectFits = async (page: Page): Promise<void> => {
  const overflowing = await page.evaluate(() =>
    [...document.querySelectorAll('html, .view, .page-header, .page-body, .list-card')]
      .filter((part) => part.scrollWidth > part.clientWidth)
      .map(({ className }) => className),
  );
  expect(overflowing, page.url()).toEqual([]);
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight),
    page.url(),
  ).toBeLessThanOrEqual(0);
};

test('on a phone of 360 px a client reads the reason of a rejection, corrects the consignment and submits it', async ({
  api,
  signedIn,
}) => {
  const { id, consignCode } = await createInStatus(api, 40, { comment: '缺见证取样单' });
  const page = await signedIn('client1', RAW_LIST, phone);
  const card = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: consignCode }) });
  await expect(card).toContainText('缺见证取样单');
  await expectFits(page);
  // Columns and density are no matter of cards; the line is for the search.
  expect((await page.locator('.filter-keyword').boundingBox())?.width).toBeGreaterThan(200);
  await card.getByRole('button', { name: '修改' }).click();
  const form = new ConsignmentForm(page);
  await form.text('备注').fill('已补');
  await expectFits(page);
  await form.submit();
  await expectFits(page);
  await dialog(page, '原材料检测预览').getByRole('button', { name: '确认提交' }).click();
  await dialog(page, '提交委托').getByRole('textbox').fill('已补正');
  await dialog(page, '提交委托').getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(page, '提交成功');
  expect((await readConsignment(api, id)).consignStatus).toBe(20);
});

test('on a phone a sample can be added, and dashboard, form, audit and catalogue fit the screen', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const submitted = await createInStatus(api, 20);
  const page = await signedIn('client1', '/dashboard', phone);
  await expect(page.getByRole('list', { name: '当前各状态' })).toBeVisible();
  await expectFits(page);
  await page.goto(formPath(id));
  for (const [action, title, name] of [
    ['更换', '选择检测单位', LAB2],
    ['选择工程项目', '选择工程项目', PROJECT],
  ] as const) {
    await page.getByRole('button', { name: action, exact: true }).click();
    const messageCell = dialog(page, title).locator('td', { hasText: name }).first();
    await expect.poll(async () => (await messageCell.boundingBox())?.width, 'grown to its size').toBeGreaterThan(180);
    await page.keyboard.press('Escape');
    await expect(dialog(page, title)).toBeHidden();
  }
  const sampleDialog = await new ConsignmentForm(page).openSampleDialog();
  await sampleDialog.chooseSample(CEMENT.name);
  await expectFits(page);
  await sampleDialog.chooseParameters('密度');
  await sampleDialog.confirm();
  await expect(page.getByRole('heading', { level: 1, name: /普通硅酸盐水泥/ })).toBeVisible();
  await expectFits(page);
  const lab = await signedIn('lab1', auditPath(submitted.id), phone);
  await expect(lab.getByRole('button', { name: '审核通过' })).toBeVisible();
  await expectFits(lab);
  const admin = await signedIn('admin', '/BusinessManagement/testSample', phone);
  await expect(admin.getByRole('button', { name: '新建样品' })).toBeInViewport({ ratio: 1 });
  await expectFits(admin);
});
