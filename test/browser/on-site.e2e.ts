import { getCreatePreSiteConsign } from '#contract';
import { AuditView } from './support/audit.js';
import { LAB1, PROJECT, QUALIFICATION, readConsignment } from './support/consignments.js';
import { dialog, expect, expectToast, test, tick } from './support/console.js';
import { ConsignmentForm } from './support/form.js';
import { SampleDialog, SampleForm } from './support/sample-dialog.js';

test('CF-004 a client makes an on-site appointment, and the laboratory passes it', async ({ api, signedIn }) => {
  const { id } = await api.do('client1', getCreatePreSiteConsign, { query: { consignType: 2 } });
  const client = await signedIn('client1', `/onlineConsign/addSitePreConsignInfo?id=${id}&consignType=2&pageSource=1`);
  const form = new ConsignmentForm(client);
  await form.chooseOrganisation(LAB1);
  await form.chooseProject(PROJECT, 'TJ-3标');
  await form.comboBox('资质类型').selectOption(QUALIFICATION);
  await form.text('委托人').click();
  await client.getByRole('option', { name: /^陈志远/ }).click();
  await expect(form.text('联系电话')).not.toHaveValue('');
  await client.getByLabel('预约检测时间').fill('2027-01-12T09:30');
  await expect(client.getByLabel('收样地址')).toHaveCount(0);

  await client.getByRole('button', { name: '添加检测项目' }).first().click();
  const sampleDialog = new SampleDialog(client);
  await sampleDialog.chooseSample('桥梁静载试验');
  await sampleDialog.chooseParameters('挠度');
  await sampleDialog.confirm();
  await client.getByRole('textbox', { name: '结构物／路段' }).fill('K12+300 云溪大桥');
  await client.getByRole('textbox', { name: '桩号／检测部位' }).fill('第 3 跨跨中');
  await new SampleForm(client).save();
  const item = client.getByRole('table', { name: '检测项目' }).getByRole('row').filter({ hasText: 'K12+300 云溪大桥' });
  await expect(item).toContainText('第 3 跨跨中');
  await expect(item).toContainText('挠度');

  await form.submit();
  const preview = dialog(client, '现场检测预约预览');
  await expect(preview).toContainText('2027-01-12 09:30');
  await preview.getByRole('button', { name: '确认提交' }).click();
  const remark = dialog(client, '提交委托');
  await remark.getByRole('textbox', { name: '提交说明' }).fill('请提前一天联系');
  await remark.getByRole('button', { name: '提交', exact: true }).click();
  await expectToast(client, '提交成功');

  const lab = await signedIn('lab1', `/BusinessManagement/auditSitePreConsignInfo?id=${id}&consignType=2&pageSource=4`);
  await expect(lab.getByRole('table', { name: '检测项目' })).toContainText('K12+300 云溪大桥');
  await expect(lab.getByRole('columnheader')).toContainText(['结构物／路段', '桩号／检测部位', '检测参数', '预估费用']);
  const audit = new AuditView(lab);
  await tick(lab.getByRole('checkbox', { name: '处理后打开下一条' }), false);
  await audit.action('审核通过').click();
  await expectToast(lab, '审核通过');
  const passedConsignment = await readConsignment(api, id);
  expect(passedConsignment).toMatchObject({
    consignStatus: 30,
    consignType: 2,
    expectTestTime: '2027-01-12T09:30:00+08:00',
    samples: [{ projectUnit: 'K12+300 云溪大桥', testPart: '第 3 跨跨中' }],
  });
});
