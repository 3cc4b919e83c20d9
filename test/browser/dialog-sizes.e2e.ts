import type { Locator, Page } from '@playwright/test';
import { draft, inStatus } from './support/consignments.js';
import { dialog, expect, test } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';
import { ConsignmentList, RAW_LIST } from './support/list.js';
import { SampleDialog, SampleForm } from './support/sample-dialog.js';

const MIX = { name: '水泥混凝土配合比', parameters: ['坍落度'] };
const SCREEN = { width: 1600, height: 1000 };

test('SK-003 AK-007 every part and dialog has the specified size on a screen of 1600 px', async ({ api, signedIn }) => {
  const [{ id }, { consignCode }] = [await draft(api, { samples: [MIX] }), await inStatus(api, 20)];
  const onScreen = async (userName: string, path: string): Promise<Page> => {
    const opened = await signedIn(userName, path);
    await opened.setViewportSize(SCREEN);
    return opened;
  };
  const page = await onScreen('client1', formPath(id));
  const is = (part: Locator, property: 'width' | 'height', pixels: number) =>
    expect(part).toHaveCSS(property, `${pixels}px`);
  const wide = async (name: string | RegExp, pixels: number): Promise<Locator> => {
    const opened = dialog(page, name);
    await is(opened, 'width', pixels);
    return opened;
  };
  const cancel = async (opened: Locator) => {
    await opened.getByRole('button', { name: '取消', exact: true }).click();
    await expect(opened).toBeHidden();
  };

  await is(page.getByRole('complementary'), 'width', 220);
  await is(page.getByRole('banner'), 'height', 80);
  await page.getByRole('button', { name: '填写示例：见证取样单' }).click();
  await wide(/^填写示例/, 900);
  await page.keyboard.press('Escape');
  for (const [width, device] of [
    [1023, 'mobile'],
    [1024, 'desktop'],
  ] as const) {
    await page.setViewportSize({ ...SCREEN, width });
    await expect(page.locator(`[data-device=${device}]`)).toBeVisible();
  }
  await page.setViewportSize(SCREEN);

  const choosing = await new ConsignmentForm(page).openSampleDialog();
  await is(choosing.root, 'width', SCREEN.width * 0.9);
  const [panel, bar] = [choosing.root.locator('.panels__left'), choosing.root.getByRole('separator')];
  await is(panel, 'width', 300);
  for (let press = 0; press < 12; press++) await bar.press('ArrowLeft');
  await is(panel, 'width', 200);
  await cancel(choosing.root);

  await new ConsignmentForm(page).sample(MIX.name).getByRole('button', { name: '编辑' }).click();
  await page.getByRole('button', { name: '引用已添加的委托' }).click();
  await cancel(await wide('引用已添加的委托', 800));
  await page.getByRole('button', { name: '设置规格型号' }).click();
  const parts = await wide('设置规格型号', 550);
  await is(parts.getByRole('combobox').first(), 'width', 230);
  await cancel(parts);
  await page.getByRole('button', { name: '选择参数' }).first().click();
  const fixed = new SampleDialog(page).root;
  await is(fixed, 'width', SCREEN.width * 0.9);
  await cancel(fixed);

  await page.getByRole('button', { name: '选择标准', exact: true }).click();
  const standards = await wide('选择标准信息', 1200);
  await standards.getByRole('button', { name: '引用标准' }).click();
  await cancel(await wide('引用标准信息', 900));
  await standards.getByRole('button', { name: '添加自定义评定标准' }).click();
  await cancel(await wide('添加自定义评定标准', 500));
  await cancel(standards);

  const form = new SampleForm(page);
  await form.groups.fill('30');
  await page.getByRole('textbox', { name: '检测部位' }).click();
  const sites = await wide('设置检测部位', 400);
  await is(sites.locator('.test-sites'), 'height', 500);
  await cancel(sites);
  await form.groups.fill('1');

  const materials = page.locator('[data-section="rawMaterials"]');
  await materials.getByRole('button', { name: '添加原材料' }).click();
  await materials.getByRole('combobox', { name: '第 1 行 原材料' }).selectOption('天然砂（水泥混凝土用）');
  await form.save();
  await dialog(page, '原材料信息不完整').getByRole('button', { name: '去完善' }).click();
  await wide('编辑原材料信息（配合比）', 1200);

  const list = await onScreen('client1', RAW_LIST);
  await new ConsignmentList(list).choose(consignCode, '撤回委托');
  const remark = dialog(list, '撤回委托');
  await is(remark, 'width', 400);
  await remark.getByRole('textbox').pressSequentially('撤'.repeat(51));
  await expect(remark.getByRole('textbox')).toHaveValue('撤'.repeat(50));

  const admin = await onScreen('admin', '/SystemManager/instruction');
  await admin.getByRole('button', { name: '新建操作说明' }).click();
  await is(dialog(admin, '新建操作说明').locator('.rich-text-editor'), 'height', 360);
});
