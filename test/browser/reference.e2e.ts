import { getBuSampleInfo, saveBuSampleInfo } from '#contract';
import { expectAccessible } from './support/accessible.js';
import { CEMENT, createDraft, createInStatus, readConsignment, step } from './support/consignments.js';
import { dialog, expect, expectToast, requireValue, dismissToast, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';
import { SampleForm } from './support/sample-dialog.js';

const SPECIFICATION = 'P·O 42.5R';

test('DG-011 RC-001 a client cites an earlier sample of the same cement and views an example of an attachment', async ({
  api,
  signedIn,
}) => {
  const earlierConsignment = await createDraft(api);
  const [sample] = earlierConsignment.samples;
  const { tuSampleParamIds, ...stored } = await api.do('client1', getBuSampleInfo, {
    query: { id: requireValue(sample).id, consignId: earlierConsignment.id },
  });
  const origin: Record<string, string> = { manufacturer: '安溪水泥厂', batchNo: 'P20261120' };
  await api.do('client1', saveBuSampleInfo, {
    body: {
      ...stored,
      inputMethod: 1,
      tuSampleParamIds: tuSampleParamIds.map(({ tuTestParamId }) => ({ tuTestParamId })),
      specificationType: SPECIFICATION,
      specificationBuildMethod: '[]',
      extractAddress: '2# 拌和站',
      testSampleDescription: '灰色粉末',
      buSamplePropertyInfo: stored.buSamplePropertyInfo.map((property) => ({
        ...property,
        value: origin[property.testSamplePropertySystemName] ?? property.value,
      })),
    },
  });
  await step(api, earlierConsignment.id, 'submit');
  const { consignCode } = await readConsignment(api, earlierConsignment.id);

  const { id } = await createDraft(api);
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await page.getByRole('button', { name: '填写示例：委托书（盖章扫描件）' }).click();
  const example = dialog(page, /^填写示例/);
  await expect(example).toHaveCSS('width', '900px');
  const picture = example.getByRole('img');
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await example.getByRole('button', { name: '关闭', exact: true }).click();
  await expect(page.getByRole('button', { name: '填写示例：出厂质量证明书' })).toHaveCount(0);

  await form.sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
  await page.getByRole('button', { name: '引用已添加的委托' }).click();
  const reference = dialog(page, '引用已添加的委托');
  await expect(reference).toHaveCSS('width', '800px');
  await expect(reference.getByRole('radio').first()).toBeVisible();
  await reference.getByRole('button', { name: '确定' }).click();
  await expectToast(page, '请选择要引用的委托');
  await dismissToast(page);
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(reference).toBeVisible();
  await reference.getByRole('textbox', { name: '请输入预委托编号或样品名称' }).fill(consignCode);
  await page.keyboard.press('Enter');
  await expect(reference.getByRole('radio')).toHaveCount(1);
  await expectAccessible(page, 'reference');
  await reference.getByRole('cell', { name: '安溪水泥厂' }).click();
  await reference.getByRole('button', { name: '确定' }).click();
  await expect(reference).toBeHidden();
  await expectToast(page, `已从 ${consignCode} 填入：规格型号、生产厂家／产地、批号、取样地点、样品描述`);
  await dismissToast(page);
  await new SampleForm(page).save();
  await expectToast(page, '保存成功');
  await expect(form.sample(CEMENT.name)).toContainText(SPECIFICATION);
  const citingSample = await api.do('client1', getBuSampleInfo, {
    query: { id: requireValue((await readConsignment(api, id)).samples[0]).id, consignId: id },
  });
  expect(citingSample).toMatchObject({
    specificationType: SPECIFICATION,
    extractAddress: '2# 拌和站',
    testSampleDescription: '灰色粉末',
  });
  expect(
    citingSample.buSamplePropertyInfo.flatMap(({ testSamplePropertySystemName, value }) =>
      testSamplePropertySystemName in origin ? [value] : [],
    ),
  ).toEqual(Object.values(origin));
});

test('AK-006 K-008 layout and dialogs have the specified sizes, and three quick clicks in the tree load once', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [CEMENT] });
  const page = await signedIn('client1', formPath(id), { viewport: { width: 1024, height: 800 } });
  const form = new ConsignmentForm(page);
  await expect(page.locator('[data-device=desktop]')).toBeVisible();
  await page.setViewportSize({ width: 1023, height: 800 });
  await expect(page.locator('[data-device=mobile]')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('complementary')).toHaveCSS('width', '220px');
  await expect(page.getByRole('banner')).toHaveCSS('height', '80px');

  const width = async (name: string | RegExp, pixels: number) =>
    expect(dialog(page, name)).toHaveCSS('width', `${pixels}px`);
  await page.getByRole('button', { name: '填写示例：见证取样单' }).click();
  await width(/^填写示例/, 900);
  await page.keyboard.press('Escape');
  await form.sample(CEMENT.name).getByRole('button', { name: '编辑' }).click();
  await page.getByRole('button', { name: '引用已添加的委托' }).click();
  await width('引用已添加的委托', 800);
  await dialog(page, '引用已添加的委托').getByRole('button', { name: '取消' }).click();
  await page.getByRole('button', { name: '返回委托' }).click();

  const sampleDialog = await form.openSampleDialog();
  await sampleDialog.root.getByRole('textbox', { name: '样品名称，回车查询' }).fill('水泥');
  await page.keyboard.press('Enter');
  const leafItems = sampleDialog.root
    .getByRole('treeitem', { name: /水泥$/ })
    .and(sampleDialog.root.locator('[role=treeitem]:not([aria-expanded])'));
  await expect(leafItems.nth(2)).toBeVisible();
  const loads: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/pre/test/param') loads.push(request.url());
  });
  await leafItems.evaluateAll((items) => {
    for (const item of items.slice(0, 3)) (item as HTMLElement).click();
  });
  await expect(sampleDialog.parameters).toBeVisible();
  expect(loads).toHaveLength(1);
  await sampleDialog.root.getByRole('button', { name: '取消' }).click();

  const { consignCode } = await createInStatus(api, 20);
  await page.goto(RAW_LIST);
  await new ConsignmentList(page).choose(consignCode, '撤回委托');
  await width('撤回委托', 400);
});
