import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { getSampleForm, keepSampleForm, type KeptSampleForm, tuTestParamGetAll, tuTestSampleGet, tuTestSampleGetAll } from '#contract';
import '../../i18n/language.js';
import { keptParameterWith, keptSampleWith } from '../../testing/kept-catalogue.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { SAMPLE, samplePlace } from './places.js';
import SamplePage from './sample.page.js';

const SAND = { id: 'd0000000-0000-4000-8000-000000000002', sampleName: '天然砂', sampleCode: 'JL05' };
const property = (id: string, name: string, some: Partial<KeptSampleForm['properties'][number]> = {}) => ({ id, name, type: 1, unit: '', value: '', choices: [], isJoined: false, ...some });
const first: KeptSampleForm = {
  sampleId: keptSampleWith().id, revision: 3, specification: '{强度等级}', example: '42.5',
  properties: [property('p-1', '代表批量', { type: 4, value: '500', unit: 't' }), property('p-2', '强度等级', { type: 5, choices: ['32.5', '42.5'], isJoined: true })],
  materials: [{ id: 'm-1', label: '水泥', sampleNameLink: '水泥', role: '水泥', isDefault: true, isRequired: true, recommendedDosage: 360, dosageUnit: 'kg/m³', unitRatio: 1 }],
};
let server: StubServer;
beforeEach(() => {
  server = stubServer();
  server.answers(tuTestSampleGet, keptSampleWith({ revision: 3, origin: 'copy' }));
  server.answers(tuTestSampleGetAll, { items: [keptSampleWith(), keptSampleWith(SAND)], totalCount: 2 });
  server.answers(tuTestParamGetAll, [keptParameterWith()]);
  server.answers(getSampleForm, first);
  server.answers(keepSampleForm, first);
  renderConsole(<Routes><Route path={SAMPLE} element={<SamplePage />} /></Routes>, { user: laboratory, at: samplePlace(keptSampleWith(), null) });
});
afterEach(cleanup);

const openPart = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const sent = () => server.of(keepSampleForm)[0];

it('auxiliary properties are shown with what they make of the specification, and changed as a whole list, if nobody else did meanwhile', async () => {
  await openPart(/^辅助属性与规格/);
  const rows = [...(await screen.findByRole('table', { name: '辅助属性列表' })).querySelectorAll('tbody tr')];
  expect(rows.map((row) => [...row.querySelectorAll('td')].slice(0, 6).map(({ textContent }) => textContent))).toEqual([['代表批量', '数字（三位小数）', 't', '500', '—', '—'], ['强度等级', '下拉选择', '—', '—', '32.5、42.5', '是']]);
  await userEvent.click(screen.getByRole('button', { name: '新建属性' }));
  const form = await dialog('新建属性');
  await userEvent.type(form.getByLabelText(/^属性名称/), '强度等级');
  await userEvent.selectOptions(form.getByLabelText('类型'), '下拉选择');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect([form.getByText('该样品已有属性“强度等级”'), form.getByText('下拉选择需要至少一个选项')]).toHaveLength(2);
  await userEvent.type(form.getByLabelText(/^属性名称/), '复核');
  await userEvent.type(form.getByLabelText(/^选项/), '甲{Enter}乙');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(sent()?.body).toMatchObject({ properties: [{ id: 'p-1', name: '代表批量' }, { id: 'p-2' }, { name: '强度等级复核', type: 5, choices: ['甲', '乙'] }] }));
  expect(sent()?.headers['If-Match']).toBe('"3"');
});

it('a property that the specification is made of goes out of both, with a reason', async () => {
  await openPart(/^辅助属性与规格/);
  await userEvent.click(await screen.findByRole('button', { name: '删除 强度等级' }));
  const box = within(await screen.findByRole('alertdialog', { name: '删除属性' }));
  await userEvent.type(box.getByRole('textbox'), '不再填写');
  await userEvent.click(box.getByRole('button', { name: '删除属性' }));
  await waitFor(() => expect(sent()?.body).toMatchObject({ properties: [{ id: 'p-1' }], specification: '', reason: '不再填写' }));
});

it('the specification is put together by clicks and typing, with an example that follows and errors that hold it back', async () => {
  await openPart(/^辅助属性与规格/);
  await userEvent.click(await screen.findByRole('button', { name: '编辑规格型号组成' }));
  const form = await dialog('编辑规格型号组成');
  const line = form.getByLabelText('组成');
  expect(form.getByRole<HTMLButtonElement>('button', { name: '强度等级' }).disabled).toBe(true);
  await userEvent.type(line, ' 级 {{');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect(form.getByText('大括号或方括号没有成对')).toBeTruthy();
  await userEvent.type(line, '{Backspace}');
  await userEvent.click(form.getByRole('button', { name: '代表批量' }));
  expect(form.getByRole('status', { name: '' }).textContent).toContain('32.5 级 500');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(sent()?.body).toMatchObject({ specification: '{强度等级} 级 {代表批量}' }));
});

it('a raw material is another sample of the catalogue, with its dosage', async () => {
  await openPart(/^原材料/);
  expect((await screen.findByRole('table', { name: '原材料列表' })).textContent).toContain('360 kg/m³');
  await userEvent.click(screen.getByRole('button', { name: '新增原材料' }));
  const form = await dialog('新增原材料');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect(form.getByText('请选择原材料')).toBeTruthy();
  await userEvent.type(form.getByLabelText(/^原材料/), 'JL0');
  await userEvent.click(await form.findByRole('option', { name: /天然砂/ }));
  await userEvent.type(form.getByLabelText('推荐用量'), '760');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(sent()?.body).toMatchObject({ materials: [{ id: 'm-1', recommendedDosage: 360 }, { id: SAND.id, recommendedDosage: 760, unitRatio: null, isDefault: true }] }));
});
