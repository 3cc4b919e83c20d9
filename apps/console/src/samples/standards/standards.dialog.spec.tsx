import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { getStandardList, type StandardPickerRow } from '#contract';
import type { OfferedStandard, StandardLink } from '#events';
import '../../i18n/language.js';
import { parameterWith } from '../../testing/consignment.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import type { ChoosableParameter } from '../editor/chosen-rows.js';
import {
  formContextWith,
  clickButton,
  withRecommendedStandards,
  user,
  warningText,
} from '../testing/selection-dialog.js';
import { StandardsDialog } from './standards.dialog.js';

let server: StubServer;
let confirmed: ReadonlyMap<string, StandardLink[]>[];
let closeCount: number;
beforeEach(() => {
  server = stubServer();
  confirmed = [];
  closeCount = 0;
});
afterEach(cleanup);

const offered = (publishCode: string, type: 1 | 2): OfferedStandard => ({
  standardId: `id ${publishCode}`,
  publishCode,
  clauseCode: '',
  type,
  useType: String(type),
  uniqueKey: `std_${publishCode}`,
  isDefault: false,
});
const [jtg, gb] = [offered('JTG 2', 1), offered('GB 1', 2)];
const parameter = parameterWith({ displayName: '密度', standards: [jtg, gb], basis: [jtg] });
const choosable = (some: Partial<ChoosableParameter> = {}): ChoosableParameter => ({
  id: 'p1',
  name: '密度',
  links: [],
  parameter,
  ...some,
});
const link = (some: Partial<StandardLink>): StandardLink => ({
  baBaseStandardId: 'x',
  baseStandardName: '标准',
  baseStandardCode: 'GB 9',
  baseStandardClauseCode: '',
  baseStandardType: 3,
  useType: '',
  limsUniqueKey: 'std_GB 9',
  isDefault: false,
  executeDate: null,
  expireDate: null,
  ...some,
});

const show = (
  parameters: ChoosableParameter[],
  { host = formContextWith(), single = true, isNeedConclusion = true } = {},
) =>
  renderConsole(
    <StandardsDialog
      host={host}
      parameters={parameters}
      single={single}
      names={new Map()}
      isNeedConclusion={isNeedConclusion}
      onClose={() => {
        closeCount += 1;
      }}
      onConfirmed={(links) => confirmed.push(links)}
    />,
  );
const dialog = () => screen.getByRole('dialog', { name: '选择标准信息' });
const tick = (name: string) => user.click(screen.getByRole('checkbox', { name }));
const confirm = () => clickButton(/^确定/);
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const codes = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map(
      (row) =>
        within(row)
          .getAllByRole('checkbox', { name: /作为检测依据$/ })
          .map((box) => (box.getAttribute('aria-label') ?? '').split('：')[0])[0],
    );

describe('the standards dialog', () => {
  it('sets one standard for all parameters it applies to, and names the parameters it does not apply to', async () => {
    const [old, elsewhere] = [offered('JTG 1', 1), offered('JTG 7', 1)];
    const three = [
      choosable(),
      choosable({
        id: 'p2',
        name: '细度',
        parameter: parameterWith({ standards: [jtg, old], basis: [jtg, old] }),
        links: [
          {
            ...link({}),
            baBaseStandardId: old.standardId,
            baseStandardCode: 'JTG 1',
            limsUniqueKey: old.uniqueKey,
            useType: '1',
          },
        ],
      }),
      choosable({ id: 'p3', name: '强度', parameter: parameterWith({ standards: [elsewhere], basis: [elsewhere] }) }),
    ];
    show(three, { single: false });
    await tick('JTG 2：作为检测依据');
    await clickButton('JTG 2：用于全部已选参数');
    await user.click(await screen.findByRole('menuitem', { name: '全部已选参数改用此标准，取消同类其他标准' }));
    await warningText('JTG 2 已用于 2 个参数；1 个参数不适用，未改动：强度');
    await confirm();
    await waitFor(() => expect(confirmed).toHaveLength(1));
    expect(
      [...(confirmed[0] ?? [])].map(([id, links]) => [
        id,
        links.map((each) => `${each.baseStandardCode} ${each.useType}`),
      ]),
    ).toEqual([
      ['p1', ['JTG 2 1']],
      ['p2', ['JTG 2 1']],
      ['p3', []],
    ]);
  });

  it('adds a custom standard to all parameters', async () => {
    const ownLink = link({
      baseStandardName: '企业标准',
      baseStandardCode: '',
      limsUniqueKey: 'own',
      baBaseStandardId: null,
      useType: '2',
    });
    show([choosable({ links: [ownLink] }), choosable({ id: 'p2', name: '细度' })], { single: false });
    await clickButton('企业标准：用于全部已选参数');
    await user.click(await screen.findByRole('menuitem', { name: '用于全部已选参数' }));
    await confirm();
    await waitFor(() => expect(confirmed).toHaveLength(1));
    expect(confirmed[0]?.get('p2')?.map(({ baseStandardName }) => baseStandardName)).toEqual(['企业标准']);
  });

  it('STD-007 shows a list of all parameters, or only the standards when it is opened for one parameter', async () => {
    show([choosable(), choosable({ id: 'p2', name: '凝结时间' })], { single: false });
    expect([
      dialog().style.width,
      within(screen.getByRole('listbox', { name: '检测参数' }))
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ]).toEqual(['1200px', ['密度已选 0 项', '凝结时间已选 0 项']]);
    await tick('JTG 2：作为检测依据');
    await user.click(screen.getByRole('option', { name: /凝结时间/ }));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'JTG 2：作为检测依据' }).checked).toBe(false);
    expect(screen.getByRole('option', { name: /密度/ }).textContent).toBe('密度已选 1 项');
    cleanup();
    show([choosable()]);
    expect([dialog().style.width, screen.queryByRole('listbox')]).toEqual(['900px', null]);
    cleanup();
    show([], { single: false });
    expect(within(screen.getByRole('listbox', { name: '检测参数' })).getByText('暂无数据')).toBeTruthy();
  });

  it('STD-008 STD-016 lists standards by code, and evaluation standards only if a conclusion is needed', async () => {
    show([choosable()], { isNeedConclusion: false });
    expect([heads(), screen.queryByRole('button', { name: '添加自定义评定标准' })]).toEqual([
      ['检测依据', '标准名称', '发布号', '实施日期', '废止日期', '操作'],
      null,
    ]);
    cleanup();
    show([choosable()]);
    expect([heads()[0], codes()]).toEqual(['评定标准', ['GB 1', 'JTG 2']]);
    for (const name of ['引用标准', '添加自定义评定标准', '取消', /^确定/])
      expect(screen.getByRole('button', { name })).toBeTruthy();
    await clickButton('移除GB 1');
    expect(codes()).toEqual(['JTG 2']);
  });

  it('STD-006 saves the use of a standard as its checkboxes are set', async () => {
    show([choosable({ links: [link({})] })]);
    const useTypes = async () => {
      await confirm();
      return confirmed
        .at(-1)
        ?.get('p1')
        ?.map(({ useType }) => useType);
    };
    expect(await useTypes()).toEqual([]);
    await tick('GB 9：作为检测依据');
    expect(await useTypes()).toEqual(['1']);
    await tick('GB 9：作为评定标准');
    expect(await useTypes()).toEqual(['3']);
    await tick('GB 9：作为检测依据');
    expect(await useTypes()).toEqual(['2']);
    expect(confirmed.at(-1)?.get('p1')).toEqual([link({ useType: '2' })]);
  });

  it('STD-012 does not offer a standard that is custom, or has neither key nor id, as test basis', () => {
    show([
      choosable({
        links: [
          link({ limsUniqueKey: 'customer_甲', baBaseStandardId: null, baseStandardName: '甲', baseStandardCode: '' }),
          link({ limsUniqueKey: '', baBaseStandardId: null, baseStandardName: '乙', baseStandardCode: '' }),
          link({ limsUniqueKey: '', baBaseStandardId: 'only', baseStandardCode: 'GB 3' }),
        ],
      }),
    ]);
    const isDisabled = (name: string) =>
      screen.getByRole<HTMLInputElement>('checkbox', { name: `${name}：作为检测依据` }).disabled;
    expect([isDisabled('甲'), isDisabled('乙'), isDisabled('GB 3')]).toEqual([true, true, false]);
  });

  it('STD-004 shows the expiry date of an expired standard in red', () => {
    const day = (by: number) =>
      new Date(Date.now() + by * 86_400_000).toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' });
    show([
      choosable({
        links: [
          link({ expireDate: day(-1) }),
          link({ limsUniqueKey: 'b', baseStandardCode: 'GB 10', expireDate: day(1) }),
          link({ limsUniqueKey: 'c', baseStandardCode: 'GB 11' }),
        ],
      }),
    ]);
    const isRed = (code: string) =>
      screen.getByRole('row', { name: new RegExp(code) }).querySelector('.danger-text') !== null;
    expect([isRed('GB 9 '), isRed('GB 10'), isRed('GB 11')]).toEqual([true, false, false]);
  });

  it('STD-014 requires both kinds of standards when the laboratory recommends standards', async () => {
    show(
      [
        choosable({
          links: [
            link({ limsUniqueKey: jtg.uniqueKey, baseStandardCode: 'JTG 2', useType: '1' }),
            link({ limsUniqueKey: gb.uniqueKey, baseStandardCode: 'GB 1', useType: '2' }),
          ],
        }),
        choosable({ id: 'p2', name: '凝结时间' }),
      ],
      { host: withRecommendedStandards(), single: false },
    );
    await confirm();
    await warningText('检测参数[凝结时间]未选择评定标准和检测依据');
    expect([
      closeCount,
      confirmed.length,
      screen.getByRole('option', { name: /凝结时间/ }).getAttribute('aria-selected'),
    ]).toEqual([0, 0, 'true']);
    await tick('JTG 2：作为检测依据');
    await confirm();
    await warningText('检测参数[凝结时间]未选择评定标准');
    await tick('GB 1：作为评定标准');
    await confirm();
    expect([closeCount, confirmed.length]).toEqual([1, 1]);
  });

  it('STD-015 asks for confirmation before it saves a standard used against its type', async () => {
    show([
      choosable({
        links: [link({ limsUniqueKey: gb.uniqueKey, baseStandardType: 2, baseStandardCode: 'GB 1', useType: '3' })],
      }),
    ]);
    await confirm();
    const warning = within(await screen.findByRole('alertdialog'));
    expect(warning.getByText('【密度】把评定标准 GB 1 用作检测依据')).toBeTruthy();
    await user.click(warning.getByRole('button', { name: '取消' }));
    expect([closeCount, confirmed.length]).toEqual([0, 0]);
    await confirm();
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: '继续保存' }));
    await waitFor(() => expect([closeCount, confirmed.length]).toEqual([1, 1]));
    cleanup();
    show([choosable({ links: [link({ useType: '3' })] })]);
    await confirm();
    await waitFor(() => expect(confirmed).toHaveLength(2));
  });
});

describe('custom evaluation standards', () => {
  it('STD-009 STD-010 STD-011 are added with a name that is neither empty nor already used', async () => {
    show([choosable()]);
    await clickButton('添加自定义评定标准');
    const custom = await screen.findByRole('dialog', { name: '添加自定义评定标准' });
    expect([custom.style.width, within(custom).getAllByRole('textbox').length]).toEqual(['500px', 1]);
    const name = within(custom).getByRole('textbox', { name: /标准名称/ });
    await user.click(within(custom).getByRole('button', { name: '确定' }));
    expect(within(custom).getByText('标准名称不能为空')).toBeTruthy();
    await user.type(name, 'ACME-1{Enter}');
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '添加自定义评定标准' })).toBeNull());
    await clickButton('添加自定义评定标准');
    const reopened = await screen.findByRole('dialog', { name: '添加自定义评定标准' });
    await user.type(within(reopened).getByRole('textbox', { name: /标准名称/ }), ' ACME-1 {Enter}');
    expect(within(reopened).getByText('该标准已存在，请勿重复添加')).toBeTruthy();
    await user.click(within(reopened).getByRole('button', { name: '取消' }));
    await confirm();
    expect(confirmed[0]?.get('p1')).toMatchObject([
      {
        limsUniqueKey: 'customer_ACME-1',
        baBaseStandardId: null,
        baseStandardType: 2,
        useType: '2',
        baseStandardName: 'ACME-1',
      },
    ]);
  });
});

describe('quoting standards', () => {
  const item = (number: number, type: number, some: Partial<StandardPickerRow> = {}): StandardPickerRow => ({
    id: `s${number}`,
    baseStandardName: `标准${number}`,
    printsManCode: `GB ${number}`,
    type,
    uniqKey: `std_GB ${number}`,
    executeDate: '2024-06-01',
    expireDate: null,
    isExpired: false,
    ...some,
  });
  const open = async () => {
    await clickButton('引用标准');
    return within(await screen.findByRole('dialog', { name: '引用标准信息' }));
  };

  it('STD-001 STD-003 requests standards by page, size and search text, on Enter or with the button', async () => {
    server.respondWith(getStandardList, { items: [item(11, 1)], totalCount: 281 });
    show([choosable()]);
    const picker = await open();
    expect(screen.getByRole('dialog', { name: '引用标准信息' }).style.width).toBe('900px');
    await picker.findByText('GB 11');
    const requestQueries = () =>
      server
        .requestsTo(getStandardList)
        .map(({ query }) => [query['search'], query['skipCount'], query['maxResultCount']]);
    expect(requestQueries()).toEqual([['', '0', '10']]);
    const search = picker.getByPlaceholderText('请输入标准名称或发布号，按回车或点击查询');
    await user.type(search, ' 水泥 {Enter}');
    await waitFor(() => expect(requestQueries().at(-1)).toEqual(['水泥', '0', '10']));
    await user.clear(search);
    await user.type(search, '砂');
    await user.click(picker.getByRole('button', { name: '查询' }));
    await waitFor(() => expect(requestQueries().at(-1)).toEqual(['砂', '0', '10']));
    await user.click(picker.getByRole('button', { name: '第 2 页' }));
    await waitFor(() => expect(requestQueries().at(-1)).toEqual(['砂', '10', '10']));
    await user.selectOptions(picker.getByRole('combobox'), '20');
    await waitFor(() => expect(requestQueries().at(-1)).toEqual(['砂', '0', '20']));
    expect(requestQueries()).toHaveLength(5);
    expect(picker.getByText(/281/)).toBeTruthy();
  });

  it('STD-002 STD-005 adds several standards of any type with all their data', async () => {
    server.respondWith(getStandardList, {
      items: [item(11, 1), item(12, 2), item(13, 3, { expireDate: '2020-01-01', isExpired: true })],
      totalCount: 3,
    });
    show([choosable({ parameter: undefined })]);
    const picker = await open();
    const rows = await picker.findAllByRole('row', { name: /GB 1\d/ });
    expect(rows.map((row) => within(row).getAllByRole('cell')[3]?.textContent)).toEqual([
      '检测依据',
      '评定标准',
      '评定标准/检测依据',
    ]);
    expect(rows.map((row) => row.querySelector('.danger-text')?.textContent ?? null)).toEqual([
      null,
      null,
      '2020-01-01',
    ]);
    await user.click(picker.getByRole('button', { name: /^确定/ }));
    await warningText('请选择要引用的标准');
    for (const number of [11, 12, 13])
      await user.click(picker.getByRole('checkbox', { name: new RegExp(`GB ${number}`) }));
    await user.click(picker.getByRole('button', { name: /^确定/ }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: '引用标准信息' })).toBeNull());
    await confirm();
    expect(confirmed[0]?.get('p1')).toEqual(
      [
        [11, 1, '1', null],
        [12, 2, '2', null],
        [13, 3, '3', '2020-01-01'],
      ].map(([number, baseStandardType, useType, expireDate]) => ({
        baBaseStandardId: `s${number}`,
        baseStandardName: `标准${number}`,
        baseStandardCode: `GB ${number}`,
        baseStandardClauseCode: '',
        baseStandardType,
        useType,
        limsUniqueKey: `std_GB ${number}`,
        isDefault: false,
        executeDate: '2024-06-01',
        expireDate,
      })),
    );
  });

  it('shows an error if the list cannot be loaded', async () => {
    server.refuse(getStandardList, { status: 500, message: '' });
    show([choosable()]);
    expect(await (await open()).findByText('获取标准信息失败')).toBeTruthy();
  });
});
