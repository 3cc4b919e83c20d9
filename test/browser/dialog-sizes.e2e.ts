import type { Locator, Page } from '@playwright/test';
import { createDraft, createInStatus } from './support/consignments.js';
import { dialog, expect, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';
import { SampleDialog, SampleForm } from './support/sample-dialog.js';

const MIX = { name: '水泥混凝土配合比', parameters: ['坍落度'] };
const SCREEN = { width: 1600, height: 1000 };

test('SK-003 AK-007 every part and dialog has the specified size on a screen of 1600 px', async ({ api, signedIn }) => {
  const [{ id }, { consignCode }] = [await createDraft(api, { samples: [MIX] }), await createInStatus(api, 20)];
  const openScreen = async (userName: string, path: string): Promise<Page> => {
    const page = await signedIn(userName, path);
    await page.setViewportSize(SCREEN);
    return page;
  };
  const page = await openScreen('client1', formPath(id));
  const expectSize = (part: Locator, property: 'width' | 'height', pixels: number) =>
    expect(part).toHaveCSS(property, `${pixels}px`);
  const expectWidth = async (name: string | RegExp, pixels: number): Promise<Locator> => {
    const openDialog = dialog(page, name);
    await expectSize(openDialog, 'width', pixels);
    return openDialog;
  };
  const cancel = async (openDialog: Locator) => {
    await openDialog.getByRole('button', { name: '取消', exact: true }).click();
    await expect(openDialog).toBeHidden();
  };

  await expectSize(page.getByRole('complementary'), 'width', 220);
  await expectSize(page.getByRole('banner'), 'height', 80);
  await page.getByRole('button', { name: '填写示例：见证取样单' }).click();
  await expectWidth(/^填写示例/, 900);
  await page.keyboard.press('Escape');
  for (const [width, device] of [
    [1023, 'mobile'],
    [1024, 'desktop'],
  ] as const) {
    await page.setViewportSize({ ...SCREEN, width });
    await expect(page.locator(`[data-device=${device}]`)).toBeVisible();
  }
  await page.setViewportSize(SCREEN);

  const sampleDialog = await new ConsignmentForm(page).openSampleDialog();
  await expectSize(sampleDialog.root, 'width', SCREEN.width * 0.9);
  const [panel, bar] = [sampleDialog.root.locator('.panels__left'), sampleDialog.root.getByRole('separator')];
  await expectSize(panel, 'width', 300);
  for (let press = 0; press < 12; press++) await bar.press('ArrowLeft');
  await expectSize(panel, 'width', 200);
  await cancel(sampleDialog.root);

  await new ConsignmentForm(page).sample(MIX.name).getByRole('button', { name: '编辑' }).click();
  await page.getByRole('button', { name: '引用已添加的委托' }).click();
  await cancel(await expectWidth('引用已添加的委托', 800));
  await page.getByRole('button', { name: '设置规格型号' }).click();
  const parts = await expectWidth('设置规格型号', 550);
  await expectSize(parts.getByRole('combobox').first(), 'width', 230);
  await cancel(parts);
  await page.getByRole('button', { name: '选择参数' }).first().click();
  const fixed = new SampleDialog(page).root;
  await expectSize(fixed, 'width', SCREEN.width * 0.9);
  await cancel(fixed);

  await page.getByRole('button', { name: '选择标准', exact: true }).click();
  const standards = await expectWidth('选择标准信息', 1200);
  await standards.getByRole('button', { name: '引用标准' }).click();
  await cancel(await expectWidth('引用标准信息', 900));
  await standards.getByRole('button', { name: '添加自定义评定标准' }).click();
  await cancel(await expectWidth('添加自定义评定标准', 500));
  await cancel(standards);

  const form = new SampleForm(page);
  await form.groups.fill('30');
  await page.getByRole('textbox', { name: '检测部位' }).click();
  const sites = await expectWidth('设置检测部位', 400);
  await expectSize(sites.locator('.test-sites'), 'height', 500);
  await cancel(sites);
  await form.groups.fill('1');

  const materials = page.locator('[data-section="rawMaterials"]');
  await materials.getByRole('button', { name: '添加原材料' }).click();
  await materials.getByRole('combobox', { name: '第 1 行 原材料' }).selectOption('天然砂（水泥混凝土用）');
  await form.save();
  await dialog(page, '原材料信息不完整').getByRole('button', { name: '去完善' }).click();
  await expectWidth('编辑原材料信息（配合比）', 1200);

  const list = await openScreen('client1', RAW_LIST);
  await new ConsignmentList(list).choose(consignCode, '撤回委托');
  const remark = dialog(list, '撤回委托');
  await expectSize(remark, 'width', 400);
  await remark.getByRole('textbox').pressSequentially('撤'.repeat(51));
  await expect(remark.getByRole('textbox')).toHaveValue('撤'.repeat(50));

  const admin = await openScreen('admin', '/SystemManager/instruction');
  await admin.getByRole('button', { name: '新建操作说明' }).click();
  await expectSize(dialog(admin, '新建操作说明').locator('.rich-text-editor'), 'height', 360);
});
