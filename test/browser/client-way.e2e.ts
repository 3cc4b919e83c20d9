import { LAB1, PROJECT, QUALIFICATION, readConsignment, step } from './support/consignments.js';
import { dialog, expect, expectToast, test } from './support/console.js';
import { ConsignmentForm } from './support/form.js';
import { ConsignmentList, INCOMING_LIST, RAW_LIST } from './support/list.js';
import { SampleForm } from './support/sample-dialog.js';

const FILE = '出厂质量证明书.pdf';
const PDF = Buffer.from('%PDF-1.7\n% 出厂质量证明书\n%%EOF\n');

test('CL-003 a client creates and submits a consignment and finds it in list, print preview and report progress', async ({
  api,
  signedIn,
}) => {
  const client = await signedIn('client1', RAW_LIST, {});
  await client.getByRole('button', { name: '新建委托' }).click();
  const form = new ConsignmentForm(client);
  await form.chooseOrganisation(LAB1);
  await form.chooseProject(PROJECT, 'TJ-3标');
  await form.comboBox('资质类型').selectOption(QUALIFICATION);
  await form.text('委托人').fill('李工');
  await form.text('联系电话').fill('13700000009');
  await form.number('报告份数').fill('2');
  const sampleDialog = await form.openSampleDialog();
  await sampleDialog.chooseSample('普通硅酸盐水泥');
  await sampleDialog.chooseParameters('密度');
  await sampleDialog.confirm();
  await new SampleForm(client).save();

  const attachments = client.locator('[data-section="attachments"]');
  await attachments.getByRole('radio', { name: '出厂质量证明书' }).check();
  await attachments.locator('input[type=file]').setInputFiles({ name: FILE, mimeType: 'application/pdf', buffer: PDF });
  const row = attachments.getByRole('listitem').filter({ has: client.getByRole('link', { name: FILE }) });
  await expect(row).toContainText('出厂质量证明书');
  await form.save();
  await expectToast(client, '保存成功');
  await form.submit();
  await dialog(client, '原材料检测预览').getByRole('button', { name: '确认提交' }).click();
  const remark = dialog(client, '提交委托');
  await remark.getByRole('textbox', { name: '提交说明' }).fill('请安排');
  await remark.getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(client, '提交成功');

  const id = new URL(client.url()).searchParams.get('id') ?? '';
  const { consignCode, consignStatus } = await readConsignment(api, id);
  expect(consignStatus).toBe(20);
  await client.getByRole('link', { name: '原材料预委托' }).first().click();
  const list = new ConsignmentList(client);
  await list.expectStatus(consignCode, '待审核');

  const lab = await signedIn('lab1', INCOMING_LIST);
  await expect(new ConsignmentList(lab).row(consignCode)).toContainText('待审核');

  await list.choose(consignCode, '打印预览');
  const preview = dialog(client, '原材料检测预览');
  await expect(preview.getByRole('article')).toContainText(consignCode);
  await preview.getByRole('button', { name: '关闭对话框' }).click();
  const actions = await list.openMenu(consignCode);
  await expect(actions.getByRole('menuitem', { name: '预委托单 PDF' })).toBeEnabled();
  await client.keyboard.press('Escape');
  await client.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '报告进度查询' }).click();
  await expect(client).toHaveURL(/\/TestingOrgSearch\/reportSchedule/);
  await expect(client.getByRole('table', { name: '报告进度' })).toBeVisible();

  // Reports are awaited from the receipt of the samples on: then the same page follows this one.
  await step(api, id, 'pass');
  await step(api, id, 'confirm');
  await client.goto(`/TestingOrgSearch/reportSchedule?q=${consignCode}`);
  await expect(client.getByRole('row', { name: consignCode })).toContainText('待出报告');
});
