import { AuditView, auditPath } from './support/audit.js';
import { createDraft, createInStatus, readConsignment } from './support/consignments.js';
import { dialog, expect, expectToast, requireValue, test, toast } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { RAW_LIST } from './support/list.js';

const refusal = {
  success: false,
  result: null,
  error: { code: 'X', message: '服务维护中', details: '稍后再试' },
  unAuthorizedRequest: false,
};

test('ERR-006 saving and deleting show one success message, and none when they fail', async ({ api, signedIn }) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await page.route('**/SaveConsignInfo', (route) => route.fulfill({ status: 500, json: refusal }));
  await form.save();
  await dialog(page, '提示').filter({ hasText: '服务维护中' }).getByRole('button', { name: '稍后再试' }).click();
  await expect(toast(page)).toHaveCount(0);
  await page.unrouteAll();
  await form.save();
  await expectToast(page, '保存成功');

  const { id: withdrawn } = await createInStatus(api, 50, { changes: { linkPerson: '要删除的' } });
  await page.goto(`${RAW_LIST}?linkPerson=要删除的`);
  await page
    .getByRole('row')
    .filter({ has: page.locator(`a[href*="${withdrawn}"]`) })
    .getByRole('button', { name: /的操作$/ })
    .click();
  await page.getByRole('menuitem', { name: '删除委托' }).click();
  await page.route('**/DeleteConsignInfo?**', (route) => route.fulfill({ status: 500, json: refusal }));
  const removing = dialog(page, '删除委托');
  await removing.getByRole('button', { name: '删除委托' }).click();
  await expect(removing).toContainText('服务维护中');
  await expect(toast(page)).toHaveCount(0);
  await page.unrouteAll();
  await removing.getByRole('button', { name: '删除委托' }).click();
  await expectToast(page, '删除成功');
});

test('ERR-007 each decision of the laboratory shows one success message, and none when it is refused', async ({
  api,
  signedIn,
}) => {
  const [received, rejected, returned] = [
    await createInStatus(api, 20),
    await createInStatus(api, 20),
    await createInStatus(api, 30),
  ];
  const page = await signedIn('lab1');
  const audit = new AuditView(page);
  const transitions = [
    [received.id, '审核通过', 'PassAuditConsignInfo', '审核通过'],
    [received.id, '确认收样', 'ConfirmSample', '确认收样完成'],
    [rejected.id, '审核不通过', 'NoPassAuditConsignInfo', '审核不通过'],
    [returned.id, '退回样品', 'NoPassConfirmSample', '已退回'],
  ] as const;
  for (const [id, action, operation, expectedMessage] of transitions) {
    await page.goto(auditPath(id));
    await audit.opinion.fill('核对');
    await page.route(`**/${operation}`, (route) => route.fulfill({ json: refusal }));
    await audit.action(action).click();
    await dialog(page, '提示').getByRole('button', { name: '知道了' }).click();
    await expect(toast(page)).toHaveCount(0);
    await page.unrouteAll();
    await audit.action(action).click();
    await expectToast(page, expectedMessage);
  }
});

test('CL-029 a response with success false to a pass or a receipt is a refusal, even with HTTP 200', async ({
  api,
  signedIn,
}) => {
  const consignments = [await createInStatus(api, 20), await createInStatus(api, 30)];
  const page = await signedIn('lab1', '/dashboard', {});
  await page.addInitScript(() => {
    const postedMessages: unknown[] = [];
    Object.assign(window, { postedMessages });
    window.parent.postMessage = (message: unknown) => void postedMessages.push(message);
  });
  const audit = new AuditView(page);
  for (const [index, action, operation] of [
    [0, '审核通过', 'PassAuditConsignInfo'],
    [1, '确认收样', 'ConfirmSample'],
  ] as const) {
    const { id, consignStatus, consignStatusStr } = requireValue(consignments[index]);
    await page.goto(auditPath(id));
    await page.route(`**/${operation}`, (route) =>
      route.fulfill({ status: 200, json: { ...refusal, error: { ...refusal.error, message: '样品编号重复' } } }),
    );
    await audit.action(action).click();
    await expect(dialog(page, '提示')).toContainText('样品编号重复');
    await expect(toast(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toContainText(consignStatusStr);
    expect(
      await page.evaluate(() =>
        (window as unknown as { postedMessages: unknown[] }).postedMessages.filter((message) =>
          JSON.stringify(message ?? null).includes('consign'),
        ),
      ),
    ).toEqual([]);
    expect((await readConsignment(api, id)).consignStatus).toBe(consignStatus);
  }
});

test('ERR-008 a refused submission shows the reason under its own title and changes nothing', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [], changes: { linkPerson: '无样品' } });
  const page = await signedIn('client1', `${RAW_LIST}?linkPerson=无样品`);
  await page.route('**/CommitConsignInfo?**', (route) =>
    route.fulfill({ json: { success: true, result: '样品“水泥”的参数信息不完整，请完善后再提交！', error: null } }),
  );
  await page.route('**/GetRawMateriaConsignInfoList?**', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: { items: object[] } };
    body.result.items = body.result.items.map((row) => ({ ...row, sampleCount: 1 }));
    await route.fulfill({ response, json: body });
  });
  await page.reload();
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) });
  await row.getByRole('button', { name: /的操作$/ }).click();
  await page.getByRole('menuitem', { name: '提交委托' }).click();
  const remark = dialog(page, '提交委托');
  await remark.getByRole('textbox').fill('提交');
  await remark.getByRole('button', { name: '提交', exact: true }).click();
  await expect(dialog(page, '提交失败')).toContainText('样品“水泥”的参数信息不完整，请完善后再提交！');
  await expect(page.getByText('提交成功')).toHaveCount(0);
  await expect(row).toContainText('填写中');
});
