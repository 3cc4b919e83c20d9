import { describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { type ConsignmentView, copyBuSampleInfo, deleteBuSampleInfo, getBuSampleInfoParams } from '#contract';
import ConsignmentFormScreen from '../../app/consignment-form.screen.js';
import '../../i18n/language.js';
import { rawMaterialWith, sampleRowWith } from '../../testing/consignment.js';
import { FORM, renderFormPage } from '../../testing/form-page.js';
import { client, laboratory, renderConsole } from '../../testing/render.js';

const page = renderFormPage(<ConsignmentFormScreen />);

describe('the sample list of the form', () => {
  it('VA-015 refuses to add a sample without testing unit or consignment id, and to copy one without qualification', async () => {
    await page.show({ testUnitId: null, testUnitName: '' });
    await page.user.click(screen.getByRole('button', { name: '添加样品' }));
    await page.expectToast('请选择检测机构！');
    cleanup();
    await page.show({ tuqualificationId: null, tuqualificationName: '' });
    await page.user.click(screen.getByRole('checkbox', { name: '选择普通硅酸盐水泥' }));
    await page.press('复制样品');
    await page.expectToast('请选择资质类型！');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.server.requestsTo(copyBuSampleInfo)).toEqual([]);
    cleanup();
    renderConsole(<ConsignmentFormScreen />, { at: FORM });
    await page.user.click((await screen.findAllByRole('button', { name: '添加样品' }))[0] as HTMLElement);
    await page.expectToast('委托id不能为空，请从列表页点击新增按钮重新进入！');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('VA-016 refuses to add or copy a second sample when the unit allows only one', async () => {
    await page.show({ testUnitConfig: { isConsignSingleSample: true } });
    await page.press('添加样品');
    await page.expectToast('您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！');
    await page.user.click(screen.getByRole('checkbox', { name: '选择普通硅酸盐水泥' }));
    await page.press('复制样品');
    await page.expectToast('您不能委托多个样品，因为检测单位已设置一次只能委托一个样品！');
    expect(page.server.requestsTo(copyBuSampleInfo)).toEqual([]);
  });

  it('VA-017 warns when no sample is selected for copying, and copies and shows a selected one', async () => {
    await page.show();
    await page.press('复制样品');
    await page.expectToast('请选择要复制的样品');
    expect(page.server.requestsTo(copyBuSampleInfo)).toEqual([]);
    page.server.respondWith(copyBuSampleInfo, () => {
      page.view = { ...page.view, samples: [...page.view.samples, sampleRowWith()], revision: 4 };
      return 'new';
    });
    await page.user.click(screen.getByRole('checkbox', { name: '选择普通硅酸盐水泥' }));
    await page.press('复制样品');
    await waitFor(() => expect(screen.getAllByRole('button', { name: '普通硅酸盐水泥' })).toHaveLength(2));
    expect(page.server.requestsTo(copyBuSampleInfo)[0]).toMatchObject({
      query: { id: page.view.samples[0]?.id },
      headers: { 'If-Match': '"3"' },
    });
  });

  it('CF-024 copies a selected sample to a new row and deletes that row again', async () => {
    page.server.respondWith(copyBuSampleInfo, () => {
      page.view = {
        ...page.view,
        samples: [...page.view.samples, sampleRowWith({ id: 'copied', testUnitSampleName: '减水剂' })],
        revision: 4,
      };
      return 'copied';
    });
    page.server.respondWith(deleteBuSampleInfo, ({ query }) => {
      page.view = { ...page.view, samples: page.view.samples.filter(({ id }) => id !== query['id']), revision: 5 };
      return true as const;
    });
    await page.show({ samples: [sampleRowWith(), sampleRowWith({ testUnitSampleName: '减水剂' })] });
    await page.user.click(screen.getByRole('checkbox', { name: '选择减水剂' }));
    await page.press('复制样品');
    await waitFor(() => expect(screen.getAllByRole('button', { name: '减水剂' })).toHaveLength(2));
    await page.user.click(screen.getAllByRole('checkbox', { name: '选择减水剂' })[1] as HTMLElement);
    await page.press('删除样品');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText('“减水剂”会从这份委托中删除，不能恢复。')).toBeTruthy();
    await page.user.click(question.getByRole('button', { name: '删除样品' }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: '减水剂' })).toHaveLength(1));
    expect(page.server.requestsTo(deleteBuSampleInfo)[0]).toMatchObject({
      query: { id: 'copied' },
      headers: { 'If-Match': '"4"' },
    });
  });

  it('CF-003 shows name, groups, specification, purpose, parameters and fee of complete and incomplete samples', async () => {
    await page.show({
      samples: [
        sampleRowWith({ totalFee: '440.00' }),
        sampleRowWith({
          testUnitSampleName: '减水剂',
          testGroupCount: 3,
          specificationType: '缓凝型',
          projectOrPurpose: '3号墩承台',
          isInputedTestParam: false,
          testParams: '',
          totalFee: '0.00',
        }),
      ],
    });
    const table = within(screen.getByRole('table', { name: '样品列表' }));
    expect(
      table
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
        .slice(2),
    ).toEqual(['样品名称', '组数', '规格型号', '工程部位／用途', '检测参数', '预估费用', '操作']);
    const cells = (name: string) =>
      [...(table.getByRole('button', { name }).closest('tr') as HTMLElement).querySelectorAll('td')]
        .map(({ textContent }) => textContent)
        .slice(2);
    expect(cells('普通硅酸盐水泥')).toEqual([
      '普通硅酸盐水泥',
      '2',
      'P·O 42.5',
      '桥涵混凝土',
      '比表面积、凝结时间',
      '440.00',
      '编辑',
    ]);
    expect(cells('减水剂')).toEqual(['减水剂', '3', '缓凝型', '3号墩承台', '检测参数未填写', '—', '去填写']);
  });

  it('CF-004 shows structure, pile, parameters and fee of on-site test items', async () => {
    await page.show({
      consignType: 2,
      expectTestTime: '2026-12-01T09:00',
      samples: [
        sampleRowWith({ projectUnit: 'K12 大桥', testPart: '3# 墩', paramText: '回弹强度', totalFee: '320.50' }),
      ],
    });
    const table = within(screen.getByRole('table', { name: '检测项目' }));
    expect(
      table
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent)
        .slice(2),
    ).toEqual(['结构物／路段', '桩号／检测部位', '检测参数', '预估费用', '操作']);
    for (const text of ['K12 大桥', '3# 墩', '回弹强度']) expect(table.getByText(text)).toBeTruthy();
    expect(table.getAllByText('320.50')).not.toEqual([]);
    expect(table.queryByText('P·O 42.5')).toBeNull();
  });

  it('marks samples without parameters, and leaves samples whose parameters the laboratory determines out of the sum', async () => {
    await page.show({
      samples: [
        sampleRowWith({ totalFee: '10.01' }),
        sampleRowWith({ testUnitSampleName: '减水剂', isInputedTestParam: false, totalFee: '0.00' }),
        sampleRowWith({
          testUnitSampleName: '钢筋',
          isInputedTestParam: false,
          isTestUnitConfirmTestParam: true,
          totalFee: '0.00',
        }),
      ],
    });
    const row = (name: string) => within(screen.getByRole('button', { name }).closest('tr') as HTMLElement);
    expect(row('减水剂').getByText('检测参数未填写')).toBeTruthy();
    expect(row('减水剂').getByRole('button', { name: '去填写' })).toBeTruthy();
    expect(row('钢筋').getByText('由检测机构确定参数')).toBeTruthy();
    expect(row('钢筋').getByText('待定')).toBeTruthy();
    expect(
      within(screen.getByText('合计（不含由检测机构确定参数的样品）').closest('tr') as HTMLElement).getByText('10.01'),
    ).toBeTruthy();
    expect(screen.getByText('还有 1 处需要处理')).toBeTruthy();
  });
});

describe('the footer of the form', () => {
  it('CF-006 offers save, submit, copy sample and delete sample in edit mode only', async () => {
    await page.show();
    for (const action of [/^保存( Ctrl S)?$/, '保存并提交', '复制样品', '删除样品'])
      expect(screen.getByRole('button', { name: action })).toBeTruthy();
    for (const action of ['审核通过', '审核不通过', '确认收样', '退回样品'])
      expect(screen.queryByRole('button', { name: action })).toBeNull();
    cleanup();
    await page.show({ consignStatus: 20, consignStatusStr: '待审核', consignCode: 'C-1' });
    for (const action of [/^保存/, '保存并提交', '复制样品', '删除样品', '审核通过'])
      expect(screen.queryByRole('button', { name: action })).toBeNull();
    expect(screen.queryAllByRole('textbox')).toEqual([]);
  });

  it('ROLE-008 shows no audit button to a client with pageSource 4, nor to a laboratory without it', async () => {
    for (const [user, source] of [
      [client, '4'],
      [laboratory, '1'],
    ] as const) {
      await page.show(
        { consignStatus: 20, consignStatusStr: '待审核', consignCode: 'C-1' },
        user,
        `&pageSource=${source}`,
      );
      for (const action of ['审核通过', '审核不通过', '确认收样', '退回样品'])
        expect(screen.queryByRole('button', { name: action })).toBeNull();
      cleanup();
    }
  });

  it('CF-021 shows the actual fee at 60 and 80 if there is one, otherwise the estimated cost unless the unit hides it', async () => {
    const label = async (some: Partial<ConsignmentView>) => {
      await page.show(some);
      const text = [...document.querySelectorAll('.fee-figure')]
        .map((figure) => (figure.textContent ?? '').replace(/\s/g, ''))
        .join();
      cleanup();
      return text;
    };
    const hidden = { testUnitConfig: { IsConsignHideEstimatedCost: true } };
    expect(await label({ estimatedFee: '10.11' })).toContain('预估费用合计10.11');
    expect(await label({ consignStatus: 60, actFee: '123.40' })).toContain('实际费用合计123.40');
    expect(await label({ consignStatus: 80, actFee: '1234.50' })).toContain('实际费用合计1,234.50');
    expect(await label({ consignStatus: 60, actFee: null, estimatedFee: '10.11' })).toContain('预估费用合计10.11');
    expect(await label({ consignStatus: 70, actFee: '9.00', estimatedFee: '10.11' })).toContain('预估费用合计10.11');
    expect(await label({ ...hidden, estimatedFee: '10.11' })).toBe('');
    await page.show({ ...hidden, estimatedFee: '10.11' });
    expect([screen.queryByText('预估费用'), screen.queryByText('440.00')]).toEqual([null, null]);
    cleanup();
    expect(await label({ ...hidden, consignStatus: 60, actFee: '123.40' })).toContain('实际费用合计123.40');
  });

  it('DG-005 explains each line of the price detail and counts a shared price once', async () => {
    page.server.respondWith(getBuSampleInfoParams, [
      {
        testUnitSampleName: '水泥',
        testUnitSampleId: 's',
        testGroupCount: 2,
        totalFee: '680.00',
        buSampleInfoRefSampleInfo: [
          {
            ...rawMaterialWith({ sampleName: '河砂', isTest: false, consignCode: 'TU001-2026-00007' }),
            testGroupCount: 1,
            totalFee: null,
            buSampleParam: [],
          },
        ],
        buSampleParam: [
          {
            tuTestParamName: '凝结时间',
            tuTestParamPrice: '120.00',
            testParamPriceType: 1,
            tuTestParamCount: 1,
            sharedPrice: '240.00',
            sharedPriceQualifier: '净浆试验',
            totalFee: '120.00',
          },
          {
            tuTestParamName: '安定性',
            tuTestParamPrice: '100.00',
            testParamPriceType: 1,
            tuTestParamCount: 1,
            sharedPrice: '240.00',
            sharedPriceQualifier: '净浆试验',
            totalFee: '100.00',
          },
          {
            tuTestParamName: '密度',
            tuTestParamPrice: '50.00',
            testParamPriceType: 1,
            tuTestParamCount: 2,
            sharedPrice: null,
            sharedPriceQualifier: '',
            totalFee: '100.00',
          },
        ],
      },
    ]);
    await page.show();
    await page.press('费用明细');
    const box = await page.dialog();
    const cells = async (name: string) =>
      [...((await box.findByText(name)).closest('tr') as HTMLElement).querySelectorAll('td')].map((cell) =>
        (cell.textContent ?? '').replace(/\s+/g, ' '),
      );
    expect(await cells('凝结时间')).toEqual([
      '凝结时间',
      '120.00',
      '1',
      '净浆试验 共享价 240.00',
      '共享价格 “净浆试验”2 项共用，只计一次；单独计为 120.00',
    ]);
    expect(await cells('安定性')).toEqual([
      '安定性',
      '100.00',
      '1',
      '同组，不另计',
      '共享价格 与“凝结时间”共用；单独计为 100.00',
    ]);
    expect(await cells('密度')).toEqual(['密度', '50.00', '2', '100.00', '参数价格 单价 50.00 × 2']);
    expect([
      box.getByText('关联原材料 1 项'),
      box.getByText('河砂 引用委托 TU001-2026-00007'),
      box.getByText(/340\.00 × 2 组 =/),
    ]).toHaveLength(3);
    expect(box.getAllByText('680.00')).not.toEqual([]);
  });

  it('shows an error when the price detail cannot be read', async () => {
    page.server.refuse(getBuSampleInfoParams, { status: 500, message: 'boom' });
    await page.show();
    await page.press('费用明细');
    expect(await screen.findByText('获取价格明细失败')).toBeTruthy();
  });
});
