import { afterEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { estimateSample, getTestParameters } from '#contract';
import '../../i18n/language.js';
import { parameterWith } from '../../testing/consignment.js';
import { chosenRow } from '../../testing/sample-page.js';
import { sampleLeftToLab, openEditor, sampleServer } from '../testing/open-editor.js';

afterEach(cleanup);

const table = async () => within(await screen.findByRole('table', { name: '检测参数' }));
const fee = () => document.querySelector('.fee-sum')?.textContent;
const density = parameterWith({ name: '密度', displayName: '密度', tuTestParamPrice: '100.00', remark: '今日备注' });
const fineness = parameterWith({ name: '细度', displayName: '细度', tuTestParamPrice: '40.00' });
const stored = (...rows: ReturnType<typeof chosenRow>[]) =>
  sampleLeftToLab({
    isTestUnitConfirmTestParam: false,
    tuSampleParamIds: rows,
    testGroupCount: 2,
    testParamFee: '160.00',
  });

it('SF-022 a read-only sample shows the fee, prices and remarks that were stored with it', async () => {
  const sample = stored({
    ...chosenRow(density),
    tuTestParamPrice: '80.00',
    totalFee: '80.00',
    tuTestParamDescription: '当时备注',
  });
  const server = sampleServer(sample);
  server.respondWith(getTestParameters, [density]);
  await openEditor(sample, { readOnly: true });
  await waitFor(() => expect(server.requestsTo(getTestParameters)).toHaveLength(1));
  const row = within((await table()).getByRole('row', { name: /密度/ }));
  await waitFor(() =>
    expect([fee(), row.queryByText('80.00')?.textContent, row.queryByText('当时备注')?.textContent]).toEqual([
      '160.00',
      '80.00',
      '当时备注',
    ]),
  );
  expect(screen.queryByText('今日备注')).toBeNull();
});

it('PR-013 no fee is shown before the prices are loaded or if they cannot be loaded', async () => {
  const sample = stored(chosenRow(density));
  const server = sampleServer(sample);
  const resolvers: (() => void)[] = [];
  server.respondLater(getTestParameters, () => [density], resolvers);
  await openEditor(sample);
  await waitFor(() => expect(resolvers).toHaveLength(1));
  expect(fee()).toBe('—');
  for (const resolve of resolvers) resolve();
  await waitFor(() => expect(fee()).toBe('200.00'));
  cleanup();

  server.refuse(getTestParameters, { status: 500, message: '系统繁忙' });
  await openEditor(sample);
  await screen.findByRole('alert');
  expect([fee(), server.requestsTo(estimateSample)]).toEqual(['—', []]);
});

it('PR-010 a chosen parameter that is no longer offered stays in the table and is counted at its stored price', async () => {
  const sample = stored(chosenRow(density), chosenRow(fineness));
  const server = sampleServer(sample);
  server.respondWith(getTestParameters, [density]);
  await openEditor(sample);
  await waitFor(() => expect(fee()).toBe('280.00'));
  expect((await table()).getByRole('row', { name: /细度/ })).toBeTruthy();
});
