import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { getPrintConsignInfoList } from '#contract';
import type { StandardLink } from '#events';
import '../../i18n/language.js';
import { chosenParameter, printedSampleWith, printedConsignmentWith } from '../../testing/printed.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { previewPrint } from './print-preview.dialog.js';
import PrintPreviewPage from './print-preview.page.js';

let server: StubServer;
type Printed = ReturnType<typeof printedConsignmentWith>;

/** The preview as a screen. */
const show = async (...printed: Printed[]): Promise<HTMLElement[]> => {
  server.respondWith(getPrintConsignInfoList, ({ query }) =>
    (query['ids'] ?? '').split(',').map((id) => printed.find((each) => each.id === id) as Printed),
  );
  renderConsole(<PrintPreviewPage />, { at: `/preConsignBill/preview?ids=${printed.map(({ id }) => id).join(',')}` });
  return screen.findAllByRole('article');
};
/** The value of each label of the header grid, in order. */
const grid = (sheet: HTMLElement): [string, string][] =>
  [...sheet.querySelectorAll('.sheet-grid > div')].map((row) => [
    row.querySelector('dt')?.textContent ?? '',
    row.querySelector('dd')?.textContent ?? '',
  ]);
const valueOf = (sheet: HTMLElement, label: string): string | undefined =>
  grid(sheet).find(([rowLabel]) => rowLabel === label)?.[1];
const rowsOf = (block: HTMLElement): string[][] =>
  within(block)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent ?? ''),
    );
const standard = (baseStandardCode: string, useType: '1' | '2'): StandardLink => ({
  baBaseStandardId: null,
  baseStandardName: '',
  baseStandardCode,
  baseStandardClauseCode: '',
  baseStandardType: 1,
  useType,
  limsUniqueKey: '',
  isDefault: true,
  executeDate: null,
  expireDate: null,
});

beforeEach(() => {
  server = stubServer();
});
afterEach(cleanup);

describe('the print preview', () => {
  it('PD-008 has the title of its type, a header grid and a block per sample', async () => {
    const shared = { sharedPrice: '240.00', sharedPriceQualifier: '净浆试验' };
    const cement = printedSampleWith({
      testGroupCount: 2,
      specificationType: 'P·O 42.5',
      testParamFee: '660.00',
      delegatesNum: '500',
      delegatesNumUnit: 't',
      receivingRequirement: '不少于12kg，密封',
      tuSampleParamIds: [
        chosenParameter({
          tuTestParamName: '密度',
          buSampleParamUseBaseStandard: [standard('GB/T 208-2014', '1'), standard('GB 175-2023', '2')],
        }),
        chosenParameter({ tuTestParamName: '标准稠度用水量', ...shared }),
        chosenParameter({ tuTestParamName: '凝结时间', ...shared }),
      ],
    });
    const leftToLabSample = printedSampleWith({ testUnitSampleName: '热轧带肋钢筋', isTestUnitConfirmTestParam: true });
    const [sheet] = await show(
      printedConsignmentWith({
        samples: [cement, leftToLabSample],
        estimatedFee: '660.00',
        linkPersonPhone: '13800000001',
        memo: '加急',
      }),
    );
    if (!sheet) throw new Error('nothing is shown');
    expect(within(sheet).getByRole('heading', { name: '原材料检测预览' })).toBeTruthy();
    expect(within(sheet).getByText('预委托编号 TU001-2026-00001')).toBeTruthy();
    expect(grid(sheet)).toEqual(
      expect.arrayContaining([
        ['委托单位', '云岭交通建设集团第三工程公司'],
        ['委托日期', '2026-11-19'],
        ['工程项目', '云岭至安溪高速公路工程'],
        ['检测类别', '委托检测'],
        ['委托人', '陈志远　13800000001'],
        ['收样地址', '学士路北段618号'],
        ['报告领取', '自取，3 份'],
        ['备注', '加急'],
      ]),
    );

    const [first, second] = [
      within(sheet).getByRole('region', { name: '样品 1 普通硅酸盐水泥' }),
      within(sheet).getByRole('region', { name: '样品 2 热轧带肋钢筋' }),
    ];
    expect([
      within(first).getByText('P·O 42.5'),
      within(first).getByText('2 组 小计 660.00 元'),
      within(first).getByText('500 t'),
      within(first).getByText('收样要求：不少于12kg，密封'),
    ]).toHaveLength(4);
    expect(rowsOf(first)).toEqual([
      ['1', '密度', 'GB/T 208-2014', 'GB 175-2023', '1', '90.00'],
      ['2', '标准稠度用水量', '—', '—', '1', '净浆试验共享 240.00'],
      ['3', '凝结时间', '—', '—', '1', '同组不另计'],
    ]);
    expect(rowsOf(second)).toEqual([['1', '由检测单位确定参数', '—', '—', '—', '待定']]);
    expect(within(sheet).getByText('预估费用合计 660.00 元（不含待定项）')).toBeTruthy();
  });

  it('TID-007 shows in the heading of a sample that the laboratory determines its parameters', async () => {
    const [sheet] = await show(
      printedConsignmentWith({
        samples: [
          printedSampleWith({}),
          printedSampleWith({ testUnitSampleName: '热轧带肋钢筋', isTestUnitConfirmTestParam: true }),
        ],
      }),
    );
    if (!sheet) throw new Error('nothing is shown');
    const heads = [...sheet.querySelectorAll('.sheet-sample > header')].map(({ textContent }) => textContent);
    expect(heads.map((head) => head?.includes('由检测机构确定参数'))).toEqual([false, true]);
  });

  it('PD-009 prints self-delivery for 1 and mail for any other value, and all eight values of the witnesses', async () => {
    const sending = async (sendSampleType: number | null): Promise<string | undefined> => {
      const [sheet] = await show(
        printedConsignmentWith({ sendSampleType: sendSampleType as number, mailOrderNumber: 'SF1609' }),
      );
      const sendingText = sheet && valueOf(sheet, '送样方式');
      cleanup();
      return sendingText;
    };
    expect([await sending(1), await sending(2), await sending(null)]).toEqual([
      '自送',
      '邮寄　SF1609　寄方付',
      '邮寄　SF1609　寄方付',
    ]);

    const witnesses = {
      constructionJzunit: '建设指挥部',
      constructionJzperson: '孙立|周敏',
      constructionJzcardNo: 'J-1|J-2',
      constructionJzphone: '13800000007|13800000008',
      jzunit: '皖江监理',
      jhperson: '吴江',
      jzcardNo: 'S-9',
      jzphone: '13800000009',
    };
    const [sheet] = await show(
      printedConsignmentWith({ ...witnesses, qualificationName: '公路工程综合乙级', isReadOnly: false }),
    );
    if (!sheet) throw new Error('nothing is shown');
    expect(grid(sheet).slice(6, 10)).toEqual([
      ['建设单位', '建设指挥部'],
      ['见证人', '孙立　J-1　13800000007\n周敏　J-2　13800000008'],
      ['监理单位', '皖江监理'],
      ['见证人', '吴江　S-9　13800000009'],
    ]);
    expect(valueOf(sheet, '资质类型')).toBe('公路工程综合乙级');
    expect(within(sheet).getByText('此单尚可修改，内容以提交后的为准')).toBeTruthy();
    cleanup();
    const [submitted] = await show(printedConsignmentWith({ isReadOnly: true }));
    expect(submitted && within(submitted).queryByText(/尚可修改/)).toBeNull();
  });

  it('of an appointment shows its test items and the appointment time', async () => {
    const item = printedSampleWith({
      testUnitSampleName: 'K12 桥',
      sampleNameLink: '桥梁 → 混凝土强度',
      projectUnit: 'K12 桥',
      testPart: '3 号墩',
      tuSampleParamIds: [chosenParameter({ tuTestParamName: '回弹法' })],
    });
    const [sheet] = await show(
      printedConsignmentWith({
        consignType: 2,
        title: '现场检测预约预览',
        expectTestTime: '2026-12-01T09:00:00',
        samples: [item],
      }),
    );
    if (!sheet) throw new Error('nothing is shown');
    expect([valueOf(sheet, '预约时间'), valueOf(sheet, '送样方式')]).toEqual(['2026-12-01 09:00', undefined]);
    const block = within(sheet).getByRole('region', { name: '项目 1 混凝土强度' });
    expect([within(block).getByText('K12 桥'), within(block).getByText('3 号墩')]).toHaveLength(2);
  });

  it('shows no prices when the testing unit hides them', async () => {
    const hidden = printedSampleWith({
      testParamFee: null,
      tuSampleParamIds: [chosenParameter({ tuTestParamPrice: null, totalFee: null })],
    });
    const [sheet] = await show(printedConsignmentWith({ samples: [hidden], estimatedFee: null }));
    expect(sheet?.textContent).not.toMatch(/费用|小计|元/);
  });

  it('warns of characters that the PDF cannot print, and only of those', async () => {
    await show(
      printedConsignmentWith({ memo: '\u16a0 𠮷', samples: [printedSampleWith({ specificationType: '\u16a0⌀32' })] }),
    );
    const warning = screen.getByText(/打印不出来/).textContent;
    expect(warning).toContain('U+16A0');
    expect(warning).not.toMatch(/𠮷|⌀/);
    expect(screen.getByText(/打印不出来/).closest('.print-sheets')).toBeNull(); // not printed
    cleanup();
    await show(printedConsignmentWith({ linkPerson: 'ئابدۇرېھىم', memo: '𠮷 ⌀32 한 ✅\u200b' }));
    expect(screen.queryByText(/打印不出来/)).toBeNull();
  });

  it('shows several consignments one after another, in the requested order', async () => {
    const sheets = await show(
      ...['00003', '00001', '00002'].map((number) =>
        printedConsignmentWith({ id: crypto.randomUUID(), consignCode: `TU001-2026-${number}` }),
      ),
    );
    expect(sheets.map((sheet) => sheet.getAttribute('aria-label'))).toEqual([
      '原材料检测预览 TU001-2026-00003',
      '原材料检测预览 TU001-2026-00001',
      '原材料检测预览 TU001-2026-00002',
    ]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('打印预览（3 份）');
  });

  it('shows a message when nothing was selected, and an error when it cannot be read', async () => {
    renderConsole(<PrintPreviewPage />, { at: '/preConsignBill/preview' });
    expect(screen.getByText('没有选择要打印的委托')).toBeTruthy();
    cleanup();
    server.refuse(getPrintConsignInfoList, { status: 403, message: '该委托不属于您的单位' });
    renderConsole(<PrintPreviewPage />, { at: '/preConsignBill/preview?ids=a' });
    expect(await screen.findByText(/该委托不属于您的单位/)).toBeTruthy();
  });

  it('prints from a dialog, which closes on Esc', async () => {
    const printed = printedConsignmentWith();
    let prints = 0;
    window.print = () => {
      prints += 1;
    };
    server.respondWith(getPrintConsignInfoList, [printed]);
    renderConsole(<div />);
    act(() => previewPrint([printed.id]));
    const dialog = within(await screen.findByRole('dialog', { name: '原材料检测预览' }));
    await userEvent.click(dialog.getByRole('button', { name: '打印' }));
    expect(prints).toBe(1);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
