import { randomUUID } from 'node:crypto';
import excel from 'exceljs';
import { expectAccessible } from './support/accessible.js';
import { dialog, expect, expectToast, dismissToast, test, tick } from './support/console.js';

test('a laboratory sets its own price, sees the change in the history, and restores the template price', async ({
  signedIn,
}) => {
  const lab = await signedIn('lab2', '/BusinessManagement/testSample');
  await lab.getByRole('textbox', { name: '按编码或名称搜索' }).fill('石灰');
  const row = lab.getByRole('table', { name: '样品列表' }).getByRole('row').nth(1);
  await expect(row).toContainText('石灰');
  const name = (await row.getByRole('cell').nth(1).textContent()) ?? '';
  await row.getByRole('button', { name: `参数 ${name}` }).click();
  await expect(lab.getByRole('heading', { level: 1 })).toContainText(name);
  const parameters = lab.getByRole('table', { name: '参数列表' });
  const parameter = (await parameters.getByRole('row').nth(1).getByRole('cell').nth(1).textContent()) ?? '';
  await lab.getByRole('button', { name: `编辑 ${parameter}` }).click();
  const form = dialog(lab, '编辑参数');
  await form.getByRole('textbox', { name: '单价/元', exact: true }).fill('1234.5');
  await form.getByRole('combobox', { name: '检测依据' }).fill('JTG 3420');
  await form
    .getByRole('option', { name: /JTG 3420/ })
    .first()
    .click();
  await expect(form.getByRole('list', { name: '检测依据' })).toContainText('JTG 3420');
  await form.getByRole('button', { name: '保存' }).click();
  await expectToast(lab, '保存成功');
  await expect(parameters.getByRole('row').nth(1)).toContainText('1,234.50');

  await lab.getByRole('button', { name: '历史' }).click();
  const history = dialog(lab, `历史 · ${name}`);
  await expect(history.getByRole('listitem').first()).toContainText(`${parameter} · 单价/元`);
  await history.getByRole('button', { name: '关闭', exact: true }).last().click();
  await lab.getByRole('button', { name: '恢复模板' }).click();
  const reset = lab.getByRole('alertdialog', { name: '恢复系统模板' });
  await reset.getByRole('textbox').fill('按平台价');
  await reset.getByRole('button', { name: '恢复系统模板' }).click();
  await expectToast(lab, '已恢复模板');
  await expect(parameters.getByRole('row').nth(1)).not.toContainText('1,234.50');
});

test('an exported catalogue that is imported unchanged contains nothing to import', async ({ signedIn }) => {
  const lab = await signedIn('lab2', '/BusinessManagement/testSample');
  await expect(lab.getByRole('table', { name: '样品列表' })).toBeVisible();
  const download = lab.waitForEvent('download');
  await lab.getByRole('button', { name: 'Excel 导出' }).click();
  const savedFile = await download;
  expect(savedFile.suggestedFilename()).toMatch(/样品目录_\d{4}-\d{2}-\d{2}\.xlsx$/);
  await lab.getByRole('button', { name: 'Excel 导入' }).click();
  const form = dialog(lab, '从 Excel 导入');
  await form.locator('input[type=file]').setInputFiles({
    name: savedFile.suggestedFilename(),
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: await contentOf(await savedFile.createReadStream()),
  });
  await expect(form.getByRole('status')).toContainText('没有需要导入的修改');
  await expect(form.getByRole('button', { name: '导入', exact: true })).toBeDisabled();
});

test('a workbook with an invalid cell is refused with the address of the cell, and is imported once corrected', async ({
  signedIn,
}) => {
  const lab = await signedIn('lab2', '/BusinessManagement/testSample');
  const download = lab.waitForEvent('download');
  await lab.getByRole('button', { name: 'Excel 导出' }).click();
  const exportedFile = await contentOf(await (await download).createReadStream());
  await lab.getByRole('button', { name: 'Excel 导入' }).click();
  const form = dialog(lab, '从 Excel 导入');
  const choose = async (price: string | number) => {
    const { content, cell } = await changePrice(exportedFile, price);
    await form.locator('input[type=file]').setInputFiles({ name: '目录.xlsx', mimeType: XLSX, buffer: content });
    return cell;
  };
  const cell = await choose('九十');
  const errorTable = form.getByRole('table', { name: '错误列表' });
  await expect(errorTable).toContainText(cell);
  await expect(errorTable).toContainText('九十');
  await expect(form.getByRole('button', { name: '导入', exact: true })).toBeDisabled();
  await expectAccessible(lab, 'workbook with a wrong cell');
  await form.getByRole('button', { name: '重新选择文件' }).click();
  await choose(4321);
  await expect(form.getByRole('status')).toContainText('将修改 1 个样品');
  await expectAccessible(lab, 'workbook');
  await form.getByRole('button', { name: '导入', exact: true }).click();
  await expectToast(lab, '已导入 1 个样品');
});

test('the administrator adds a standard, a sample with a raw material, a pack and a kind of attachment', async ({
  signedIn,
}) => {
  const uniqueWord = randomUUID().slice(0, 8);
  const admin = await signedIn('admin', '/SystemManager/baseStandard');
  const saveRow = async (title: string) => {
    await expectAccessible(admin, title);
    await dialog(admin, title).getByRole('button', { name: '保存' }).click();
    await expectToast(admin, '保存成功');
    await dismissToast(admin);
  };
  await admin.getByRole('button', { name: '新建标准' }).click();
  const standard = dialog(admin, '新建标准');
  await standard.getByRole('textbox', { name: '标准编号' }).fill(`Q/YL ${uniqueWord}`);
  await standard.getByRole('textbox', { name: '标准名称' }).fill(`企业标准${uniqueWord}`);
  await saveRow('新建标准');
  await admin.getByRole('textbox', { name: '按编号或名称搜索' }).fill(uniqueWord);
  await expect(admin.getByRole('table', { name: '标准列表' })).toContainText(`Q/YL ${uniqueWord}`);

  await admin.goto('/BusinessManagement/testSample');
  await admin.getByRole('button', { name: '新建样品' }).click();
  const sample = dialog(admin, '新建样品');
  await sample.getByRole('textbox', { name: '样品编码' }).fill(uniqueWord);
  await sample.getByRole('textbox', { name: '样品名称' }).fill(`外加剂${uniqueWord}`);
  await sample.getByRole('combobox', { name: '分类' }).selectOption({ index: 1 });
  await saveRow('新建样品');
  await admin.getByRole('textbox', { name: '按编码或名称搜索' }).fill(uniqueWord);
  await admin.getByRole('button', { name: `参数 外加剂${uniqueWord}` }).click();
  await admin.getByRole('button', { name: /^原材料/ }).click();
  await admin.getByRole('button', { name: '新增原材料' }).click();
  const material = dialog(admin, '新增原材料');
  await material.getByRole('combobox', { name: '原材料' }).fill('聚羧酸');
  await material.getByRole('option', { name: /^聚羧酸高性能减水剂/ }).click();
  await saveRow('新增原材料');
  await expect(admin.getByRole('table', { name: '原材料列表' })).toContainText('聚羧酸高性能减水剂');

  await admin.goto('/BusinessManagement/paramPack');
  await admin.getByRole('button', { name: '新建参数包' }).click();
  const pack = dialog(admin, '新建参数包');
  await pack.getByRole('textbox', { name: '参数包名称' }).fill(`石灰快检${uniqueWord}`);
  await pack.getByRole('combobox', { name: '样品' }).fill('石灰');
  await pack.getByRole('option', { name: /^石灰/ }).first().click();
  await tick(pack.locator('.pack-params').getByRole('checkbox').first());
  await saveRow('新建参数包');
  await admin.getByRole('textbox', { name: '按参数包或样品名称搜索' }).fill(uniqueWord);
  await expect(admin.getByRole('table', { name: '参数包列表' })).toContainText(`石灰快检${uniqueWord}`);

  await admin.goto('/BusinessManagement/accessoryType');
  await admin.getByRole('button', { name: '新建附件类型' }).click();
  const kind = dialog(admin, '新建附件类型');
  await kind.getByRole('textbox', { name: '名称' }).fill(`旁站记录${uniqueWord}`);
  await tick(kind.getByRole('switch', { name: '启用' }).or(kind.getByRole('checkbox', { name: '启用' })), false);
  await saveRow('新建附件类型');
  await admin.getByRole('textbox', { name: '名称' }).fill(uniqueWord);
  await expect(admin.getByRole('table', { name: '附件类型列表' })).toContainText(`旁站记录${uniqueWord}`);
  await expect(admin.getByRole('table', { name: '附件类型列表' })).toContainText('停用');
});

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The exported workbook with another price in its first parameter, and where that stands. */
const changePrice = async (
  exportedFile: Buffer,
  price: string | number,
): Promise<{ content: Buffer; cell: string }> => {
  const workbook = new excel.Workbook();
  await workbook.xlsx.load(Uint8Array.from(exportedFile).buffer);
  const row = workbook.getWorksheet('参数')?.getRow(1);
  const heads = row?.values as (string | undefined)[];
  const cell = workbook.getWorksheet('参数')?.getRow(2).getCell(heads.indexOf('单价/元'));
  if (!cell) throw new Error('The workbook has no prices');
  cell.value = price;
  return { content: Buffer.from(await workbook.xlsx.writeBuffer()), cell: cell.address };
};

const contentOf = async (stream: NodeJS.ReadableStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
