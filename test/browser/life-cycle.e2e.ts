import { AuditView, auditPath } from './support/audit.js';
import { CEMENT, createDraft, createInStatus, readConsignment, SAND, step } from './support/consignments.js';
import { callsTo, dialog, expect, expectToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';

test('CL-008 CL-013 a client reads the reason of a rejection, corrects and submits again, and reads that of a return', async ({
  api,
  signedIn,
}) => {
  const { id, consignCode } = await createInStatus(api, 20);
  const lab = await signedIn('lab1', auditPath(id));
  const audit = new AuditView(lab);
  await audit.action('审核不通过').click();
  await expectToast(lab, '输入内容不能为空');
  await audit.opinion.fill('缺见证取样单');
  await audit.action('审核不通过').click();
  await expectToast(lab, '审核不通过');

  const client = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(client);
  await expect(client.getByText('缺见证取样单')).toBeVisible();
  await form.text('备注').fill('已补见证取样单');
  await form.submit();
  await dialog(client, '原材料检测预览').getByRole('button', { name: '确认提交' }).click();
  const remark = dialog(client, '提交委托');
  await remark.getByRole('textbox').fill('已补正');
  await remark.getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(client, '提交成功');
  expect(await readConsignment(api, id)).toMatchObject({ consignStatus: 20, consignCode, memo: '已补见证取样单' });

  await lab.goto(auditPath(id));
  await audit.action('审核通过').click();
  await expectToast(lab, '审核通过');
  await lab.goto(auditPath(id));
  await audit.opinion.fill('样品数量不足');
  await audit.action('退回样品').click();
  await expectToast(lab, '已退回');

  await client.goto(formPath(id));
  await expect(client.getByText('样品数量不足')).toBeVisible();
  await expect(form.saveButton).toBeEnabled();
  await client.goto(RAW_LIST);
  const list = new ConsignmentList(client);
  await list.expectStatus(consignCode, '已退样');
  const menu = await list.openMenu(consignCode);
  for (const action of ['修改', '提交委托', '撤回委托'])
    await expect(menu.getByRole('menuitem', { name: action })).not.toHaveAttribute('aria-disabled', 'true');
  for (const action of ['重新编辑', '删除委托'])
    await expect(menu.getByRole('menuitem', { name: action })).toHaveAttribute('aria-disabled', 'true');
});

test('CL-018 CL-017 a submitted consignment is withdrawn with a reason, reopened, withdrawn again and deleted', async ({
  api,
  signedIn,
}) => {
  const { id, consignCode } = await createInStatus(api, 20);
  const page = await signedIn('client1', RAW_LIST);
  const list = new ConsignmentList(page);

  await list.choose(consignCode, '撤回委托');
  const withdrawing = dialog(page, '撤回委托');
  await expect(withdrawing).toContainText(`撤回后，${consignCode} 变为“已撤回”`);
  await withdrawing.getByRole('textbox', { name: '撤回原因' }).fill('项目暂停');
  await withdrawing.getByRole('button', { name: '撤回委托' }).click();
  await expectToast(page, '已撤回');
  await list.expectStatus(consignCode, '已撤回');

  await list.row(consignCode).getByRole('button', { name: '重新编辑' }).click();
  await new ConsignmentForm(page).expectOpen();
  expect((await readConsignment(api, id)).consignStatus).toBe(10);

  await step(api, id, 'withdraw');
  await page.goto(RAW_LIST);
  await list.choose(consignCode, '删除委托');
  await dialog(page, '删除委托').getByRole('button', { name: '删除委托' }).click();
  await expectToast(page, '删除成功');
  await expect(list.row(consignCode)).toHaveCount(0);
});

test('a copy of a consignment is a separate draft with the same samples', async ({ api, signedIn }) => {
  const { id, consignCode } = await createInStatus(api, 20, { samples: [CEMENT, SAND] });
  const page = await signedIn('client1', RAW_LIST);
  await new ConsignmentList(page).choose(consignCode, '复制为新委托');
  await expectToast(page, '已复制为新委托');
  const form = new ConsignmentForm(page);
  await form.expectOpen();
  await expect(form.sample(CEMENT.name)).toBeVisible();
  await expect(form.sample(SAND.name)).toBeVisible();
  const copy = new URL(page.url()).searchParams.get('id') ?? '';
  expect(copy).not.toBe(id);
  expect(await readConsignment(api, copy)).toMatchObject({ consignStatus: 10, consignCode: '' });
  expect((await readConsignment(api, id)).consignStatus).toBe(20);
});

test('DG-010 CL-037 the log shows every step with time, operator, status change and comment', async ({
  api,
  signedIn,
}) => {
  const { id } = await createInStatus(api, 40, { comment: '资料不全' });
  for (const stepName of ['submit', 'pass', 'confirm'] as const) await step(api, id, stepName, '已核对');
  const { consignCode } = await readConsignment(api, id);
  const page = await signedIn('client1', RAW_LIST);
  await new ConsignmentList(page).choose(consignCode, '委托日志');
  const log = dialog(page, '委托日志');
  await expect(log.getByRole('row')).toHaveText([
    /操作时间.*操作人.*审核流程.*处理意见/,
    /陈志远.*填写中 → 待审核.*资料不全/,
    /沈惠兰.*待审核 → 审核不通过.*资料不全/,
    /陈志远.*审核不通过 → 待审核.*已核对/,
    /沈惠兰.*待审核 → 待收样.*已核对/,
    /沈惠兰.*待收样 → 已收样.*已核对/,
  ]);
  await expect(log.getByRole('row').nth(1)).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/);
  await log.getByRole('button', { name: '关闭' }).last().click();
  await expect(log).toBeHidden();
});

test('CL-025 a submission is sent only after its comment is confirmed, together with the comment', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { changes: { linkPerson: '提交人' } });
  const page = await signedIn('client1', `${RAW_LIST}?linkPerson=提交人`);
  const commits = callsTo(page, 'CommitConsignInfo');
  const row = page.getByRole('row').filter({ has: page.locator(`a[href*="${id}"]`) });
  const open = async () => {
    await row.getByRole('button', { name: /的操作$/ }).click();
    await page.getByRole('menuitem', { name: '提交委托' }).click();
    return dialog(page, '提交委托');
  };
  await (await open()).getByRole('button', { name: '取消' }).click();
  await expect(dialog(page, '提交委托')).toBeHidden();
  expect(commits).toEqual([]);

  const remark = await open();
  await remark.getByRole('textbox').fill('请先做水泥');
  const refreshed = page.waitForResponse((response) => response.url().includes('GetRawMateriaConsignInfoList'));
  await remark.getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(page, '提交成功');
  await refreshed;
  expect(commits.map((url) => new URL(url).searchParams.get('description'))).toEqual(['请先做水泥']);
  await expect(row).toContainText('待审核');
});

test('the preview opens only after a successful save, and leads back to the form', async ({ api, signedIn }) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  const preview = dialog(page, '原材料检测预览');
  await form.text('委托人').fill('');
  await form.submit();
  await expectToast(page, '请输入委托人');
  await expect(preview).toHaveCount(0);
  await form.text('委托人').fill('李工');
  await form.submit();
  await expect(preview).toContainText(CEMENT.name);
  await preview.getByRole('button', { name: '重新核对' }).click();
  await expect(preview).toBeHidden();
  expect((await readConsignment(api, id)).consignStatus).toBe(10);
});
