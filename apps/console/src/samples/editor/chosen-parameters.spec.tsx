import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { getParamPack, getParamPacks, getStandardList, type OfferedParameter } from '#contract';
import type { StandardLink } from '#events';
import '../../i18n/language.js';
import { parameterWith, sampleViewWith } from '../../testing/consignment.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { explainFee } from '../selection/offer.js';
import { emptySelection, type Selection, toggleParameter } from '../selection/selection.js';
import { SampleStandards } from '../standards/sample-standards.section.js';
import {
  formContextWith,
  withOfferedParameters,
  withPacks,
  clickButton,
  user,
  warningText,
} from '../testing/selection-dialog.js';
import { ChosenParameters } from './chosen-parameters.js';
import { toSampleFields, toSaveRequest } from './sample-draft.js';
import { useSampleForm } from './use-sample-form.js';

let server: StubServer;
let currentSelection: Selection;
beforeEach(() => {
  server = stubServer();
});
afterEach(cleanup);

const NAMES = new Map();
const Form = ({
  parameters,
  initial,
  inputMethod = 1,
}: {
  parameters: readonly OfferedParameter[];
  initial: Selection;
  inputMethod?: number;
}) => {
  const [selection, setSelection] = useState(initial);
  useEffect(() => {
    currentSelection = selection;
  }, [selection]);
  return (
    <ChosenParameters
      host={formContextWith()}
      sampleId="s1"
      parameters={parameters}
      stored={[]}
      selection={selection}
      fee={null}
      names={NAMES}
      readOnly={false}
      inputMethod={inputMethod}
      onSelection={setSelection}
      onSelect={() => undefined}
    />
  );
};
const show = (parameters: readonly OfferedParameter[], initial: Selection, inputMethod?: number) =>
  renderConsole(
    <Form parameters={parameters} initial={initial} {...(inputMethod === undefined ? {} : { inputMethod })} />,
  );
const chosenNames = () =>
  [...document.querySelectorAll('tbody tr td:nth-child(2)')].map(({ textContent }) => textContent);
const question = async () => within(await screen.findByRole('alertdialog'));
const [a, b, c] = [
  parameterWith({ displayName: 'A', orderNum: 3 }),
  parameterWith({ displayName: 'B', orderNum: 2 }),
  parameterWith({ displayName: 'C', orderNum: 1 }),
];
const selected = (...parameters: OfferedParameter[]) =>
  parameters.reduce((selection, parameter) => toggleParameter(selection, parameter, NAMES), emptySelection());

describe('the conclusion checkbox in the sample form', () => {
  it('SS-020 is cleared only after confirmation, which removes every use as evaluation standard', async () => {
    withOfferedParameters(server, a);
    const links = (['1', '2', '3'] as const).map((useType) => ({
      ...(selected(a).chosen.get(a.id)?.links[0] as StandardLink),
      limsUniqueKey: `k${useType}`,
      useType,
    }));
    show([a], { ...emptySelection(), chosen: new Map([[a.id, { count: 1, links }]]) });
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '需要评定结果' });
    const uses = () =>
      currentSelection.chosen.get(a.id)?.links.map(({ limsUniqueKey, useType }) => `${limsUniqueKey} ${useType}`);
    await user.click(box());
    await user.click((await question()).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([box().checked, uses()]).toEqual([true, ['k1 1', 'k2 2', 'k3 3']]);
    await user.click(box());
    await user.click((await question()).getByRole('button', { name: '继续' }));
    await waitFor(() => expect([box().checked, uses()]).toEqual([false, ['k1 1', 'k3 1']]));
  });
});

it('PR-007 parameters with the same name each show the charge of their own price group', async () => {
  const grouped = (id: string, orderNum: number, sharedPriceQualifier: string, sharedPrice: string | null) =>
    parameterWith({ id, displayName: '密度', orderNum, tuTestParamPrice: '90.00', sharedPriceQualifier, sharedPrice });
  const parameters = [grouped('p1', 4, '净浆', '50.00'), grouped('p2', 3, '净浆', '50.00'), grouped('p3', 2, '', null)];
  withOfferedParameters(server, ...parameters);
  const selection = selected(...parameters);
  renderConsole(
    <ChosenParameters
      host={formContextWith()}
      sampleId="s1"
      parameters={parameters}
      stored={[]}
      selection={selection}
      fee={explainFee({ parameters, selection, stored: [] }, 1)}
      names={NAMES}
      readOnly={false}
      inputMethod={1}
      onSelection={() => undefined}
      onSelect={() => undefined}
    />,
  );
  expect([...document.querySelectorAll('[data-label="费用（元）"]')].map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('50.00'),
    '同组，不另计',
    '90.00',
  ]);
});

describe('packs in the sample form', () => {
  it('PK-005 PK-007 are checkboxes: checking one replaces the parameters, unchecking it drops the pack', async () => {
    withOfferedParameters(server, a, b, c);
    withPacks(server, b, c);
    show([a, b, c], selected(a));
    const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: '常规' });
    await user.click(box);
    await waitFor(() => expect(chosenNames()).toEqual(['B', 'C']));
    expect(currentSelection.pack).toEqual({ packFlag: 1, packId: 'p1', packJson: '{"packId":"p1"}' });
    const stored = sampleViewWith();
    const savedPack = () => toSaveRequest(stored, toSampleFields(stored), currentSelection, true).buSampleParamPackInfo;
    expect(savedPack()).toEqual(currentSelection.pack);
    await user.click(box);
    await waitFor(() => expect(box.checked).toBe(false));
    expect(savedPack()).toEqual({ packFlag: 0, packId: '', packJson: '' });
    cleanup();
    withOfferedParameters(server, a);
    show([a], selected(a));
    expect(screen.queryByRole('group', { name: '快速选择' })).toBeNull();
  });

  it('PK-004 ask for confirmation before a parameter is removed or the standards are opened', async () => {
    withOfferedParameters(server, a, b);
    withPacks(server, a, b);
    show([a, b], { ...selected(a, b), pack: { packFlag: 1, packId: 'p1', packJson: '{}' } });
    await clickButton('移除A');
    expect((await question()).getByText(/快速选择的参数由检测机构提供/)).toBeTruthy();
    await user.click((await question()).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([chosenNames(), currentSelection.pack?.packId]).toEqual([['A', 'B'], 'p1']);
    await clickButton('选择标准');
    await user.click((await question()).getByRole('button', { name: '取消' }));
    expect(screen.queryByRole('dialog', { name: '选择标准信息' })).toBeNull();
    await clickButton('移除A');
    await user.click((await question()).getByRole('button', { name: '继续' }));
    await waitFor(() => expect([chosenNames(), currentSelection.pack]).toEqual([['B'], null]));
  });

  it('PK-004 ask for confirmation before the conclusion is turned off, which drops the pack', async () => {
    withOfferedParameters(server, a);
    withPacks(server, a);
    show([a], { ...selected(a), pack: { packFlag: 1, packId: 'p1', packJson: '{}' } });
    const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: '需要评定结果' });
    await user.click(box());
    expect((await question()).getByText(/快速选择的参数由检测机构提供/)).toBeTruthy();
    await user.click((await question()).getByRole('button', { name: '取消' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect([box().checked, currentSelection.pack?.packId]).toEqual([true, 'p1']);
    await user.click(box());
    await user.click((await question()).getByRole('button', { name: '继续' }));
    await screen.findByText(/取消后会清空所有评定标准/);
    await user.click((await question()).getByRole('button', { name: '继续' }));
    await waitFor(() => expect([box().checked, currentSelection.pack]).toEqual([false, null]));
  });

  it('SERR-004 PK-008 show the form’s own error messages when loading fails, and change nothing', async () => {
    withOfferedParameters(server, a);
    withPacks(server);
    show([a], selected(a));
    server.refuse(getParamPack, { status: 500, message: '' });
    await user.click(await screen.findByRole('checkbox', { name: '常规' }));
    await warningText('获取打包参数异常');
    withPacks(server);
    await user.click(screen.getByRole('checkbox', { name: '常规' }));
    await warningText('参数包明细获取失败');
    expect([chosenNames(), currentSelection.pack]).toEqual([['A'], null]);
    cleanup();
    server.refuse(getParamPacks, { status: 500, message: '' });
    show([a], selected(a));
    expect(await screen.findByText('获取快速参数失败！')).toBeTruthy();
  });
});

describe('standards in the sample form', () => {
  it('open for one parameter from its row, and for all parameters from the table head', async () => {
    withOfferedParameters(server, a, b);
    show([a, b], selected(a, b));
    await clickButton(/^A：检测依据/);
    await user.click(await screen.findByText('更多标准…'));
    const dialog = await screen.findByRole('dialog', { name: '选择标准信息' });
    expect(dialog.style.width).toBe('900px');
    await user.click(within(dialog).getByRole('checkbox', { name: 'GB 175-2023：作为评定标准' }));
    await user.click(within(dialog).getByRole('button', { name: /^确定/ }));
    await waitFor(() =>
      expect([
        currentSelection.chosen.get(a.id)?.links.length,
        currentSelection.chosen.get(b.id)?.links.length,
      ]).toEqual([1, 2]),
    );
    await clickButton('选择标准');
    expect((await screen.findByRole('dialog', { name: '选择标准信息' })).style.width).toBe('1200px');
  });

  it('STD-017 belong to the sample in simple input and to each parameter in professional input', async () => {
    withOfferedParameters(server, a);
    server.respondWith(getStandardList, {
      items: [
        {
          id: 's9',
          baseStandardName: '标准9',
          printsManCode: 'GB 9',
          type: 3,
          uniqKey: 'std_GB 9',
          executeDate: null,
          expireDate: null,
          isExpired: false,
        },
      ],
      totalCount: 1,
    });
    const sample = sampleViewWith({ inputMethod: 0 });
    let form: ReturnType<typeof useSampleForm> | undefined;
    const Simple = () => {
      const sampleForm = useSampleForm(sample, 'edit');
      useEffect(() => {
        form = sampleForm;
      });
      return <SampleStandards form={sampleForm} host={formContextWith()} readOnly={false} />;
    };
    renderConsole(<Simple />);
    await clickButton('引用标准');
    const picker = within(await screen.findByRole('dialog', { name: '引用标准信息' }));
    await user.click(await picker.findByRole('checkbox', { name: /GB 9/ }));
    await user.click(picker.getByRole('button', { name: /^确定/ }));
    await screen.findByRole('row', { name: /GB 9/ });
    const body = form && toSaveRequest(sample, form.fields, selected(a), true);
    expect([
      body?.buSampleUseBaseStandard,
      body?.tuSampleParamIds?.map((row) => row.buSampleParamUseBaseStandard),
    ]).toMatchObject([[{ baBaseStandardId: 's9', useType: '3' }], [[]]]);
    cleanup();
    show([a], selected(a), 0);
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).not.toContain('检测依据');
    expect(screen.queryByRole('button', { name: '选择标准' })).toBeNull();
    cleanup();
    show([a], selected(a));
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toContain('检测依据');
  });
});
