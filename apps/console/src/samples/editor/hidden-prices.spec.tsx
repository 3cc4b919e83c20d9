import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  estimateSample,
  getParamPacks,
  getSampleRequirements,
  getStandards,
  getTestParameters,
  type UnitConfig,
  type UserInfo,
} from '#contract';
import '../../i18n/language.js';
import { parameterWith, UNIT_ID } from '../../testing/consignment.js';
import { client, laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { SampleSelectionDialog } from '../selection/sample-selection.dialog.js';

let server: StubServer;
const sample = {
  id: crypto.randomUUID(),
  name: '普通硅酸盐水泥',
  bigCategoryId: 'b',
  sampleNameLink: '水泥→普通硅酸盐水泥',
  isLeaf: true,
};
const consignId = crypto.randomUUID();
const user = userEvent.setup({ pointerEventsCheck: 0 });

const show = async (account: UserInfo, testUnitConfig: UnitConfig) => {
  const visible = { displayName: '密度', tuTestParamPrice: '90.00' };
  const hidden = { displayName: '密度', tuTestParamPrice: null, sharedPrice: null, prices: [] };
  server.respondWith(getTestParameters, [parameterWith(testUnitConfig['IsConsignHidePrice'] ? hidden : visible)]);
  renderConsole(
    <SampleSelectionDialog
      fixed={sample}
      host={{
        consignId,
        consignType: 1,
        revision: 1,
        testUnitId: UNIT_ID,
        qualificationName: '',
        testUnitConfig,
        mayLeaveToLab: account === client,
      }}
      onClose={() => undefined}
      onConfirmed={() => Promise.resolve(true)}
    />,
    { user: account },
  );
  await screen.findByRole('table', { name: '检测参数' });
  await user.click(screen.getByRole('checkbox', { name: '选择密度' }));
};
const hasPriceColumn = () => screen.queryByRole('columnheader', { name: '单价/元' }) !== null;
const sum = () => document.querySelector('.sum')?.textContent ?? null;

beforeEach(() => {
  server = stubServer();
  server.respondWith(getParamPacks, []);
  server.respondWith(getStandards, []);
  server.respondWith(getSampleRequirements, []);
  server.respondWith(estimateSample, { testParamFee: '180.00' });
});
afterEach(cleanup);

describe('hidden prices', () => {
  it.each([
    ['consigning unit', client],
    ['testing institution', laboratory],
  ])('PR-014 each flag hides only its own item for the %s', async (_, account) => {
    await show(account, {});
    expect([hasPriceColumn(), sum()]).toEqual([true, '90.00']);
    cleanup();

    await show(account, { IsConsignHidePrice: true });
    await waitFor(() => expect(sum()).toBe('180.00'));
    expect(hasPriceColumn()).toBe(false);
    expect(server.requestsTo(estimateSample).map(({ body }) => body)).toEqual([
      {
        consignId,
        testUnitSampleId: sample.id,
        testGroupCount: 1,
        tuSampleParamIds: [{ tuTestParamId: expect.any(String), tuTestParamCount: 1 }],
      },
    ]);
    cleanup();

    await show(account, { IsConsignHideEstimatedCost: true });
    expect([hasPriceColumn(), sum()]).toEqual([true, null]);
    cleanup();

    await show(account, { IsConsignHidePrice: true, IsConsignHideEstimatedCost: true });
    expect([hasPriceColumn(), sum()]).toEqual([false, null]);
    expect(server.requestsTo(estimateSample)).toHaveLength(1);
  });

  it('show a dash instead of an estimate if the server refuses to estimate', async () => {
    server.refuse(estimateSample, { status: 409, message: '该样品不在检测单位的检测范围内' });
    await show(client, { IsConsignHidePrice: true });
    await waitFor(() => expect(server.requestsTo(estimateSample)).toHaveLength(1));
    expect(sum()).toBe('—');
  });
});
