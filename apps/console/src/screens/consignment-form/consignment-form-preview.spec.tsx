import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import {
  commitConsignInfo,
  type DisabledReason,
  getAllowedActions,
  getBuSampleInfo,
  getDictionary,
  getParamPacks,
  getSampleProcessMethods,
  getStandards,
  getTestParameters,
} from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import '../../i18n/language.js';
import { sampleViewWith } from '../../testing/consignment.js';
import { renderFormPage } from '../../testing/form-page.js';

const page = renderFormPage(<ConsignmentFormScreen />);
const PROBLEM = '检测单位已调整样品“普通硅酸盐水泥”的价格，请打开样品重新保存后再提交！';
/** The current problems of a submission, as the service returns them. */
let against: DisabledReason[];
beforeEach(() => {
  against = [];
  page.server.respondWith(getAllowedActions, () => {
    const [reason = null, ...further] = against;
    return {
      revision: page.view.revision,
      consignStatus: page.view.consignStatus,
      actions: [{ action: 'submit' as const, allowed: reason === null, reason, further }],
    };
  });
  page.server.respondWith(getDictionary, []);
  for (const operation of [getTestParameters, getParamPacks, getStandards, getSampleProcessMethods])
    page.server.respondWith(operation, []);
  page.server.respondWith(getBuSampleInfo, sampleViewWith());
  page.server.respondWith(commitConsignInfo, true);
});
const priced = (): DisabledReason => ({
  code: 'PRICES_CHANGED',
  message: PROBLEM,
  params: { samples: '普通硅酸盐水泥' },
  sampleIds: [String(page.view.samples[0]?.id)],
});
const sampleIsOpen = () =>
  waitFor(() =>
    expect(page.server.requestsTo(getBuSampleInfo)[0]?.query).toMatchObject({ id: page.view.samples[0]?.id }),
  );

describe('problems that the server reports before a submission', () => {
  it('CL-022 are shown in the checks and in the row of the sample, and open that sample on a click', async () => {
    await page.show();
    expect(await screen.findByText('各项都已填写完整，可以提交。')).toBeTruthy();
    against = [priced()];
    await page.pressSave();
    await screen.findByText('还有 1 处需要处理');
    expect(within(screen.getByRole('table', { name: '样品列表' })).getByText('价格已调整')).toBeTruthy();
    await page.user.click(screen.getByRole('button', { name: new RegExp(PROBLEM) }));
    await sampleIsOpen();
  });

  it('keep the preview closed and are listed as text, with a button that opens the sample', async () => {
    await page.show();
    await screen.findByText('各项都已填写完整，可以提交。');
    against = [
      priced(),
      {
        code: 'SAMPLE_ATTACHMENTS_REQUIRED',
        message: '样品“普通硅酸盐水泥”请上传附件：取样照片',
        sampleIds: priced().sampleIds ?? [],
      },
    ];
    await page.press('保存并提交');
    const alert = within(await screen.findByRole('alertdialog', { name: '暂不能提交' }));
    expect(alert.getByText(/请上传附件：取样照片/).textContent).toContain(PROBLEM);
    expect(screen.queryByRole('button', { name: '确认提交' })).toBeNull();
    await page.user.click(alert.getByRole('button', { name: '查看样品' }));
    await sampleIsOpen();
    expect(page.server.requestsTo(commitConsignInfo)).toEqual([]);
  });

  it('CL-022 are shown at the field that they concern and keep the preview closed', async () => {
    const message = '检测单位“浙东”已不再具备资质“甲级”，请重新选择资质后再提交！';
    against = [{ code: 'QUALIFICATION_LOST', message, path: 'tuqualificationId' }];
    await page.show();
    await screen.findByText('还有 1 处需要处理');
    await waitFor(() => expect(screen.getAllByText(message)).toHaveLength(2)); // in the checks and under the field
    await page.press('保存并提交');
    const alert = within(await screen.findByRole('alertdialog', { name: '暂不能提交' }));
    await page.user.click(alert.getByRole('button', { name: '查看委托' }));
    expect(screen.queryByRole('button', { name: '确认提交' })).toBeNull();
  });

  it('do not block the preview when they cannot be read', async () => {
    page.server.refuse(getAllowedActions, { status: 500, message: '出错了' });
    await page.show();
    await page.press('保存并提交');
    expect(await screen.findByRole('button', { name: '确认提交' })).toBeTruthy();
  });
});
