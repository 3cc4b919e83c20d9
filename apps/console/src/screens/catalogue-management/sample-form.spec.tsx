import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import {
  deleteFileByPath,
  getSampleForm,
  keepSampleForm,
  type SampleFormView,
  tuTestParamGetAll,
  tuTestParamUpdate,
  tuTestSampleGet,
  tuTestSampleGetAll,
  tuTestSampleResetTemplate,
  uploadImg,
} from '#contract';
import '../../i18n/language.js';
import { catalogueParameterWith, catalogueSampleWith } from '../../testing/catalogue.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { stubUploads } from '../../testing/stub-uploads.js';
import { SAMPLE, samplePath } from '../../lib/paths.js';
import SamplePage from './sample.page.js';

const SAND = { id: 'd0000000-0000-4000-8000-000000000002', sampleName: '天然砂', sampleCode: 'JL05' };
const property = (id: string, name: string, some: Partial<SampleFormView['properties'][number]> = {}) => ({
  id,
  name,
  type: 1,
  unit: '',
  value: '',
  choices: [],
  isJoined: false,
  ...some,
});
const first: SampleFormView = {
  sampleId: catalogueSampleWith().id,
  revision: 3,
  specification: '{强度等级}',
  example: '42.5',
  properties: [
    property('p-1', '代表批量', { type: 4, value: '500', unit: 't' }),
    property('p-2', '强度等级', { type: 5, choices: ['32.5', '42.5'], isJoined: true }),
  ],
  materials: [
    {
      id: 'm-1',
      label: '水泥',
      sampleNameLink: '水泥',
      role: '水泥',
      isDefault: true,
      isRequired: true,
      recommendedDosage: 360,
      dosageUnit: 'kg/m³',
      unitRatio: 1,
    },
  ],
  requirements: [{ id: 'r-1', paramIds: ['p-1'], text: '<p>烘干</p>' }],
  examples: [
    { name: '正面', image: 'data:image/svg+xml;base64,PHN2Zy8+' },
    { name: '背面', image: '/RichTextImages/00000000-0000-4000-8000-000000000001.png' },
  ],
};
const uploads = stubUploads();
let server: StubServer;
beforeEach(() => {
  server = stubServer();
  server.respondWith(tuTestSampleGet, catalogueSampleWith({ revision: 3, origin: 'copy' }));
  server.respondWith(tuTestSampleGetAll, { items: [catalogueSampleWith(), catalogueSampleWith(SAND)], totalCount: 2 });
  server.respondWith(tuTestParamGetAll, [
    catalogueParameterWith(),
    catalogueParameterWith({
      id: 'p-2',
      testParamId: 'p-2',
      displayName: '胶砂强度',
      shareTestQuantity: 12,
      shareTestQuantityIdent: '水泥样',
      scriptDescription: '按龄期计',
    }),
  ]);
  server.respondWith(tuTestParamUpdate, catalogueParameterWith());
  server.respondWith(getSampleForm, first);
  server.respondWith(keepSampleForm, first);
  renderConsole(
    <Routes>
      <Route path={SAMPLE} element={<SamplePage />} />
    </Routes>,
    { user: laboratory, at: samplePath(catalogueSampleWith(), null) },
  );
});
afterEach(cleanup);

const openPart = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const saveRequest = () => server.requestsTo(keepSampleForm)[0];

it('auxiliary properties are listed, and a new one is checked and saved with the list on the revision that was read', async () => {
  await openPart(/^辅助属性与规格/);
  const rows = [...(await screen.findByRole('table', { name: '辅助属性列表' })).querySelectorAll('tbody tr')];
  expect(rows.map((row) => [...row.querySelectorAll('td')].slice(0, 6).map(({ textContent }) => textContent))).toEqual([
    ['代表批量', '数字（三位小数）', 't', '500', '—', '—'],
    ['强度等级', '下拉选择', '—', '—', '32.5、42.5', '是'],
  ]);
  await userEvent.click(screen.getByRole('button', { name: '新建属性' }));
  const form = await dialog('新建属性');
  await userEvent.type(form.getByLabelText(/^属性名称/), '强度等级');
  await userEvent.selectOptions(form.getByLabelText('类型'), '下拉选择');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect([form.getByText('该样品已有属性“强度等级”'), form.getByText('下拉选择需要至少一个选项')]).toHaveLength(2);
  await userEvent.type(form.getByLabelText(/^属性名称/), '复核');
  await userEvent.type(form.getByLabelText(/^选项/), '甲{Enter}乙');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(saveRequest()?.body).toMatchObject({
      properties: [
        { id: 'p-1', name: '代表批量' },
        { id: 'p-2' },
        { name: '强度等级复核', type: 5, choices: ['甲', '乙'] },
      ],
    }),
  );
  expect(saveRequest()?.headers['If-Match']).toBe('"3"');
});

it('deleting a property that is part of the specification removes it from both, with a reason', async () => {
  await openPart(/^辅助属性与规格/);
  await userEvent.click(await screen.findByRole('button', { name: '删除 强度等级' }));
  const box = within(await screen.findByRole('alertdialog', { name: '删除属性' }));
  await userEvent.type(box.getByRole('textbox'), '不再填写');
  await userEvent.click(box.getByRole('button', { name: '删除属性' }));
  await waitFor(() =>
    expect(saveRequest()?.body).toMatchObject({ properties: [{ id: 'p-1' }], specification: '', reason: '不再填写' }),
  );
});

it('the specification is composed by clicking and typing, shows an example, and is not saved while it has errors', async () => {
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
  await waitFor(() => expect(saveRequest()?.body).toMatchObject({ specification: '{强度等级} 级 {代表批量}' }));
});

it('a raw material is added by selecting another sample of the catalogue, with its dosage', async () => {
  await openPart(/^原材料/);
  expect((await screen.findByRole('table', { name: '原材料列表' })).textContent).toContain('360 kg/m³');
  await userEvent.click(screen.getByRole('button', { name: '新增原材料' }));
  const form = await dialog('新增原材料');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect(form.getByText('请选择原材料')).toBeTruthy();
  await userEvent.type(form.getByLabelText(/^原材料/), 'JL0');
  await userEvent.click(await form.findByRole('option', { name: /天然砂/ }));
  await userEvent.type(form.getByLabelText('推荐用量'), '7 60');
  await userEvent.tab();
  expect(form.getByText('“7 60”只能写数字，请去掉中间的空格')).toBeTruthy();
  await userEvent.clear(form.getByLabelText('推荐用量'));
  await userEvent.type(form.getByLabelText('推荐用量'), '７60');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(saveRequest()?.body).toMatchObject({
      materials: [
        { id: 'm-1', recommendedDosage: 360 },
        { id: SAND.id, recommendedDosage: 760, unitRatio: null, isDefault: true },
      ],
    }),
  );
});

it('a requirement shows the names of its parameters, which can be changed, and is deleted with a reason', async () => {
  await openPart(/^参数收样要求/);
  expect(
    [...(await screen.findByRole('table', { name: '参数收样要求列表' })).querySelectorAll('tbody td')]
      .slice(0, 2)
      .map(({ textContent }) => textContent),
  ).toEqual(['密度', '烘干']);
  await userEvent.click(screen.getByRole('button', { name: '编辑 密度' }));
  const form = await dialog('编辑收样要求');
  await userEvent.click(form.getByLabelText('密度'));
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect(form.getByText('请选择至少一个参数')).toBeTruthy();
  await userEvent.click(form.getByLabelText('胶砂强度'));
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(saveRequest()?.body).toEqual({ requirements: [{ id: 'r-1', paramIds: ['p-2'], text: '<p>烘干</p>' }] }),
  );
  await userEvent.click(await screen.findByRole('button', { name: '删除 密度' }));
  const box = within(await screen.findByRole('alertdialog', { name: '删除收样要求' }));
  await userEvent.type(box.getByRole('textbox'), '不再要求');
  await userEvent.click(box.getByRole('button', { name: '删除收样要求' }));
  await waitFor(() =>
    expect(server.requestsTo(keepSampleForm)[1]?.body).toEqual({ requirements: [], reason: '不再要求' }),
  );
});

it('a parameter with a shared amount requires its label; the price explanation is shown only for a price by script', async () => {
  await userEvent.click(await screen.findByRole('button', { name: '编辑 密度' }));
  expect((await dialog('编辑参数')).queryByLabelText(/^计价说明/)).toBeNull();
  await userEvent.click((await dialog('编辑参数')).getByRole('button', { name: '取消' }));
  await userEvent.click(screen.getByRole('button', { name: '编辑 胶砂强度' }));
  const form = await dialog('编辑参数');
  await userEvent.clear(form.getByLabelText(/^共享用量标识/));
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect(form.getByText('有共享用量时请填写共享用量标识')).toBeTruthy();
  await userEvent.type(form.getByLabelText(/^共享用量标识/), '胶砂样');
  await userEvent.type(form.getByLabelText(/^计价说明/), '，每龄期 20 元');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(server.requestsTo(tuTestParamUpdate)[0]?.body).toMatchObject({
      testParamId: 'p-2',
      shareTestQuantityIdent: '胶砂样',
      scriptDescription: '按龄期计，每龄期 20 元',
    }),
  );
});

it('an example is uploaded, gets its name from the file and its place in the order, and is deleted with a reason', async () => {
  const path = '/RichTextImages/00000000-0000-4000-8000-000000000002.png';
  await openPart(/^填写示例/);
  const table = await screen.findByRole('table', { name: '填写示例列表' });
  expect([...table.querySelectorAll('img')].map(({ src }) => src)).toEqual([
    first.examples[0]?.image,
    `${location.origin}${first.examples[1]?.image}`,
  ]);
  await userEvent.click(screen.getByRole('button', { name: '新增填写示例' }));
  const form = await dialog('新增填写示例');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect(form.getByText('请上传图片')).toBeTruthy();
  uploads.respondWith(uploadImg, () => path);
  await userEvent.upload(form.getByLabelText('图片', { selector: 'input' }), new File(['bytes'], '侧面.png'));
  await waitFor(() => expect(form.getByLabelText<HTMLInputElement>(/^示例名称/).value).toBe('侧面'));
  await userEvent.clear(form.getByLabelText('顺序'));
  await userEvent.type(form.getByLabelText('顺序'), '2');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(saveRequest()?.body).toEqual({
      examples: [first.examples[0], { name: '侧面', image: path }, first.examples[1]],
    }),
  );
  expect(saveRequest()?.headers['If-Match']).toBe('"3"');
  await userEvent.click(screen.getByRole('button', { name: '删除 正面' }));
  const box = within(await screen.findByRole('alertdialog', { name: '删除填写示例' }));
  await userEvent.type(box.getByRole('textbox'), '已过时');
  await userEvent.click(box.getByRole('button', { name: '删除填写示例' }));
  await waitFor(() =>
    expect(server.requestsTo(keepSampleForm)[1]?.body).toEqual({ examples: [first.examples[1]], reason: '已过时' }),
  );
});

it('a name typed during the upload of a picture is kept, and a picture that no example uses is deleted', async () => {
  const path = (number: number) => `/RichTextImages/00000000-0000-4000-8000-00000000000${number}.png`;
  server.respondWith(deleteFileByPath, true);
  await openPart(/^填写示例/);
  await userEvent.click(await screen.findByRole('button', { name: '新增填写示例' }));
  const form = await dialog('新增填写示例');
  const arrives = async (number: number) => {
    await userEvent.upload(form.getByLabelText('图片', { selector: 'input' }), new File(['bytes'], '侧面.png'));
    await waitFor(() => expect(uploads.received).toHaveLength(number));
    if (number === 1) await userEvent.type(form.getByLabelText(/^示例名称/), '铭牌');
    act(() => uploads.received[number - 1]?.respond(path(number)));
    await form.findByRole('button', { name: '换一张' });
  };
  const removed = () => server.requestsTo(deleteFileByPath).map(({ query }) => query['path']);
  await arrives(1);
  expect(form.getByLabelText<HTMLInputElement>(/^示例名称/).value).toBe('铭牌');
  await userEvent.click(form.getByRole('button', { name: '换一张' }));
  await waitFor(() => expect(removed()).toEqual([path(1)]));
  await arrives(2);
  await userEvent.click(form.getByRole('button', { name: '取消' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: /^放弃/ }));
  await waitFor(() => expect(removed()).toEqual([path(1), path(2)]));
});

it('a parameter whose stored price breaks the rules can be renamed; the price is checked once it is changed', async () => {
  server.respondWith(tuTestParamGetAll, [
    catalogueParameterWith({ scriptDescription: '', sharedPrice: '5', sharedPriceQualifier: '净浆' }),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: '编辑 密度' }));
  const form = await dialog('编辑参数');
  await userEvent.type(form.getByLabelText('显示名称'), '（新）');
  await userEvent.type(form.getByLabelText(/^单价/), '5');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect([form.getByText(/^按脚本计价时请填写计价说明/), form.getByText(/^按脚本计价的参数不参加共享价/)]).toHaveLength(
    2,
  );
  await userEvent.type(form.getByLabelText(/^单价/), '{Backspace}');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(server.requestsTo(tuTestParamUpdate)[0]?.body).toEqual({
      testSampleId: first.sampleId,
      testParamId: 'p-1',
      displayName: '密度（新）',
    }),
  );
});

it('a price by script requires price and explanation and shows the resulting fee, and can be turned into a unit price again', async () => {
  expect((await screen.findByRole('table', { name: '参数列表' })).textContent).toContain('按脚本');
  await userEvent.click(screen.getByRole('button', { name: '编辑 密度' }));
  let form = await dialog('编辑参数');
  await userEvent.selectOptions(form.getByLabelText('计价方式'), '按脚本');
  await userEvent.clear(form.getByLabelText(/^单价/));
  await userEvent.type(form.getByLabelText(/^共享价\//), '5');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  expect([
    form.getByText(/^按脚本计价时请填写单价/),
    form.getByText(/^按脚本计价时请填写计价说明/),
    form.getByText(/^按脚本计价的参数不参加共享价/),
  ]).toHaveLength(3);
  const preview = within(form.getByRole('group', { name: '费用试算' }));
  expect(preview.getByRole('status').textContent).toBe('—');
  await userEvent.type(form.getByLabelText(/^单价/), '1200.5');
  await userEvent.clear(form.getByLabelText(/^共享价\//));
  await userEvent.type(form.getByLabelText(/^计价说明/), '按厚度');
  await userEvent.clear(preview.getByLabelText('数量'));
  await userEvent.type(preview.getByLabelText('数量'), '3');
  await userEvent.clear(preview.getByLabelText('组数'));
  await userEvent.type(preview.getByLabelText('组数'), '2');
  await userEvent.tab();
  expect(preview.getByRole('status').textContent).toBe('1200.5 × 3 × 2 = 7,203.00 元');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(server.requestsTo(tuTestParamUpdate)[0]?.body).toEqual({
      testSampleId: first.sampleId,
      testParamId: 'p-1',
      price: '1200.5',
      scriptDescription: '按厚度',
    }),
  );
  await userEvent.click(screen.getByRole('button', { name: '编辑 胶砂强度' }));
  form = await dialog('编辑参数');
  await userEvent.selectOptions(form.getByLabelText('计价方式'), '按单价');
  await userEvent.click(form.getByRole('button', { name: '保存' }));
  await waitFor(() =>
    expect(server.requestsTo(tuTestParamUpdate)[1]?.body).toEqual({
      testSampleId: first.sampleId,
      testParamId: 'p-2',
      scriptDescription: null,
    }),
  );
});

it('the sample form is read again after the sample was reset to the template', async () => {
  server.respondWith(tuTestSampleResetTemplate, catalogueSampleWith());
  await waitFor(() => expect(server.requestsTo(getSampleForm)).toHaveLength(1));
  await userEvent.click(await screen.findByRole('button', { name: '恢复模板' }));
  const box = within(await screen.findByRole('alertdialog', { name: '恢复系统模板' }));
  await userEvent.type(box.getByRole('textbox'), '按平台');
  await userEvent.click(box.getByRole('button', { name: '恢复系统模板' }));
  await waitFor(() => expect(server.requestsTo(getSampleForm)).toHaveLength(2));
});
