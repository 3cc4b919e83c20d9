import type { Page } from '@playwright/test';
import { getBuSampleInfo } from '#contract';
import { expectAccessible } from './support/accessible.js';
import type { Api } from './support/api.js';
import { CEMENT, createDraft, readConsignment } from './support/consignments.js';
import { dialog, expect, expectToast, requireValue, dismissToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { SampleDialog, SampleForm } from './support/sample-dialog.js';

const readStoredSample = async (api: Api, id: string) =>
  api.do('client1', getBuSampleInfo, {
    query: { id: requireValue((await readConsignment(api, id)).samples[0]).id, consignId: id },
  });

const openSample = async (page: Page): Promise<SampleForm> => {
  await new ConsignmentForm(page).sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
  return new SampleForm(page);
};

/** Puts a text on the clipboard as a spreadsheet would, and pastes it into the field that has the focus. */
const paste = async (page: Page, text: string) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
};

test('SPM-001 SPM-002 a client sets the specification of a cement from its parts', async ({ api, signedIn }) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = await openSample(page);
  await page.getByRole('button', { name: '设置规格型号' }).click();
  const parts = dialog(page, '设置规格型号');
  await expect(parts).toHaveCSS('width', '550px');
  const kind = parts.getByRole('combobox', { name: '品种' });
  await expect(kind).toHaveCSS('width', '230px');
  await expect(kind).toHaveAttribute('placeholder', '请选择或输入');
  await expect(parts.getByRole('combobox', { name: '连接符' })).toBeDisabled();
  await expectAccessible(page, 'specification');
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(parts).toBeVisible();
  await kind.click();
  await parts.getByRole('option', { name: 'P·O', exact: true }).click();
  await parts.getByRole('combobox', { name: '强度等级' }).fill('42.5');
  await parts.getByRole('button', { name: '在“强度等级”后添加' }).click();
  await parts.getByRole('combobox', { name: '自定义' }).fill('R');
  await expect(parts.locator('output')).toContainText('P·O 42.5R');
  await parts.getByRole('button', { name: '确定' }).click();
  await expect(parts).toBeHidden();
  await form.save();
  await expectToast(page, '保存成功');
  await expect(new ConsignmentForm(page).sample(CEMENT.name)).toContainText('P·O 42.5R');
  const { specificationType, specificationBuildMethod } = await readStoredSample(api, id);
  expect([
    specificationType,
    (JSON.parse(specificationBuildMethod) as { value: string }[]).map(({ value }) => value),
  ]).toEqual(['P·O 42.5R', ['P·O', ' ', '42.5', 'R']]);
});

test('TS-001 TS-002 a client pastes a column of test sites, one for each group', async ({ api, signedIn }) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = await openSample(page);
  await form.groups.fill('30');
  await page.getByRole('textbox', { name: '检测部位' }).click();
  const sites = dialog(page, '设置检测部位');
  await expect(sites).toHaveCSS('width', '400px');
  await expect(sites.locator('.test-sites')).toHaveCSS('height', '500px');
  await expect(sites.getByRole('textbox')).toHaveCount(30);
  await expectAccessible(page, 'test sites');
  await sites.getByRole('textbox').first().click();
  await paste(page, '1# 墩\r\n2# 墩\r\n\r\n4# 墩\r\n');
  await sites.getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('textbox', { name: '检测部位' })).toHaveValue('1# 墩;2# 墩;4# 墩');
  await expect(page.getByRole('textbox', { name: '工程部位／用途' })).toHaveValue('1# 墩;2# 墩;4# 墩');
  await form.groups.fill('2');
  await dismissToast(page);
  await form.save();
  await expectToast(page, '保存成功');
  expect(await readStoredSample(api, id)).toMatchObject({
    testGroupCount: 2,
    testPart: '1# 墩;2# 墩',
    projectOrPurpose: '1# 墩;2# 墩',
  });
});

test('PP-001 PP-004 a client pastes the prepared pieces of two groups from a spreadsheet', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = await openSample(page);
  const piecesTable = page.getByRole('table', { name: '制件信息' });
  await expect(piecesTable.getByRole('row')).toHaveCount(2);
  await form.groups.fill('3');
  await expect(piecesTable.getByRole('row')).toHaveCount(4);
  await page.getByRole('textbox', { name: '第 1 行成型日期' }).or(page.getByLabel('第 1 行成型日期')).first().click();
  await paste(page, '2024/5/1\t7\t标养\n2024/5/1\t28\t标养\n');
  await expectToast(page, '已粘贴 2 行');
  await dismissToast(page);
  await page.getByRole('spinbutton', { name: '第 3 行龄期（天）' }).fill('-1');
  await form.save();
  await expectToast(page, '制件信息第 3 行的龄期须为不小于 0 的整数');
  await dismissToast(page);
  await page.getByRole('spinbutton', { name: '第 3 行龄期（天）' }).fill('0');
  await form.save();
  await expectToast(page, '保存成功');
  const { buSampleChild } = await readStoredSample(api, id);
  expect(
    buSampleChild.map(({ ageBeginTime, ageWaitTime, descrition }) => [ageBeginTime, ageWaitTime, descrition]),
  ).toEqual([
    ['2024-05-01', 7, '标养'],
    ['2024-05-01', 28, '标养'],
  ]);
});

test('SS-017 SS-019 MODE-001 a client views quantities and requirement pictures, and switches the input mode after confirmation', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [{ ...CEMENT, parameters: ['密度', '比表面积'] }] });
  const page = await signedIn('client1', formPath(id));
  const form = await openSample(page);
  await page.getByRole('button', { name: '选择参数' }).first().click();
  const sampleDialog = new SampleDialog(page);
  await expect(sampleDialog.parameters).toBeVisible();
  await sampleDialog.root.getByRole('button', { name: '明细' }).click();
  const quantity = dialog(page, '预计用量');
  await expect(quantity).toContainText('密度');
  await expect(quantity).toContainText('比表面积');
  await expectAccessible(page, 'quantity detail');
  await page.keyboard.press('Escape');
  await expect(quantity).toBeHidden();
  await sampleDialog.root.locator('.rich-text__picture, .requirements__thumbnail').first().click();
  const viewer = page.getByRole('dialog').filter({ hasText: '第 1 张' });
  await expect(viewer.getByRole('img')).toBeVisible();
  expect(await viewer.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expectAccessible(page, 'picture viewer');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await sampleDialog.confirm();
  await expect(sampleDialog.root).toBeHidden();

  const basisHeader = page.getByRole('table', { name: '检测参数' }).getByRole('columnheader', { name: '检测依据' });
  const mode = page.getByRole('radiogroup', { name: '录入方式' });
  const question = page.getByRole('alertdialog').filter({ hasText: '切换录入方式' });
  await mode.getByText('简洁').click();
  await question.getByRole('button', { name: '不切换' }).click();
  await expect(basisHeader).toBeVisible();
  await mode.getByText('简洁').click();
  await question.getByRole('button', { name: '切换', exact: true }).click();
  await expect(basisHeader).toHaveCount(0);
  await form.save();
  await expectToast(page, '保存成功');
  expect((await readStoredSample(api, id)).inputMethod).toBe(0);
});
