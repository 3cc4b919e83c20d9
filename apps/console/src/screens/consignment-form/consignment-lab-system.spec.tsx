import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  getBusinessParam,
  getDetectionTypes,
  getDictionary,
  getListByGroupId,
  getPreQualificationList,
  getSampleTree,
  getTuQualificationsByTestUnitId,
  getUnitDetail,
  recordParameterClick,
  saveConsignInfo,
} from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import '../../i18n/language.js';
import { errorLog, currentFailure } from '../../lib/failures.js';
import { QUALIFICATION_ID, UNIT_ID, unitRow } from '../../testing/consignment.js';
import { renderFormPage } from '../../testing/form-page.js';

const page = renderFormPage(<ConsignmentFormScreen />);
const THREE = ['委托检测', '抽样检测', '监督抽检'];
const SYSTEMS = '0190c3a2-0000-7000-8000-00000000c001';

/** The unit of the form, with a laboratory system or without one. */
const respondAs = (isIntegrated: boolean) => {
  const { server } = page;
  server.respondWith(getUnitDetail, { ...unitRow(), inroduce: '', regTime: '', isIntegrated, unitCode: 'JC01_A_B' });
  server.respondWith(getPreQualificationList, [{ id: SYSTEMS, name: '检测系统资质', orderIndex: 1 }]);
  server.respondWith(getDetectionTypes, [
    { id: 'd1', typecode: '1', typename: '仲裁检测' },
    { id: 'd2', typecode: '2', typename: '平行检测' },
  ]);
  server.respondWith(getListByGroupId, [
    { id: 'm1', typecode: 'LABX', typename: '实验室专送' },
    { id: 'm2', typecode: 'SF', typename: '顺丰速运' },
  ]);
  server.respondWith(getBusinessParam, { USING_RECOMMENDED_PARAMETER_STANDARD: 'Y' });
};
const optionsOf = (label: RegExp) =>
  within(screen.getByLabelText(label))
    .getAllByRole('option')
    .map(({ textContent }) => textContent);

describe('the consignment form', () => {
  it('CF-011 PRE-013 offers the test categories of the unit’s laboratory system, queried with the unit’s full code', async () => {
    respondAs(true);
    await page.show();
    await waitFor(() => expect(optionsOf(/^检测类别/)).toEqual(['请选择', '委托检测', '仲裁检测', '平行检测']));
    expect(page.server.requestsTo(getDetectionTypes)[0]).toMatchObject({
      query: { organizationCode: 'JC01_A_B' },
      headers: { 'Unit-Code': 'JC01' },
    });
  });

  it('CF-011 offers exactly three test categories in a fixed order if the unit has no laboratory system', async () => {
    respondAs(false);
    await page.show({ consginTestType: '' });
    expect(optionsOf(/^检测类别/)).toEqual(['请选择', ...THREE]);
    await waitFor(() => expect(page.server.requestsTo(getTuQualificationsByTestUnitId)).not.toEqual([]));
    expect([page.server.requestsTo(getDetectionTypes), page.server.requestsTo(getPreQualificationList)]).toEqual([
      [],
      [],
    ]);
  });

  it('PRE-005 offers qualifications and mail companies of the laboratory system and saves the company before the mail number', async () => {
    respondAs(true);
    await page.show({ sendSampleType: 2, mailOrderNumber: '' });
    await waitFor(() => expect(optionsOf(/^资质类型/)).toEqual(['请选择资质类型', '公路工程综合甲级', '检测系统资质']));
    await waitFor(() => expect(optionsOf(/^快递公司/)).toEqual(['请选择', '实验室专送', '顺丰速运']));
    expect(page.server.requestsTo(getListByGroupId)[0]?.query).toMatchObject({
      getListByGroupId: '',
      dictGroupId: 'mailCompanies',
    });
    await page.user.selectOptions(screen.getByLabelText(/^快递公司/), '实验室专送');
    await page.pressSave();
    await page.expectToast('请输入邮寄单号');
    await page.user.type(screen.getByLabelText(/^邮寄单号/), 'SF1');
    await page.user.selectOptions(screen.getByLabelText(/^资质类型/), SYSTEMS);
    await page.pressSave();
    await waitFor(() =>
      expect(page.server.requestsTo(saveConsignInfo)[0]?.body).toMatchObject({
        mailOrderNumber: '实验室专送 SF1',
        tuqualificationId: SYSTEMS,
      }),
    );
  });

  it('PRE-001 sends the unit’s code up to its first underscore with every call of the pre-consignment service', async () => {
    respondAs(true);
    await page.show({ sendSampleType: 2, mailOrderNumber: '顺丰速运 SF9' });
    await waitFor(() => expect((screen.getByLabelText(/^快递公司/) as HTMLSelectElement).value).toBe('顺丰速运'));
    expect((screen.getByLabelText(/^邮寄单号/) as HTMLInputElement).value).toBe('SF9');
    await page.user.click((await screen.findAllByRole('button', { name: '添加样品' }))[0] as HTMLElement);
    await waitFor(() => expect(page.server.requestsTo(getSampleTree)).not.toEqual([]));
    const requests = page.server.received.filter(({ operation }) =>
      [
        getSampleTree,
        getListByGroupId,
        getDetectionTypes,
        getPreQualificationList,
        getBusinessParam,
        getDictionary,
        recordParameterClick,
      ].some(({ name }) => name === operation),
    );
    expect(new Set(requests.map(({ operation }) => operation)).size).toBeGreaterThan(4);
    expect(requests.filter(({ headers }) => headers['Unit-Code'] !== 'JC01')).toEqual([]);
    expect(
      requests.filter(({ query }) => query['testUnitId'] !== undefined && query['testUnitId'] !== UNIT_ID),
    ).toEqual([]);
  });

  it('AERR-009 opens without an alert when the parameters of the laboratory system cannot be read, and logs the error', async () => {
    respondAs(true);
    page.server.refuse(getBusinessParam, { status: 502, message: '检测系统没有应答' });
    await page.show();
    await waitFor(() => expect(errorLog.get().map(({ message }) => message)).toContain('检测系统没有应答'), {
      timeout: 10_000,
    });
    expect([currentFailure.get(), screen.queryByRole('alertdialog')]).toEqual([null, null]);
    expect(screen.getByRole('heading', { level: 1 })).toBeTruthy();
  });

  it('shows that the laboratory system does not respond, keeps the chosen qualification, and loads again on 重试', async () => {
    respondAs(true);
    page.server.refuse(getPreQualificationList, { status: 502, message: '检测单位的检测系统没有应答' });
    await page.show();
    const note = within(
      await screen
        .findByText(/检测单位的检测系统没有应答/, {}, { timeout: 10_000 })
        .then((text) => text.parentElement as HTMLElement),
    );
    expect(currentFailure.get()).toBeNull();
    expect((screen.getByLabelText(/^资质类型/) as HTMLSelectElement).value).toBe(QUALIFICATION_ID);
    await page.retype(/^备注/, '加急');
    await page.pressSave();
    await waitFor(() =>
      expect(page.server.requestsTo(saveConsignInfo)[0]?.body).toMatchObject({
        memo: '加急',
        tuqualificationId: QUALIFICATION_ID,
      }),
    );
    page.server.respondWith(getPreQualificationList, [{ id: SYSTEMS, name: '检测系统资质', orderIndex: 1 }]);
    await page.user.click(note.getByRole('button', { name: '重试' }));
    await waitFor(() => expect(screen.queryByText(/检测单位的检测系统没有应答/)).toBeNull());
  });
});
