import { getBuSampleInfo, saveBuSampleInfo, type SampleInput } from '#contract';
import { CEMENT, createDraft, readConsignment, step } from './support/consignments.js';
import { expect, requireValue, test, toast } from './support/console.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';

test('an auditor finds the edit that changed the price, verifies it and shares a link to it', async ({
  api,
  signedIn,
}) => {
  const { id, samples } = await createDraft(api, { samples: [CEMENT] });
  await step(api, id, 'submit', '首次提交');
  await step(api, id, 'reject', '请分两组取样');
  const sample = await api.do('client1', getBuSampleInfo, {
    query: { id: requireValue(samples[0]).id, consignId: id },
  });
  const parameterChoices = sample.tuSampleParamIds.map(({ tuTestParamId, tuTestParamCount }) => ({
    tuTestParamId,
    tuTestParamCount,
  }));
  await api.do('client1', saveBuSampleInfo, {
    body: {
      ...sample,
      buSampleParamPackInfo: null,
      tuSampleParamIds: parameterChoices,
      testGroupCount: 2,
    } as SampleInput,
  });
  await step(api, id, 'submit', '再次提交');
  const { consignCode } = await readConsignment(api, id);

  const page = await signedIn('auditor', `${RAW_LIST}?q=${consignCode}`, {
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  await new ConsignmentList(page).choose(consignCode, '委托历史');
  await expect(page.getByRole('heading', { name: '委托历史' })).toContainText(consignCode);
  await page.getByRole('list', { name: '时间线' }).getByRole('button', { name: '预估费用 90.00 → 180.00 元' }).click();
  await expect(
    page.getByRole('table', { name: '样品 1 · 普通硅酸盐水泥' }).getByRole('row', { name: '检测组数' }),
  ).toContainText('1 组2 组');
  await expect(page.getByText('请分两组取样', { exact: true })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('heading', { name: /版 · 审核不通过/ })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('heading', { name: /版 · 修改样品/ })).toBeVisible();

  await expect(page.locator('.proof-tag')).toContainText('条记录已核验，未被改动');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: '导出核验凭证' }).click();
  expect((await download).suggestedFilename()).toBe(`proof-${consignCode}.json`);

  await page.getByRole('button', { name: '复制链接' }).click();
  await expect(toast(page)).toHaveText([/已复制第 \d+ 版的链接/]);
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const otherPage = await signedIn('client1', link);
  await expect(otherPage.getByRole('heading', { name: /版 · 修改样品/ })).toBeVisible();
  await expect(otherPage.getByText('陈志远（云岭交通建设集团第三工程公司）')).toBeVisible();
});
