import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import {
  getCategoryList,
  getCategorySamples,
  getParamPack,
  getParamPacks,
  getSampleRequirements,
  getSampleTree,
  getStandardList,
  recordParameterClick,
  searchCategorySamples,
} from '#contract';
import '../../i18n/language.js';
import { parameterWith, treeNode } from '../../testing/consignment.js';
import { client, renderConsole } from '../../testing/render.js';
import { stubServer, type StubServer } from '../../testing/stub-server.js';
import { SampleSelectionDialog } from '../selection/sample-selection.dialog.js';
import { QuoteStandardDialog } from '../standards/quote-standard.dialog.js';
import {
  CEMENT,
  choose,
  formContextWith,
  withOfferedParameters,
  withPacks,
  clickButton,
  showDialog,
  user,
  warningText,
} from '../testing/selection-dialog.js';

/** The form's calls to a laboratory; the platform's own server responds if the unit has no system of its own. */
const [density, fineness] = [
  parameterWith({ name: '密度', displayName: '密度', orderNum: 2 }),
  parameterWith({ name: '细度', displayName: '细度', orderNum: 1 }),
];
let server: StubServer;
let addresses: string[];

beforeEach(() => {
  server = stubServer();
  withOfferedParameters(server, density, fineness);
  addresses = [];
  const stubFetch = globalThis.fetch;
  globalThis.fetch = ((address: string, init: RequestInit) => {
    addresses.push(address);
    return stubFetch(address, init);
  }) as typeof fetch;
});
afterEach(cleanup);

const showWithTree = () => {
  server.respondWith(getSampleTree, {
    sampleTree: [treeNode({ id: 'c1', name: '水泥', category: true, isLeaf: false })],
    expandedKey: [],
    selectedKey: '',
  });
  server.respondWith(getCategorySamples, {
    sampleTree: [treeNode({ id: CEMENT.id, name: CEMENT.name, parentId: 'c1' })],
  });
  renderConsole(
    <SampleSelectionDialog
      host={formContextWith()}
      onClose={() => undefined}
      onConfirmed={() => Promise.resolve(true)}
    />,
    { user: client },
  );
};
const warnings = () => [...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent);

it('LAB-002 LAB-009 the sample dialog calls only the platform’s own server for the tree, a category and a sample', async () => {
  showWithTree();
  await user.click(await screen.findByRole('treeitem', { name: '水泥' }));
  await user.click(await screen.findByRole('treeitem', { name: CEMENT.name }));
  await screen.findByRole('table', { name: '检测参数' });
  await choose('密度');
  expect(server.requestsTo(getSampleTree).map(({ query }) => query['type'])).toEqual(['0']);
  expect(server.requestsTo(getCategorySamples).map(({ query }) => query['categoryId'])).toEqual(['c1']);
  expect(addresses.every((address) => address.startsWith('/api/'))).toBe(true);
  expect(new Set(addresses.map((address) => address.split('?')[0]))).toEqual(
    new Set([
      '/api/services/app/BaTestUnit/GetUnitDetail',
      '/api/pre/sample/tree',
      '/api/pre/category/sample/c1',
      '/api/pre/test/param',
      '/api/pre/param-packs',
      '/api/pre/standard',
      '/api/pre/requirements',
    ]),
  );
});

it('LAB-003 the standard picker shows one page with the total, and an error if the list cannot be loaded', async () => {
  const standards = Array.from({ length: 25 }, (_, index) => ({
    id: `s${index}`,
    baseStandardName: `标准${index}`,
    printsManCode: `GB ${index}`,
    type: 3,
    uniqKey: `std_${index}`,
    executeDate: null,
    expireDate: null,
    isExpired: false,
  }));
  server.respondWith(getStandardList, ({ query }) => ({
    items: standards.slice(Number(query['skipCount']), Number(query['skipCount']) + Number(query['maxResultCount'])),
    totalCount: 25,
  }));
  const show = () =>
    renderConsole(
      <QuoteStandardDialog testUnitId={null} existingIds={[]} onClose={() => undefined} onQuoted={() => undefined} />,
      { user: client },
    );
  show();
  await screen.findByText('GB 9');
  expect(screen.getAllByText(/^GB \d+$/)).toHaveLength(10);
  expect(screen.getByText(/25/)).toBeTruthy();
  cleanup();
  server.refuse(getStandardList, { status: 500, message: '' });
  show();
  expect(await screen.findByText('获取标准信息失败')).toBeTruthy();
});

it('LAB-005 the sample dialog requests the requirements of all chosen parameters, and shows the server’s error message or its own', async () => {
  await showDialog();
  await choose('密度');
  await choose('细度');
  await waitFor(() =>
    expect(server.requestsTo(getSampleRequirements).at(-1)?.query).toMatchObject({
      sampleId: CEMENT.id,
      paramIds: `${density.id},${fineness.id}`,
    }),
  );
  for (const [message, visibleText] of [
    ['样品要求正在维护', '样品要求正在维护'],
    ['', '获取收样要求异常'],
  ] as const) {
    cleanup();
    server.refuse(getSampleRequirements, { status: 500, message });
    await showDialog();
    expect(await screen.findByText(visibleText)).toBeTruthy();
  }
});

it('LAB-006 a click on a parameter that is not offered is recorded with five members, and a failure is ignored', async () => {
  withOfferedParameters(
    server,
    parameterWith({ name: '水化热', displayName: '水化热', deleted: true, offered: false }),
  );
  server.refuse(recordParameterClick, { status: 500, message: '坏了' });
  await showDialog();
  await choose('水化热');
  await waitFor(() => expect(server.requestsTo(recordParameterClick)).toHaveLength(1));
  expect(Object.keys(server.requestsTo(recordParameterClick)[0]?.body as object).toSorted()).toEqual([
    'consignUnit',
    'paramName',
    'qualification',
    'sampleName',
    'sampleSender',
  ]);
  expect(warnings()).toEqual([]);
});

it('LAB-008 the sample dialog shows an error if the packs cannot be loaded, and a warning for a pack without entries', async () => {
  server.refuse(getParamPacks, { status: 500, message: '' });
  await showDialog();
  expect(await screen.findByText('获取快速参数失败！')).toBeTruthy();
  cleanup();
  withPacks(server);
  await showDialog();
  await clickButton('常规');
  await waitFor(() => expect(server.requestsTo(getParamPack)).toHaveLength(1));
  await warningText('获取参数包明细失败');
});

it('LAB-010 a sample search shows its results, and an error if it fails', async () => {
  showWithTree();
  server.respondWith(searchCategorySamples, { sampleTree: [treeNode({ name: '白色水泥' })] });
  const search = await screen.findByRole('textbox', { name: '样品名称，回车查询' });
  await user.type(search, '水泥{Enter}');
  expect(await screen.findByRole('treeitem', { name: '白色水泥' })).toBeTruthy();
  expect(server.requestsTo(searchCategorySamples)[0]?.query).toMatchObject({ sampleName: '水泥', queryScope: '0' });
  server.refuse(searchCategorySamples, { status: 500, message: '' });
  await user.clear(search);
  await user.type(search, '砂{Enter}');
  expect(await screen.findByText('查询样品出错')).toBeTruthy();
});

it('LAB-011 a big category narrows the tree and is expanded, and an error is shown if the list cannot be loaded', async () => {
  const [cement, steel] = [
    treeNode({ id: 'c1', name: '水泥', label: '水泥', category: true, isLeaf: false }),
    treeNode({ id: 'c2', name: '钢材', label: '钢材', category: true, isLeaf: false }),
  ];
  showWithTree();
  server.respondWith(getSampleTree, { sampleTree: [cement, steel], expandedKey: [], selectedKey: '' });
  server.respondWith(getCategoryList, { sampleTree: [cement, steel], expandedKey: [], selectedKey: '' });
  cleanup();
  renderConsole(
    <SampleSelectionDialog
      host={formContextWith()}
      onClose={() => undefined}
      onConfirmed={() => Promise.resolve(true)}
    />,
    { user: client },
  );
  await screen.findByRole('treeitem', { name: '钢材' });
  expect(server.requestsTo(getCategoryList)).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: '大类' }));
  await user.click(await screen.findByRole('menuitem', { name: '水泥' }));
  expect(await screen.findByRole('treeitem', { name: CEMENT.name })).toBeTruthy();
  expect(screen.queryByRole('treeitem', { name: '钢材' })).toBeNull();
  await user.click(screen.getByRole('button', { name: '大类：水泥' }));
  await user.click(await screen.findByRole('menuitem', { name: '全部大类' }));
  expect(await screen.findByRole('treeitem', { name: '钢材' })).toBeTruthy();
  cleanup();
  server.refuse(getCategoryList, { status: 500, message: '' });
  showWithTree();
  await user.click(await screen.findByRole('button', { name: '大类' }));
  expect((await screen.findByRole('alert')).textContent).toBe('获取大类失败');
});
