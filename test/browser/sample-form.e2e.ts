import { getBuSampleInfo } from '#contract';
import { auditPath, AuditView } from './support/audit.js';
import { CEMENT, createDraft, LAB2, readConsignment, step } from './support/consignments.js';
import { expect, expectToast, test, toast } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { SampleDialog, SampleForm } from './support/sample-dialog.js';

test('TID-008 the laboratory completes parameters left to it in the sample form, and then passes the consignment', async ({
  api,
  signedIn,
}) => {
  const {
    id,
    samples: [sample],
  } = await createDraft(api, { samples: [{ ...CEMENT, leftToLab: true }] });
  await step(api, id, 'submit');
  const page = await signedIn('lab1', auditPath(id));
  const audit = new AuditView(page);
  await page.getByRole('button', { name: '去完善' }).click();
  const sampleDialog = new SampleDialog(page);
  await sampleDialog.chooseParameters('密度');
  await sampleDialog.confirm();
  await expect(page.getByText('委托方填写的其他内容不变')).toBeVisible();
  await new SampleForm(page).save();
  await expectToast(page, '保存成功');
  await audit.action('审核通过').click();
  await expectToast(page, '审核通过');
  const storedSample = await api.do('client1', getBuSampleInfo, { query: { id: sample?.id ?? '' } });
  expect(storedSample).toMatchObject({
    isTestUnitConfirmTestParam: true,
    testReason: '验证进场材料',
    tuSampleParamIds: [{ tuTestParamName: '密度' }],
  });
  await page.goto(`${auditPath(id)}&sample=${storedSample.id}`);
  await expect(page.getByRole('heading', { name: '样品信息' })).toBeVisible();
  await expect(page.getByRole('button', { name: '保存样品' })).toHaveCount(0);
});

test('AT-003 a required attachment is named on saving, and can be added in the sample form', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { lab: LAB2 });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
  const sample = new SampleForm(page);
  await sample.groups.fill('2');
  await expect(page.getByRole('button', { name: '选择文件 见证取样影像' })).toBeEnabled();
  await sample.save();
  await expectToast(page, '请上传附件：见证取样影像');
  await page
    .locator('input[type=file][aria-label="见证取样影像"]')
    .setInputFiles({ name: '见证.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('ffd8ffe000104a464946', 'hex') });
  await expect(page.getByRole('link', { name: /见证\.jpg/ })).toBeVisible();
  await expect(toast(page)).toHaveCount(0);
  await sample.save();
  await expectToast(page, '保存成功');
  await expect(form.sample(CEMENT.name)).toContainText('2');
  expect((await readConsignment(api, id)).samples[0]?.testGroupCount).toBe(2);
});

test('SF-011 a sample is created once when it is chosen, and its form keeps that id', async ({ api, signedIn }) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  const created: string[] = [];
  page.on('response', async (response) => {
    if (response.url().endsWith('/CreateBuSampleParamInfo'))
      created.push(((await response.json()) as { result: string }).result);
  });
  const sampleDialog = await new ConsignmentForm(page).openSampleDialog();
  await sampleDialog.chooseSample(CEMENT.name);
  await sampleDialog.chooseParameters('密度');
  await sampleDialog.confirm();
  const sample = new SampleForm(page);
  await expect(sample.groups).toBeVisible();
  await expect.poll(() => created.length).toBe(1);
  expect(new URL(page.url()).searchParams.get('sample')).toBe(created[0]);
  await page.getByRole('button', { name: '选择参数', exact: true }).click();
  const secondDialog = new SampleDialog(page);
  await secondDialog.chooseParameters('比表面积');
  await secondDialog.confirm();
  await sample.save();
  await expectToast(page, '保存成功');
  expect(created).toHaveLength(1);
  expect((await readConsignment(api, id)).samples.map((sampleView) => [sampleView.id, sampleView.testParams])).toEqual([
    [created[0], expect.stringContaining('比表面积')],
  ]);
});
