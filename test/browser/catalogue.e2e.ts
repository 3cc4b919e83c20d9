import { dialog, expect, expectSaid, test } from './support/console.js';

test('a laboratory sets a price of its own, sees who did it, and gives it up again; the template stays as it is', async ({ signedIn }) => {
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
  await form.getByRole('option').first().click();
  await expect(form.getByRole('list', { name: '检测依据' })).toContainText('JTG 3420');
  await form.getByRole('button', { name: '保存' }).click();
  await expectSaid(lab, '保存成功');
  await expect(parameters.getByRole('row').nth(1)).toContainText('1,234.50');

  await lab.getByRole('button', { name: '历史' }).click();
  const history = dialog(lab, `历史 · ${name}`);
  await expect(history.getByRole('listitem').first()).toContainText(`${parameter} · 单价/元`);
  await history.getByRole('button', { name: '关闭', exact: true }).last().click();
  await lab.getByRole('button', { name: '恢复模板' }).click();
  const reset = lab.getByRole('alertdialog', { name: '恢复系统模板' });
  await reset.getByRole('textbox').fill('按平台价');
  await reset.getByRole('button', { name: '恢复系统模板' }).click();
  await expectSaid(lab, '已恢复模板');
  await expect(parameters.getByRole('row').nth(1)).not.toContainText('1,234.50');
});

test('a laboratory exports its catalogue, and what comes back unchanged has nothing to import', async ({ signedIn }) => {
  const lab = await signedIn('lab2', '/BusinessManagement/testSample');
  await expect(lab.getByRole('table', { name: '样品列表' })).toBeVisible();
  const download = lab.waitForEvent('download');
  await lab.getByRole('button', { name: 'Excel 导出' }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/样品目录_\d{4}-\d{2}-\d{2}\.xlsx$/);
  await lab.getByRole('button', { name: 'Excel 导入' }).click();
  const form = dialog(lab, '从 Excel 导入');
  await form.locator('input[type=file]').setInputFiles({ name: saved.suggestedFilename(), mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', buffer: await contentOf(await saved.createReadStream()) });
  await expect(form.getByRole('status')).toContainText('没有需要导入的修改');
  await expect(form.getByRole('button', { name: '导入', exact: true })).toBeDisabled();
});

const contentOf = async (stream: NodeJS.ReadableStream): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};
