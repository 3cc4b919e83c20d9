import { gzipSync } from 'node:zlib';
import type { Page, Response } from '@playwright/test';
import { createQRCodeKey, getConsignLog, getConsignSignAccessoryList } from '#contract';
import { expectAccessible } from './support/accessible.js';
import { auditPath } from './support/audit.js';
import { createInStatus, readConsignment } from './support/consignments.js';
import { callsTo, dialog, expect, expectToast, dismissToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';
import { openFile } from './support/opened-file.js';
import { phonePage, writeName } from './support/phone.js';

const PHONE_LIMIT = 150_000;
const BILL = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF');

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('CL-019 VA-018 a laboratory sets fee and bill and requests a signature, and a client signs two consignments on a phone', async ({
  api,
  signedIn,
  browser,
}) => {
  const [{ id, consignCode }, second, received] = [
    await createInStatus(api, 60),
    await createInStatus(api, 80),
    await createInStatus(api, 60),
  ];
  const lab = await signedIn('lab1', auditPath(id));
  await section(lab, '实际费用').getByRole('button', { name: '填写' }).click();
  await dialog(lab, '填写实际费用')
    .getByRole('textbox', { name: /实际费用/ })
    .fill('3860.5');
  await dialog(lab, '填写实际费用').getByRole('button', { name: '保存' }).click();
  await expectToast(lab, '实际费用已保存');
  await expect(section(lab, '实际费用')).toContainText('3,860.50');
  await dismissToast(lab);
  await section(lab, '委托单')
    .locator('input[type=file]')
    .setInputFiles({ name: '委托单.pdf', mimeType: 'application/pdf', buffer: BILL });
  await expectToast(lab, '委托单已上传');
  await dismissToast(lab);
  await lab.getByRole('button', { name: '请求签名' }).click();
  await dialog(lab, '请求签名').getByRole('textbox').fill('请核对费用');
  await dialog(lab, '请求签名').getByRole('button', { name: '请求签名' }).click();
  await expectToast(lab, '已请求委托人签名');
  await expect(lab.getByRole('heading', { level: 1 })).toContainText('待签名');

  const page = await signedIn('client1', RAW_LIST);
  const list = new ConsignmentList(page);
  const keyCalls = callsTo(page, createQRCodeKey.name);
  const bulk = page.getByRole('region', { name: /^已选/ });
  await list.select(consignCode, second.consignCode, received.consignCode);
  await bulk.getByRole('button', { name: '签名' }).click();
  await expectToast(page, '所选委托必须是待签名状态！');
  expect(keyCalls).toEqual([]);
  await dismissToast(page);
  await page
    .getByRole('checkbox', { name: `选择 ${received.consignCode}` })
    .locator('..')
    .click();
  const keyResponse = page.waitForResponse((response) => response.url().endsWith(`/${createQRCodeKey.name}`));
  await bulk.getByRole('button', { name: '签名' }).click();
  const signing = dialog(page, '本次签名 2 份委托');
  await expect(signing.getByRole('img', { name: '签名二维码' })).toBeVisible();
  const response = await keyResponse;
  expect((response.request().postDataJSON() as { ids: string[] }).ids.sort()).toEqual([id, second.id].sort());
  const { result: key } = (await response.json()) as { result: string };

  const phone = await phonePage(browser, `/mobile.html#/signList?key=${key}`);
  await expect(phone.getByRole('heading', { level: 1, name: '委托签名' })).toBeVisible();
  for (const expectedText of [consignCode, second.consignCode, '3,860.50', '委托人 陈志远', '138****0001'])
    await expect(phone.getByText(expectedText)).toBeVisible();
  await expect(phone.getByText(received.consignCode)).toHaveCount(0);
  const submit = phone.getByRole('button', { name: '提交签名' });
  await writeName(phone);
  await expect(submit).toBeDisabled();
  await phone.getByRole('checkbox').check();
  await phone.route('**/api/v1/signing/**', (route) => route.abort('connectionreset'), { times: 1 });
  await submit.click();
  await expect(phone.getByText('签名成功')).toBeVisible();

  await expectToast(page, '签名成功');
  await expect(signing).toBeHidden();
  for (const signed of [id, second.id]) {
    expect(await readConsignment(api, signed)).toMatchObject({
      consignStatus: 60,
      buConsignInfoSign: [{ signType: 1, status: 1 }],
    });
    expect(await api.do('client1', getConsignSignAccessoryList, { query: { consignId: signed } })).toHaveLength(1);
    expect(
      (await api.do('client1', getConsignLog, { query: { consignId: signed } })).filter(
        ({ exeType }) => exeType === 'sign',
      ),
    ).toMatchObject([{ exeUserName: '陈志远' }]);
  }
  await phone.reload();
  await expect(phone.getByText('这些委托已完成签名，无需重复签名。')).toBeVisible();
  await phone.context().close();

  await list.expectStatus(consignCode, '已收样');
  const bill = await openFile(page, () => list.row(consignCode).getByRole('button', { name: '打印' }).click());
  expect(new URL(bill).pathname).toMatch(/^\/api\/v1\/documents\//);
  expect(await (await page.request.get(bill)).body()).toEqual(BILL);
});

test('a laboratory requests a correction, and the client reads the reason, corrects and submits again', async ({
  api,
  signedIn,
}) => {
  const { id, consignCode } = await createInStatus(api, 60);
  const lab = await signedIn('lab1', auditPath(id));
  await lab.getByRole('button', { name: '要求补正' }).click();
  const rejectDialog = dialog(lab, '要求补正');
  await rejectDialog.getByRole('button', { name: '要求补正' }).click();
  await expect(rejectDialog.getByRole('alert')).toBeVisible();
  await rejectDialog.getByRole('textbox').fill('缺见证取样单');
  await rejectDialog.getByRole('button', { name: '要求补正' }).click();
  await expectToast(lab, '已要求委托方补正');

  const page = await signedIn('client1', RAW_LIST);
  await new ConsignmentList(page).row(consignCode).getByRole('button', { name: '补正' }).click();
  const form = new ConsignmentForm(page);
  await form.expectOpen();
  await expect(page.getByText('补正原因')).toBeVisible();
  await expect(page.getByText('缺见证取样单')).toBeVisible();
  await form.text('备注').fill('已补见证取样单');
  await form.submit();
  await dialog(page, '原材料检测预览').getByRole('button', { name: '确认提交' }).click();
  await dialog(page, '提交委托').getByRole('textbox').fill('已补正');
  await dialog(page, '提交委托').getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(page, '提交成功');
  expect(await readConsignment(api, id)).toMatchObject({ consignStatus: 20, consignCode, rollbackCause: '' });
  await page.goto(formPath(id));
  await expect(page.getByText('缺见证取样单')).toHaveCount(0);
});

test('the signing page of the phone is small to load, fits the screen and is accessible, also with an invalid key', async ({
  api,
  browser,
}) => {
  const { id } = await createInStatus(api, 80);
  const key = await api.do('client1', createQRCodeKey, { body: { ids: [id], data: 'signList' } });
  const sizes: Promise<number>[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const phone = await phonePage(browser, '/mobile.html', colorScheme);
    if (colorScheme === 'light')
      phone.on('response', (response: Response) => {
        if (/\.(js|css|html)$/.test(new URL(response.url()).pathname))
          sizes.push(response.body().then((body) => gzipSync(body).byteLength));
      });
    for (const [address, expectedText] of [
      [`/mobile.html?fresh#/signList?key=${key}`, '请在框内手写签名'],
      ['/mobile.html?again#/signList?key=made-up', '二维码无效，请在电脑上重新打开二维码后扫码'],
    ] as const) {
      await phone.goto(address);
      await expect(phone.getByText(expectedText)).toBeVisible();
      expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
      await expectAccessible(phone, address);
      if (colorScheme === 'light' && address.includes('fresh'))
        expect(
          (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0),
          'bytes over the mobile network',
        ).toBeLessThan(PHONE_LIMIT);
    }
    await phone.context().close();
  }
});
