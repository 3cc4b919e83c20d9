import { describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { changeTestingUnit, saveConsignInfo } from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import { chooseLanguage } from '../../i18n/language.js';
import { QUALIFICATION_ID, unitRow } from '../../testing/consignment.js';
import { renderFormPage } from '../../testing/form-page.js';

const page = renderFormPage(<ConsignmentFormScreen />);

describe('saving the form', () => {
  it('VA-001 reports only the first failing rule, in the listed order, and sends nothing', async () => {
    await page.show({
      testUnitId: null,
      testUnitName: '',
      projectId: null,
      projectName: '',
      linkPerson: '',
      linkPersonPhone: '',
      tuqualificationId: null,
      tuqualificationName: '',
      sendSampleType: 2,
      mailOrderNumber: '',
      reportCount: 0,
      samples: [],
    });
    await page.pressSave();
    await page.expectToast('请选择检测机构');
    expect(page.server.requestsTo(saveConsignInfo)).toEqual([]);
    page.server.respondWith(changeTestingUnit, () => {
      page.view = {
        ...page.view,
        testUnitId: unitRow().id,
        testUnitName: unitRow().testUnitName,
        revision: page.view.revision + 1,
      };
      return page.view;
    });
    await page.pressFirst('选择检测单位');
    await page.user.click(await (await page.dialog()).findByRole('radio', { name: unitRow().testUnitName }));
    await page.user.click((await page.dialog()).getByRole('button', { name: '选择检测单位' }));
    await screen.findByText(unitRow().testUnitName);
    await page.pressSave();
    await page.expectToast('请选择工程项目');
    await page.pressFirst('选择工程项目');
    await page.user.click(await (await page.dialog()).findByRole('radio'));
    await page.user.click((await page.dialog()).getByRole('button', { name: '选择工程项目' }));
    await page.pressSave();
    await page.expectToast('请输入委托人');
    await page.retype(/^委托人/, '陈');
    await page.pressSave();
    await page.expectToast('请输入联系电话');
    await page.retype(/^联系电话/, '010-12345');
    await page.pressSave();
    await page.expectToast('请选择资质类型');
    await page.user.selectOptions(screen.getByLabelText(/^资质类型/), QUALIFICATION_ID);
    await page.pressSave();
    await page.expectToast('请输入邮寄单号');
    await page.retype(/^邮寄单号/, 'SF1');
    await page.pressSave();
    await page.expectToast('报告数量最小为1');
    expect(page.server.requestsTo(saveConsignInfo)).toEqual([]);
  }, 60_000);

  it('translates an error that is already shown under a field when the language is changed', async () => {
    await page.show({ linkPerson: '', reportCount: 3 });
    await page.pressSave();
    await screen.findByText('请输入委托人', { selector: '.field-error' });
    await act(() => chooseLanguage('en'));
    await waitFor(() => expect(screen.queryByText('请输入委托人', { selector: '.field-error' })).toBeNull());
    const errors = [...document.querySelectorAll('.field-error')].map(({ textContent }) => textContent);
    expect([errors.length, /\p{Script=Han}/u.test(errors.join(''))]).toEqual([1, false]);
    await act(() => chooseLanguage('zh'));
  });

  it.each([
    ['testUnitName', { testUnitId: null, testUnitName: '' }, '请选择检测机构'],
    ['projectName', { projectName: '' }, '请选择工程项目'],
    ['linkPerson', { linkPerson: '' }, '请输入委托人'],
    ['linkPersonPhone', { linkPersonPhone: ' ' }, '请输入联系电话'],
    ['tuqualificationId', { tuqualificationId: null, tuqualificationName: '' }, '请选择资质类型'],
  ])('VA-002 requires %s with its exact message', async (_, lacking, message) => {
    await page.show(lacking);
    await page.pressSave();
    await page.expectToast(message);
    expect(page.server.requestsTo(saveConsignInfo)).toEqual([]);
  });

  it('VA-003 requires an appointment time only for an on-site test', async () => {
    await page.show({ consignType: 2, expectTestTime: null });
    await page.pressSave();
    await page.expectToast('请选择预约检测时间');
    cleanup();
    await page.show({ consignType: 1, expectTestTime: null });
    expect(screen.queryByText('预约检测时间')).toBeNull();
    await page.pressSave();
    await page.expectToast('保存成功');
  });

  it('VA-004 requires the mail number for delivery by mail; self-delivery clears it and resets the payer', async () => {
    await page.show({ sendSampleType: 2, mailOrderNumber: '', mailPayType: 2 });
    await page.pressSave();
    await page.expectToast('请输入邮寄单号');
    await page.retype(/^邮寄单号/, 'SF1');
    await page.user.click(screen.getByRole('radio', { name: '自送' }));
    expect(screen.queryByLabelText(/^邮寄单号/)).toBeNull();
    await page.pressSave();
    await page.expectToast('保存成功');
    expect(page.server.requestsTo(saveConsignInfo)[0]?.body).toMatchObject({
      sendSampleType: 1,
      mailOrderNumber: '',
      mailPayType: 1,
    });
  });

  it('CF-012 shows the report count only for pick-up and mail, and sends the report method as a string', async () => {
    await page.show();
    expect(screen.getByLabelText(/^报告份数/)).toBeTruthy();
    expect([screen.queryByLabelText(/^邮寄单号/), screen.queryByText('邮费支付')]).toEqual([null, null]);
    await page.user.click(screen.getAllByRole('radio', { name: '邮寄' })[0] as HTMLElement);
    expect(screen.getByLabelText(/^报告份数/)).toBeTruthy();
    await page.user.click(screen.getByRole('radio', { name: '电子报告' }));
    expect(screen.queryByLabelText(/^报告份数/)).toBeNull();
    await page.pressSave();
    await page.expectToast('保存成功');
    expect(page.server.requestsTo(saveConsignInfo)[0]?.body).toMatchObject({
      getReportType: '10',
      sendSampleType: 1,
      mailOrderNumber: '',
    });
  });

  it('VA-009 refuses a report count that is not a whole number of at least 1', async () => {
    await page.show();
    for (const refused of ['0', '']) {
      await page.retype(/^报告份数/, refused);
      await page.pressSave();
      await page.expectToast('报告数量最小为1');
    }
    await page.retype(/^报告份数/, '-1.5');
    await page.pressSave();
    await page.expectToast('“-1.5”不是 0 至 999 的整数');
    expect(screen.getByLabelText<HTMLInputElement>(/^报告份数/).value).toBe('-1.5');
    await page.user.click(screen.getByRole('radio', { name: '电子报告' }));
    await page.pressSave();
    await page.expectToast('保存成功');
  });

  it('VA-010 accepts a short contact phone without checking its length', async () => {
    await page.show({ linkPersonPhone: '010-12345' });
    await page.pressSave();
    await page.expectToast('保存成功');
  });
});

describe('the extra fields of the form', () => {
  const field = (
    columnIndex: number,
    columnType: string,
    some: { columnName?: string; columnValue?: string; visible?: boolean; value?: string } = {},
  ) => ({
    id: `f${columnIndex}`,
    consignID: '',
    sourcePropertyId: `s${columnIndex}`,
    columnIndex,
    columnName: `*字段${columnIndex}`,
    columnValue: '',
    visible: true,
    columnType,
    customizeType: 1,
    value: '',
    ...some,
  });

  it('CF-018 are shown in order with label, options and default if they are visible', async () => {
    await page.show({
      consignInfoProperties: [
        field(2, 'text'),
        field(1, 'select', { columnName: '*取样地点', columnValue: 'a,b', value: 'b' }),
        field(3, 'text', { visible: false }),
      ],
    });
    const select = screen.getByLabelText<HTMLSelectElement>('取样地点');
    expect([...select.options].map(({ text }) => text)).toEqual(['请选择', 'a', 'b']);
    expect(select.value).toBe('b');
    expect(screen.queryByLabelText('字段3')).toBeNull();
    expect(
      select.compareDocumentPosition(screen.getByLabelText('字段2')) & Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
  });

  it('AAPI-015 CF-019 have the control of their columnType, and the entered values are saved', async () => {
    const types = ['inputNumber', 'textArea', 'radio', 'select', 'date', 'selectUpdate', 'foo'];
    await page.show({
      consignInfoProperties: types.map((type, index) => field(index + 1, type, { columnValue: 'a,b' })),
    });
    const control = (index: number) => screen.getByLabelText<HTMLInputElement>(`字段${index}`);
    expect([
      control(1).inputMode,
      control(2).tagName,
      control(4).tagName,
      control(5).type,
      control(6).getAttribute('list') !== null,
      control(7).type,
    ]).toEqual(['decimal', 'TEXTAREA', 'SELECT', 'date', true, 'text']);
    await page.user.type(control(1), '7');
    await page.user.type(control(2), '说明');
    await page.user.click(screen.getByRole('radio', { name: 'a' }));
    await page.user.selectOptions(control(4), 'b');
    await page.user.type(control(5), '2026-11-20');
    await page.user.type(control(6), '自取');
    await page.user.type(control(7), 'x');
    await page.pressSave();
    await page.expectToast('保存成功');
    const request = page.server.requestsTo(saveConsignInfo)[0]?.body as { consignInfoProperties: { value: string }[] };
    expect(request.consignInfoProperties.map(({ value }) => value)).toEqual([
      '7',
      '说明',
      'a',
      'b',
      '2026-11-20',
      '自取',
      'x',
    ]);
  });
});
