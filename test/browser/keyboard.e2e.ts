import { randomUUID } from 'node:crypto';
import { getBuSampleInfo } from '#contract';
import { createDraft, createInStatus, readConsignment, CEMENT } from './support/consignments.js';
import { dialog, expect, expectToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';
import { auditPath } from './support/audit.js';
import { SampleDialog } from './support/sample-dialog.js';

test('the consignment list can be moved through, selected from and opened with the keyboard alone', async ({
  api,
  signedIn,
}) => {
  const linkPerson = `顾${randomUUID().slice(0, 8)}`;
  const { consignCode } = await createInStatus(api, 20, { changes: { linkPerson } });
  const { id } = await createDraft(api, { changes: { linkPerson } });
  const page = await signedIn('client1', `${RAW_LIST}?linkPerson=${linkPerson}`);
  const list = new ConsignmentList(page);
  await expect(list.row(consignCode)).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByRole('checkbox', { name: `选择 ${consignCode}` })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('checkbox', { name: `选择 ${consignCode}` })).not.toBeChecked();
  await page.keyboard.press('h');
  await expect(page.getByRole('heading', { name: '委托历史' })).toContainText(consignCode);
  await page.goBack();
  await page.keyboard.press('k');
  await page.keyboard.press('e');
  await new ConsignmentForm(page).expectOpen();
  await expect(page).toHaveURL(formPath(id));
});

test('a consignment can be saved, previewed, commented and submitted with the keyboard alone', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [CEMENT] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await form.text('备注').focus();
  await page.keyboard.type('键盘填写');
  await page.keyboard.press('Control+s');
  await expectToast(page, '保存成功');
  await form.button('保存并提交').focus();
  await page.keyboard.press('Enter');
  const preview = dialog(page, '原材料检测预览');
  await expect(preview.getByRole('button', { name: '确认提交' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const remark = dialog(page, '提交委托');
  await expect(remark.getByRole('textbox')).toBeFocused();
  await page.keyboard.type('请审核');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, '提交成功');
  expect(await readConsignment(api, id)).toMatchObject({ consignStatus: 20, memo: '键盘填写' });
});

test('a sample is found in the tree and its parameters are chosen with the keyboard alone', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  const sampleDialog = await new ConsignmentForm(page).openSampleDialog();
  const search = sampleDialog.root.getByRole('textbox', { name: '样品名称，回车查询' });
  await search.focus();
  await page.keyboard.type('普通硅酸盐');
  await page.keyboard.press('Enter');
  await sampleDialog.root.getByRole('treeitem', { name: '水泥', exact: true }).focus();
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(sampleDialog.parameters).toBeVisible();
  await sampleDialog.root.getByRole('checkbox', { name: '选择密度', exact: true }).focus();
  await page.keyboard.press('Space');
  await expect(sampleDialog.root).toContainText('已选 1 项');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('heading', { level: 1, name: /普通硅酸盐水泥/ })).toBeVisible();
  await page.keyboard.press('Control+s');
  await expectToast(page, '保存成功');
});

test('keyboard shortcuts save and copy a sample, open the copy and start the next sample', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [CEMENT] });
  const page = await signedIn('client1', formPath(id));
  await new ConsignmentForm(page).sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
  const site = page.getByRole('textbox', { name: '样品描述' });
  await site.fill('灰色粉末');
  const firstSite = await site.elementHandle();
  await page.keyboard.press('Control+Shift+Enter');
  await expectToast(page, '已复制样品');
  await firstSite?.waitForElementState('hidden');
  await expect(site).toHaveValue('灰色粉末');
  expect((await readConsignment(api, id)).samples).toHaveLength(2);
  await site.fill('第二份');
  await page.keyboard.press('Control+Enter');
  await expect(new SampleDialog(page).root.getByRole('textbox', { name: '样品名称，回车查询' })).toBeFocused();
  const { samples } = await readConsignment(api, id);
  const descriptions = await Promise.all(
    samples.map(
      async (sample) =>
        (await api.do('client1', getBuSampleInfo, { query: { id: sample.id, consignId: id } })).testSampleDescription,
    ),
  );
  expect(descriptions).toEqual(['灰色粉末', '第二份']);
});

test('the laboratory writes its opinion and rejects a consignment with the keyboard alone', async ({
  api,
  signedIn,
}) => {
  const { id } = await createInStatus(api, 20);
  const page = await signedIn('lab1', auditPath(id));
  await page.getByRole('textbox', { name: /审核意见/ }).focus();
  await page.keyboard.type('资质不覆盖');
  const reject = page.getByRole('button', { name: '审核不通过', exact: true });
  for (let tabs = 0; tabs < 8 && !(await reject.evaluate((button) => button === document.activeElement)); tabs++)
    await page.keyboard.press('Tab');
  await expect(reject).toBeFocused();
  await page.keyboard.press('Enter');
  await expectToast(page, '审核不通过');
  expect(await readConsignment(api, id)).toMatchObject({ consignStatus: 40, rollbackCause: '资质不覆盖' });
});

test('a closed dialog returns the focus to the button that opened it', async ({ api, signedIn }) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const detailsButton = page.getByRole('button', { name: '费用明细' });
  await detailsButton.focus();
  await page.keyboard.press('Enter');
  const detail = dialog(page, '费用明细');
  await expect(detail.getByRole('button', { name: '关闭' }).last()).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(detail).toBeHidden();
  await expect(detailsButton).toBeFocused();
});
