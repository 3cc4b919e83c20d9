import { beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  copyBuSampleInfo,
  getBuSampleInfo,
  getDictionary,
  getParamPacks,
  getTestParameters,
  saveBuSampleInfo,
} from '#contract';
import { AMOUNT_UNITS } from '#domain/consignment';
import { ROLE } from '#events';
import { consignmentRoutes } from '../../../app/consignment-routes.js';
import { SampleForm } from '../../../app/sample-form.js';
import { chooseLanguage } from '../../../i18n/language.js';
import { parameterWith } from '../../../testing/consignment.js';
import { chosenRow, renderSamplePage } from '../../../testing/sample-page.js';

const page = renderSamplePage(SampleForm);
const formRoute = consignmentRoutes.find(({ name }) => name === 'rawMateriaConsignInfoAddConsignInfo');
const headings = () =>
  [...document.querySelectorAll('[data-section] .card-head h2')].map(({ textContent }) => textContent);
const sectionNames = () =>
  [...document.querySelectorAll('[data-section]')].map((section) => section.getAttribute('data-section'));
const confirmSwitch = async (action: string) =>
  page.user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: action }));
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`) as HTMLInputElement;
const retype = (name: string, text: string) => fireEvent.change(field(name), { target: { value: text } });
beforeEach(() => chooseLanguage('zh'));

describe('the sections of the sample form', () => {
  it('SF-005 are in the specified order with the titles for raw material or for test items', async () => {
    await page.open({ inputMethod: 0 });
    expect(sectionNames()).toEqual([
      'sample',
      'parameters',
      'standards',
      'auxiliary',
      'pieces',
      'rawMaterials',
      'attachments',
    ]);
    expect(headings()).toEqual(['样品信息', '参数信息', '标准信息', '样品辅助信息', '制件信息', '原材料信息', '附件']);
    cleanup();
    await page.open({ inputMethod: 0 }, { host: { consignType: 2 } });
    expect(headings()).toEqual(['检测项目信息', '参数信息', '标准信息', '检测补充信息', '附件']);
    cleanup();
    await chooseLanguage('en');
    await page.open({ inputMethod: 0 });
    expect(headings()).toEqual([
      'sample information',
      'parameter information',
      'standards',
      'sample auxiliary information',
      'preparation specimen',
      'raw material',
      'attachments',
    ]);
    cleanup();
    await page.open({}, { host: { consignType: 3 } });
    expect(headings()).toEqual([
      'test project information',
      'parameter information',
      'test supplementary information',
      'attachments',
    ]);
  });

  it('SF-006 appear exactly when consignment type and input mode require them', async () => {
    for (const [consignType, inputMethod, missing] of [
      [1, 0, []],
      [1, 1, ['standards']],
      [2, 0, ['pieces', 'rawMaterials']],
      [2, 1, ['standards', 'pieces', 'rawMaterials']],
    ] as const) {
      await page.open({ inputMethod }, { host: { consignType } });
      expect(sectionNames()).toEqual(
        ['sample', 'parameters', 'standards', 'auxiliary', 'pieces', 'rawMaterials', 'attachments'].filter(
          (section) => !(missing as readonly string[]).includes(section),
        ),
      );
      cleanup();
    }
  });
});

describe('saving the sample form', () => {
  it('SF-018 SF-012 reports only the first problem and sends nothing', async () => {
    await page.open({ testUnitSampleId: '', testGroupCount: 0, afterTestOperate: '', tuSampleParamIds: [] });
    await page.save();
    await page.expectToast('请选择样品');
    expect(page.saved()).toEqual([]);
    cleanup();
    await page.open({ testPointCount: 0, tuSampleParamIds: [] });
    await page.save();
    await page.expectToast('“0”不是 1 至 999 的整数');
    expect([page.saved(), document.activeElement === field('testPointCount')]).toEqual([[], true]);
  });

  it('SF-013 replaces a blank group count by 1 and saves only whole numbers from 1 to 999', async () => {
    await page.open();
    await page.user.clear(field('testGroupCount'));
    await page.user.tab();
    expect(field('testGroupCount').value).toBe('1');
    cleanup();
    await page.open({}, { host: { consignType: 2 } }); // no row of prepared pieces per group
    for (const input of ['0', '1000', '3 组', '2.5', '1e3']) {
      await page.user.clear(field('testGroupCount'));
      await page.user.type(field('testGroupCount'), input);
      await page.user.tab();
      await page.save();
      await page.expectToast(`“${input}”不是 1 至 999 的整数`);
      expect([field('testGroupCount').value, page.saved()]).toEqual([input, []]);
    }
    await page.user.clear(field('testGroupCount'));
    await page.user.type(field('testGroupCount'), '１２');
    await page.save();
    await waitFor(() => expect(page.saved().at(-1)).toMatchObject({ testGroupCount: 12 }));
  });

  it('SF-016 PRE-004 starts with the first after-test handling and refuses to save without one', async () => {
    await page.open({ afterTestOperate: '' });
    await waitFor(() => expect(field('afterTestOperate').value).toBe('退还委托单位'));
    expect(screen.queryByText('有未保存的修改')).toBeNull();
    await page.user.selectOptions(field('afterTestOperate'), '');
    await page.save();
    await page.expectToast('请选择检后样品处理方式');
    expect(page.saved()).toEqual([]);
    await page.user.selectOptions(field('afterTestOperate'), '检毕由检测机构处理');
    await page.save();
    await waitFor(() =>
      expect(page.saved()).toMatchObject([{ afterTestOperate: '检毕由检测机构处理', afterTestOperateId: 'h2' }]),
    );
  });

  it('SF-019 explains in an alert that a quantity must be a number, and sends nothing', async () => {
    await chooseLanguage('en');
    await page.open();
    retype('sampleNum', '3 bags');
    await page.user.click(screen.getByRole('button', { name: 'Save sample' }));
    const alert = within(await screen.findByRole('alertdialog'));
    expect(
      alert.getByText(
        'Only numbers are allowed; the unit is selected separately; descriptions go into the sample description.',
      ),
    ).toBeTruthy();
    expect(page.saved()).toEqual([]);
  });

  it('SF-009 SK-001 saves the six default values of a new sample, and its counts range from 1 to 999', async () => {
    await page.open({ sampleNum: '1', delegatesNum: '1' });
    await page.save();
    await waitFor(() =>
      expect(page.saved()).toMatchObject([
        {
          inputMethod: 1,
          testGroupCount: 1,
          testPointCount: 1,
          isNeedConclusion: true,
          sampleNum: '1',
          delegatesNum: '1',
        },
      ]),
    );
    for (const name of ['testGroupCount', 'testPointCount'])
      expect([
        field(name).getAttribute('aria-valuemin') ?? field(name).min,
        field(name).getAttribute('aria-valuemax') ?? field(name).max,
      ]).toEqual(['1', '999']);
    expect(screen.getAllByText(/点\/次/).length).toBeGreaterThan(0);
  });

  it('SF-020 sends a test item without quantities and with its project unit as its name', async () => {
    await page.open({ projectUnit: 'K12 大桥', sampleNum: '3', delegatesNum: '4' }, { host: { consignType: 2 } });
    await page.save();
    await waitFor(() =>
      expect(page.saved()).toMatchObject([
        {
          sampleNum: '',
          sampleNumUnit: '',
          delegatesNum: '',
          delegatesNumUnit: '',
          projectUnit: 'K12 大桥',
          testUnitSampleName: 'K12 大桥',
        },
      ]),
    );
  });

  it('SF-021 PRE-004 CAT-009 offers the units of the dictionary, or its built-in units if the dictionary is empty or fails', async () => {
    const options = () =>
      within(screen.getByLabelText('样品数量 单位'))
        .getAllByRole('option')
        .map(({ textContent }) => textContent)
        .slice(1);
    await page.open({ sampleNumUnit: 'kg' });
    expect(options()).toEqual(AMOUNT_UNITS);
    cleanup();
    page.server.refuse(getDictionary, { status: 500, message: '' });
    await page.open({ sampleNumUnit: 'kg' });
    expect(options()).toEqual(AMOUNT_UNITS);
    cleanup();
    page.server.respondWith(getDictionary, [
      { id: '1', typecode: 'a', typename: '袋' },
      { id: '2', typecode: 'b', typename: '车' },
    ]);
    await page.open({ sampleNumUnit: '车' });
    await waitFor(() => expect(options()).toEqual(['袋', '车']));
  });

  it('opens a new sample or a copy after saving, by key and by button', async () => {
    page.server.respondWith(copyBuSampleInfo, 'the-copy');
    await page.open();
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(page.addCount).toBe(1));
    await page.user.keyboard('{Control>}{Shift>}{Enter}{/Shift}{/Control}');
    await waitFor(() => expect(page.copied).toEqual(['the-copy']));
    expect(field('memo').closest('[inert]')).not.toBeNull();
    await page.press('保存并复制');
    await waitFor(() => expect(page.copied).toHaveLength(2));
    expect(page.server.requestsTo(copyBuSampleInfo).map(({ query }) => query)).toEqual(
      [1, 2].map(() => ({ id: page.sample.id, consignId: page.sample.consignId })),
    );
    await page.user.keyboard('{Control>}s{/Control}');
    await waitFor(() => expect(page.closeCount).toBe(1));
    expect(page.saved()).toHaveLength(4);
    retype('testPointCount', '0');
    await page.user.keyboard('{Control>}{Enter}{/Control}');
    expect([page.saved().length, page.addCount]).toEqual([4, 1]);
  });

  it('moves to the next field on Enter, but not while an input method composes text', async () => {
    await page.open();
    field('projectOrPurpose').focus();
    fireEvent.keyDown(field('projectOrPurpose'), { key: 'Enter', isComposing: true });
    expect(document.activeElement).toBe(field('projectOrPurpose'));
    await page.user.keyboard('{Enter}');
    expect(document.activeElement).toBe(field('sampleNum'));
    expect(page.saved()).toEqual([]);
  });

  it('keeps the form open with the typed text if it fails', async () => {
    await page.open();
    page.server.refuse(saveBuSampleInfo, { status: 409, message: '暂时不能保存' });
    retype('memo', '易碎');
    await page.save();
    await waitFor(() => expect(page.saved()).toHaveLength(1));
    expect([field('memo').value, page.closeCount]).toEqual(['易碎', 0]);
  });
});

describe('the parameters in the sample form', () => {
  it('SF-022 are a table with links to standards and parameters, and checkboxes for options and packs', async () => {
    page.server.respondWith(getParamPacks, [{ id: 'p1', name: '水泥常规检验', paramCount: 1 }]);
    const second = parameterWith({ name: '凝结时间', displayName: '凝结时间' });
    page.server.respondWith(getTestParameters, [page.parameter, second]);
    await page.open({ tuSampleParamIds: [chosenRow(page.parameter), chosenRow(second)] });
    const table = await screen.findByRole('table', { name: '检测参数' });
    for (const column of ['检测参数', '备注', '评定标准', '检测依据', /点\/次/, '操作'])
      expect(within(table).getByRole('columnheader', { name: column })).toBeTruthy();
    expect(within(table).getAllByRole('row')).toHaveLength(3);
    expect(within(table).getAllByRole('button', { name: /^移除/ })).toHaveLength(2);
    for (const box of ['由检测机构确定参数', '需要评定结果', '水泥常规检验'])
      expect(await screen.findByRole('checkbox', { name: box })).toBeTruthy();
    await page.press('选择标准');
    await page.user.click(
      within(await screen.findByRole('dialog', { name: /选择标准信息/ })).getByRole('button', { name: '取消' }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await page.press('选择参数');
    expect(await screen.findByRole('dialog', { name: /^选择检测参数/ })).toBeTruthy();
    cleanup();
    await page.open({ testUnitSampleId: '' });
    expect(screen.getByText('请选择样品')).toBeTruthy();
  });

  it('TID-001 TID-002 are left to the laboratory only by the client; a reason field then replaces the table', async () => {
    expect(
      consignmentRoutes
        .filter(({ element }) => element === formRoute?.element)
        .map(({ roles }) => roles?.includes(ROLE.client)),
    ).toEqual([true, true]);
    await page.open();
    await page.user.click(screen.getByRole('checkbox', { name: '由检测机构确定参数' }));
    expect([
      screen.queryByRole('table', { name: '检测参数' }),
      screen.getByRole('textbox', { name: /检测原因/ }).tagName,
    ]).toEqual([null, 'TEXTAREA']);
    await page.save();
    await page.expectToast('请输入检测原因');
    await page.user.click(screen.getByRole('checkbox', { name: '由检测机构确定参数' }));
    expect(await screen.findByRole('table', { name: '检测参数' })).toBeTruthy();
    cleanup();
    await page.open({}, { host: { mayLeaveToLab: false } });
    expect(screen.queryByRole('checkbox', { name: '由检测机构确定参数' })).toBeNull();
  });

  it('SF-010 are requested for the testing unit of the consignment', async () => {
    await page.open({}, { host: { testUnitId: 'aaaaaaaa-0000-4000-8000-00000000000a' } });
    await waitFor(() =>
      expect(page.server.requestsTo(getTestParameters).map(({ query }) => query['testUnitId'])).toEqual([
        'aaaaaaaa-0000-4000-8000-00000000000a',
      ]),
    );
    expect(screen.queryByLabelText(/检测单位|委托类型/)).toBeNull();
  });
});

describe('the input mode', () => {
  const mode = () => screen.getByRole('radiogroup', { name: '录入方式' });
  const selectedMode = () =>
    within(mode())
      .getAllByRole('radio')
      .find((radio) => radio.getAttribute('aria-checked') === 'true')?.textContent;

  it('MODE-001 MODE-002 is professional by default, and simple after the user confirms the change', async () => {
    await page.open();
    expect(selectedMode()).toBe('专业');
    retype('memo', '易碎');
    await page.user.click(within(mode()).getByRole('radio', { name: '简洁' }));
    await confirmSwitch('不切换');
    expect([selectedMode(), field('memo').value, page.section('standards')]).toEqual(['专业', '易碎', null]);
    await page.user.click(within(mode()).getByRole('radio', { name: '简洁' }));
    await confirmSwitch('切换');
    await waitFor(() => expect(selectedMode()).toBe('简洁'));
    expect([field('memo').value, page.section('standards')]).toEqual(['易碎', expect.anything()]);
    await page.save();
    await waitFor(() => expect(page.saved()).toMatchObject([{ inputMethod: 0 }]));
  });

  it('MODE-003 is the one saved with the sample', async () => {
    await page.open({ inputMethod: 0 });
    expect(selectedMode()).toBe('简洁');
  });
});

describe('a read-only sample form', () => {
  const controls = () =>
    [...document.querySelectorAll<HTMLInputElement>('.page-body input, .page-body select, .page-body textarea')].filter(
      (control) => !control.disabled,
    );

  it('MODE-007 SF-010 has no enabled field and no button that changes anything', async () => {
    await page.open(
      {
        buSamplePropertyInfo: [
          {
            testSamplePropertyId: null,
            testSamplePropertyDisplayName: '产地',
            testSamplePropertySystemName: 'x',
            testSamplePropertyType: 1,
            value: '宁波',
            orderNum: 1,
            isJoinSpecification: false,
            unit: '',
            listValue: [],
            inputHistory: [],
            deleteAble: false,
            isShowTest: false,
          },
        ],
      },
      { readOnly: true, host: { consignStatus: 60 } },
    );
    expect(controls()).toEqual([]);
    for (const action of [/^保存/, /删除/, /移除/, /选择参数/, /添加/])
      expect(screen.queryByRole('button', { name: action })).toBeNull();
    expect(screen.queryByRole('radiogroup')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
  });

  it.each([
    ['zh', '录入方式：专业'],
    ['en', 'Input mode: professional'],
  ] as const)('MODE-001 names the input mode in %s', async (language, text) => {
    await chooseLanguage(language);
    await page.open({}, { readOnly: true });
    expect(screen.getByText(text)).toBeTruthy();
  });

  it('sends nothing on keyboard shortcuts', async () => {
    await page.open({}, { readOnly: true });
    await page.user.keyboard('{Control>}s{/Control}{Control>}{Enter}{/Control}');
    expect(page.saved()).toEqual([]);
  });

  it('MODE-005 lets the laboratory complete parameters left to it, only in the audit view of a consignment under audit', async () => {
    const leftToLab = {
      isTestUnitConfirmTestParam: true,
      testReason: '进场检验',
      tuSampleParamIds: [chosenRow(page.parameter)],
    };
    const confirming = { consignStatus: 20, pageSource: 4, mayLeaveToLab: false };
    await page.open(leftToLab, { readOnly: true, host: confirming });
    expect(screen.getByRole('button', { name: '保存样品' })).toBeTruthy();
    expect(controls().length).toBeGreaterThan(0);
    for (const [some, host] of [
      [leftToLab, { ...confirming, consignStatus: 30 }],
      [leftToLab, { ...confirming, pageSource: 1 }],
      [{ ...leftToLab, isTestUnitConfirmTestParam: false }, confirming],
    ] as const) {
      cleanup();
      await page.open(some, { readOnly: true, host });
      expect([screen.queryByRole('button', { name: /^保存/ }), controls()]).toEqual([null, []]);
    }
  });
});

it('a sample that does not exist shows an error page', async () => {
  await chooseLanguage('en');
  page.server.refuse(getBuSampleInfo, { status: 404, message: '' });
  await page.open();
  expect(await screen.findByRole('heading', { name: 'sample id does not exist' })).toBeTruthy();
});
