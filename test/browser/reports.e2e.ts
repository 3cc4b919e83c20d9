import { readFile } from 'node:fs/promises';
import { createInStatus } from './support/consignments.js';
import { dialog, expect, expectToast, test } from './support/console.js';

const PDF = Buffer.from('%PDF-1.7\n% 水泥检测报告\n%%EOF\n');

test('LS-008 a laboratory registers, uploads and publishes a report, and the client downloads the same bytes', async ({
  api,
  signedIn,
}) => {
  const { consignCode } = await createInStatus(api, 60);
  const [number, client] = [
    `BG-${consignCode}`,
    await signedIn('client1', `/TestingOrgSearch/reportSchedule?q=${consignCode}`),
  ];
  const clientRow = client.getByRole('row', { name: consignCode });
  await expect(clientRow).toContainText('待出报告');

  const lab = await signedIn('lab1', '/BusinessManagement/reportList');
  await lab.getByRole('button', { name: '登记报告' }).click();
  const registering = dialog(lab, '登记报告');
  await registering.getByRole('textbox', { name: '预委托编号、委托单位、检测内容' }).fill(consignCode);
  await registering.getByText(consignCode).click();
  await expect(registering.getByRole('checkbox', { name: '普通硅酸盐水泥' })).toBeChecked();
  await registering.getByRole('textbox', { name: /^报告编号/ }).fill(number);
  await registering.getByRole('button', { name: '登记报告' }).click();
  await expectToast(lab, '报告已登记');

  const row = lab.getByRole('row', { name: number });
  await row.getByRole('button', { name: '上传报告' }).click();
  await dialog(lab, '上传报告')
    .locator('input[type=file]')
    .setInputFiles({ name: '水泥检测报告.pdf', mimeType: 'application/pdf', buffer: PDF });
  await expectToast(lab, '报告已上传');
  await row.getByRole('button', { name: '发布' }).click();
  await dialog(lab, '发布报告').getByRole('button', { name: '发布报告' }).click();
  await expectToast(lab, '报告已发布');
  await expect(row).toContainText('已发布');

  await client.reload();
  await expect(clientRow).toContainText('已发布');
  const [download] = await Promise.all([
    client.waitForEvent('download'),
    clientRow.getByRole('button', { name: '下载' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('水泥检测报告.pdf');
  expect(await readFile(await download.path())).toEqual(PDF);
});
