import { randomUUID } from 'node:crypto';
import { saveConsignInfo, setActualFee, setConsignmentBill, signConsignments, type ConsignmentView } from '#contract';
import type { ConsignStatus } from '#events';
import type { Api } from './support/api.js';
import { AuditView, auditPath } from './support/audit.js';
import { createInStatus, newestRevisionHeaders, readConsignment } from './support/consignments.js';
import { callsTo, expect, expectToast, requireValue, dismissToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';

const STATUSES = [10, 20, 30, 40, 50, 60, 70, 80, 90] as const;
const EDITABLE: readonly number[] = [10, 40, 50, 70, 90];

/** One consignment a status, all of them of one contact, so that a list can show just these. */
const contact = `顾${randomUUID().slice(0, 8)}`;
const all = new Map<ConsignStatus, ConsignmentView>();
const consignmentIn = (status: ConsignStatus): ConsignmentView => requireValue(all.get(status));

const witnessChanges = {
  needWitnessUnit: true,
  jzunit: '皖江工程监理咨询有限公司',
  jhperson: '孙工',
  jzphone: '13600000001',
  needWitnessPersonSign: true,
};

/** Received, with its bill and the actual fee, signed by the consignor; the witness has still to sign. */
const createReceived = async (api: Api): Promise<ConsignmentView> => {
  const { id } = await createInStatus(api, 80, { changes: { linkPerson: contact, ...witnessChanges } });
  await api.do('client1', signConsignments, { body: { ids: [id] } });
  await api.do('lab1', setActualFee, {
    query: { id },
    body: { actFee: '123.4' },
    ...(await newestRevisionHeaders(api, id)),
  });
  await api.do('lab1', setConsignmentBill, {
    query: { id },
    body: { billFile: '/logo.svg' },
    ...(await newestRevisionHeaders(api, id)),
  });
  return readConsignment(api, id);
};

test.beforeAll(async ({ api }) => {
  for (const status of STATUSES)
    all.set(
      status,
      status === 60
        ? await createReceived(api)
        : await createInStatus(api, status, {
            changes: { linkPerson: contact, sendSampleType: 2, mailOrderNumber: 'SF1234567890' },
            comment: '样品标签不清',
          }),
    );
});

test('LS-003 each row of the list offers exactly the actions that its status allows', async ({ api, signedIn }) => {
  const always = ['复制为新委托', '委托历史', '委托日志', '打印预览', '预委托单 PDF'];
  const expectedActions: Record<ConsignStatus, string[]> = {
    10: ['编辑', '提交委托', '填写邮寄单号', '撤回委托'],
    20: ['查看', '填写邮寄单号', '撤回委托'],
    30: ['查看', '填写邮寄单号', '撤回委托'],
    40: ['修改', '提交委托', '填写邮寄单号', '撤回委托'],
    50: ['查看', '重新编辑', '删除委托'],
    60: ['查看', '通知见证人', '打印委托单'],
    70: ['补正', '提交委托', '填写邮寄单号'],
    80: ['查看', '签名', '撤回委托'],
    90: ['修改', '提交委托', '填写邮寄单号', '撤回委托'],
  };
  const page = await signedIn('client1', `${RAW_LIST}?linkPerson=${contact}`);
  await expect(page.getByRole('row')).toHaveCount(STATUSES.length + 1);
  for (const status of STATUSES) {
    const row = page.getByRole('row').filter({ hasText: await api.statusName(status) });
    expect(await new ConsignmentList(page).readAllowedActions(row), `actions in ${status}`).toEqual(
      [...expectedActions[status], ...always].sort(),
    );
  }
});

test('CL-015 the form can be edited only in status 10, 40, 50, 70 and 90, and never with pageSource 4', async ({
  api,
  signedIn,
}) => {
  const page = await signedIn('client1');
  const form = new ConsignmentForm(page);
  for (const status of STATUSES) {
    for (const pageSource of [1, 4]) {
      await page.goto(`${formPath(consignmentIn(status).id)}&pageSource=${pageSource}`);
      await expect(page.getByRole('heading', { level: 1 })).toContainText(await api.statusName(status));
      const editing = pageSource === 1 && EDITABLE.includes(status);
      await expect(form.saveButton).toHaveCount(editing ? 1 : 0);
      await expect(form.text('委托人')).toHaveCount(editing ? 1 : 0);
      if (editing) await expect(form.text('委托人')).toBeEditable();
      else
        await expect(
          page.getByRole('main').getByRole('textbox').or(page.getByRole('main').getByRole('combobox')),
        ).toHaveCount(0);
    }
  }
  const client = await api.as('client1');
  for (const status of STATUSES.filter((candidate) => !EDITABLE.includes(candidate))) {
    const { failure } = await client.call(saveConsignInfo, { body: { id: consignmentIn(status).id } });
    expect(failure, `saving in ${status}`).not.toBeNull();
  }
});

test('CL-006 CL-007 the laboratory passes or rejects in status 20, and receives or returns in status 30', async ({
  signedIn,
}) => {
  const page = await signedIn('lab1', auditPath(consignmentIn(20).id));
  const audit = new AuditView(page);
  const [decide, receive] = [
    [audit.action('审核通过'), audit.action('审核不通过')],
    [audit.action('确认收样'), audit.action('退回样品')],
  ];
  for (const action of decide) await expect(action).toBeEnabled();
  for (const action of receive) await expect(action).toHaveCount(0);

  await page.goto(auditPath(consignmentIn(30).id));
  for (const action of receive) await expect(action).toBeEnabled();
  for (const action of decide) await expect(action).toHaveCount(0);

  const client = await signedIn('client1', formPath(consignmentIn(20).id));
  await expect(client.getByRole('heading', { level: 1 })).toContainText('查看原材料预委托');
  await expect(client.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test('ROLE-008 audit buttons appear only in the laboratory’s audit view', async ({ signedIn }) => {
  const actions = /^(审核通过|审核不通过|确认收样|退回样品)$/;
  const lab = await signedIn('lab1', auditPath(consignmentIn(20).id, 1));
  await expect(lab.getByRole('button', { name: '返回列表' })).toBeVisible();
  await expect(lab.getByRole('button', { name: actions })).toHaveCount(0);
  await lab.goto(auditPath(consignmentIn(20).id));
  await expect(lab.getByRole('button', { name: actions })).toHaveCount(2);

  const client = await signedIn('client1', `${formPath(consignmentIn(20).id)}&pageSource=4`);
  await expect(client.getByRole('button', { name: '返回列表' })).toBeVisible();
  await expect(client.getByRole('button', { name: actions })).toHaveCount(0);
});

test('CL-010 a received consignment shows its actual fee and opens its bill', async ({ signedIn }) => {
  const { id, consignCode } = consignmentIn(60);
  const page = await signedIn('client1', formPath(id));
  await expect(page.getByText('实际费用合计')).toBeVisible();
  await expect(page.getByText('123.40', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);

  await page.goto(`${RAW_LIST}?linkPerson=${contact}`);
  const bill = page.context().waitForEvent('page');
  await new ConsignmentList(page).row(consignCode).getByRole('button', { name: '打印', exact: true }).click();
  expect(new URL((await bill).url()).pathname).toBe('/logo.svg');
});

test('CL-014 a returned consignment can be edited and shows the reason in red, and a withdrawn one shows no return reason', async ({
  signedIn,
}) => {
  const page = await signedIn('client1', formPath(consignmentIn(90).id));
  const reason = page.getByRole('main').locator('.note.danger').filter({ hasText: '样品标签不清' });
  await expect(reason).toHaveText(/退回原因\s*样品标签不清/);
  const [red = 0, green = 0, blue = 0] =
    (await reason.evaluate((note) => getComputedStyle(note).color)).match(/\d+/g)?.map(Number) ?? [];
  expect(red).toBeGreaterThan(green + blue);
  await expect(new ConsignmentForm(page).saveButton).toBeEnabled();

  await page.goto(formPath(consignmentIn(50).id));
  await expect(page.getByText('保存后状态变为“填写中”。')).toBeVisible();
  await expect(page.getByText('退回原因')).toHaveCount(0);
});

test('CL-011 CL-012 status 70 allows only submission, and status 80 only signing and withdrawing', async ({
  api,
  signedIn,
}) => {
  const awaitingSignature = consignmentIn(80);
  await api.do('lab1', setActualFee, {
    query: { id: awaitingSignature.id },
    body: { actFee: '88' },
    ...(await newestRevisionHeaders(api, awaitingSignature.id)),
  });
  const page = await signedIn('client1', `${RAW_LIST}?linkPerson=${contact}`);
  const stateActions = ['提交委托', '签名', '重新编辑', '撤回委托', '删除委托', '通知见证人', '打印委托单'];
  const list = new ConsignmentList(page);
  for (const [status, expected] of [
    [70, ['提交委托']],
    [80, ['撤回委托', '签名']],
  ] as const) {
    const actions = await list.readAllowedActions(list.row(consignmentIn(status).consignCode));
    expect(actions.filter((action) => stateActions.includes(action))).toEqual(expected);
  }
  await page.goto(formPath(consignmentIn(70).id));
  await expect(new ConsignmentForm(page).text('委托人')).toBeEditable();
  await page.goto(formPath(awaitingSignature.id));
  await expect(page.getByText('实际费用合计')).toBeVisible();
  await expect(page.getByText('88.00', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0);
});

test('CL-020 ERR-010 a witness who has not signed is notified at most once a day, and a refusal is shown as one', async ({
  api,
  signedIn,
}) => {
  const signed = await createInStatus(api, 80, { changes: { linkPerson: contact } });
  await api.do('client1', signConsignments, { body: { ids: [signed.id] } });
  const page = await signedIn('client1', `${RAW_LIST}?linkPerson=${contact}`);
  const list = new ConsignmentList(page);
  expect(await list.readAllowedActions(list.row(signed.consignCode))).not.toContain('通知见证人');

  const calls = callsTo(page, 'SendJZSignMessage');
  await page.route('**/SendJZSignMessage?**', (route) =>
    route.fulfill({ json: { success: true, result: '短信通道暂不可用', error: null } }),
  );
  await list.choose(consignmentIn(60).consignCode, '通知见证人');
  await expectToast(page, '短信通道暂不可用');
  await page.unrouteAll();
  await dismissToast(page);
  await list.choose(consignmentIn(60).consignCode, '通知见证人');
  await expectToast(page, '已通知见证人');
  expect(calls).toHaveLength(2);
  await expect(
    (await list.openMenu(consignmentIn(60).consignCode)).getByRole('menuitem', { name: '通知见证人' }),
  ).toContainText('距上次通知见证人未超过24小时！');
});

test('CF-006 the form has the client’s actions while it is edited and the laboratory’s actions in its audit view', async ({
  signedIn,
}) => {
  const audit = /^(审核通过|审核不通过|确认收样|退回样品)$/;
  const page = await signedIn('client1', formPath(consignmentIn(10).id));
  const form = new ConsignmentForm(page);
  await form.expectOpen();
  for (const action of ['保存并提交', '复制样品', '删除样品']) await expect(form.button(action)).toBeVisible();
  await expect(page.getByRole('button', { name: audit })).toHaveCount(0);
  const lab = await signedIn('lab1', auditPath(consignmentIn(30).id));
  await expect(lab.getByRole('button', { name: audit })).toHaveText(['退回样品', '确认收样']);
  await expect(lab.getByRole('button', { name: /^保存|复制样品|删除样品/ })).toHaveCount(0);
});

test('CL-028 after a return of samples the page shows the status that the service reports', async ({ signedIn }) => {
  const page = await signedIn('lab1', auditPath(consignmentIn(30).id));
  const audit = new AuditView(page);
  await audit.opinion.fill('样品状态不符');
  await page.route('**/NoPassConfirmSample', (route) =>
    route.fulfill({ json: { success: true, result: true, error: null } }),
  );
  await page.route('**/GetConsingInfo?**', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: object };
    await route.fulfill({
      response: response,
      json: { ...body, result: { ...body.result, consignStatus: 50, consignStatusStr: '已撤回' } },
    });
  });
  await audit.action('退回样品').click();
  await expectToast(page, '已退回');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('已撤回');
  await expect(audit.action('退回样品')).toHaveCount(0);
});
