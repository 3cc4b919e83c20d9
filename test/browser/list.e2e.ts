import { randomUUID } from 'node:crypto';
import { createDraft, createInStatus, readConsignment, startConsignment } from './support/consignments.js';
import { callsTo, dialog, expect, expectToast, requireValue, test, tick, toast } from './support/console.js';
import { ConsignmentForm } from './support/form.js';
import { ConsignmentList, INCOMING_LIST, RAW_LIST } from './support/list.js';

const newPersonName = (): string => `顾${randomUUID().slice(0, 8)}`;
const listOf = (linkPerson: string): string => `${RAW_LIST}?linkPerson=${linkPerson}`;

test('VA-011 an empty selection, or one with a submitted consignment, is not submitted', async ({ api, signedIn }) => {
  const linkPerson = newPersonName();
  const submitted = await createInStatus(api, 20, { changes: { linkPerson } });
  await createDraft(api, { changes: { linkPerson } });
  const page = await signedIn('client1', listOf(linkPerson));
  const commits = callsTo(page, 'CommitConsignInfo');
  const list = new ConsignmentList(page);
  await expect(list.row(submitted.consignCode)).toBeVisible();
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(page, '请选择要提交的委托');
  await list.select(submitted.consignCode, '草稿');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(page, '您请选择的委托中有已经提交的委托。');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(commits).toEqual([]);
});

test('LS-007 several drafts are submitted in one request with one comment', async ({ api, signedIn }) => {
  const linkPerson = newPersonName();
  const drafts = [
    await createDraft(api, { changes: { linkPerson } }),
    await createDraft(api, { changes: { linkPerson } }),
  ];
  const page = await signedIn('client1', listOf(linkPerson));
  const commits = callsTo(page, 'CommitConsignInfo');
  await page.getByRole('button', { name: '签名', exact: true }).click();
  await expectToast(page, '请选择需要签名的数据');
  await tick(page.getByRole('checkbox', { name: '全选本页' }));
  await page.getByRole('button', { name: '提交（2）' }).click();
  const remark = dialog(page, '提交委托');
  await remark.getByRole('textbox').fill('一并提交');
  await remark.getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(page, '提交成功');
  expect(commits).toHaveLength(1);
  for (const { id } of drafts) {
    expect(commits[0]).toContain(id);
    expect((await readConsignment(api, id)).consignStatus).toBe(20);
  }
});

test('VA-018 VA-019 VA-020 only consignments that await a signature and have the same contact phone can be signed together', async ({
  api,
  signedIn,
}) => {
  const linkPerson = newPersonName();
  const [first, second, received] = [
    await createInStatus(api, 80, { changes: { linkPerson } }),
    await createInStatus(api, 80, { changes: { linkPerson, linkPersonPhone: '13800000002' } }),
    await createInStatus(api, 60, { changes: { linkPerson } }),
  ];
  const page = await signedIn('client1', listOf(linkPerson));
  const list = new ConsignmentList(page);
  const sign = page
    .getByRole('banner')
    .or(page.getByRole('main'))
    .getByRole('button', { name: '签名', exact: true })
    .first();
  await sign.click();
  await expectToast(page, '请选择需要签名的数据');
  await list.select(first.consignCode, received.consignCode);
  await sign.click();
  await expectToast(page, '所选委托必须是待签名状态！');
  await tick(page.getByRole('checkbox', { name: `选择 ${received.consignCode}` }), false);
  await list.select(second.consignCode);
  await sign.click();
  await expectToast(page, '所选委托的联系人电话号码不一致！');
  await tick(page.getByRole('checkbox', { name: `选择 ${second.consignCode}` }), false);

  await page.route('**/GetConsingInfo?**', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: { buConsignInfoSign: unknown[] } };
    body.result.buConsignInfoSign = [];
    await route.fulfill({ response, json: body });
  });
  await sign.click();
  await expectToast(page, `委托[${first.consignCode}]没有签名信息，请重新选择！`);
  await page.unrouteAll();

  await sign.click();
  const signing = dialog(page, '本次签名 1 份委托');
  const submit = signing.getByRole('button', { name: '提交签名' });
  await expect(submit).toBeDisabled();
  const box = requireValue(await signing.getByRole('img', { name: '请在框内手写签名' }).boundingBox());
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 90, { steps: 5 });
  await page.mouse.up();
  await signing.getByText('我已核对以上委托').click();
  await submit.click();
  await expectToast(page, '签名成功');
  expect(await readConsignment(api, first.id)).toMatchObject({
    consignStatus: 60,
    buConsignInfoSign: [{ signType: 1, status: 1 }],
  });
});

test('LS-004 filters, page and page size are part of the address and apply together', async ({ api, signedIn }) => {
  const linkPerson = newPersonName();
  for (let number = 0; number < 7; number++) await createDraft(api, { samples: [], changes: { linkPerson } });
  const [listed, filteredOut] = [
    await createInStatus(api, 50, { samples: [], changes: { linkPerson } }),
    await createInStatus(api, 20, { changes: { linkPerson } }),
  ];
  const page = await signedIn('client1', `${RAW_LIST}?q=高速公路&linkPerson=${linkPerson}&status=10,50&size=5`);
  const lists = callsTo(page, 'GetRawMateriaConsignInfoList');
  await expect(page.getByText('共 8 条，第 1–5 条')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: linkPerson })).toHaveCount(5);
  await page.getByRole('button', { name: '第 2 页' }).click();
  await expect(page.getByText('共 8 条，第 6–8 条')).toBeVisible();
  expect(new URL(lists.at(-1) ?? '').searchParams.get('skipCount')).toBe('5');
  await expect(page).toHaveURL(/page=2/);
  await expect(page.getByRole('link', { name: filteredOut.consignCode, exact: true })).toHaveCount(0);

  await page.goBack();
  await expect(page.getByText('共 8 条，第 1–5 条')).toBeVisible();
  await page.getByRole('button', { name: '清空', exact: true }).click();
  await expect(page).not.toHaveURL(/linkPerson/);

  await page.goto(listOf(linkPerson));
  await page.getByRole('row').filter({ hasText: '填写中' }).first().getByRole('button', { name: '编辑' }).click();
  await new ConsignmentForm(page).expectOpen();
  await expect(page).toHaveURL(/addConsignInfo\?id=[0-9a-f-]{36}/);
  expect(listed.consignStatus).toBe(50);
});

test('LS-001 LS-002 rows, tabs and filters show the status names of the server', async ({ api, signedIn }) => {
  const linkPerson = newPersonName();
  await createInStatus(api, 20, { changes: { linkPerson } });
  const page = await signedIn('client1');
  const newStatusName = '等待检测单位审核';
  let row: Record<string, unknown> = {};
  await page.route('**/GetEnumValues?**', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: { value: number; name: string }[] };
    body.result = body.result.map((entry) => (entry.value === 20 ? { ...entry, name: newStatusName } : entry));
    await route.fulfill({ response, json: body });
  });
  await page.route('**/GetRawMateriaConsignInfoList?**', async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result: { items: Record<string, unknown>[] } };
    row = requireValue(body.result.items[0]);
    row['consignStatusStr'] = newStatusName;
    await route.fulfill({ response, json: body });
  });
  await page.goto(listOf(linkPerson));
  const fields = [
    'consignCode',
    'consignType',
    'consignUnit',
    'testContent',
    'consignStatus',
    'mailOrderNumber',
    'projectName',
    'sendPerson',
    'sendPersonPhone',
    'consignFormaNumber',
    'commitConsignTime',
    'sampleCount',
    'isConsignBillGened',
    'consignStatusStr',
  ];
  await expect(page.getByRole('row').filter({ hasText: newStatusName })).toHaveCount(1);
  expect(Object.keys(row)).toEqual(expect.arrayContaining(fields));
  await expect(page.getByRole('group', { name: '状态' }).getByRole('button', { name: newStatusName })).toBeVisible();
  await page.getByRole('button', { name: '更多筛选' }).click();
  await expect(page.getByRole('checkbox', { name: newStatusName })).toBeVisible();
});

test('LS-006 a laboratory sees consignments submitted to it, but no drafts and none of other laboratories', async ({
  api,
  signedIn,
}) => {
  const linkPerson = newPersonName();
  const submitted = await createInStatus(api, 20, { changes: { linkPerson } });
  await createDraft(api, { changes: { linkPerson } });
  const page = await signedIn('lab1', `${INCOMING_LIST}?linkPerson=${linkPerson}`);
  await expect(page.getByText('共 1 条')).toBeVisible();
  await page.getByRole('row').filter({ hasText: submitted.consignCode }).getByRole('button', { name: '审核' }).click();
  await expect(page).toHaveURL(/auditConsignInfo\?.*pageSource=4/);
  await expect(page.getByRole('button', { name: '审核通过' })).toBeVisible();

  const second = await signedIn('lab2', `${INCOMING_LIST}?linkPerson=${linkPerson}`);
  await expect(second.getByText('没有符合条件的委托')).toBeVisible();
});

test('a new consignment starts with the choices of the last one and a report count of 3', async ({ api, signedIn }) => {
  await createDraft(api);
  const { id } = await startConsignment(api);
  expect(await readConsignment(api, id)).toMatchObject({
    consignStatus: 10,
    sendSampleType: 1,
    mailPayType: 1,
    getReportType: '1',
    reportCount: 3,
  });
  const page = await signedIn('client1', RAW_LIST);
  await page.getByRole('button', { name: '新建委托' }).click();
  const form = new ConsignmentForm(page);
  await form.expectOpen();
  await expect(form.number('报告份数')).toHaveValue('3');
  await expect(form.text('工程项目')).not.toHaveValue('');
  await expect(form.comboBox('资质类型')).not.toHaveValue('');
  await expect(toast(page)).toHaveCount(0);
});
