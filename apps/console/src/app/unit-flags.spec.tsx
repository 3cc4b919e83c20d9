import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import {
  getAllowedActions,
  getBuSampleInfo,
  getConsignLog,
  getDictionary,
  getParamPacks,
  getPrintConsignInfoList,
  getRawMateriaConsignInfoList,
  getSampleProcessMethods,
  getStandards,
  getTestParameters,
  type UnitConfig,
} from '#contract';
import { unitSettingsOf } from '#domain/consignment';
import '../i18n/language.js';
import { auditPath } from '../lib/paths.js';
import { queryClient } from '../lib/queries.js';
import { consignmentWith, parameterWith, sampleRowWith, sampleViewWith } from '../testing/consignment.js';
import { renderFormPage } from '../testing/form-page.js';
import { laboratory, renderConsole } from '../testing/render.js';
import AuditScreen from './audit.screen.js';
import ConsignmentFormScreen from './consignment-form.screen.js';

const page = renderFormPage(<ConsignmentFormScreen />);
const parameter = parameterWith();
const sample = sampleViewWith({
  tuSampleParamIds: [
    {
      tuTestParamId: parameter.id,
      tuTestParamCode: 'P',
      tuTestParamName: '比表面积',
      tuTestParamDescription: '',
      tuTestParamPrice: '100.00',
      testParamPriceType: 1,
      totalFee: '100.00',
      tuTestParamCount: 1,
      paramWorkDay: 2,
      sharedPriceQualifier: '',
      sharedPrice: null,
      testCount: null,
      sharedTestCount: null,
      sharedTestCountName: '',
      sharedTestCountUnit: '',
      buSampleParamUseBaseStandard: [],
    },
  ],
});

beforeEach(() => {
  page.server.respondWith(getBuSampleInfo, sample);
  page.server.respondWith(getTestParameters, [parameter]);
  for (const operation of [getParamPacks, getStandards, getSampleProcessMethods, getDictionary, getConsignLog])
    page.server.respondWith(operation, []);
  page.server.respondWith(getRawMateriaConsignInfoList, { items: [], totalCount: 0 });
});

type VisibleParts = {
  prices: boolean;
  estimate: boolean;
  signToggle: boolean;
  secondSample: boolean;
  sectName: boolean;
  receipt: boolean;
  editor: string;
};

const form = (config: UnitConfig) =>
  page.show({ testUnitConfig: config, needWitnessUnit: true, samples: [sampleRowWith({ id: sample.id })] });

/**
 * What the flags of a unit change, each checked where it is visible: the form, its dialogs, the sample editor, the
 * audit view at 30.
 */
const readVisibleParts = async (config: UnitConfig): Promise<VisibleParts> => {
  await form(config);
  const sectName = screen.queryByLabelText('合同段') !== null;
  const estimate = document.querySelector('.fee-figure') !== null;
  await page.pressFirst('设置见证人');
  const signToggle = !(await page.dialog()).getByLabelText<HTMLInputElement>('需要见证人签名').disabled;
  cleanup();

  await form(config);
  await page.press('添加样品');
  const secondSample = await waitFor(() => {
    const refused = screen.queryByText('您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！') !== null;
    const chosen = screen.queryByRole('dialog') !== null;
    expect(refused || chosen).toBe(true);
    return chosen;
  });
  cleanup();

  await form(config);
  await page.user.click(screen.getByRole('button', { name: '普通硅酸盐水泥' }));
  const chosen = within(await screen.findByRole('table', { name: '检测参数' }));
  await waitFor(() => expect(page.server.requestsTo(getTestParameters)).not.toEqual([]));
  const prices = chosen.queryByRole('columnheader', { name: /费用/ }) !== null;
  const editor = [...document.querySelectorAll('.field-label')].map((label) => label.textContent).join();
  cleanup();

  page.view = consignmentWith({
    consignStatus: 30,
    consignStatusStr: '待收样',
    consignCode: 'C-1',
    testUnitConfig: config,
    samples: [],
  });
  page.server.respondWith(getPrintConsignInfoList, []);
  page.server.respondWith(getAllowedActions, { revision: 1, consignStatus: 30, actions: receiptActions(config) });
  renderConsole(<AuditScreen />, { at: auditPath(page.view.id), user: laboratory });
  await screen.findByText('收样', { selector: 'h2, h2 *, .strong' });
  await waitFor(() =>
    expect([page.server.requestsTo(getAllowedActions).length > 0, queryClient.isFetching()]).toEqual([true, 0]),
  );
  const receipt = screen.queryByRole('button', { name: '确认收样' }) !== null;
  cleanup();
  return { prices, estimate, signToggle, secondSample, sectName, receipt, editor };
};

/** The response of the service, by its rule: only an explicit no switches confirmation off. */
const receiptActions = (config: UnitConfig) => {
  const off = !unitSettingsOf(config).IsConsignSampleNeedConfirm;
  return (['confirm', 'return'] as const).map((action) => ({
    action,
    allowed: !off,
    reason: off ? { code: 'CONFIRMATION_SWITCHED_OFF', message: '检测单位未启用收样确认' } : null,
  }));
};

describe('the flags of a testing unit', () => {
  /** A unit without settings, checked once. */
  let withoutFlags: VisibleParts | undefined;

  it.each([
    ['IsConsignHidePrice', true, { prices: false }],
    ['IsConsignHideEstimatedCost', true, { estimate: false }],
    ['IsEnableConsignSign', true, { signToggle: true }],
    ['IsConsignSampleNeedConfirm', false, { receipt: false }],
    ['IsUseNewVersion', true, {}],
    ['IsEnableProjectContractSectName', true, { sectName: true }],
    ['isConsignSingleSample', true, { secondSample: false }],
  ] as const)('CF-022 %s set to %s changes only its own element', async (flag, value, changed) => {
    withoutFlags ??= await readVisibleParts({});
    const flagged = await readVisibleParts({ [flag]: value });
    expect(withoutFlags).toMatchObject({
      prices: true,
      estimate: true,
      signToggle: false,
      secondSample: true,
      sectName: false,
      receipt: true,
    });
    expect(flagged).toEqual({ ...withoutFlags, ...changed });
  });
});
