import { createUser, getNotificationChoices } from '#contract';
import { PASSWORD } from './support/api.js';
import { createDraft, ONE_SAMPLE_LAB, readConsignment, step } from './support/consignments.js';
import { dialog, expect, expectToast, test, tick } from './support/console.js';

test('the administrator creates a role and grants it to an account, whose menu then shows the page of the role', async ({
  api,
  signedIn,
}) => {
  const uniqueSuffix = Date.now().toString(36);
  const [userName, role] = [`shen.${uniqueSuffix}`, `查看任务${uniqueSuffix}`];
  await api.do('admin', createUser, {
    body: {
      userName,
      name: `沈${uniqueSuffix}`,
      mobile: '13900002346',
      password: PASSWORD,
      confirmPassword: PASSWORD,
      roleNames: ['auditor'],
    },
  });
  const auditor = await signedIn(userName);
  const entry = auditor.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '后台任务' });
  await expect(auditor.getByRole('link', { name: '事件日志' })).toBeVisible();
  await expect(entry).toHaveCount(0);

  const page = await signedIn('admin', '/SystemManager/RoleManager');
  await page.getByRole('button', { name: '新建角色' }).click();
  const form = dialog(page, '新建角色');
  await form.getByRole('textbox', { name: '角色名' }).fill(role);
  await form.getByRole('textbox', { name: '显示名称' }).fill(role);
  await tick(form.getByRole('checkbox', { name: /查看后台任务/ }));
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: `成员 ${role}` }).click();
  const members = dialog(page, `角色成员：${role}`);
  await members.getByRole('textbox', { name: '按姓名或用户名查找' }).fill(userName);
  await members.getByRole('button', { name: `授予 沈${uniqueSuffix}` }).click();
  await dialog(page, '授予角色').getByRole('button', { name: '授予角色' }).click();
  await expectToast(page, '授予成功');
  await expect(members.getByRole('button', { name: `收回 沈${uniqueSuffix}` })).toBeVisible();

  await auditor.reload();
  await entry.click();
  await expect(auditor.getByRole('heading', { level: 1, name: '后台任务' })).toBeVisible();
});

test('the administrator creates a tenant, disables it with a reason shown in its history, and deletes it', async ({
  signedIn,
}) => {
  const name = `t${Date.now().toString(36)}`;
  const page = await signedIn('admin', '/SystemManager/TenantManager');
  await page.getByRole('button', { name: '新建租户' }).first().click();
  const form = dialog(page, '新建租户');
  await form.getByRole('textbox', { name: '租户名' }).fill(name);
  await form.getByRole('button', { name: '保存' }).click();
  await page.getByRole('button', { name: `停用 ${name}` }).click();
  const box = dialog(page, '停用租户');
  await box.getByRole('textbox').fill('合同到期');
  await box.getByRole('button', { name: '停用租户' }).click();
  await expectToast(page, '已停用');
  await page.getByRole('button', { name: `历史 ${name}` }).click();
  const history = dialog(page, `历史 · ${name}`);
  await expect(history.getByText('原因：合同到期')).toBeVisible();
  await expect(history.getByRole('table', { name: '修改租户' })).toContainText('状态是否');
  await history.getByRole('button', { name: '关闭' }).last().click();
  await page.getByRole('button', { name: `删除 ${name}` }).click();
  const removal = dialog(page, '删除租户');
  await removal.getByRole('textbox').fill('不再使用');
  await removal.getByRole('button', { name: '删除租户' }).click();
  await expect(page.getByRole('button', { name: `编辑 ${name}` })).toHaveCount(0);
});

test('the message centre shows why a message has no recipient, and it is sent again with a reason', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { lab: ONE_SAMPLE_LAB });
  await step(api, id, 'submit');
  const { consignCode } = await readConsignment(api, id);
  const page = await signedIn('admin', `/messages?tab=unit&state=failed&q=${consignCode}`);
  const row = page.getByRole('table', { name: '本单位消息列表' }).getByRole('row').filter({ hasText: consignCode });
  await expect(row).toContainText('单位没有可以接收消息的人员', { timeout: 60_000 });
  await expect(row).toContainText('无接收人');
  await row.getByRole('button', { name: `重新通知 ${consignCode}` }).click();
  const box = dialog(page, '重新通知');
  await box.getByRole('button', { name: '重新通知' }).click();
  await expect(box).toBeVisible();
  await box.getByRole('textbox').fill('已开通账号');
  await box.getByRole('button', { name: '重新通知' }).click();
  await expectToast(page, '已提交，稍后发送');
});

test('a client chooses a notification channel, and the choice is kept after a reload', async ({ api, signedIn }) => {
  const { known: knownAddresses } = await api.do('client2', getNotificationChoices);
  const channel = knownAddresses.email ? '电子邮箱' : '短信';
  const page = await signedIn('client2', '/account');
  const box = page
    .getByRole('table', { name: '消息通知' })
    .getByRole('checkbox', { name: `样品已确认收样 ${channel}` });
  await expect(box).toBeEnabled();
  const wasChecked = await box.isChecked();
  await tick(box, !wasChecked);
  await expectToast(page, '通知方式已保存');
  await page.reload();
  await expect(box).toBeChecked({ checked: !wasChecked });
  await expect(page.getByRole('checkbox', { name: '样品已确认收样 站内' })).toBeDisabled();
});

test('hiding the unit price in the parameters of a unit requires a reason, which the history of the unit shows', async ({
  signedIn,
}) => {
  const page = await signedIn('admin', '/SystemManager/TestUnitManager');
  const unit = '江淮公路试验检测研究院';
  await page.getByRole('textbox', { name: '按名称或编号搜索' }).fill(unit);
  await page.getByRole('button', { name: `参数 ${unit}` }).click();
  const params = dialog(page, `参数设置 · ${unit}`);
  const price = params.getByLabel('隐藏检测单价');
  await tick(price);
  await params.getByRole('button', { name: '保存' }).click();
  await expect(params.getByRole('alert')).toHaveText('输入内容不能为空');
  await params.getByRole('textbox', { name: /调整原因/ }).fill('合同约定不公开单价');
  await params.getByRole('button', { name: '保存' }).click();
  await expect(params).toHaveCount(0);
  await page.getByRole('button', { name: `历史 ${unit}` }).click();
  const history = dialog(page, `历史 · ${unit}`);
  await expect(history.getByText('原因：合同约定不公开单价')).toBeVisible();
  await expect(history.getByRole('table', { name: '修改参数' }).first()).toContainText('隐藏检测单价否是');
});

test('the administrator adds an entry to a dictionary, moves it and switches it off', async ({ signedIn }) => {
  const entry = `抽检${Date.now().toString(36)}`;
  const page = await signedIn('admin', '/SystemManager/dictionary');
  await page.getByRole('button', { name: '新增' }).click();
  const form = page.getByRole('dialog', { name: /^新增 · / });
  await form.getByRole('textbox', { name: '名称' }).fill(entry);
  await form.getByRole('button', { name: '保存' }).click();
  const row = page.getByRole('row').filter({ hasText: entry });
  await expect(row).toContainText('启用');
  const position = await row.getByRole('cell').first().textContent();
  await row.getByRole('button', { name: `上移 ${entry}` }).click();
  await expect(row.getByRole('cell').first()).toHaveText(String(Number(position) - 1));
  await row.getByRole('button', { name: `停用 ${entry}` }).click();
  await expect(row.getByRole('button', { name: `启用 ${entry}` })).toBeVisible();
});
