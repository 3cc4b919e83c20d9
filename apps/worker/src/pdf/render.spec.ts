import { describe, expect, it } from '@jest/globals';
import { pdfTextItems, pdfText } from '#harness/worker/pdf-text';
import type { PrintDocument, PrintSample } from './compose-document.js';
import { BOTTOM, PAGE } from './page.js';
import { renderPdf } from './render.js';
import { toGraphemes } from './font-faces.js';

const columns: PrintSample['columns'] = [
  { title: '序', width: 25, align: 'center' },
  { title: '检测参数', width: 200, align: 'left' },
  { title: '费用（元）', width: 90, align: 'right' },
];
const sample = (number: number, rows: number): PrintSample => ({
  heading: `样品 ${number}　普通硅酸盐水泥`,
  specification: 'P·O 42.5',
  right: '2 组　小计 1,320.00 元',
  facts: [
    ['生产厂家', '云岭海源水泥有限公司'],
    ['批号', 'B26-368'],
  ],
  columns,
  rows: Array.from({ length: rows }, (_, row) => [String(row + 1), `参数${number}-${row + 1}`, '100.00']),
  note: '收样要求：不少于12kg，密封 ≥ 25℃',
});
const document = (samples: PrintSample[]): PrintDocument => ({
  title: '原材料检测预委托单',
  laboratory: '浙东交通工程检测中心有限公司',
  code: '预委托编号 TU001-2026-00001',
  qr: 'TU001-2026-00001',
  header: [
    ['委托单位', '云岭交通建设集团'],
    ['委托日期', '2026-11-19'],
    ['备注', '二氧化硅 SiO₂ 含量'],
  ],
  samples,
  totalLeft: `样品 ${samples.length} 个`,
  totalRight: '预估费用合计 1,320.00 元',
  unprintableNotice: '',
  signatures: ['委托人签名', '见证人签名', '收样人签名', '收样日期'],
  labelWidth: 54,
  pageLine: '第 {page} 页，共 {pages} 页',
  digestLine: '内容摘要 e42b 9c07 51f7',
  printedLine: '打印 2026-11-20 10:42',
  createdAt: '2026-11-20T02:42:00.000Z',
});

describe('The printed form', () => {
  it('is a PDF whose Chinese text can be extracted: title, code, header, samples, totals, signatures, page numbers', async () => {
    const { content, pages } = await renderPdf(document([sample(1, 3)]));
    const text = await pdfText(content);
    expect(pages).toBe(1);
    for (const expectedText of [
      '原材料检测预委托单',
      '预委托编号 TU001-2026-00001',
      '云岭交通建设集团',
      '普通硅酸盐水泥',
      'P·O 42.5',
      '参数1-3',
      '100.00',
      '预估费用合计',
      '委托人签名',
      '第 1 页，共 1 页',
      '内容摘要 e42b 9c07 51f7',
      'SiO₂',
      '≥ 25℃',
    ]) {
      expect(text).toContain(expectedText);
    }
  });

  it('repeats the header row of a sample that exceeds a page, numbers each page and contains all rows', async () => {
    const { content, pages } = await renderPdf(document([sample(1, 90)]));
    const text = await pdfText(content);
    expect(pages).toBeGreaterThan(2);
    const pagesWithRows = text.split('\f').filter((page) => /参数1-\d+/.test(page));
    expect(pagesWithRows.length).toBeGreaterThan(2);
    for (const page of pagesWithRows) expect(page).toContain('检测参数');
    expect(text).toContain(`第 ${pages} 页，共 ${pages} 页`);
    for (let row = 1; row <= 90; row++) expect(text).toMatch(new RegExp(`参数1-${row}\\s`));
  });

  it('does not split a sample that fits on a page', async () => {
    const { content } = await renderPdf(document([sample(1, 20), sample(2, 10)]));
    const secondPage = (await pdfText(content)).split('\f')[1] ?? '';
    expect(secondPage).toContain('样品 2');
    expect(secondPage).toContain('参数2-10');
  });

  it('prints the longest texts of a form: rows continue on the next page with their labels, nothing is lost or below the margin', async () => {
    const numberedText = (prefix: string, characters: number) =>
      Array.from({ length: characters }, (_, n) => `${prefix}${n}，`)
        .join('')
        .slice(0, characters);
    const preparedPieces = Array.from({ length: 20 }, (_, n) => `试块${n + 1} 2026-11-01 28d 标准养护`).join('；');
    const longSample: PrintSample = {
      ...sample(1, 15),
      specification: numberedText('规', 200),
      facts: [
        ...sample(1, 1).facts,
        ['制件信息', preparedPieces],
        ['样品描述', numberedText('描', 500)],
        ['备注', numberedText('注', 600)],
      ],
      note: `收样要求：${numberedText('收', 900)}`,
    };
    const unbrokenSample: PrintSample = {
      ...sample(2, 15),
      facts: [['备注', 'x'.repeat(3000)]],
      specification: 'y'.repeat(200),
    };
    const { content, pages } = await renderPdf(document([longSample, unbrokenSample, longSample]));
    const fragments = await pdfTextItems(content);
    const foot = PAGE.height - 40;
    for (const { text, top, left, right } of fragments.filter(({ top }) => top < foot))
      expect([text, top < BOTTOM, left >= PAGE.left, right <= PAGE.width - PAGE.right + 0.1]).toEqual([
        text,
        true,
        true,
        true,
      ]);
    for (let page = 1; page < pages; page++) {
      const lowest = Math.max(
        ...fragments.filter((fragment) => fragment.page === page && fragment.top < foot).map(({ top }) => top),
      );
      expect([page, lowest > BOTTOM * 0.6]).toEqual([page, true]);
    }
    const body = fragments.filter(({ top }) => top < foot);
    const extracted = body.map(({ text }) => text).join('');
    const withoutSpaces = (text: string) => text.replace(/[\s　]/g, '');
    // A label is repeated on each part of a split row, between the parts of its value.
    const withoutLabels = withoutSpaces(extracted)
      .replaceAll('备注', '')
      .replaceAll('样品描述', '')
      .replaceAll('制件信息', '');
    for (const text of [
      longSample.specification,
      preparedPieces,
      numberedText('描', 500),
      numberedText('注', 600),
      longSample.note,
      'x'.repeat(3000),
    ])
      expect(withoutLabels).toContain(withoutSpaces(text));
    const pagesOf = (text: RegExp) =>
      new Set(body.filter((fragment) => text.test(fragment.text)).map(({ page }) => page));
    for (const page of pagesOf(/x{20}/)) expect(pagesOf(/备注/).has(page)).toBe(true);
    expect(pagesOf(/x{20}/).size).toBeGreaterThan(1);
  });

  it('gives an odd last fact of the header a whole row, and the remark its own row', async () => {
    const longFact = '国道319线改扩建工程第三合同段云溪大桥及接线工程项目经理部中心试验室';
    const fragments = await pdfTextItems(
      (
        await renderPdf({
          ...document([]),
          header: [
            ['委托单位', '甲'],
            ['委托日期', '2026-11-19'],
            ['其他说明', longFact],
            ['备注', '乙'],
          ],
        })
      ).content,
    );
    expect(fragments.map(({ text }) => text)).toContain(longFact); // on one line, so it has more than half a row
    const topOf = (text: string) => fragments.find((fragment) => fragment.text === text)?.top ?? 0;
    expect(topOf('备注') - topOf('其他说明')).toBeGreaterThan(15);
  });

  it('draws characters of other scripts with fallback faces, a replacement for unknown ones, and no invisible ones', async () => {
    const faceOf = (text: string) => toGraphemes(text, 'regular').map(({ face }) => face);
    for (const [face, characters] of Object.entries({
      regular: '①℃²℡',
      latin: 'š⁻⁺ł₂',
      arabic: 'ئۇيغۇر،',
      thai: 'กำแพง',
      hangul: '한국',
      tibetan: 'བོད',
      yi: 'ꆈꌠ',
      'hanzi-jp': '𠮷',
      math: '⌀𝑓',
      emoji: '😀✅',
    }))
      expect([characters, new Set(faceOf(characters))]).toEqual([characters, new Set([face])]);
    const { content } = await renderPdf({ ...document([]), totalLeft: 'Šu\u200bk\u202dys\uffff 5\tkN𠮷⌀한ᚠ❤️' });
    expect(await pdfText(content)).toContain('Šukys 5 kN𠮷⌀한\ufffd❤');
  });

  it('draws a Uyghur name joined and from right to left, and a number after it in its position', async () => {
    const name = 'ئابدۇرېھىم تۇرسۇن';
    const { content } = await renderPdf({
      ...document([]),
      header: [
        ['委托人', `${name}　13800000001`],
        ['备注', `(${name})`],
      ],
    });
    // PDF readers insert spaces and direction marks between the pieces of such a text.
    const extracted = (await pdfText(content)).replaceAll(/[\s\p{C}]/gu, '');
    expect(extracted.split(name.replace(' ', ''))).toHaveLength(3);
    const fragments = (await pdfTextItems(content)).filter(({ page }) => page === 1);
    const leftOf = (pattern: RegExp) =>
      Math.min(...fragments.filter(({ text }) => pattern.test(text)).map(({ left }) => left));
    expect(leftOf(/138/)).toBeGreaterThan(leftOf(/د/));
    expect(leftOf(/د/)).toBeGreaterThan(leftOf(/ت/)); // the given name is read first, so it is on the right
  });

  it('has the same bytes and the right characters, whatever was rendered before', async () => {
    const firstContent = Buffer.from((await renderPdf(document([sample(1, 3)]))).content);
    // One glyph draws the radical ⼀ and the character 一, and é contains the glyph of e.
    await renderPdf({ ...document([sample(1, 1)]), totalLeft: '⼀é' });
    expect(Buffer.from((await renderPdf(document([sample(1, 3)]))).content).equals(firstContent)).toBe(true);
    expect(await pdfText((await renderPdf({ ...document([]), totalLeft: '一 element' })).content)).toContain(
      '一 element',
    );
    // One document can contain both.
    expect(await pdfText((await renderPdf({ ...document([]), totalLeft: '⼀一' })).content)).toContain('⼀一');
  });
});
