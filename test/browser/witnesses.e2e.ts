import { createDraft, readConsignment } from './support/consignments.js';
import { dialog, expect, expectToast, test, tick } from './support/console.js';
import { ConsignmentForm, formPath } from './support/form.js';

test('VA-005 VA-006 a witness who must sign needs a name and a phone number of eleven digits', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  const form = new ConsignmentForm(page);
  await tick(page.getByRole('checkbox', { name: '需要见证单位' }));
  await page.getByRole('button', { name: '设置见证人' }).nth(1).click();
  const setting = dialog(page, '监理单位见证人');
  const signatureBox = setting.getByRole('checkbox', { name: '需要见证人签名' });
  const confirm = setting.getByRole('button', { name: '确定见证人' });
  await tick(signatureBox);
  await confirm.click();
  await expectToast(page, '请输入见证人');
  await setting.getByRole('textbox', { name: '见证人', exact: true }).fill('孙工');
  await confirm.click();
  await expectToast(page, '请输入见证人手机号');
  const phone = setting.getByRole('textbox', { name: '见证人手机号' });
  for (const invalidPhone of ['23800000000', '1380000000', '138000000000', '1380000000a']) {
    await phone.fill(invalidPhone);
    await confirm.click();
    await expectToast(page, '见证人手机号格式错误');
  }
  await phone.fill('');
  await confirm.click();
  await expectToast(page, '请输入见证人手机号');
  await tick(signatureBox, false);
  await expect(setting.getByText('请输入见证人手机号')).toHaveCount(0);
  await tick(signatureBox);
  await phone.fill('13800000000');
  await confirm.click();
  await expect(setting).toBeHidden();
  await form.save();
  await expectToast(page, '保存成功');
  expect(await readConsignment(api, id)).toMatchObject({
    jhperson: '孙工',
    jzphone: '13800000000',
    needWitnessPersonSign: true,
    constructionJzperson: '',
    needConstructionWitnessPersonSign: false,
  });
});

test('VA-007 VA-008 DG-006 two witnesses of one party need different phone numbers, and a name has at most 20 characters', async ({
  api,
  signedIn,
}) => {
  const { id } = await createDraft(api, { samples: [] });
  const page = await signedIn('client1', formPath(id));
  await tick(page.getByRole('checkbox', { name: '需要见证单位' }));
  await page.getByRole('button', { name: '设置见证人' }).nth(1).click();
  const setting = dialog(page, '监理单位见证人');
  const [first, second] = [
    setting.getByRole('group', { name: '第 1 位' }),
    setting.getByRole('group', { name: '第 2 位' }),
  ];
  await first.getByRole('textbox', { name: '见证人', exact: true }).fill('张三');
  await first.getByRole('textbox', { name: '见证人手机号' }).fill('13800000000');
  await setting.getByRole('button', { name: '添加见证人' }).click();
  const name = second.getByRole('textbox', { name: '见证人', exact: true });
  await name.pressSequentially('一二三四五六七八九十一二三四五六七八九十零');
  await expect(name).toHaveValue('一二三四五六七八九十一二三四五六七八九十');
  const card = second.getByRole('textbox', { name: '见证证书编号' });
  await card.pressSequentially('123456789012345678901');
  await expect(card).toHaveValue('12345678901234567890');
  const phone = second.getByRole('textbox', { name: '见证人手机号' });
  await phone.fill('13800000000');
  await phone.blur();
  await expectToast(page, '手机号：13800000000；已被见证人张三占用，请重新填写');
  await expect(phone).toHaveValue('');
  await phone.fill('13800000002');
  await tick(setting.getByRole('checkbox', { name: '需要见证人签名' }));
  await setting.getByRole('button', { name: '确定见证人' }).click();
  await new ConsignmentForm(page).save();
  await expectToast(page, '保存成功');
  expect(await readConsignment(api, id)).toMatchObject({
    jhperson: '张三|一二三四五六七八九十一二三四五六七八九十',
    jzcardNo: '|12345678901234567890',
    jzphone: '13800000000|13800000002',
    needWitnessPersonSign: true,
    constructionJzperson: '',
    constructionJzphone: '',
    needConstructionWitnessPersonSign: false,
  });
});
