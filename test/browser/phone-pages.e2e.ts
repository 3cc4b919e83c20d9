import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import {
  createQRCodeKey,
  downloadFileByAccessoryId,
  getAccessory,
  getReportHistory,
  MobilePage,
  publishReport,
  registerReport,
  uploadFile,
  uploadReport,
} from '#contract';
import { expectAccessible } from './support/accessible.js';
import type { Api } from './support/api.js';
import { createDraft, createInStatus } from './support/consignments.js';
import { dialog, expect, expectToast, test } from './support/console.js';
import { formPath } from './support/form.js';
import { describePicture, phonePage, uprightPhoto, writeName } from './support/phone.js';

const PHONE_LIMIT = 150_000;
const PDF = new TextEncoder().encode('%PDF-1.7\n% 水泥检测报告\n%%EOF\n');

/** The key of the next code that a page of the console makes. */
const nextKey = async (page: Page, press: () => Promise<void>): Promise<string> => {
  const [response] = await Promise.all([
    page.waitForResponse((response) => response.url().endsWith(`/${createQRCodeKey.name}`)),
    press(),
  ]);
  return ((await response.json()) as { result: string }).result;
};

const published = async (api: Api, consignId: string, reportNumber: string): Promise<string> => {
  const { reportId, revision } = await api.do('lab1', registerReport, { body: { consignId, reportNumber } });
  const { uploadId } = await api.do('lab1', uploadFile, { file: { name: '检测报告.pdf', content: PDF } });
  const uploaded = await api.do('lab1', uploadReport, {
    query: { id: reportId },
    body: { uploadId },
    headers: { 'if-match': `"${revision}"` },
  });
  await api.do('lab1', publishReport, { query: { id: reportId }, headers: { 'if-match': `"${uploaded.revision}"` } });
  return reportId;
};

test('QR-007 NAV-010 a photo sent from a phone over a dropped connection appears in the form once, upright and reduced', async ({
  api,
  signedIn,
  browser,
}) => {
  const { id } = await createDraft(api);
  const desktop = await signedIn('client1', formPath(id));
  const attachments = desktop.locator('[data-section="attachments"]');
  await expect(attachments.getByText('还没有委托附件。')).toBeVisible();
  const key = await nextKey(desktop, () => attachments.getByRole('button', { name: '手机上传' }).click());
  await expect(attachments.getByRole('img', { name: '上传二维码' })).toBeVisible();
  await expect(attachments.getByText(/有效至 \d\d:\d\d/)).toBeVisible();

  const phone = await phonePage(browser, `/mobile.html#/entrustUploadFilesinfo?key=${key}`);
  await expect(phone.getByRole('heading', { level: 1, name: '上传委托附件' })).toBeVisible();
  const photo = await uprightPhoto(phone);
  let droppedCount = 0;
  // The server has it, the phone does not hear of it: what is sent again must not be there twice.
  await phone.route('**/api/v1/phone-uploads/**', async (route) => {
    if (route.request().method() !== 'POST' || droppedCount > 0) return route.fallback();
    droppedCount += 1;
    await route.fetch();
    return route.abort('connectionreset');
  });
  await phone
    .getByLabel('拍照', { exact: true })
    .and(phone.locator('input'))
    .setInputFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer: photo });
  await expect(phone.getByRole('status')).toHaveText('已上传 1 个');
  expect(droppedCount).toBe(1);

  await expect(attachments.getByRole('link', { name: /^照片-\d{8}-\d{6}\.jpg/ })).toBeVisible();
  await expect(attachments.getByText(/已从手机收到 1 个文件/)).toBeVisible();
  const storedFiles = await api.do('client1', getAccessory, { query: { foreignKey: id } });
  expect(storedFiles).toHaveLength(1);
  const { rawBody: content } = await (
    await api.as('client1')
  ).call(downloadFileByAccessoryId, { query: { id: storedFiles[0]?.id ?? '' } });
  const storedFile = Buffer.from(content as Uint8Array);
  expect(storedFile.includes('Exif')).toBe(false);
  expect(await describePicture(phone, storedFile)).toEqual({ width: 1000, height: 2000, top: 'red', bottom: 'blue' });
  await phone.context().close();
});

test('QR-006 a laboratory hands over two reports, the recipient signs on a phone, and the history of a report shows the signature', async ({
  api,
  signedIn,
  browser,
}) => {
  const { id, consignCode } = await createInStatus(api, 60);
  const numbers = [`A-${consignCode}`, `B-${consignCode}`];
  const reportIds: string[] = [];
  for (const number of numbers) reportIds.push(await published(api, id, number));
  const lab = await signedIn('lab1', `/BusinessManagement/reportList?q=${consignCode}`);
  for (const number of numbers)
    await lab.getByRole('row', { name: number }).getByRole('checkbox').locator('..').click();
  const key = await nextKey(lab, () =>
    lab.getByRole('region', { name: /^已选/ }).getByRole('button', { name: '领取签名（2）' }).click(),
  );
  const pickUpDialog = dialog(lab, '领取 2 份报告');
  await expect(pickUpDialog.getByRole('img', { name: '领取签名二维码' })).toBeVisible();

  const phone = await phonePage(browser, `/mobile.html#/reportTakeSign?key=${key}`);
  for (const number of numbers) await expect(phone.getByText(number)).toBeVisible();
  await phone.getByLabel('领取人姓名').fill('王强');
  await writeName(phone);
  await phone.getByRole('checkbox').check();
  await phone.getByRole('button', { name: '提交签名' }).click();
  await expect(phone.getByText('签名成功')).toBeVisible();
  await phone.context().close();

  await expectToast(lab, '已签名领取');
  await expect(pickUpDialog).toBeHidden();
  for (const number of numbers) await expect(lab.getByRole('row', { name: number })).toContainText('已领取');
  expect(
    (await api.do('client1', getReportHistory, { query: { id: reportIds[0] ?? '' } })).map(({ type }) => type),
  ).toContain('ReportPickedUp');
  await lab
    .getByRole('row', { name: numbers[0] ?? '' })
    .getByRole('button', { name: /的操作/ })
    .click();
  await lab.getByRole('menuitem', { name: '报告明细' }).click();
  await lab.getByRole('dialog').getByText('历史', { exact: true }).click();
  const signature = lab.getByRole('img', { name: '领取人签名' });
  await expect(signature).toBeVisible();
  await expect.poll(() => signature.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(640);
});

test('QR-005 every phone page is small to load, fits the screen and is accessible', async ({ api, browser }) => {
  const [
    {
      id,
      samples: [sample],
    },
    awaitingSignature,
    received,
  ] = [await createDraft(api), await createInStatus(api, 80), await createInStatus(api, 60)];
  const reportId = await published(api, received.id, `P-${received.consignCode}`);
  const caseByPage: Record<MobilePage, [userName: string, id: string, text: string]> = {
    signList: ['client1', awaitingSignature.id, '请在框内手写签名'],
    entrustUploadFilesinfo: ['client1', id, '还没有文件。拍照或选择文件后会自动上传。'],
    sampleUploadFilesinfo: ['client1', sample?.id ?? '', '还没有文件。拍照或选择文件后会自动上传。'],
    reportTakeSign: ['lab1', reportId, '我已收到以上纸质报告，同意以此签名作为领取人签字'],
  };
  for (const colorScheme of ['light', 'dark'] as const) {
    const phone = await phonePage(browser, '/mobile.html', colorScheme);
    for (const page of MobilePage.options) {
      const [userName, subject, text] = caseByPage[page];
      const key = await api.do(userName, createQRCodeKey, { body: { ids: [subject], data: page } });
      const sizes: Promise<number>[] = [];
      const measure = (response: Response) => {
        if (/\.(js|css|html)$/.test(new URL(response.url()).pathname))
          sizes.push(response.body().then((body) => gzipSync(body).byteLength));
      };
      phone.on('response', measure);
      await phone.goto(`/mobile.html?${page}#/${page}?key=${key}`);
      await expect(phone.getByText(text)).toBeVisible();
      phone.off('response', measure);
      const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
      if (page === 'signList' && colorScheme === 'light') expect(bytes).toBeGreaterThan(10_000);
      expect(bytes, `bytes of ${page} over the mobile network`).toBeLessThan(PHONE_LIMIT);
      expect(await phone.evaluate(() => document.documentElement.scrollWidth), page).toBeLessThanOrEqual(360);
      const preview = await phone
        .locator('button:visible, .kinds span:visible')
        .evaluateAll((targets) =>
          targets.filter((target) => target.getBoundingClientRect().height < 44).map((target) => target.textContent),
        );
      expect(preview, `targets of ${page} a thumb misses`).toEqual([]);
      await expectAccessible(phone, page);
    }
    await phone.context().close();
  }
});
