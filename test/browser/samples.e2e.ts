import { getBuSampleInfoParams } from '#contract';
import { CEMENT, createDraft, readConsignment, SAND, SHARED_CEMENT } from './support/consignments.js';
import { dialog, expect, expectToast, test, toast } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { SampleForm } from './support/sample-dialog.js';

test('CF-024 a sample is copied with its data, and a deleted sample stays deleted after a reload', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [CEMENT, SAND] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.button('复制样品').click();
  await expectToast(page, '请选择要复制的样品');
  await form.selectSample(SAND.name);
  await form.button('复制样品').click();
  await expectToast(page, '已复制样品');
  await expect(form.sample(SAND.name)).toHaveCount(2);
  const { samples } = await readConsignment(api, id);
  expect(new Set(samples.map((sample) => sample.id)).size).toBe(3);
  expect(samples[2]).toMatchObject({
    testUnitSampleName: SAND.name,
    testParams: samples[1]?.testParams,
    totalFee: samples[1]?.totalFee,
  });

  await form.selectSample(CEMENT.name);
  await form.button('删除样品').click();
  await dialog(page, '删除样品').getByRole('button', { name: '删除样品' }).click();
  await expectToast(page, '删除成功');
  await page.reload();
  await expect(form.sample(SAND.name)).toHaveCount(2);
  await expect(form.sample(CEMENT.name)).toHaveCount(0);
});

test('the price detail adds up, and a shared price is counted once for each group', async ({ api, signedIn }) => {
  const { id } = await createDraft(api, { samples: [SHARED_CEMENT, SAND] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.sample(SHARED_CEMENT.name).getByRole('button', { name: '编辑' }).click();
  const editor = new SampleForm(page);
  await editor.groups.fill('2');
  await editor.save();
  await expectToast(page, '保存成功');

  const priceDetails = await api.do('client1', getBuSampleInfoParams, { query: { id } });
  const [cement, sand] = priceDetails;
  // 90 for the density, 240 once for two parameters of one mix; twice, for two groups.
  expect(cement).toMatchObject({ testGroupCount: 2, totalFee: '660.00' });
  const expectedTotal = (Number(cement?.totalFee) + Number(sand?.totalFee)).toFixed(2);

  await page.getByRole('button', { name: '费用明细' }).click();
  const detail = dialog(page, '费用明细');
  await expect(detail.getByRole('table', { name: SHARED_CEMENT.name }).getByRole('row')).toHaveText([
    /检测参数单价数量金额/,
    /密度90\.00190\.00/,
    /标准稠度用水量260\.001.*共享价.*240\.00/,
    /凝结时间270\.001同组，不另计/,
  ]);
  await expect(detail).toContainText('330.00 × 2 组 = 660.00');
  await expect(detail).toContainText(`合计${expectedTotal}元`);
  await detail.getByRole('button', { name: '关闭' }).last().click();
  await expect(page.getByText(`预估费用合计${expectedTotal}元`)).toBeVisible();
});

test('ERR-009 data that cannot be loaded shows the error message of the specification', async ({ api, signedIn }) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  const expectLoadFailure = async (pattern: string, message: string, open: () => Promise<void>) => {
    await page.route(pattern, (route) => route.abort());
    await open();
    await expect(page.getByText(message).first()).toBeVisible();
    await page.unrouteAll();
    await page.goto(formPath(id));
  };
  await expectLoadFailure('**/GetBuSampleInfoParams?**', '获取价格明细失败', () =>
    page.getByRole('button', { name: '费用明细' }).click(),
  );
  await expectLoadFailure('**/GetPrintList?**', '获取委托单PDF信息失败', async () => {
    await page.getByRole('button', { name: '打印预览' }).click();
    await page.getByRole('button', { name: '生成 PDF' }).click();
  });
  await expectLoadFailure('**/test/param?**', '获取参数失败！', async () => {
    const sampleDialog = await form.openSampleDialog();
    await sampleDialog.chooseSample(CEMENT.name, false);
  });
  await expectLoadFailure('**/GetBuSampleInfo?**', '获取样品失败！', () =>
    form.sample(CEMENT.name).getByRole('button', { name: '编辑' }).click(),
  );
  await expect(toast(page)).toHaveCount(0);
});

test('DG-004 the receiving requirements of each sample are shown and can be copied', async ({ api, signedIn }) => {
  const { id } = await createDraft(api, { samples: [CEMENT, SAND] });
  const page = await signedIn('client1', formPath(id), { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: '收样要求' }).click();
  const requirements = dialog(page, '收样要求');
  for (const { name } of [CEMENT, SAND])
    await expect(requirements.getByRole('button', { name, exact: true })).toBeVisible();
  const sand = requirements.getByRole('button', { name: SAND.name, exact: true });
  await expect(sand).toHaveAttribute('aria-expanded', 'false');
  await sand.click();
  await expect(sand).toHaveAttribute('aria-expanded', 'true');
  await requirements.getByRole('button', { name: '复制' }).nth(1).click();
  await expectToast(page, '复制成功');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(SAND.name);
});

test('text typed before a sample is added stays unsaved, and closing the form asks for confirmation', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.text('备注').fill('先写了备注');
  const sampleDialog = await form.openSampleDialog();
  await sampleDialog.chooseSample(CEMENT.name);
  await sampleDialog.chooseParameters('密度');
  await sampleDialog.confirm();
  await new SampleForm(page).save();
  await expect(form.sample(CEMENT.name)).toBeVisible();
  await expect(form.text('备注')).toHaveValue('先写了备注');
  await expect(page.getByText('有未保存的修改').first()).toBeVisible();
  await page.getByRole('button', { name: /^关闭 编辑原材料预委托/ }).click();
  await dialog(page, '提示').getByRole('button', { name: '留在这里' }).click();
  await form.save();
  await expectToast(page, '保存成功');
  await expect(page.getByText('有未保存的修改')).toHaveCount(0);
  expect((await readConsignment(api, id)).memo).toBe('先写了备注');
});
