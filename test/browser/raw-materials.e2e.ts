import { getBuSampleInfo } from '#contract';
import { expectAccessible } from './support/accessible.js';
import { CEMENT, createDraft, readConsignment, step } from './support/consignments.js';
import { dialog, expect, expectToast, requireValue, dismissToast, test, tick } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { SampleDialog, SampleForm } from './support/sample-dialog.js';

const MIX = { name: '水泥混凝土配合比', parameters: ['坍落度'] };
const SAND = '天然砂（水泥混凝土用）';
const REPORT = {
  name: '天然砂检验报告.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF'),
};

test('RM-002 RM-014 a mix design is saved with a tested raw material, a cited one and one with a report', async ({
  api,
  signedIn,
}) => {
  const earlierConsignment = await createDraft(api, { samples: [CEMENT] });
  await step(api, earlierConsignment.id, 'submit');
  const { consignCode } = await readConsignment(api, earlierConsignment.id);
  const { id, samples } = await createDraft(api, { samples: [MIX] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.sample(MIX.name).getByRole('button', { name: '编辑' }).click();
  const materials = page.locator('[data-section="rawMaterials"]');

  // What the design usually has; the sand to be tested, in the form of a sample.
  await materials.getByRole('button', { name: '添加原材料' }).click();
  await materials.getByRole('combobox', { name: '第 1 行 原材料' }).selectOption(SAND);
  await expect(materials.getByRole('textbox', { name: '第 1 行 推荐用量（kg/m³）' })).toHaveValue('760');
  await materials.getByRole('textbox', { name: '第 1 行 用量（kg/m³）' }).fill('752.5');
  const sampleForm = new SampleForm(page);
  await sampleForm.save();
  await dialog(page, '原材料信息不完整').getByRole('button', { name: '去完善' }).click();
  const child = dialog(page, '编辑原材料信息（配合比）');
  await expect(child).toHaveCSS('width', '1200px');
  await expectAccessible(page, 'sample of a raw material');
  await child.getByRole('button', { name: '选择参数' }).first().click();
  const sampleDialog = new SampleDialog(page);
  await sampleDialog.chooseParameters('表观密度');
  await sampleDialog.confirm();
  await expect(sampleDialog.root).toBeHidden();
  await child.getByRole('button', { name: '保存', exact: true }).click();
  await expect(child).toBeHidden();
  await expect(materials.getByRole('row').filter({ hasText: SAND }).first()).toContainText('表观密度');
  await dismissToast(page);

  // Cement that the unit consigned before.
  await materials.getByRole('button', { name: '添加原材料' }).click();
  await materials.locator('[data-material]').nth(1).getByRole('button', { name: '引用' }).click();
  const reference = dialog(page, '引用已添加的委托');
  await reference.getByRole('textbox', { name: '请输入预委托编号或样品名称' }).fill(consignCode);
  await page.keyboard.press('Enter');
  await reference.getByRole('radio', { name: new RegExp(consignCode) }).check();
  await reference.getByRole('button', { name: '确定' }).click();
  await expect(materials.getByText(consignCode)).toBeVisible();

  // An admixture that comes with a report.
  await materials.getByRole('button', { name: '添加原材料' }).click();
  await materials.getByRole('combobox', { name: '第 3 行 原材料' }).selectOption({ label: '聚羧酸高性能减水剂' });
  await tick(materials.getByRole('checkbox', { name: '第 3 行 检测' }), false);
  await materials.getByLabel('第 3 行报告文件').setInputFiles(REPORT);
  await expect(materials.getByText(REPORT.name)).toBeVisible();
  await expectAccessible(page, 'form with raw materials');
  await sampleForm.save();
  await expectToast(page, '保存成功');

  const sampleId = requireValue(samples[0]).id;
  const { buSampleInfoRefSampleInfo: rows } = await api.do('client1', getBuSampleInfo, {
    query: { id: sampleId, consignId: id },
  });
  expect(rows).toMatchObject([
    { sampleName: SAND, isTest: true, testParams: '表观密度', dosage: '752.5' },
    { sampleName: CEMENT.name, isTest: false, consignCode },
    { sampleName: '聚羧酸高性能减水剂', isTest: false, reportFile: { name: REPORT.name } },
  ]);
  await step(api, id, 'submit');
  expect((await readConsignment(api, id)).consignStatus).toBe(20);
});
