import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  getCategorySamples,
  getParamPack,
  getParamPacks,
  getSampleRequirements,
  getSampleTree,
  getStandards,
  getTestParameters,
  type OfferedParameter,
  recordParameterClick,
  type UserInfo,
} from '#contract';
import { treeNode, UNIT_ID } from '../../testing/consignment.js';
import { client, renderConsole } from '../../testing/render.js';
import type { StubServer } from '../../testing/stub-server.js';
import type { SampleFormContext, SelectionResult } from '../selection/offer.js';
import { type ChosenSample, SampleSelectionDialog } from '../selection/sample-selection.dialog.js';
import type { Selection } from '../selection/selection.js';

export const user = userEvent.setup({ pointerEventsCheck: 0 });
export const CEMENT: ChosenSample = {
  id: '0ce0e001-0000-4000-8000-000000000001',
  name: '普通硅酸盐水泥',
  bigCategoryId: 'big-cement',
  sampleNameLink: '水泥→通用→普通硅酸盐水泥',
  isLeaf: true,
};

export const formContextWith = (some: Partial<SampleFormContext> = {}): SampleFormContext => ({
  consignId: crypto.randomUUID(),
  consignType: 1,
  revision: 1,
  testUnitId: UNIT_ID,
  qualificationName: '公路工程综合甲级',
  testUnitConfig: { IsDisplayTestPeriod: true, IsDisplayTestQuantity: true },
  mayLeaveToLab: true,
  ...some,
});
/** The host of a unit that works with recommended standards. */
export const withRecommendedStandards = (): SampleFormContext =>
  formContextWith({ testUnitConfig: { USING_RECOMMENDED_PARAMETER_STANDARD: true } });

/** Everything that a dialog requests, empty except for the parameters. */
export const withOfferedParameters = (server: StubServer, ...parameters: OfferedParameter[]): void => {
  server.respondWith(getTestParameters, parameters);
  server.respondWith(getParamPacks, []);
  server.respondWith(getStandards, []);
  server.respondWith(getSampleRequirements, []);
  server.respondWith(recordParameterClick, true);
  server.respondWith(getSampleTree, { sampleTree: [], expandedKey: [], selectedKey: '' });
  server.respondWith(getCategorySamples, { sampleTree: [treeNode({ name: CEMENT.name })] });
};

/** A pack of these parameters with all their standards; the same for every requested id. */
export const withPacks = (server: StubServer, ...parameters: OfferedParameter[]): void => {
  server.respondWith(getParamPacks, [{ id: 'p1', name: '常规', paramCount: parameters.length }]);
  server.respondWith(getParamPack, {
    id: 'p1',
    name: '常规',
    sampleId: CEMENT.id,
    packJson: '{"packId":"p1"}',
    entries: parameters.map(({ id, name, standards, basis }) => ({ param: { id, name }, standards, basis })),
  });
};

export type Confirmed = { selection: Selection; result: SelectionResult };

type DialogOptions = { initial?: Selection; as?: UserInfo; inputMethod?: number };

/**
 * Renders the dialog for the parameters of a cement without waiting for them; returns an array to which it adds what it
 * confirms.
 */
export const renderDialog = (
  host: SampleFormContext = formContextWith(),
  { initial, as = client, inputMethod }: DialogOptions = {},
): Confirmed[] => {
  const confirmed: Confirmed[] = [];
  renderConsole(
    <SampleSelectionDialog
      host={host}
      fixed={CEMENT}
      onClose={() => undefined}
      onConfirmed={(_, selection, result) => {
        confirmed.push({ selection, result });
        return Promise.resolve(true);
      }}
      {...(initial ? { initial } : {})}
      {...(inputMethod === undefined ? {} : { inputMethod })}
    />,
    { user: as },
  );
  return confirmed;
};

/** The same, after the parameters are loaded. */
export const showDialog = async (host?: SampleFormContext, options?: DialogOptions): Promise<Confirmed[]> => {
  const confirmed = renderDialog(host, options);
  await screen.findByRole('table', { name: '检测参数' });
  return confirmed;
};

export const visibleNames = () =>
  screen.getAllByRole('checkbox', { name: /^选择/ }).map((box) => (box.getAttribute('aria-label') ?? '').slice(2));
export const choose = (name: string) => user.click(screen.getByRole('checkbox', { name: `选择${name}` }));
export const isChosen = (name: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `选择${name}` }).checked;
export const clickButton = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
export const warningText = (text: string) =>
  waitFor(() => {
    const toastTexts = [...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent);
    if (toastTexts.at(-1) !== text) throw new Error(`Said ${JSON.stringify(toastTexts)}`);
  });
/** The text of the standards in a row's picker. */
export const visibleStandards = (name: string, use: '检测依据' | '评定标准') =>
  (screen.getByRole('button', { name: new RegExp(`^${name}：${use}`) }).getAttribute('aria-label') ?? '')
    .split(' ')
    .slice(1)
    .join(' ');
