import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { getSampleRequirements, getStandards, type OfferedParameter, recordParameterClick } from '#contract';
import type { OfferedStandard } from '#events';
import { chooseLanguage } from '../../i18n/language.js';
import { parameterWith } from '../../testing/consignment.js';
import { laboratory } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import {
  choose,
  formContextWith,
  isChosen,
  withOfferedParameters,
  withPacks,
  clickButton,
  withRecommendedStandards,
  showDialog,
  visibleNames,
  visibleStandards,
  user,
} from '../testing/selection-dialog.js';

let server: StubServer;
beforeEach(() => {
  server = stubServer();
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

const standard = (publishCode: string, use: '1' | '2', isDefault = false): OfferedStandard => ({
  standardId: crypto.randomUUID(),
  publishCode,
  clauseCode: '',
  type: Number(use),
  useType: use,
  uniqueKey: `std_${publishCode}`,
  isDefault,
});
const withStandards = (
  displayName: string,
  basis: OfferedStandard[],
  evaluation: OfferedStandard[],
  some: Partial<OfferedParameter> = {},
) => parameterWith({ name: displayName, displayName, basis, standards: [...basis, ...evaluation], ...some });
const [old175, new175] = [standard('GB 175-2007', '2'), standard('GB 175-2023', '2', true)];
const method = standard('JTG 3420-2020', '1', true);
const alert = async () => within(await screen.findByRole('alertdialog'));

describe('the controls of the selection dialog', () => {
  it('SS-007 depend on the role and on the conclusion checkbox', async () => {
    const [a, b] = [parameterWith({ displayName: 'A' }), parameterWith({ displayName: 'B' })];
    withOfferedParameters(server, a, b);
    withPacks(server, b);
    await showDialog();
    expect(await screen.findByRole('group', { name: '快速选择' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: '按标准筛选' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: '参数名称' })).toBeTruthy();
    expect(
      ['需要评定结果', '显示标准名称', '只看已选', '由检测机构确定参数'].map((name) =>
        screen.getByRole('checkbox', { name }),
      ).length,
    ).toBe(4);
    expect([screen.getByText('已选 0 项'), screen.getByText('预估费用')].length).toBe(2);
    await user.click(screen.getByRole('checkbox', { name: '需要评定结果' }));
    expect(screen.queryByRole('combobox', { name: '按标准筛选' })).toBeNull();
    cleanup();
    withOfferedParameters(server, a, b);
    await showDialog(formContextWith({ mayLeaveToLab: false }), { as: laboratory });
    expect(screen.queryByRole('checkbox', { name: '由检测机构确定参数' })).toBeNull();
  });

  it('SS-012 show names of standards beside their codes on request', async () => {
    withOfferedParameters(server, withStandards('密度', [method], [new175]));
    server.respondWith(getStandards, [
      {
        standardId: new175.standardId,
        standardName: '通用硅酸盐水泥',
        publishCode: new175.publishCode,
        type: 2,
        uniqueKey: new175.uniqueKey,
        executeDate: null,
        expireDate: null,
        isExpired: false,
      },
    ]);
    await showDialog();
    await choose('密度');
    expect(visibleStandards('密度', '评定标准')).toBe('GB 175-2023');
    await user.click(screen.getByRole('checkbox', { name: '显示标准名称' }));
    expect(screen.getByText('GB 175-2023 通用硅酸盐水泥')).toBeTruthy();
  });

  it('SS-012 mark an expired standard in the brackets of the language', async () => {
    withOfferedParameters(server, withStandards('密度', [method], [new175]));
    const { standardId, publishCode, uniqueKey } = new175;
    const standardName = '通用硅酸盐水泥';
    server.respondWith(getStandards, [
      {
        standardId,
        standardName,
        publishCode,
        type: 2,
        uniqueKey,
        executeDate: null,
        expireDate: null,
        isExpired: true,
      },
    ]);
    await showDialog();
    await choose('密度');
    await clickButton(/^密度：评定标准/);
    expect(await screen.findByText('GB 175-2023（已废止）')).toBeTruthy();
    await act(() => chooseLanguage('en'));
    expect(await screen.findByText('GB 175-2023 (expired)')).toBeTruthy();
  });

  it('SS-026 show the laboratory’s data of a parameter in its row', async () => {
    withOfferedParameters(
      server,
      withStandards('比表面积', [method], [new175], {
        remark: '需同时测定密度',
        paramWorkDay: 2,
        testQuantity: 0.3,
        unitMeasure: 'kg',
      }),
    );
    await showDialog();
    const cells = within(screen.getByRole('row', { name: /比表面积/ }))
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
    expect(cells.slice(1)).toEqual(['比表面积', '选择', '选择', '2', '0.3 kg', '100.00', '需同时测定密度']);
  });
});

describe('keyboard focus in the selection dialog', () => {
  it('is not moved from a control in use when the dialog finishes opening', async () => {
    withOfferedParameters(server, parameterWith({ displayName: '密度', orderNum: 1 }));
    await showDialog();
    const box = screen.getByRole('checkbox', { name: '选择密度' });
    box.focus();
    await waitFor(() => expect(document.querySelector('.bp6-overlay-appear-done')).not.toBeNull());
    expect(document.activeElement).toBe(box);
  });

  it('stays in the search on Enter without selecting anything; arrow keys move through the rows and Space selects', async () => {
    withOfferedParameters(
      server,
      parameterWith({ displayName: '密度', orderNum: 2 }),
      parameterWith({ displayName: '凝结时间', orderNum: 1 }),
    );
    await showDialog();
    const search = screen.getByRole('textbox', { name: '参数名称' });
    await user.type(search, '凝结{Enter}{Enter}');
    expect([isChosen('凝结时间'), isChosen('密度'), document.activeElement === search]).toEqual([false, false, true]);
    await user.keyboard('{ArrowDown} ');
    expect(isChosen('凝结时间')).toBe(true);
    await user.keyboard('{ArrowDown} ');
    expect(isChosen('密度')).toBe(true);
    await user.keyboard('{Home} ');
    expect(isChosen('凝结时间')).toBe(false);
  });
});

describe('filters of standards', () => {
  it('SS-010 show only parameters that offer the standard and select it; clearing restores all rows and earlier standards', async () => {
    const both = ['甲', '乙'].map((name) => withStandards(name, [method], [old175, new175]));
    withOfferedParameters(
      server,
      ...both,
      ...['丙', '丁', '戊'].map((name) => withStandards(name, [method], [new175])),
    );
    const confirmed = await showDialog();
    await choose('甲');
    await choose('丙');
    const filter = screen.getByRole('combobox', { name: '按标准筛选' });
    await user.selectOptions(filter, old175.uniqueKey);
    expect(visibleNames().sort()).toEqual(['乙', '甲'].sort());
    expect([visibleStandards('甲', '评定标准'), visibleStandards('乙', '评定标准')]).toEqual([
      'GB 175-2023、GB 175-2007',
      'GB 175-2007',
    ]);
    await choose('乙');
    await user.selectOptions(filter, '');
    expect([visibleNames().length, visibleStandards('甲', '评定标准'), visibleStandards('乙', '评定标准')]).toEqual([
      5,
      'GB 175-2023',
      'GB 175-2007',
    ]);
    await clickButton(/^确定/);
    await waitFor(() => expect(confirmed).toHaveLength(1));
    expect(confirmed[0]?.result.sampleParams).toHaveLength(3);
  });

  it('SS-015 set one test basis with the chosen prefix for each parameter', async () => {
    const p1 = withStandards(
      'P1',
      [standard('JTG 1', '1'), standard('JTG 2', '1', true), standard('GB 3', '1', true)],
      [],
    );
    const p2 = withStandards('P2', [standard('JTG 5', '1'), standard('JTG 6', '1')], []);
    withOfferedParameters(server, p1, p2);
    await showDialog();
    await choose('P1');
    await choose('P2');
    expect([visibleStandards('P1', '检测依据'), visibleStandards('P2', '检测依据')]).toEqual(['JTG 2、GB 3', '选择']);
    await clickButton('推荐依据');
    expect(
      within(await screen.findByRole('menu', { name: '推荐依据' }))
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['GB', 'JTG']);
    await user.click(screen.getByRole('menuitem', { name: 'JTG' }));
    expect([visibleStandards('P1', '检测依据'), visibleStandards('P2', '检测依据')]).toEqual(['JTG 2', 'JTG 5']);
    cleanup();
    withOfferedParameters(server, withStandards('P3', [], []));
    await showDialog();
    await clickButton('推荐依据');
    expect(await screen.findByText('暂无数据')).toBeTruthy();
  });

  it('PK-003 are disabled while a pack is chosen, and the standard pickers are removed', async () => {
    const parameter = withStandards('密度', [method], [new175]);
    withOfferedParameters(server, parameter);
    withPacks(server, parameter);
    await showDialog();
    await clickButton('常规');
    const basis = () => screen.getByRole<HTMLButtonElement>('button', { name: '推荐依据' });
    await waitFor(() => expect(basis().disabled).toBe(true));
    expect(screen.queryByRole('button', { name: /^密度：/ })).toBeNull();
    await clickButton('常规');
    await waitFor(() => expect(basis().disabled).toBe(false));
    expect(screen.getAllByRole('button', { name: /^密度：/ })).toHaveLength(2);
  });
});

describe('recommended standards', () => {
  const t2024 = standard('GB/T 1346-2024', '1', true);
  const t2011 = standard('GB/T 1346-2011', '1');
  const criteria = [
    { standard: new175, basis: [t2024] },
    { standard: old175, basis: [t2011] },
  ];

  it('SS-026 set the test basis by the criterion of the evaluation standard', async () => {
    withOfferedParameters(
      server,
      withStandards('凝结时间', [t2024, t2011], [new175, old175, standard('GB 9', '2')], { criteria }),
    );
    await showDialog(withRecommendedStandards());
    await choose('凝结时间');
    await clickButton(/^凝结时间：评定标准/);
    const options = within(await screen.findByRole('menu', { name: '凝结时间：评定标准' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['GB 175-2007', 'GB 175-2023']);
    await user.click(screen.getByText('GB 175-2007', { selector: '.bp6-menu-item span' }));
    await user.click(screen.getByText('GB 175-2023', { selector: '.bp6-menu-item span' }));
    expect([visibleStandards('凝结时间', '评定标准'), visibleStandards('凝结时间', '检测依据')]).toEqual([
      'GB 175-2007',
      'GB/T 1346-2011',
    ]);
  });

  it('SS-021 name the parameters without an evaluation standard when the conclusion is turned on', async () => {
    withOfferedParameters(server, withStandards('凝结时间', [t2024], [new175]), withStandards('含水率', [t2024], []));
    await showDialog(withRecommendedStandards());
    await user.click(screen.getByRole('checkbox', { name: '需要评定结果' }));
    await choose('凝结时间');
    await choose('含水率');
    await user.click(screen.getByRole('checkbox', { name: '需要评定结果' }));
    const question = await alert();
    expect(question.getByText(/请重新选择/).textContent).toContain('凝结时间');
    expect(question.getByText(/请重新选择/).textContent).not.toContain('含水率');
    await user.click(question.getByRole('button', { name: '我来选择' }));
    await waitFor(() => expect(visibleStandards('凝结时间', '评定标准')).toBe('选择'));
  });
});

describe('the area below the parameter table', () => {
  const svg = (text: string) =>
    `data:image/svg+xml;base64,${btoa(`<svg xmlns="http://www.w3.org/2000/svg"><text>${text}</text></svg>`)}`;

  it('SS-016 shows the description of a script price', async () => {
    withOfferedParameters(
      server,
      parameterWith({
        displayName: '厚度',
        prices: [{ type: 4, price: '50', qualifier: '', scriptDescription: 'by thickness' }],
      }),
    );
    await showDialog();
    expect(screen.queryByText(/by thickness/)).toBeNull();
    await choose('厚度');
    expect(screen.getByText('厚度：by thickness')).toBeTruthy();
  });

  it('SS-017 shows the requirements with their pictures, and enlarges a picture on click', async () => {
    withOfferedParameters(server, parameterWith());
    server.respondWith(getSampleRequirements, [
      {
        id: 'r',
        defaultSampleDescription: `<p>不少于12kg</p><img src="${svg('a')}" alt="密封桶"><img src="${svg('b')}" alt="标签">`,
      },
    ]);
    await showDialog();
    const panel = within(await screen.findByRole('region', { name: '收样要求' }));
    expect([
      panel.getByText('不少于12kg').tagName,
      panel.getAllByRole('img').map((image) => image.getAttribute('alt')),
    ]).toEqual(['P', ['密封桶', '标签']]);
    await user.click(panel.getByRole('button', { name: '标签' }));
    const viewer = within(await screen.findByRole('dialog', { name: '标签' }));
    expect([viewer.getByRole('img').getAttribute('src'), viewer.getByText('第 2 张，共 2 张')]).toEqual([
      svg('b'),
      expect.anything(),
    ]);
    await user.click(viewer.getByRole('button', { name: '下一张' }));
    expect((await screen.findByRole('dialog', { name: '密封桶' })).querySelector('img')?.getAttribute('src')).toBe(
      svg('a'),
    );
  });

  it('SS-017 summarises the requirements in one line with the punctuation of the language', async () => {
    withOfferedParameters(server, parameterWith());
    server.respondWith(getSampleRequirements, [
      { id: 'r', defaultSampleDescription: '<p>不少于12kg</p><p>密封</p>' },
      { id: 's', defaultSampleDescription: '<p>干燥</p>' },
    ]);
    await showDialog();
    await user.click(await screen.findByRole('button', { name: '收起' }));
    expect(screen.getByText('不少于12kg；密封；干燥')).toBeTruthy();
    await act(() => chooseLanguage('en'));
    expect(screen.getByText('不少于12kg; 密封; 干燥')).toBeTruthy();
  });

  it('SS-019 PR-012 sums the needed sample quantity and lists its parts', async () => {
    const portion = { shareTestQuantity: 0.5, shareTestQuantityIdent: '化学分析样', unitMeasure: 'kg' };
    withOfferedParameters(
      server,
      parameterWith({ displayName: '烧失量', orderNum: 3, testQuantity: 0.1, ...portion }),
      parameterWith({ displayName: '碱含量', orderNum: 2, testQuantity: 0.1, ...portion }),
      parameterWith({ displayName: '密度', orderNum: 1, testQuantity: 2, unitMeasure: 'kg' }),
    );
    await showDialog();
    for (const name of ['烧失量', '密度']) await choose(name);
    expect(screen.getByText('2.1 kg')).toBeTruthy();
    await choose('碱含量');
    expect(screen.getByText('2.5 kg')).toBeTruthy();
    await clickButton('明细');
    const detail = within(await screen.findByRole('dialog', { name: '预计用量' }));
    expect(
      detail
        .getAllByRole('term')
        .map(({ textContent }, index) => [textContent, detail.getAllByRole('definition')[index]?.textContent]),
    ).toEqual([
      ['化学分析样，2 项共用一份烧失量、碱含量', '0.5 kg'],
      ['密度', '2 kg'],
    ]);
  });
});

describe('the requirements of the chosen parameters', () => {
  it('PK-006 are requested once after several quick clicks', async () => {
    const parameters = ['A', 'B', 'C'].map((displayName, index) => parameterWith({ displayName, orderNum: 9 - index }));
    withOfferedParameters(server, ...parameters);
    await showDialog();
    await waitFor(() => expect(server.requestsTo(getSampleRequirements)).toHaveLength(1));
    for (const name of ['A', 'B', 'C']) fireEvent.click(screen.getByRole('checkbox', { name: `选择${name}` }));
    await waitFor(() => expect(server.requestsTo(getSampleRequirements)).toHaveLength(2));
    expect(server.requestsTo(getSampleRequirements)[1]?.query['paramIds']).toBe(
      parameters.map(({ id }) => id).join(','),
    );
  });
});

describe('a click on a parameter that is not offered yet', () => {
  it('SS-023 is recorded once for each dialog, and a failure to record it is not shown', async () => {
    withOfferedParameters(server, parameterWith({ displayName: '水化热', deleted: true, offered: false }));
    const click = async () => {
      await choose('水化热');
      await user.click((await alert()).getByRole('button', { name: '知道了' }));
      await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    };
    await showDialog();
    for (let n = 0; n < 3; n++) await click();
    expect(server.requestsTo(recordParameterClick).map(({ body }) => body)).toEqual([
      {
        sampleName: '普通硅酸盐水泥',
        paramName: '水化热',
        qualification: '公路工程综合甲级',
        sampleSender: '陈志远',
        consignUnit: '云岭交通建设集团第三工程公司',
      },
    ]);
    cleanup();
    server.refuse(recordParameterClick, { status: 500, message: '坏了' });
    await showDialog();
    await click();
    expect(server.requestsTo(recordParameterClick)).toHaveLength(2);
    expect(screen.queryByText('坏了')).toBeNull();
  });
});

describe('the result of the selection dialog', () => {
  it('SS-024 has the members of the specification', async () => {
    const parameter = withStandards('密度', [method], [new175]);
    withOfferedParameters(server, parameter);
    const confirmed = await showDialog(formContextWith(), { inputMethod: 0 });
    await choose('密度');
    await clickButton(/^确定/);
    await waitFor(() => expect(confirmed).toHaveLength(1));
    expect(confirmed[0]?.result).toEqual({
      categoryId: 'big-cement',
      sampleNameLink: '水泥→通用→普通硅酸盐水泥',
      sampleId: expect.any(String),
      sampleName: '普通硅酸盐水泥',
      params: [parameter],
      packInfo: { packFlag: 0, packId: '', packJson: '' },
      paramPackList: [],
      isNeedConclusion: true,
      isTestUnitConfirmTestParam: false,
      testReason: '',
      sampleParams: [{ tuTestParamId: parameter.id, tuTestParamCount: 1, buSampleParamUseBaseStandard: [] }],
      inputMethod: '0',
    });
  });
});
