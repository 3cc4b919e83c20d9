import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { readWorkbook } from '../harness/worker/read-workbook.js';
import { createDraft, createInStatus } from './support/consignments.js';
import { callsTo, expect, expectToast, test, tick } from './support/console.js';
import { RAW_LIST } from './support/list.js';

const newPersonName = (): string => `顾${randomUUID().slice(0, 8)}`;

test('EX-001 EX-003 the filtered list is exported into one workbook, and so are only the selected rows', async ({
  api,
  signedIn,
}) => {
  const linkPerson = newPersonName();
  const memo = '=HYPERLINK("http://x","y")';
  const consignments = [
    await createInStatus(api, 20, { changes: { linkPerson } }),
    await createDraft(api, { changes: { linkPerson, sendSampleType: 2, mailOrderNumber: memo } }),
  ];
  const page = await signedIn('client1', `${RAW_LIST}?linkPerson=${linkPerson}`);
  const exports = callsTo(page, 'Export');
  await expect(page.getByText('共 2 条')).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出台账' }).click();
  const file = await download;
  await expectToast(page, '台账已导出，共 2 条');
  expect(file.suggestedFilename()).toMatch(/^原材料预委托台账_\d{4}-\d{2}-\d{2}\.xlsx$/);
  const { sheetName, rows } = await readWorkbook(await readFile(await file.path())); // throws at a formula
  expect(sheetName).toBe('原材料预委托台账');
  expect(rows).toHaveLength(1 + consignments.length);
  expect(rows.map(([code]) => code)).toEqual(
    expect.arrayContaining(consignments.map(({ consignCode }) => consignCode || null)),
  );
  expect(rows.flat()).toContain(memo);
  expect(exports).toHaveLength(1);

  await tick(page.getByRole('checkbox', { name: `选择 ${consignments[0]?.consignCode}` }));
  const secondDownload = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出（1）' }).click();
  expect((await readWorkbook(await readFile(await (await secondDownload).path()))).rows).toHaveLength(2);
});

test('an export whose page fails shows the error, and continues with the retry button', async ({ api, signedIn }) => {
  const linkPerson = newPersonName();
  await createDraft(api, { changes: { linkPerson } });
  const page = await signedIn('client1', `${RAW_LIST}?linkPerson=${linkPerson}`);
  await page.route('**/BuConsignInfo/Export', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: '导出台账' }).click();
  await expect(page.getByText('第 1 页导出失败，已停止')).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '重试' }).click();
  await download;
  await expect(page.getByRole('button', { name: '导出台账' })).toBeVisible();
});
