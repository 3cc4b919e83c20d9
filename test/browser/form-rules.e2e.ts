import type { Page } from '@playwright/test';
import type { ConsignmentView } from '#contract';
import {
  CEMENT,
  createDraft,
  LAB1,
  LAB2,
  ONE_SAMPLE_LAB,
  PROJECT,
  QUALIFICATION,
  readConsignment,
  startConsignment,
} from './support/consignments.js';
import { callsTo, dialog, expect, expectToast, dismissToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';

/** Shows a consignment as if some of it had never been filled in: defaults of the unit cannot be emptied by hand. */
const emptyFields = async (page: Page, change: (view: ConsignmentView) => Partial<ConsignmentView>): Promise<void> => {
  await page.route(/\/GetConsingInfo\?|\/testing-unit$/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { result?: ConsignmentView } & ConsignmentView;
    await route.fulfill({
      response,
      json: body.result
        ? { ...body, result: { ...body.result, ...change(body.result) } }
        : { ...body, ...change(body) },
    });
  });
};

const expectSaveMessage = async (page: Page, message: string): Promise<void> => {
  await new ConsignmentForm(page).save();
  await expectToast(page, message);
};

test('VA-001 saving names only the first missing field, in the order of the form, until none is missing', async ({
  api,
  signedIn,
}) => {
  const { id, revision, testUnitName } = await startConsignment(api);
  const page = await signedIn('client1');
  await emptyFields(page, (view) => ({
    ...(view.revision > revision ? {} : { testUnitId: null, testUnitName: '' }),
    projectId: null,
    projectName: '',
    tuqualificationId: null,
    tuqualificationName: '',
    linkPerson: '',
    linkPersonPhone: '',
    reportCount: 0,
    sendSampleType: 2,
    mailOrderNumber: '',
  }));
  await page.goto(formPath(id));
  const saves = callsTo(page, 'SaveConsignInfo');
  const form = new ConsignmentForm(page);

  await expectSaveMessage(page, '请选择检测机构');
  await form.chooseOrganisation(testUnitName === LAB1 ? LAB2 : LAB1);
  await expectSaveMessage(page, '请选择工程项目');
  await form.chooseProject(PROJECT);
  await expectSaveMessage(page, '请输入委托人');
  await form.text('委托人').fill('李工');
  await expectSaveMessage(page, '请输入联系电话');
  await form.text('联系电话').fill('13700000009');
  await expectSaveMessage(page, '请选择资质类型');
  await form.comboBox('资质类型').selectOption(QUALIFICATION);
  await expectSaveMessage(page, '请输入邮寄单号');
  await form.text('邮寄单号').fill('SF1');
  await expectSaveMessage(page, '报告数量最小为1');
  await form.number('报告份数').fill('2');
  expect(saves).toEqual([]);
  await expectSaveMessage(page, '保存成功');
  expect(saves).toHaveLength(1);
});

test('VA-002 each required field has its own message', async ({ api, signedIn }) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1');
  const saves = callsTo(page, 'SaveConsignInfo');
  const missingFields: [Partial<ConsignmentView>, string][] = [
    [{ testUnitId: null, testUnitName: '' }, '请选择检测机构'],
    [{ projectId: null, projectName: '' }, '请选择工程项目'],
    [{ linkPerson: '' }, '请输入委托人'],
    [{ linkPersonPhone: '' }, '请输入联系电话'],
    [{ tuqualificationId: null, tuqualificationName: '' }, '请选择资质类型'],
  ];
  for (const [change, message] of missingFields) {
    await page.unrouteAll();
    await emptyFields(page, () => change);
    await page.goto(formPath(id));
    await expectSaveMessage(page, message);
  }
  expect(saves).toEqual([]);
});

test('VA-004 VA-010 a mail number is required only for mailed samples, and a landline is accepted as contact phone', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.radio('送样方式', '邮寄').click();
  await expectSaveMessage(page, '请输入邮寄单号');
  await form.text('邮寄单号').fill('SF1');
  await form.radio('送样方式', '自送').click();
  await form.text('联系电话').fill('010-12345');
  await expectSaveMessage(page, '保存成功');
  expect(await readConsignment(api, id)).toMatchObject({
    sendSampleType: 1,
    mailOrderNumber: '',
    mailPayType: 1,
    linkPersonPhone: '010-12345',
  });
});

test('VA-009 CF-012 the report count is a whole number from 1 when reports are picked up or mailed', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  const count = form.number('报告份数');
  for (const emptyValue of ['0', '']) {
    await count.fill(emptyValue);
    await expectSaveMessage(page, '报告数量最小为1');
    await dismissToast(page);
  }
  for (const invalidValue of ['1.5', '-1']) {
    await count.fill('');
    await count.pressSequentially(invalidValue);
    await count.blur();
    await expect(count).toHaveValue(invalidValue);
    await expectSaveMessage(page, `“${invalidValue}”不是 0 至 999 的整数`);
    await dismissToast(page);
  }
  await count.fill('');
  await form.radio('报告领取方式', '邮寄').click();
  await expectSaveMessage(page, '报告数量最小为1');
  await form.radio('报告领取方式', '电子报告').click();
  await expect(count).toHaveCount(0);
  await form.radio('送样方式', '邮寄').click();
  await expect(form.text('邮寄单号')).toBeVisible();
  await form.radio('送样方式', '自送').click();
  await expect(form.text('邮寄单号')).toHaveCount(0);
  await expect(page.getByRole('group', { name: '邮费支付' })).toHaveCount(0);
  await expectSaveMessage(page, '保存成功');
  expect((await readConsignment(api, id)).getReportType).toBe('10');
});

test('VA-015 VA-017 adding or copying a sample requires a laboratory and a qualification, and copying a selected sample', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  const copies = callsTo(page, 'CopyBuSampleInfo');
  await form.button('复制样品').click();
  await expectToast(page, '请选择要复制的样品');

  for (const [change, message] of [
    [{ testUnitId: null, testUnitName: '' }, '请选择检测机构！'],
    [{ tuqualificationId: null, tuqualificationName: '' }, '请选择资质类型！'],
  ] as const) {
    await page.unrouteAll();
    await emptyFields(page, () => change);
    await page.goto(formPath(id));
    await form.button('添加样品').first().click();
    await expectToast(page, message);
    await form.selectSample(CEMENT.name);
    await form.button('复制样品').click();
    await expectToast(page, message);
    await expect(dialog(page, /选择样品/)).toHaveCount(0);
  }
  await page.goto('/onlineConsign/addConsignInfo');
  await form.button('添加样品').first().click();
  await expectToast(page, '委托id不能为空，请从列表页点击新增按钮重新进入！');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(copies).toEqual([]);
});

test('VA-016 a laboratory that accepts one sample for each consignment allows no second one', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { lab: ONE_SAMPLE_LAB });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.button('添加样品').first().click();
  await expectToast(page, '您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！');
  await form.selectSample(CEMENT.name);
  await form.button('复制样品').click();
  await expectToast(page, '您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！');
  await expect(dialog(page, /选择样品/)).toHaveCount(0);
  expect((await readConsignment(api, id)).samples).toHaveLength(1);
});

test('CF-018 CF-019 custom fields of the unit have the control of their type, and their values are sent on saving', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1');
  const types = ['inputNumber', 'textArea', 'radio', 'select', 'date', 'selectUpdate', 'foo'];
  const field = (columnType: string, index: number, overrides: object = {}) => ({
    id: `f-${columnType}`,
    consignID: id,
    sourcePropertyId: '',
    columnIndex: types.length - index,
    columnName: `*${columnType}项`,
    columnValue: 'a,b',
    visible: true,
    columnType,
    customizeType: '',
    value: '',
    ...overrides,
  });
  const fields = [
    ...types.map((type, index) => field(type, index, type === 'select' ? { value: 'a' } : {})),
    field('hidden', 0, { visible: false }),
  ];
  await emptyFields(page, (view) => ({
    consignInfoProperties: fields as unknown as typeof view.consignInfoProperties,
  }));
  await page.goto(formPath(id));
  const form = new ConsignmentForm(page);
  await form.expectOpen();
  await expect(page.getByText('hidden项')).toHaveCount(0);
  const labels = await page.getByText(/^\w+项$/).allTextContents();
  expect(labels).toEqual([...types].reverse().map((type) => `${type}项`));
  await expect(form.comboBox('select项')).toHaveValue('a');
  await expect(form.comboBox('select项').getByRole('option')).toHaveText(['请选择', 'a', 'b']);

  await form.text('inputNumber项').fill('1.5');
  await form.text('textArea项').fill('两行\n文字');
  await form.radio('radio项', 'b').click();
  await form.comboBox('select项').selectOption('b');
  await form.text('date项').fill('2026-12-01');
  await form.comboBox('selectUpdate项').fill('另写');
  await form.text('foo项').fill('普通');
  const saveRequest = page.waitForRequest('**/SaveConsignInfo');
  await page.route('**/SaveConsignInfo', (route) => route.abort());
  await form.save();
  const { consignInfoProperties } = (await saveRequest).postDataJSON() as {
    consignInfoProperties: { columnType: string; value: string }[];
  };
  expect(Object.fromEntries(consignInfoProperties.map(({ columnType, value }) => [columnType, value]))).toMatchObject({
    inputNumber: '1.5',
    textArea: '两行\n文字',
    radio: 'b',
    select: 'b',
    date: '2026-12-01',
    selectUpdate: '另写',
    foo: '普通',
  });
});
