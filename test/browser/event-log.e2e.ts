import { saveConsignInfo } from '#contract';
import { createDraft, readConsignment, step } from './support/consignments.js';
import { expect, test } from './support/console.js';

test('an operator follows the event log live and sees who did what, but not the content of events', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api);
  const page = await signedIn('operator', `/operations/events?object=${id}`);
  const table = page.getByRole('table', { name: '事件列表' });
  await expect(table.getByRole('row').nth(1)).toContainText('添加样品');
  await page.getByRole('button', { name: '实时跟踪' }).click();
  await expect(page.getByRole('button', { name: '正在跟踪' })).toBeVisible();

  const { consignInfoProperties: _, ...consignment } = await readConsignment(api, id);
  await api.do('client1', saveConsignInfo, {
    body: {
      id,
      testUnitId: consignment.testUnitId,
      testUnitAddressId: consignment.testUnitAddressId,
      tuqualificationId: consignment.tuqualificationId,
      projectId: consignment.projectId,
      linkPerson: '陈志远',
      linkPersonPhone: '13800000001',
      reportCount: 3,
      memo: '请尽快安排',
    },
  });
  await expect(table.getByRole('row').nth(1)).toContainText('保存基本信息');
  await step(api, id, 'submit');
  await expect(table.getByRole('row').filter({ hasText: '提交委托' })).toHaveCount(1);

  await table.getByRole('button', { name: /^查看 提交委托/ }).click();
  const panel = page.getByRole('complementary', { name: '事件' });
  await expect(panel).toContainText('您的角色只能看到谁在何时做了什么，不能看到内容。');
  await expect(panel).not.toContainText('陈志远');
  await panel.getByRole('link', { name: '同一请求的事件' }).click();
  await expect(page).toHaveURL(/correlation=/);
  await expect(table.getByRole('row').filter({ hasText: '提交委托' })).toHaveCount(1);
});

test('an auditor reads an event with personal data masked, and pages back to older events', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api);
  const page = await signedIn('auditor', `/operations/events?object=consignment-${id}&type=ConsignmentSaved`);
  await page.getByRole('button', { name: /^查看 保存基本信息/ }).click();
  const panel = page.getByRole('complementary', { name: '事件' });
  await expect(panel).toContainText('138****0001');
  await expect(panel).not.toContainText('13800000001');
  await expect(panel.getByRole('link', { name: '委托历史' })).toHaveAttribute(
    'href',
    `/consignments/${id}/history?revision=1`,
  );
  await page.getByRole('button', { name: '清空筛选' }).click();
  await page.getByRole('button', { name: '更早的' }).click();
  await expect(page.getByRole('button', { name: '回到最新' })).toBeVisible();
});
