import { dialog, expect, expectToast, test, tick } from './support/console.js';

test('OI-010 an administrator writes an instruction with a heading and a list, and a client reads it in a new tab', async ({
  signedIn,
}) => {
  const admin = await signedIn('admin', '/SystemManager/instruction');
  const title = `桥梁检测预约说明 ${Date.now()}`;
  await admin.getByRole('button', { name: '新建操作说明' }).click();
  const form = dialog(admin, '新建操作说明');
  await tick(form.getByRole('checkbox', { name: '现场检测预约' }));
  await form.getByRole('textbox', { name: '标题' }).fill(title);
  const editor = form.getByRole('textbox', { name: '内容' });
  await editor.click();
  await form.getByRole('button', { name: '大标题' }).click();
  await expect(editor).toBeFocused(); // a button gives the focus back in the next frame
  await admin.keyboard.type('预约前的准备');
  await admin.keyboard.press('Enter');
  await form.getByRole('button', { name: '项目列表' }).click();
  await expect(editor).toBeFocused();
  await admin.keyboard.type('确认龄期');
  await admin.keyboard.press('Enter');
  await admin.keyboard.type('安排配合人员');
  await form.getByRole('button', { name: '保存' }).click();
  await expectToast(admin, '保存成功');
  await expect(admin.getByRole('table', { name: '操作说明列表' }).getByRole('row').nth(1)).toContainText(title);

  const client = await signedIn('client1', '/onlineConsign/sitePreConsignInfo', {});
  const popup = client.waitForEvent('popup');
  await client.getByRole('region', { name: '操作说明' }).getByRole('link', { name: '查看操作说明' }).click();
  const tab = await popup;
  await expect(tab).toHaveURL(/\/instruction\/detail\?type=1$/);
  // All of the kind, the newest first: it stands above those of the demo data.
  await expect(tab.getByRole('article').first()).toHaveAccessibleName(title);
  const article = tab.getByRole('article', { name: title });
  await expect(article.getByRole('heading', { level: 2 })).toHaveText([title, '预约前的准备']);
  await expect(article.getByRole('listitem')).toHaveText(['确认龄期', '安排配合人员']);

  await admin.getByRole('button', { name: `删除 ${title}` }).click();
  await dialog(admin, '删除操作说明').getByRole('button', { name: '删除操作说明' }).click();
  await expectToast(admin, '删除成功');
  await client.goto('/SystemManager/instruction');
  await expect(client).toHaveURL(/\/401$/);
});
