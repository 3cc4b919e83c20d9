import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { saveConsignInfo } from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import '../../i18n/language.js';
import { renderFormPage } from '../../testing/form-page.js';

const page = renderFormPage(<ConsignmentFormScreen />);

describe('the witness dialog', () => {
  const withSupervision = { needWitnessUnit: true, jzunit: '皖江监理', testUnitConfig: { IsEnableConsignSign: true } };
  const openSupervision = async () => {
    await page.user.click(screen.getAllByRole('button', { name: '设置见证人' })[1] as HTMLElement);
    return page.dialog();
  };

  it('AAPI-020 DG-006 CF-016 saves several witnesses of one side separated by pipes, with the flag that they must sign', async () => {
    await page.show(withSupervision);
    const box = await openSupervision();
    await page.user.type(box.getByLabelText(/^见证人(\*)?$/), 'A');
    await page.user.type(box.getByLabelText(/^见证人手机号/), '13800000001');
    await page.user.click(box.getByRole('button', { name: '添加见证人' }));
    await page.user.type(box.getAllByLabelText(/^见证人(\*)?$/)[1] as HTMLElement, 'B');
    await page.user.type(box.getAllByLabelText('见证证书编号')[1] as HTMLElement, '2');
    await page.user.type(box.getAllByLabelText(/^见证人手机号/)[1] as HTMLElement, '13800000002');
    await page.user.click(box.getByLabelText('需要见证人签名'));
    await page.user.click(box.getByRole('button', { name: '确定见证人' }));
    await page.pressSave();
    await page.expectToast('保存成功');
    expect(page.server.requestsTo(saveConsignInfo)[0]?.body).toMatchObject({
      jhperson: 'A|B',
      jzcardNo: '|2',
      jzphone: '13800000001|13800000002',
      needWitnessPersonSign: true,
      constructionJzperson: '',
      needConstructionWitnessPersonSign: false,
    });
    expect(
      (await openSupervision()).getAllByLabelText('见证证书编号').map((input) => (input as HTMLInputElement).value),
    ).toEqual(['', '2']);
  });

  it('AAPI-020 VA-005 requires name and phone only when the side has to sign, and clears the error when that is turned off', async () => {
    await page.show({ ...withSupervision, needWitnessPersonSign: true });
    await page.pressSave();
    await page.expectToast('请输入见证人');
    const box = await openSupervision();
    await page.user.type(box.getByLabelText(/^见证人\*$/), '张三');
    await page.user.click(box.getByRole('button', { name: '确定见证人' }));
    await page.expectToast('请输入见证人手机号');
    await page.user.click(box.getByLabelText('需要见证人签名'));
    expect(box.queryByText('请输入见证人手机号')).toBeNull();
    await page.user.click(box.getByRole('button', { name: '确定见证人' }));
    await page.pressSave();
    await page.expectToast('保存成功');
  });

  it('VA-005 keeps the errors of the other rows in place when one row is emptied', async () => {
    await page.show({ ...withSupervision, needWitnessPersonSign: true });
    const box = await openSupervision();
    await page.user.click(box.getByRole('button', { name: '添加见证人' }));
    const names = box.getAllByLabelText(/^见证人\*$/);
    await page.user.type(names[0] as HTMLElement, '张三');
    await page.user.type(names[1] as HTMLElement, '李四');
    await page.user.click(box.getByRole('button', { name: '确定见证人' }));
    const rowsWithProblem = () =>
      box
        .getAllByRole('group', { name: /^第 \d 位$/ })
        .map((row) => within(row).queryByText('请输入见证人手机号') !== null);
    expect(rowsWithProblem()).toEqual([true, true]);
    await page.user.clear(box.getAllByLabelText(/^见证人\*$/)[0] as HTMLElement);
    expect(rowsWithProblem()).toEqual([false, true]);
  });

  it.each(['23800000000', '1380000000', '138000000000', '1380000000a'])(
    'VA-006 refuses the phone %s',
    async (phone) => {
      await page.show(withSupervision);
      const box = await openSupervision();
      await page.user.type(box.getByLabelText(/^见证人手机号/), phone);
      await page.user.click(box.getByRole('button', { name: '确定见证人' }));
      await page.expectToast('见证人手机号格式错误');
    },
  );

  it('AAPI-020 VA-007 refuses the phone of a witness of the other side and clears the field', async () => {
    await page.show({ ...withSupervision, constructionJzperson: '张三', constructionJzphone: '13800000000' });
    const box = await openSupervision();
    await page.user.type(box.getByLabelText(/^见证人手机号/), '+86 138-0000-0000');
    await page.user.tab();
    await page.expectToast('手机号：13800000000；已被见证人张三占用，请重新填写');
    expect(box.getByLabelText<HTMLInputElement>(/^见证人手机号/).value).toBe('');
  });

  it('VA-007 keeps the error of a refused phone in its row when a refused save removes an empty row above', async () => {
    await page.show({ ...withSupervision, needWitnessPersonSign: true });
    const box = await openSupervision();
    const add = () => page.user.click(box.getByRole('button', { name: '添加见证人' }));
    await add();
    await add();
    for (const [row, name] of [
      [1, '张三'],
      [2, '李四'],
    ] as const) {
      await page.user.type(box.getAllByLabelText(/^见证人\*$/)[row] as HTMLElement, name);
      await page.user.type(box.getAllByLabelText(/^见证人手机号/)[row] as HTMLElement, '13800000000');
      await page.user.tab();
    }
    const refused = /已被见证人张三占用/;
    const rowsWithProblem = () =>
      box.getAllByRole('group', { name: /^第 \d 位$/ }).map((row) => within(row).queryByText(refused) !== null);
    expect(rowsWithProblem()).toEqual([false, false, true]);
    await page.user.click(box.getByRole('button', { name: '确定见证人' }));
    expect(rowsWithProblem()).toEqual([false, true]);
    await add();
    expect(rowsWithProblem()).toEqual([false, true, false]);
  });

  it('VA-007 removes the error of a refused phone together with its row', async () => {
    await page.show({ ...withSupervision, needWitnessPersonSign: true });
    const box = await openSupervision();
    await page.user.type(box.getByLabelText(/^见证人手机号/), '13800000000');
    await page.user.click(box.getByRole('button', { name: '添加见证人' }));
    await page.user.type(box.getAllByLabelText(/^见证人手机号/)[1] as HTMLElement, '13800000000');
    await page.user.tab();
    expect(await box.findByText(/已被见证人.*占用/)).toBeTruthy();
    await page.user.click(box.getByRole('button', { name: '确定见证人' }));
    await page.user.click(box.getByRole('button', { name: '添加见证人' }));
    expect(box.getAllByRole('group', { name: /^第 \d 位$/ })).toHaveLength(2);
    expect(box.queryByText(/已被见证人.*占用/)).toBeNull();
  });

  it('AAPI-020 VA-008 limits a witness’s name and certificate number to 20 characters', async () => {
    await page.show(withSupervision);
    const box = await openSupervision();
    await page.user.type(box.getByLabelText(/^见证人(\*)?$/), '一'.repeat(21));
    await page.user.type(box.getByLabelText('见证证书编号'), '1'.repeat(21));
    expect([
      box.getByLabelText<HTMLInputElement>(/^见证人(\*)?$/).value.length,
      box.getByLabelText<HTMLInputElement>('见证证书编号').value.length,
    ]).toEqual([20, 20]);
  });
});
