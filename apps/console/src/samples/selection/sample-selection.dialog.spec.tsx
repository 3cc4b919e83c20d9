import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
  searchCategorySamples,
  type TreeNode,
} from '#contract';
import '../../i18n/language.js';
import { parameterWith, treeNode, UNIT_ID } from '../../testing/consignment.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import type { SampleFormContext } from './offer.js';
import { type ChosenSample, SampleSelectionDialog } from './sample-selection.dialog.js';
import type { Selection } from './selection.js';

let server: StubServer;
let confirmed: { sample: ChosenSample; selection: Selection }[];
let closeCount: number;
const ALL_FLAGS = { IsDisplayTestPeriod: true, IsDisplayTestQuantity: true };
const cement: TreeNode = treeNode({
  name: '普通硅酸盐水泥',
  bigCategoryId: 'big-cement',
  sampleNameLink: '水泥 → 普通硅酸盐水泥',
  parentId: 'c1',
});
const category: TreeNode = treeNode({ name: '水泥', id: 'c1', category: true, isLeaf: false });
const user = userEvent.setup({ pointerEventsCheck: 0 });

const host = (some: Partial<SampleFormContext> = {}): SampleFormContext => ({
  consignId: crypto.randomUUID(),
  consignType: 1,
  revision: 1,
  testUnitId: UNIT_ID,
  qualificationName: '公路工程综合甲级',
  testUnitConfig: ALL_FLAGS,
  mayLeaveToLab: true,
  ...some,
});
const show = (some: Partial<SampleFormContext> = {}, fixed = false) =>
  renderConsole(
    <SampleSelectionDialog
      host={host(some)}
      onClose={() => {
        closeCount += 1;
      }}
      onConfirmed={(sample, selection) => {
        confirmed.push({ sample, selection });
        return Promise.resolve(true);
      }}
      {...(fixed
        ? {
            fixed: {
              id: cement.id,
              name: cement.name,
              bigCategoryId: cement.bigCategoryId,
              sampleNameLink: '水泥→通用→普通硅酸盐水泥',
              isLeaf: true,
            },
          }
        : {})}
    />,
  );
const offers = (...parameters: OfferedParameter[]) => server.respondWith(getTestParameters, parameters);
const showParameters = async (some: Partial<SampleFormContext> = {}) => {
  show(some, true);
  await screen.findByRole('table', { name: '检测参数' });
};
const names = () =>
  screen.getAllByRole('checkbox', { name: /^选择/ }).map((box) => (box.getAttribute('aria-label') ?? '').slice(2));
const choose = (name: string) => user.click(screen.getByRole('checkbox', { name: `选择${name}` }));
const isChosen = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `选择${name}` }).checked;
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const confirm = () => press(/^确定/);
const warned = (text: string) =>
  waitFor(() =>
    expect([...document.querySelectorAll('.bp6-toast-message')].map((toast) => toast.textContent)).toEqual([text]),
  );

beforeEach(() => {
  server = stubServer();
  confirmed = [];
  closeCount = 0;
  server.respondWith(getSampleTree, { sampleTree: [category], expandedKey: [], selectedKey: '' });
  server.respondWith(getCategorySamples, { sampleTree: [cement] });
  server.respondWith(getParamPacks, []);
  server.respondWith(getStandards, []);
  server.respondWith(getSampleRequirements, []);
  offers(parameterWith());
});
afterEach(cleanup);

describe('the sample tree', () => {
  it('SS-003 loads categories first, and the samples of a category when it is opened', async () => {
    show();
    await user.click(await screen.findByRole('treeitem', { name: '水泥' }));
    expect(await screen.findByRole('treeitem', { name: '普通硅酸盐水泥' })).toBeTruthy();
    expect([
      server.requestsTo(getSampleTree).length,
      server.requestsTo(getCategorySamples).map(({ query }) => query['categoryId']),
    ]).toEqual([1, ['c1']]);
  });

  it('SS-005 CAT-008 selects a sample once for several quick clicks, and never a category', async () => {
    show();
    await user.click(await screen.findByRole('treeitem', { name: '水泥' }));
    const leaf = await screen.findByRole('treeitem', { name: '普通硅酸盐水泥' });
    expect(server.requestsTo(getTestParameters)).toEqual([]);
    for (let click = 0; click < 3; click++) fireEvent.click(leaf);
    await screen.findByRole('table', { name: '检测参数' });
    expect(server.requestsTo(getTestParameters)).toHaveLength(1);
    await choose('比表面积');
    await confirm();
    await waitFor(() => expect(closeCount).toBe(1));
    expect(confirmed[0]?.sample).toMatchObject({
      id: cement.id,
      name: '普通硅酸盐水泥',
      bigCategoryId: 'big-cement',
      sampleNameLink: '水泥 → 普通硅酸盐水泥',
    });
  });

  it('SS-004 searches for the trimmed text on Enter, and an empty search shows the default tree', async () => {
    server.respondWith(searchCategorySamples, { sampleTree: [{ ...category, name: '找到的', label: '找到的' }] });
    show();
    await screen.findByRole('treeitem', { name: '水泥' });
    const box = screen.getByRole('textbox', { name: '样品名称，回车查询' });
    await user.type(box, ' 水泥 {Enter}');
    expect(await screen.findByRole('treeitem', { name: '找到的' })).toBeTruthy();
    expect(server.requestsTo(searchCategorySamples)[0]?.query['sampleName']).toBe('水泥');
    await user.clear(box);
    await user.type(box, '{Enter}');
    expect(await screen.findByRole('treeitem', { name: '水泥' })).toBeTruthy();
  });

  it('can be used with the keyboard alone', async () => {
    show();
    const first = await screen.findByRole('treeitem', { name: '水泥' });
    // The search box of the dialog gets the focus when it is open.
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '样品名称，回车查询' })),
    );
    act(() => first.focus());
    await user.keyboard('{ArrowRight}');
    await screen.findByRole('treeitem', { name: '普通硅酸盐水泥' });
    await user.keyboard('{ArrowDown}{Enter}');
    expect(await screen.findByRole('table', { name: '检测参数' })).toBeTruthy();
  });

  it('SS-002 is 300 px wide at first and at least 200 px', async () => {
    show();
    const bar = screen.getByRole('separator');
    expect(bar.getAttribute('aria-valuenow')).toBe('300');
    bar.setPointerCapture = () => undefined;
    fireEvent(bar, new MouseEvent('pointerdown', { clientX: 300, bubbles: true }));
    fireEvent(bar, new MouseEvent('pointermove', { clientX: 100, bubbles: true }));
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('200'));
  });
});

describe('confirming the selection', () => {
  it('SS-006 TID-003 TID-004 reports what is missing and leaves the dialog open', async () => {
    show();
    await screen.findByRole('treeitem', { name: '水泥' });
    await confirm();
    await warned('请选择样品');
    await user.click(screen.getByRole('treeitem', { name: '水泥' }));
    await user.click(await screen.findByRole('treeitem', { name: '普通硅酸盐水泥' }));
    await screen.findByRole('table', { name: '检测参数' });
    await confirm();
    await warned('请选择一个或多个检测参数');
    await user.click(screen.getByRole('checkbox', { name: '由检测机构确定参数' }));
    await confirm();
    await warned('请输入您的检测目的或者为什么要做检测');
    const reason = screen.getByRole('textbox', { name: /^检测原因/ });
    expect([document.activeElement, reason.getAttribute('aria-invalid')]).toEqual([reason, 'true']);
    expect([closeCount, confirmed.length]).toEqual([0, 0]);
    await user.type(reason, '进场检验');
    await confirm();
    await waitFor(() => expect(closeCount).toBe(1));
  });

  it('TID-001 TID-002 offers only clients to leave the parameters to the laboratory, with a reason instead of the table', async () => {
    await showParameters();
    await user.click(screen.getByRole('checkbox', { name: '由检测机构确定参数' }));
    expect(screen.queryByRole('table', { name: '检测参数' })).toBeNull();
    expect(screen.getByRole('textbox', { name: /^检测原因/ })).toBeTruthy();
    await user.click(screen.getByRole('checkbox', { name: '由检测机构确定参数' }));
    expect(screen.getByRole('table', { name: '检测参数' })).toBeTruthy();
    cleanup();
    await showParameters({ mayLeaveToLab: false });
    expect(screen.queryByRole('checkbox', { name: '由检测机构确定参数' })).toBeNull();
  });

  it('SS-001 the dialog title shows the path of a fixed sample', async () => {
    show();
    expect(await screen.findByRole('dialog', { name: '选择样品／检测参数' })).toBeTruthy();
    cleanup();
    show({}, true);
    expect(await screen.findByRole('dialog', { name: '选择检测参数（水泥→通用→普通硅酸盐水泥）' })).toBeTruthy();
  });
});

describe('the parameter table', () => {
  it('SS-008 SS-009 sorts by order number, puts marked search hits first, and shows a text when nothing matches', async () => {
    offers(
      parameterWith({ displayName: '密度', orderNum: 1 }),
      parameterWith({ displayName: 'PH值', orderNum: 3 }),
      parameterWith({ displayName: '细度', orderNum: 2 }),
    );
    await showParameters();
    expect(names()).toEqual(['PH值', '细度', '密度']);
    const search = screen.getByRole('textbox', { name: '参数名称' });
    await user.type(search, ' 密 ');
    expect(names()).toEqual(['密度', 'PH值', '细度']);
    expect(document.querySelector('mark.hit')?.textContent).toBe('密');
    await user.clear(search);
    await user.type(search, 'ph');
    expect(document.querySelector('mark.hit')?.textContent).toBe('PH');
    await user.clear(search);
    await user.type(search, 'zzz');
    expect(screen.getByText('没有名称包含“zzz”的检测参数')).toBeTruthy();
  });

  it('SS-011 can show only chosen parameters, except while it is filtered by a standard', async () => {
    const ownParameter = parameterWith({ displayName: '凝结时间' });
    offers(parameterWith(), {
      ...ownParameter,
      standards: ownParameter.standards.map((standard) => ({
        ...standard,
        publishCode: `${standard.publishCode}-X`,
        uniqueKey: `${standard.uniqueKey}-X`,
      })),
    });
    await showParameters();
    await choose('比表面积');
    const only = screen.getByRole<HTMLInputElement>('checkbox', { name: '只看已选' });
    await user.click(only);
    expect(names()).toEqual(['比表面积']);
    await user.click(only);
    expect(names()).toHaveLength(2);
    await user.selectOptions(screen.getByRole('combobox', { name: '按标准筛选' }), 'std_GB 175-2023-X');
    expect([names(), only.disabled]).toEqual([['凝结时间'], true]);
    await user.selectOptions(screen.getByRole('combobox', { name: '按标准筛选' }), '');
    expect([names().length, isChosen('比表面积')]).toEqual([2, true]);
  });

  it('SS-013 has its columns in order, and each optional one depends on its flag', async () => {
    const heads = () =>
      screen
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
        .slice(1);
    await showParameters();
    expect(heads()).toEqual(['参数名称', '评定标准', '检测依据推荐依据', '周期/天', '样品量', '单价/元', '备注']);
    await user.click(screen.getByRole('checkbox', { name: '需要评定结果' }));
    expect(heads()).toEqual(['参数名称', '检测依据推荐依据', '周期/天', '样品量', '单价/元', '备注']);
    cleanup();
    await showParameters({ testUnitConfig: { IsConsignHidePrice: true } });
    expect(heads()).toEqual(['参数名称', '评定标准', '检测依据推荐依据', '备注']);
  });

  it('SS-014 shows every price kind of a parameter', async () => {
    offers(
      parameterWith({
        prices: [0, 1, 2, 3, 4].map((type) => ({ type, price: `${type}1.00`, qualifier: '', scriptDescription: '' })),
      }),
    );
    await showParameters();
    await user.hover(screen.getByRole('button', { name: '价格构成 100.00' }));
    const tip = within((await screen.findByText('比表面积 · 价格构成')).parentElement as HTMLElement);
    for (const kind of ['脚本价格', '共享价格', '样品价格', '参数价格', '自定义子项价格'])
      expect(tip.getByText(kind)).toBeTruthy();
  });

  it('SS-022 does not select a parameter that is not offered yet, and shows an alert', async () => {
    offers(parameterWith({ displayName: '水化热', deleted: true, offered: false }));
    await showParameters();
    await choose('水化热');
    const alert = within(await screen.findByRole('alertdialog'));
    expect([
      alert.getByText('参数未开放'),
      alert.getByText('参数【水化热】暂未开放，不可选择！感谢您的支持与反馈'),
    ]).toHaveLength(2);
    expect(isChosen('水化热')).toBe(false);
  });

  it('PR-013 counts and sums the chosen parameters, with a shared price counted once', async () => {
    const shared = { sharedPrice: '240.00', sharedPriceQualifier: '净浆试验' };
    offers(
      parameterWith({ displayName: 'A', tuTestParamPrice: '20.00' }),
      parameterWith({ displayName: 'B', tuTestParamPrice: '80.00', ...shared }),
      parameterWith({ displayName: 'C', tuTestParamPrice: '120.00', ...shared }),
    );
    await showParameters();
    const sum = () => document.querySelector('.sum')?.textContent;
    await choose('A');
    await choose('B');
    expect([screen.getByText('已选 2 项'), sum()]).toEqual([expect.anything(), '100.00']);
    await choose('C');
    expect(sum()).toBe('260.00');
    await choose('A');
    expect(sum()).toBe('240.00');
  });

  it('preselects the default standards, which can be changed', async () => {
    await showParameters();
    await choose('比表面积');
    await user.click(screen.getByRole('button', { name: /^比表面积：检测依据 JTG 3420-2020/ }));
    await user.click(within(await screen.findByRole('option', { name: /JTG 3420-2020/ })).getByText('JTG 3420-2020'));
    await confirm();
    await waitFor(() => expect(confirmed).toHaveLength(1));
    expect(
      [...(confirmed[0]?.selection.chosen.values() ?? [])].map(({ links }) =>
        links.map((link) => `${link.useType} ${link.baseStandardCode}`),
      ),
    ).toEqual([['2 GB 175-2023']]);
  });
});

describe('packs', () => {
  const packed = () => {
    const [a, b, c] = ['A', 'B', 'C'].map((displayName) => parameterWith({ displayName }));
    if (!a || !b || !c) throw new Error('three parameters');
    offers(a, b, c);
    server.respondWith(getParamPacks, [
      { id: 'p1', name: '常规', paramCount: 2 },
      { id: 'p2', name: '全套', paramCount: 3 },
    ]);
    server.respondWith(getParamPack, ({ query }) => ({
      id: query['id'] ?? '',
      name: '',
      sampleId: '',
      packJson: '{}',
      entries:
        query['id'] === 'p1'
          ? [b, c].map((parameter) => ({
              param: { id: parameter.id, name: parameter.name },
              standards: parameter.standards,
              basis: parameter.basis,
            }))
          : [],
    }));
  };
  const sum = () => ['A', 'B', 'C'].map(isChosen);

  it('PK-002 PK-003 replace the chosen parameters and remove the standard pickers', async () => {
    packed();
    await showParameters();
    await choose('A');
    expect(screen.getByRole('button', { name: /^A：检测依据/ })).toBeTruthy();
    await press('常规');
    await waitFor(() => expect(sum()).toEqual([false, true, true]));
    expect(screen.queryByRole('button', { name: /：检测依据/ })).toBeNull();
    await confirm();
    await waitFor(() => expect(confirmed[0]?.selection.pack).toEqual({ packFlag: 1, packId: 'p1', packJson: '{}' }));
  });

  it('PK-004 ask for confirmation before a manual change drops the pack', async () => {
    packed();
    await showParameters();
    await press('常规');
    await waitFor(() => expect(sum()).toEqual([false, true, true]));
    await choose('B');
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: '取消' }));
    expect([sum(), screen.getByRole('button', { name: '常规' }).getAttribute('aria-pressed')]).toEqual([
      [false, true, true],
      'true',
    ]);
    await choose('B');
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '继续' }));
    await waitFor(() => expect(sum()).toEqual([false, false, true]));
    expect(screen.getByRole('button', { name: '常规' }).getAttribute('aria-pressed')).toBe('false');
  });

  it('PK-006 PK-008 load only the last of several quick clicks, and an empty pack leaves the selection unchanged', async () => {
    packed();
    await showParameters();
    await choose('A');
    for (const name of ['全套', '常规', '全套']) fireEvent.click(screen.getByRole('button', { name }));
    await warned('获取参数包明细失败');
    expect(server.requestsTo(getParamPack).map(({ query }) => query['id'])).toEqual(['p2']);
    expect(sum()).toEqual([true, false, false]);
  });
});
