import { getBuSampleInfo, type SampleView } from '#contract';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/accessible.js';
import type { Api } from './support/api.js';
import { CEMENT, createDraft, readConsignment } from './support/consignments.js';
import { dialog, expect, expectToast, dismissToast, test, tick } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { SampleForm } from './support/sample-dialog.js';

const PACK = '水泥常规检验';
const storedSample = async (api: Api, consignId: string): Promise<SampleView> => {
  const [sample] = (await readConsignment(api, consignId)).samples;
  return api.do('client1', getBuSampleInfo, { query: { id: sample?.id ?? '' } });
};
const save = async (page: Page) => {
  await new SampleForm(page).save();
  await expectToast(page, '保存成功');
  await dismissToast(page); // the next save says the same
};

test('SS-001 PK-002 a pack brings its parameters with their standards, and is dropped when one parameter is removed', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  const choosing = await new ConsignmentForm(page).openSampleDialog();
  // It grows to its size.
  await expect
    .poll(async () => Math.round((await choosing.root.boundingBox())?.width ?? 0))
    .toBe(Math.round((page.viewportSize()?.width ?? 0) * 0.9));
  await choosing.chooseSample(CEMENT.name);
  await choosing.chooseParameters('密度');
  await choosing.root.getByRole('button', { name: PACK }).click();
  await expect(choosing.root.getByText(`参数来自“${PACK}”`)).toBeVisible();
  await expect(choosing.root.getByRole('checkbox', { name: '选择密度', exact: true })).not.toBeChecked();
  await choosing.confirm();
  await expect(page.getByRole('checkbox', { name: PACK })).toBeChecked();
  await save(page);
  const sampleWithPack = await storedSample(api, id);
  expect(sampleWithPack.buSampleParamPackInfo?.packFlag).toBe(1);
  expect(sampleWithPack.tuSampleParamIds.length).toBeGreaterThan(1);
  expect(sampleWithPack.tuSampleParamIds.every(({ buSampleParamUseBaseStandard: links }) => links.length > 0)).toBe(
    true,
  );

  await new ConsignmentForm(page).sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
  await page.getByRole('button', { name: '移除比表面积' }).click();
  await dialog(page, '提示').getByRole('button', { name: '继续' }).click();
  await expect(page.getByRole('checkbox', { name: PACK })).not.toBeChecked();
  await save(page);
  const changed = await storedSample(api, id);
  expect([changed.buSampleParamPackInfo?.packFlag, changed.tuSampleParamIds.length]).toEqual([
    0,
    sampleWithPack.tuSampleParamIds.length - 1,
  ]);
});

test('STD-011 a parameter is saved with a custom evaluation standard and a quoted test basis', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  await new ConsignmentForm(page).sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
  await page.getByRole('button', { name: '选择标准', exact: true }).click();
  const standards = dialog(page, '选择标准信息');
  await expectAccessible(page, 'standards');
  await standards.getByRole('button', { name: '添加自定义评定标准' }).click();
  const custom = dialog(page, '添加自定义评定标准');
  await expectAccessible(page, 'custom standard');
  await custom.getByRole('textbox').fill('业主技术条款 2026-3');
  await page.keyboard.press('Enter');
  await expect(custom).toBeHidden();
  await standards.getByRole('button', { name: '引用标准' }).click();
  const picker = dialog(page, '引用标准信息');
  await picker.getByRole('textbox', { name: /请输入标准名称或发布号/ }).fill('GB/T 8074');
  await page.keyboard.press('Enter');
  await tick(picker.getByRole('checkbox', { name: /GB\/T 8074-2008/ }));
  await expectAccessible(page, 'quoted standard');
  await picker.getByRole('button', { name: /^确定/ }).click();
  await tick(standards.getByRole('checkbox', { name: /^GB 175-2023：作为评定标准/ }), false);
  await standards.getByRole('button', { name: /^确定/ }).click();
  await expect(standards).toBeHidden();
  await save(page);
  const [row] = (await storedSample(api, id)).tuSampleParamIds;
  const uses = (row?.buSampleParamUseBaseStandard ?? []).map((link) => [
    link.limsUniqueKey.startsWith('customer_') ? link.baseStandardName : link.baseStandardCode,
    link.useType,
  ]);
  expect(uses).toEqual(
    expect.arrayContaining([
      ['业主技术条款 2026-3', '2'],
      ['GB/T 8074-2008', '1'],
      ['JTG 3420-2020', '1'],
    ]),
  );
  expect(uses).toHaveLength(3);
});

test('SS-026 STD-013 with recommended standards, evaluation standard and test basis must both be chosen', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  const choosing = await new ConsignmentForm(page).openSampleDialog();
  await choosing.chooseSample(CEMENT.name);
  await choosing.chooseParameters('标准稠度用水量');
  await choosing.root.getByRole('button', { name: /^标准稠度用水量：评定标准/ }).click();
  await page
    .getByRole('menu', { name: '标准稠度用水量：评定标准' })
    .getByRole('option', { name: /GB 175-2007/ })
    .click();
  await page
    .getByRole('menu', { name: '标准稠度用水量：评定标准' })
    .getByRole('option', { name: /GB 175-2023/ })
    .click();
  await page.keyboard.press('Escape');
  await choosing.root.getByRole('button', { name: '推荐依据' }).click();
  await page.getByRole('menuitem', { name: 'GB/T' }).click();
  await expect(choosing.root.getByRole('button', { name: /^标准稠度用水量：检测依据 GB\/T 1346/ })).toBeVisible();
  await choosing.confirm();

  await page.getByRole('button', { name: '选择标准', exact: true }).click();
  const standards = dialog(page, '选择标准信息');
  await tick(standards.getByRole('checkbox', { name: /^GB 175-2007：作为评定标准/ }), false);
  await standards.getByRole('button', { name: /^确定/ }).click();
  await expectToast(page, '检测参数[标准稠度用水量]未选择评定标准');
  await tick(standards.getByRole('checkbox', { name: /^GB 175-2007：作为评定标准/ }));
  await standards.getByRole('button', { name: /^确定/ }).click();
  await expect(standards).toBeHidden();
  await save(page);
  const [row] = (await storedSample(api, id)).tuSampleParamIds;
  expect(
    row?.buSampleParamUseBaseStandard
      .map(({ baseStandardCode, useType }) => [baseStandardCode.split('-')[0], useType])
      .sort(),
  ).toEqual([
    ['GB 175', '2'],
    ['GB/T 1346', '1'],
  ]);
});
