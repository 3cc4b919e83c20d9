import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import {
  getCustomPropertyConsign,
  getOtherInfo,
  getTestParameters,
  type SampleView,
  saveBuSampleInfo,
} from '#contract';
import type { SampleProperty } from '#events';
import { chooseLanguage } from '../../i18n/language.js';
import { currentFailure } from '../../lib/failures.js';
import { parameterWith } from '../../testing/consignment.js';
import {
  sampleLeftToLab,
  openEditor,
  otherInfo,
  property,
  replaceText,
  alertText,
  sampleServer,
  lastSentBody,
  user,
} from '../testing/open-editor.js';

afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const section = async (title = '样品辅助信息') =>
  within((await screen.findByRole('heading', { name: title })).closest('section') as HTMLElement);
const parameter = parameterWith();
const chosenParameter: SampleView['tuSampleParamIds'][number] = {
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
};
const sampleWith = (...buSamplePropertyInfo: SampleProperty[]) =>
  sampleLeftToLab({ isTestUnitConfirmTestParam: false, tuSampleParamIds: [chosenParameter], buSamplePropertyInfo });
const serveSample = (sample: SampleView, offered?: SampleProperty[]) => {
  const server = sampleServer(sample, offered);
  server.respondWith(getTestParameters, [parameter, parameterWith({ displayName: '密度' })]);
  return server;
};
const save = () => user.click(screen.getByRole('button', { name: '保存样品' }));
const saved = async (server: ReturnType<typeof serveSample>): Promise<Record<string, string>> => {
  await save();
  await waitFor(() => expect(server.requestsTo(saveBuSampleInfo)).not.toEqual([]));
  const { buSamplePropertyInfo } = lastSentBody<{ buSamplePropertyInfo: SampleProperty[] }>(server);
  return Object.fromEntries(buSamplePropertyInfo.map((each) => [each.testSamplePropertyDisplayName, each.value]));
};

describe('auxiliary properties', () => {
  it('AUX-002 AUX-003 are entered as a date (type 2), a number from 0 (type 3) or a number rounded to three decimals (type 4)', async () => {
    const sample = sampleWith(
      property('出厂日期', { testSamplePropertyType: 2 }),
      property('深度', { testSamplePropertyType: 3 }),
      property('温度', { testSamplePropertyType: 4 }),
    );
    const server = serveSample(sample);
    await openEditor(sample);
    const fields = await section();
    const day = fields.getByLabelText<HTMLInputElement>('出厂日期');
    expect(day.type).toBe('date');
    await user.type(day, '2024-05-01');
    await replaceText(fields.getByLabelText('深度'), '-1');
    await user.tab();
    expect(fields.getByRole('alert').textContent).toBe('“深度”必须是不小于 0 的数字');
    await replaceText(fields.getByLabelText('深度'), '２．５');
    await replaceText(fields.getByLabelText('温度'), '1.23456');
    await user.tab();
    expect([
      fields.getByLabelText<HTMLInputElement>('深度').value,
      fields.getByLabelText<HTMLInputElement>('温度').value,
    ]).toEqual(['２．５', '1.23456']);
    expect(screen.getByText('保存为 1.235（三位小数）')).toBeTruthy();
    // The service returns them as it stores them.
    expect(await saved(server)).toEqual({ 出厂日期: '2024-05-01', 深度: '２．５', 温度: '1.23456' });
  });

  it('show an error, get the focus and are not saved if the value is not a number', async () => {
    const sample = sampleWith(property('温度', { testSamplePropertyType: 4 }));
    const server = serveSample(sample);
    await openEditor(sample);
    await replaceText((await section()).getByLabelText('温度'), '常温');
    await save();
    await waitFor(() => expect(alertText()).toEqual(['“温度”必须是不小于 0 的数字']));
    expect((await section()).getByLabelText('温度')).toBe(document.activeElement);
    expect(server.requestsTo(saveBuSampleInfo)).toEqual([]);
  });

  it('AUX-004 of type 5 are chosen from the list and the history, filtered by the typed text', async () => {
    const sample = sampleWith(
      property('包装', { testSamplePropertyType: 5, listValue: ['A 袋装', 'B 散装'], inputHistory: ['C 桶装'] }),
    );
    const server = serveSample(sample);
    await openEditor(sample);
    const fields = await section();
    const choice = fields.getByLabelText<HTMLInputElement>('包装');
    await user.click(choice);
    expect(fields.getAllByRole('option').map((option) => option.textContent)).toEqual(['A 袋装', 'B 散装', 'C 桶装']);
    await user.type(choice, '桶');
    expect(fields.getAllByRole('option').map((option) => option.textContent)).toEqual(['C 桶装']);
    await user.click(screen.getByRole('option', { name: 'C 桶装' }));
    expect(await saved(server)).toEqual({ 包装: 'C 桶装' });
    await user.clear(choice);
    await user.type(choice, '没有');
    await user.tab();
    expect(choice.value).toBe('C 桶装');
  });

  it('show names and options in the user’s language and save the catalogue’s words', async () => {
    const sample = sampleWith(
      property('样品状态', {
        testSamplePropertyType: 5,
        value: '有少量结块',
        listValue: ['粉状、无结块', '有少量结块'],
      }),
      property('是否掺混合材', { testSamplePropertyType: 6 }),
      property('龄期（d）', { value: '28' }),
      property('自定义名', { value: '云岭' }),
    );
    const server = serveSample(sample);
    await openEditor(sample);
    await act(() => chooseLanguage('en'));
    const fields = await section('sample auxiliary information');
    const choice = fields.getByLabelText<HTMLInputElement>('Sample condition');
    expect(choice.value).toBe('A few lumps');
    for (const name of ['Age (d)', '自定义名']) expect(fields.getByLabelText(name)).toBeTruthy();
    await user.click(choice);
    expect(fields.getAllByRole('option').map((option) => option.textContent)).toEqual([
      'Powder, no lumps',
      'A few lumps',
    ]);
    await user.clear(choice);
    await user.type(choice, 'Powder, no lumps');
    await user.click(fields.getByRole('checkbox', { name: 'Contains additions' }));
    await user.click(screen.getByRole('button', { name: 'Save sample' }));
    await waitFor(() => expect(server.requestsTo(saveBuSampleInfo)).not.toEqual([]));
    const { buSamplePropertyInfo } = lastSentBody<{ buSamplePropertyInfo: SampleProperty[] }>(server);
    expect(buSamplePropertyInfo.map(({ testSamplePropertyDisplayName: name, value }) => [name, value])).toEqual([
      ['样品状态', '粉状、无结块'],
      ['是否掺混合材', 'true'],
      ['龄期（d）', '28'],
      ['自定义名', '云岭'],
    ]);
  });

  it('AUX-005 show a checkbox for type 6 and, for every other type, a text field that suggests earlier input', async () => {
    const sample = sampleWith(
      property('掺混合材', { testSamplePropertyType: 6 }),
      property('产地', { inputHistory: ['云岭'] }),
      property('用途', { testSamplePropertyType: 99, inputHistory: ['桥面'] }),
    );
    const server = serveSample(sample);
    await openEditor(sample);
    const fields = await section();
    await user.click(fields.getByRole('checkbox', { name: '掺混合材' }));
    await user.click(fields.getByLabelText('产地'));
    await user.click(screen.getByRole('option', { name: '云岭' }));
    await user.click(fields.getByLabelText('用途'));
    expect(fields.getAllByRole('option').map((option) => option.textContent)).toEqual(['桥面']);
    await user.type(fields.getByLabelText('用途'), '隧道');
    expect(await saved(server)).toEqual({ 掺混合材: 'true', 产地: '云岭', 用途: '隧道' });
  });

  it('AUX-006 require a sample name and report a missing one under the field and as a warning', async () => {
    const sample = sampleWith();
    const server = serveSample(sample);
    await openEditor(sample);
    await user.clear((await section()).getByLabelText(/^样品名称/));
    await save();
    expect((await section()).getByText('请输入样品名称')).toBeTruthy();
    await waitFor(() => expect(alertText()).toEqual(['请输入辅助信息的样品名称']));
    expect(server.requestsTo(saveBuSampleInfo)).toEqual([]);
    await user.type((await section()).getByLabelText(/^样品名称/), '水泥 1 号');
    await saved(server);
    expect(server.requestsTo(saveBuSampleInfo)[0]?.body).toMatchObject({ testUnitSampleName: '水泥 1 号' });
  });

  it('AUX-007 AUX-008 leave out quantities and properties joined to the specification, which its dialog shows', async () => {
    const sample = sampleWith(
      property('代表批量', { value: '20' }),
      property('试件数量', { value: '3' }),
      property('强度等级', { isJoinSpecification: true }),
      property('产地'),
    );
    serveSample(sample);
    await openEditor(sample);
    const fields = await section();
    expect(fields.queryByLabelText(/代表批量|试件数量|强度等级/)).toBeNull();
    expect(fields.getByLabelText('产地')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: '设置规格型号' }));
    expect(await screen.findByLabelText('强度等级')).toBeTruthy();
  });

  it('are titled by the consignment type and shown as plain text in a read-only form', async () => {
    const sample = sampleWith(
      property('产地', { value: '云岭' }),
      property('掺混合材', { testSamplePropertyType: 6, value: 'true' }),
    );
    serveSample(sample);
    await openEditor(sample, { consignType: 2 });
    expect((await section('检测补充信息')).queryByLabelText(/^样品名称/)).toBeNull();
    cleanup();
    await openEditor(sample, { readOnly: true });
    const facts = await section();
    expect([facts.getByText('云岭').tagName, facts.getByText('是').tagName, facts.queryByRole('textbox')]).toEqual([
      'DD',
      'DD',
      null,
    ]);
  });
});

describe('the auxiliary properties from the catalogue', () => {
  it('AUX-010 are requested for the chosen parameters, again after a change, and a refusal is shown', async () => {
    const sample = sampleWith(property('产地', { value: '云岭' }));
    const server = serveSample(sample, [property('产地'), property('厂名')]);
    await openEditor(sample);
    await waitFor(async () => expect((await section()).getByLabelText('厂名')).toBeTruthy());
    expect([
      (await section()).getByLabelText<HTMLInputElement>('产地').value,
      server.requestsTo(getOtherInfo).map(({ query }) => query['paramIds']),
    ]).toEqual(['云岭', [parameter.id]]);
    server.refuse(getOtherInfo, { status: 500, message: 'X broke' });
    await user.click(screen.getByRole('button', { name: /移除|删除/ }));
    await waitFor(() => expect(server.requestsTo(getOtherInfo).at(-1)?.query['paramIds']).toBe(''));
    await waitFor(() => expect(currentFailure.get()).toEqual({ kind: 'message', message: 'X broke' }));
  });

  it('AUX-011 start with the unit’s presets in a new sample, and empty if the presets cannot be read', async () => {
    const fields = { id: 'f', columnIndex: 1, columnValue: '', visible: true, columnType: 'text' };
    const sample = { ...sampleWith(property('产地'), property('厂名')), isNew: true };
    const server = serveSample(sample);
    server.respondWith(getCustomPropertyConsign, [{ ...fields, columnName: '#产地', value: '浙江' }]);
    await openEditor(sample);
    await waitFor(async () => expect((await section()).getByLabelText<HTMLInputElement>('产地').value).toBe('浙江'));
    expect((await section()).getByLabelText<HTMLInputElement>('厂名').value).toBe('');
    cleanup();
    server.refuse(getCustomPropertyConsign, { status: 500, message: 'no defaults' });
    server.respondWith(getOtherInfo, otherInfo([property('产地'), property('厂名'), property('批次')]));
    await openEditor(sample);
    await waitFor(async () => expect((await section()).getByLabelText('批次')).toBeTruthy());
    expect([
      (await section()).getByLabelText<HTMLInputElement>('产地').value,
      screen.queryByText('no defaults'),
    ]).toEqual(['', null]);
  });

  it('AUX-011 SPM-010 leave a saved sample unchanged, and a field that the user emptied in a new sample stays empty', async () => {
    const presets = [
      {
        id: 'f',
        columnIndex: 1,
        columnValue: '',
        visible: true,
        columnType: 'text',
        columnName: '#产地',
        value: '浙江',
      },
    ];
    const [origin, maker, grade] = [
      property('产地'),
      property('厂名'),
      property('强度等级', { isJoinSpecification: true, value: '42.5' }),
    ];
    const saved = sampleWith(origin, grade);
    const server = serveSample(saved, [origin, maker, grade]);
    server.respondWith(getCustomPropertyConsign, presets);
    await openEditor(saved);
    await waitFor(async () => expect((await section()).getByLabelText('厂名')).toBeTruthy());
    expect([
      (await section()).getByLabelText<HTMLInputElement>('产地').value,
      screen.getByLabelText<HTMLInputElement>('规格型号').value,
    ]).toEqual(['', '']);
    cleanup();

    const newSample = { ...sampleWith(origin, grade), isNew: true };
    const newServer = serveSample(newSample, [origin, grade]);
    newServer.respondWith(getCustomPropertyConsign, presets);
    await openEditor(newSample);
    await waitFor(async () => expect((await section()).getByLabelText<HTMLInputElement>('产地').value).toBe('浙江'));
    await user.clear((await section()).getByLabelText('产地'));
    newServer.respondWith(getOtherInfo, otherInfo([origin, maker, grade]));
    await user.click(screen.getByRole('button', { name: /移除|删除/ }));
    await waitFor(async () => expect((await section()).getByLabelText('厂名')).toBeTruthy());
    expect((await section()).getByLabelText<HTMLInputElement>('产地').value).toBe('');
  });
});
