import { AuditView } from './support/audit.js';
import { LAB1, PROJECT, QUALIFICATION, readConsignment } from './support/consignments.js';
import { dialog, expect, expectToast, test, tick } from './support/console.js';
import { ConsignmentForm } from './support/form.js';
import { ConsignmentList, INCOMING_LIST, RAW_LIST } from './support/list.js';
import { openFile } from './support/opened-file.js';
import { pdfText } from './support/pdf.js';
import { SampleForm } from './support/sample-dialog.js';

const idOf = (url: string): string => new URL(url).searchParams.get('id') ?? '';

test('a client submits two samples, the laboratory passes and receives them, and the client opens the PDF', async ({
  api,
  signedIn,
}, testInfo) => {
  const client = await signedIn('client1', RAW_LIST);
  await client.getByRole('button', { name: '新建委托' }).click();

  const form = new ConsignmentForm(client);
  await form.chooseOrganisation(LAB1);
  await form.chooseProject(PROJECT, 'TJ-3标');
  await form.comboBox('资质类型').selectOption(QUALIFICATION);
  await form.text('委托人').fill('李工');
  await form.text('联系电话').fill('13700000009');
  await form.number('报告份数').fill('2');

  for (const [sample, parameters] of [
    ['普通硅酸盐水泥', ['密度', '标准稠度用水量', '凝结时间']],
    ['机制砂（水泥混凝土用）', ['表观密度']],
  ] as const) {
    const sampleDialog = await form.openSampleDialog();
    await sampleDialog.chooseSample(sample);
    await sampleDialog.chooseParameters(...parameters);
    await sampleDialog.confirm();
    const editor = new SampleForm(client);
    await editor.save();
    await expect(form.sample(sample)).toBeVisible();
  }
  await form.save();
  await expectToast(client, '保存成功');

  await form.submit();
  const preview = dialog(client, '原材料检测预览');
  await expect(preview).toContainText('李工');
  await preview.getByRole('button', { name: '确认提交' }).click();
  const remark = dialog(client, '提交委托');
  await remark.getByRole('textbox', { name: '提交说明' }).fill('请优先安排');
  await remark.getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(client, '提交成功');

  const submitted = await readConsignment(api, idOf(client.url()));
  const code = submitted.consignCode;
  await client.getByRole('link', { name: '原材料预委托' }).first().click();
  const list = new ConsignmentList(client);
  await list.expectStatus(code, '待审核');

  const lab = await signedIn('lab1', INCOMING_LIST);
  await new ConsignmentList(lab).row(code).getByRole('link', { name: code }).click();
  const audit = new AuditView(lab);
  await tick(lab.getByRole('checkbox', { name: '处理后打开下一条' }), false);
  await audit.action('审核通过').click();
  await expectToast(lab, '审核通过');
  await audit.action('确认收样').click();
  await expectToast(lab, '确认收样完成');

  await client.reload();
  await list.expectStatus(code, '已收样');
  const document = await pdfText(client, await openFile(client, () => list.choose(code, '预委托单 PDF')), testInfo);
  for (const printedText of [
    code,
    submitted.consignUnitName,
    '李工',
    '普通硅酸盐水泥',
    '机制砂（水泥混凝土用）',
    '凝结时间',
    submitted.estimatedFee ?? '',
  ])
    expect(document).toContain(printedText);
});
