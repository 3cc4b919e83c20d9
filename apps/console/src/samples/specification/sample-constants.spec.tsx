import { beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { getBusinessParam, getStandardList, getTestParameters, type UnitConfig } from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { renderConsole } from '../../testing/render.js';
import { chosenRow, renderSamplePage } from '../../testing/sample-page.js';
import { SampleEditor } from '../editor/sample-editor.js';
import { QuoteStandardDialog } from '../standards/quote-standard.dialog.js';
import { formContextWith, withOfferedParameters, showDialog } from '../testing/selection-dialog.js';

const page = renderSamplePage(SampleEditor);
const quote = () =>
  renderConsole(
    <QuoteStandardDialog testUnitId={null} existingIds={[]} onClose={() => undefined} onQuoted={() => undefined} />,
  );
beforeEach(async () => {
  await chooseLanguage('zh');
  page.server.respondWith(getStandardList, { items: [], totalCount: 0 });
  page.server.respondWith(getBusinessParam, {});
});

it('SK-002 the standard picker starts at page 1 with 10 rows, and offers other page sizes', async () => {
  const standard = (index: number) => ({
    id: `s${index}`,
    baseStandardName: `标准${index}`,
    printsManCode: `GB ${index}`,
    type: 3,
    uniqKey: `std_${index}`,
    executeDate: null,
    expireDate: null,
    isExpired: false,
  });
  page.server.respondWith(getStandardList, {
    items: Array.from({ length: 10 }, (_, index) => standard(index)),
    totalCount: 45,
  });
  quote();
  await screen.findByText('GB 9');
  expect(
    page.server.requestsTo(getStandardList).map(({ query }) => [query['skipCount'], query['maxResultCount']]),
  ).toEqual([['0', '10']]);
  expect(within(screen.getAllByRole('combobox').at(-1) as HTMLElement).getAllByRole('option').length).toBeGreaterThan(
    1,
  );
});

it('SK-011 fees have two decimals in the form and in the selection dialog', async () => {
  const parameter = { ...page.parameter, tuTestParamPrice: '50' };
  page.server.respondWith(getTestParameters, [parameter]);
  await page.open({ tuSampleParamIds: [chosenRow(parameter)] });
  await waitFor(() => expect(document.querySelector('.fee-sum')?.textContent).toBe('50.00'));
  expect(within(screen.getByRole('table', { name: '检测参数' })).getByText('50.00')).toBeTruthy();
  cleanup();
  withOfferedParameters(page.server, parameter);
  await showDialog();
  await page.user.click(screen.getByRole('checkbox', { name: `选择${parameter.displayName}` }));
  await waitFor(() => expect(document.querySelector('.sum')?.textContent).toBe('50.00'));
});

it('SK-012 each flag of the unit changes only its own item', async () => {
  const readVisibleItems = async (testUnitConfig: UnitConfig) => {
    withOfferedParameters(page.server, page.parameter);
    await showDialog(formContextWith({ testUnitConfig }));
    await page.user.click(screen.getByRole('checkbox', { name: `选择${page.parameter.displayName}` }));
    const column = (name: string) => screen.queryByRole('columnheader', { name }) !== null;
    const visible = {
      price: column('单价/元'),
      cost: document.querySelector('.sum') !== null,
      period: column('周期/天'),
      quantity: column('样品量'),
    };
    cleanup();
    return visible;
  };
  const defaultItems = { price: true, cost: true, period: false, quantity: false };
  expect(await readVisibleItems({})).toEqual(defaultItems);
  expect(await readVisibleItems({ IsConsignHidePrice: true })).toEqual({ ...defaultItems, price: false });
  expect(await readVisibleItems({ IsConsignHideEstimatedCost: true })).toEqual({ ...defaultItems, cost: false });
  expect(await readVisibleItems({ IsDisplayTestPeriod: true })).toEqual({ ...defaultItems, period: true });
  expect(await readVisibleItems({ IsDisplayTestQuantity: true })).toEqual({ ...defaultItems, quantity: true });
  expect(await readVisibleItems({ USING_RECOMMENDED_PARAMETER_STANDARD: true })).toEqual(defaultItems);
});
