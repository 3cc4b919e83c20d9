import { addTestUnit, uploadUnitLogo } from '#contract';
import { dialog, expect, expectToast, test } from './support/console.js';

test('UN-017 an administrator registers, changes and disables a testing unit, and other roles are redirected to /401', async ({
  signedIn,
}) => {
  const admin = await signedIn('admin', '/SystemManager/TestUnitManager');
  const uniqueSuffix = Date.now().toString(36);
  const name = `巴蜀检测中心${uniqueSuffix}`;
  await admin.getByRole('button', { name: '新建检测单位' }).click();
  const form = dialog(admin, '新建检测单位');
  await form.getByRole('textbox', { name: '单位编号' }).fill(`E-${uniqueSuffix}`);
  await form.getByRole('textbox', { name: '检测单位名称' }).fill(name);
  await form.getByRole('combobox', { name: '省份' }).selectOption('四川省');
  await form.getByRole('combobox', { name: '城市' }).selectOption('成都市');
  await form.getByText('公路工程综合乙级').click();
  await form.getByRole('button', { name: '保存' }).click();
  await expectToast(admin, '保存成功');
  await admin.getByRole('textbox', { name: '按名称或编号搜索' }).fill(name);
  const row = admin.getByRole('table', { name: '检测单位列表' }).getByRole('row').nth(1);
  await expect(row).toContainText(`${name}四川省成都市公路工程综合乙级启用`);

  await admin.getByRole('button', { name: `编辑 ${name}` }).click();
  const edit = dialog(admin, '编辑检测单位');
  await edit.getByRole('combobox', { name: '检测系统类型' }).selectOption('LIMS');
  await edit.getByRole('textbox', { name: '检测系统地址' }).fill('https://lims.example.com');
  await expect(edit.getByText('已对接', { exact: true })).toBeVisible();
  await edit.getByRole('button', { name: '保存' }).click();
  await expectToast(admin, '保存成功');

  await admin.getByRole('button', { name: `停用 ${name}` }).click();
  const reason = admin.getByRole('alertdialog', { name: '停用检测单位' });
  await reason.getByRole('textbox').fill('资质到期');
  await reason.getByRole('button', { name: '停用检测单位' }).click();
  await expectToast(admin, '已停用');
  await expect(admin.getByRole('button', { name: `启用 ${name}` })).toBeVisible();
  await admin.getByRole('button', { name: `历史 ${name}` }).click();
  const history = dialog(admin, `历史 · ${name}`);
  await expect(history.getByRole('listitem').first()).toContainText('资质到期');
  await expect(history.getByRole('table', { name: '修改信息' })).toContainText('检测系统地址—https://lims.example.com');

  for (const userName of ['client1', 'lab1']) {
    const otherPage = await signedIn(userName, '/SystemManager/TestUnitManager');
    await expect(otherPage).toHaveURL(/\/401$/);
  }
});

test('UN-019 a laboratory and a client save data in their own user centre, and each is refused the other one', async ({
  signedIn,
}) => {
  const lab = await signedIn('lab2', '/UserCenter/testingOrganization');
  await expect(lab.getByRole('heading', { level: 1 })).toHaveText('江淮公路试验检测研究院');
  const addressText = `试验楼${Date.now()}`;
  await lab.getByRole('combobox', { name: '试验检测场所地址' }).fill(addressText);
  await lab.getByRole('button', { name: '保存' }).click();
  await expectToast(lab, '保存成功');
  await lab.reload();
  await expect(lab.getByRole('combobox', { name: '试验检测场所地址' })).toHaveValue(addressText);
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  await lab.locator('input[type=file]').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png });
  await expectToast(lab, '徽标已更换');
  await expect
    .poll(() => lab.getByRole('img', { name: '徽标' }).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(1);
  await lab.goto('/UserCenter/ConsginUnitCenter');
  await expect(lab).toHaveURL(/\/401$/);

  const client = await signedIn('client2', '/dashboard');
  await client.getByRole('button', { name: '账号菜单' }).click();
  await client.getByRole('menuitem', { name: '用户中心' }).click();
  await expect(client).toHaveURL(/\/UserCenter\/ConsginUnitCenter$/);
  await client.getByRole('textbox', { name: '登记人', exact: true }).fill('郭建平');
  await client.getByRole('button', { name: '保存' }).click();
  await expectToast(client, '保存成功');
  await client.goto('/UserCenter/testingOrganization');
  await expect(client).toHaveURL(/\/401$/);
});

test('NAV-009 only an administrator opens the four system management screens, and an instruction opens in a new tab', async ({
  signedIn,
}) => {
  const screens = {
    检测单位管理: 'TestUnitManager',
    委托单位管理: 'ConsginUnitManager',
    工程项目管理: 'ProjectManager',
    操作说明管理: 'instruction',
  };
  const admin = await signedIn('admin');
  for (const [title, path] of Object.entries(screens)) {
    await admin.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: title }).click();
    await expect(admin).toHaveURL(new RegExp(`/SystemManager/${path}$`));
    await expect(admin.getByRole('heading', { level: 1 })).toHaveText(title);
  }
  for (const userName of ['client1', 'lab1']) {
    const otherPage = await signedIn(userName);
    await expect(otherPage.getByRole('navigation', { name: '主菜单' }).getByRole('link').first()).toBeVisible();
    for (const title of Object.keys(screens)) await expect(otherPage.getByRole('link', { name: title })).toHaveCount(0);
    for (const path of Object.values(screens)) {
      await otherPage.goto(`/SystemManager/${path}`, { waitUntil: 'commit' });
      await expect(otherPage).toHaveURL(/\/401$/);
    }
  }
  const popup = admin.waitForEvent('popup');
  await admin.getByRole('region', { name: '操作说明' }).getByRole('link', { name: '查看操作说明' }).click();
  const tab = await popup;
  await expect(tab).toHaveURL(/\/instruction\/detail\?type=0$/);
  await expect(tab.getByRole('heading', { level: 1 })).not.toHaveText('');
  await expect(tab.getByRole('article').first()).not.toBeEmpty();
});

test('UN-002 each web origin shows logo, system name and filing number of its unit before and after the login', async ({
  api,
  browser,
  baseURL,
}) => {
  const uniqueSuffix = Date.now().toString(36);
  const { port } = new URL(baseURL ?? '');
  // Every name under localhost is this machine.
  const originOf = (name: string) => `http://${name}-${uniqueSuffix}.localhost:${port}`;
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const unitAt = async (name: string) => {
    const unit = await api.do('admin', addTestUnit, {
      body: {
        unitNo: `B-${name}-${uniqueSuffix}`,
        testUnitName: `${name}检测中心${uniqueSuffix}`,
        origins: [originOf(name)],
        systemName: `${name}委托平台`,
        filingNumber: `${name}ICP备${uniqueSuffix}号`,
      },
    });
    return api.do('admin', uploadUnitLogo, {
      body: { unitType: '1', unitId: unit.id },
      file: { name: 'logo.png', content: png },
    });
  };
  for (const name of ['jia', 'yi']) {
    const { logoPath } = await unitAt(name);
    const page = await (await browser.newContext({ locale: 'zh-CN' })).newPage();
    await expect(async () => {
      await page.goto(`${originOf(name)}/login`);
      await expect(page.getByText(`${name}委托平台`).first()).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByText(`${name}ICP备${uniqueSuffix}号`)).toBeVisible();
    await expect(page.locator(`img[src$="${logoPath}"]`).first()).toBeVisible();
    await page.getByRole('textbox', { name: '用户名' }).fill('client1');
    await page.getByLabel('密码', { exact: true }).fill('Consign-2026!');
    await page.getByRole('button', { name: '登录' }).click();
    await expect(page.getByRole('banner').getByText(`${name}委托平台`)).toBeVisible();
    await expect(page.getByRole('banner').locator(`img[src$="${logoPath}"]`)).toBeVisible();
    await expect(page.locator('footer').getByText(`${name}ICP备${uniqueSuffix}号`)).toBeVisible();
    await page.context().close();
  }
});
