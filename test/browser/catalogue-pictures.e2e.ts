import { expectAccessible } from './support/accessible.js';
import { dialog, expect, expectToast, dismissToast, test, tick } from './support/console.js';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAYCAIAAAAUMWhjAAAAJElEQVR4nGNwaDhAU8QwasGoBaMWjFowasGoBaMWjFowNCwAALvzgD0Z73rgAAAAAElFTkSuQmCC',
  'base64',
);
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: PNG });

test('a laboratory adds an example, a requirement with a picture and a script price to a sample, and restores the template', async ({
  signedIn,
}) => {
  const lab = await signedIn('lab1', '/BusinessManagement/testSample');
  await lab.getByRole('textbox', { name: '按编码或名称搜索' }).fill('粉煤灰');
  const list = lab.getByRole('table', { name: '样品列表' });
  await expect(list.getByRole('row').filter({ hasNotText: '粉煤灰' })).toHaveCount(1);
  const row = list.getByRole('row').nth(1);
  const name = (await row.getByRole('cell').nth(1).textContent()) ?? '';
  await row.getByRole('button', { name: `参数 ${name}` }).click();

  await lab.getByRole('button', { name: /^填写示例/ }).click();
  await lab.getByRole('button', { name: '新增填写示例' }).click();
  const example = dialog(lab, '新增填写示例');
  await example.locator('input[type=file]').setInputFiles(picture('正面.png'));
  await expect(example.getByRole('textbox', { name: '示例名称' })).toHaveValue('正面');
  await expectAccessible(lab, 'example');
  await example.getByRole('button', { name: '保存' }).click();
  await expectToast(lab, '保存成功');
  await dismissToast(lab);
  const examples = lab.getByRole('table', { name: '填写示例列表' });
  await expect(examples).toContainText('正面');
  await expect
    .poll(() =>
      examples
        .locator('img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(32);
  await expectAccessible(lab, 'examples');

  await lab.getByRole('button', { name: /^参数收样要求/ }).click();
  await lab.getByRole('button', { name: '新增收样要求' }).click();
  const requirement = dialog(lab, '新增收样要求');
  await tick(requirement.locator('.pack-params').getByRole('checkbox').first());
  const text = requirement.getByRole('textbox', { name: '收样要求' });
  await text.fill('烘干');
  await requirement.getByRole('button', { name: '图片', exact: true }).click();
  const upload = dialog(lab, '上传图片');
  await upload.locator('input[type=file]').setInputFiles(picture('标签.png'));
  await expect(upload.getByRole('list', { name: '已上传的图片' })).toBeVisible();
  await upload.getByRole('button', { name: '插入图片' }).click();
  await text.locator('img[alt="标签"]').click();
  await requirement.getByRole('button', { name: '图片上移' }).click();
  await expect(text.locator('> :first-child')).toHaveAttribute('alt', '标签');
  await expectAccessible(lab, 'requirement with a picture');
  await requirement.getByRole('button', { name: '保存' }).click();
  await expectToast(lab, '保存成功');
  await dismissToast(lab);
  await expect
    .poll(() =>
      lab
        .getByRole('table', { name: '参数收样要求列表' })
        .locator('img[alt="标签"]')
        .evaluate((image: HTMLImageElement) => image.naturalWidth),
    )
    .toBe(32);

  await lab.getByRole('button', { name: /^检测参数/ }).click();
  await lab.getByRole('table', { name: '参数列表' }).getByRole('button', { name: /^编辑/ }).first().click();
  const form = dialog(lab, '编辑参数');
  await form.getByRole('combobox', { name: '计价方式' }).selectOption('按脚本');
  await form.getByRole('textbox', { name: '共享价/元' }).fill('');
  await form.getByRole('textbox', { name: '共享价标识' }).fill('');
  await form.getByRole('textbox', { name: '单价/元', exact: true }).fill('1200');
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form.getByRole('alert')).toContainText('按脚本计价时请填写计价说明');
  await form.getByRole('textbox', { name: '计价说明' }).fill('每增加一个龄期加收 200 元');
  await form
    .getByRole('group', { name: '费用试算' })
    .getByRole('spinbutton', { name: '数量' })
    .or(form.getByRole('group', { name: '费用试算' }).getByRole('textbox', { name: '数量' }))
    .fill('3');
  await expect(form.getByRole('group', { name: '费用试算' })).toContainText('1200 × 3 × 1 = 3,600.00 元');
  await expectAccessible(lab, 'price by script');
  await form.getByRole('button', { name: '保存' }).click();
  await expectToast(lab, '保存成功');
  await dismissToast(lab);
  await expect(lab.getByRole('table', { name: '参数列表' })).toContainText('按脚本');

  await lab.getByRole('button', { name: '恢复模板' }).click();
  const reset = lab.getByRole('alertdialog', { name: '恢复系统模板' });
  await reset.getByRole('textbox').fill('按平台');
  await reset.getByRole('button', { name: '恢复系统模板' }).click();
  await expectToast(lab, '已恢复模板');
  await expect(lab.getByRole('button', { name: /^填写示例/ })).not.toContainText('1');
});
