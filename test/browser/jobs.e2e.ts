import { getPrintList } from '#contract';
import { createInStatus } from './support/consignments.js';
import { dialog, expect, expectToast, test } from './support/console.js';
import { appendOldPdfRequest } from './support/old-pdf-request.js';

test('an operator finds the failed job of a consignment, reads the reason, and retries it with success', async ({
  api,
  signedIn,
}) => {
  const { id, consignCode, revision } = await createInStatus(api, 20);
  await appendOldPdfRequest(id, revision);
  const page = await signedIn('operator', '/operations/jobs');
  await page.getByRole('textbox', { name: '委托编号' }).fill(consignCode);
  const row = page.getByRole('row').filter({ hasText: consignCode }).filter({ hasText: '生成委托单 PDF' });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('失败');
  await row.getByRole('button', { name: '查看 生成委托单 PDF' }).click();
  const panel = page.getByRole('complementary', { name: '任务' });
  await expect(panel).toContainText('请求超过 24 小时没有处理，等待人工决定');

  await panel.getByRole('button', { name: '重试' }).click();
  const confirmDialog = dialog(page, '重试任务');
  await confirmDialog.getByRole('textbox', { name: '原因' }).fill('客户来电催办');
  await confirmDialog.getByRole('button', { name: '重试任务' }).click();
  await expectToast(page, '已重新排队 1 个任务');
  await expect(row).toContainText('已完成');
  await expect(panel).toContainText('客户来电催办');
  expect((await api.do('client1', getPrintList, { query: { ids: id } })).result).toMatchObject([{ pdfStatus: 1 }]);

  await panel.getByRole('link', { name: '触发事件' }).click();
  await expect(page.getByRole('complementary', { name: '事件' })).toContainText('请求生成 PDF');
});
