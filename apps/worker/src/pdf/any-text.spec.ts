import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '#domain/consignment';
import { pdfTextItems } from '#harness/worker/pdf-text';
import { type FontFaceName, documentFontFace, toVisualOrder, toGraphemes } from './font-faces.js';
import { type Line, breakLines } from './text-lines.js';
import { BOTTOM, openPage, PAGE, TEXT_SIZE } from './page.js';
import type { PrintDocument } from './compose-document.js';
import { renderPdf } from './render.js';

/** Pieces of text as people paste it: several scripts, marks, emoji, invisible characters, long words, line breaks. */
const fragment = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.constantFrom(
    'ئابدۇرېھىم تۇرسۇن',
    '(تۇرسۇن 12)',
    '𠮷田',
    '⌀32',
    'N·mm⁻²',
    '한국',
    'กำแพง',
    'བོད་ཡིག',
    '👨‍👩‍👧',
    '❤️',
    'e\u0301\u0302\u0303',
  ),
  fc.constantFrom(
    '\n',
    '\t',
    '\u200b',
    '\u202e',
    '　',
    ' ',
    '；',
    '\ufdfa',
    'ﷺ',
    'x'.repeat(80),
    '国'.repeat(60),
    'ب'.repeat(90),
  ),
);
const anyText = (maxLength: number) =>
  fc.array(fragment, { maxLength: 40 }).map((fragments) => [...fragments.join('')].slice(0, maxLength).join(''));

const anyForm = fc.record({
  project: anyText(LIMITS.text),
  contact: anyText(LIMITS.personName),
  specification: anyText(LIMITS.text),
  facts: fc.array(anyText(LIMITS.longText), { minLength: 1, maxLength: 5 }),
  parameters: fc.array(anyText(LIMITS.text), { minLength: 1, maxLength: 6 }),
});
type Form = typeof anyForm extends fc.Arbitrary<infer T> ? T : never;

const toDocument = ({ project, contact, specification, facts, parameters }: Form): PrintDocument => ({
  title: '原材料检测预委托单',
  laboratory: project,
  code: '',
  qr: '0',
  header: [
    ['工程项目', project],
    ['委托人', contact],
    ['备注', project],
  ],
  samples: [
    {
      heading: contact,
      specification,
      right: '1 组',
      facts: facts.map((text, index) => [`事项${index}`, text]),
      columns: [
        { title: '序', width: 25, align: 'center' },
        { title: '检测参数', width: 200, align: 'left' },
        { title: '费用（元）', width: 90, align: 'right' },
      ],
      rows: parameters.map((text, index) => [String(index + 1), text, text]),
      note: project,
    },
  ],
  totalLeft: '',
  totalRight: '',
  unprintableNotice: '',
  signatures: ['委托人签名'],
  labelWidth: 54,
  pageLine: '',
  digestLine: '',
  printedLine: '',
  createdAt: '2026-11-20T02:42:00.000Z',
});

const EDGE = PAGE.width - PAGE.right + 0.1;
/** The PDF reader reports the dots of Arabic letters wider than they are. The test of the ink covers them. */
const DOTS = /\p{Cc}/u;
const page = openPage({ title: '', createdAt: '2026-11-20T02:42:00.000Z' });

const faces = new Map<FontFaceName, ReturnType<typeof documentFontFace>>();
/** Left and right end of the ink of a line. Marks and tails may extend beyond their letters. */
const inkRange = ({ runs }: Line): { left: number; right: number } => {
  const ink = { left: 0, right: 0 };
  let start = 0;
  for (const run of runs) {
    const face = faces.get(run.face) ?? documentFontFace(run.face);
    faces.set(run.face, face);
    const { glyphs, positions } = face.layout(toVisualOrder(run.text, run.level));
    const points = TEXT_SIZE / face.unitsPerEm;
    let x = start;
    for (const [index, { bbox }] of glyphs.entries()) {
      const { xOffset = 0, xAdvance = 0 } = positions[index] ?? {};
      if (bbox.maxX > bbox.minX) {
        ink.left = Math.min(ink.left, x + (xOffset + bbox.minX) * points);
        ink.right = Math.max(ink.right, x + (xOffset + bbox.maxX) * points);
      }
      x += xAdvance * points;
    }
    start += run.width;
  }
  return ink;
};
/** Whether ink is within the frame of a cell, which has padding on both sides. */
const isWithin = ({ left, right }: ReturnType<typeof inkRange>, width: number): boolean =>
  left >= -CELL_PADDING && right <= width + CELL_PADDING;
const CELL_PADDING = 5;

/** The visible characters of a text, regardless of order and composition. */
const charactersOf = (text: string): Set<string> =>
  new Set(text.normalize('NFKD').replaceAll(/[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu, ''));

it('Any text within the limits of the form is drawn within the margins, on few pages, and can be copied', async () => {
  await fc.assert(
    fc.asyncProperty(anyForm, async (input) => {
      const { content, pages } = await renderPdf(toDocument(input));
      expect(pages).toBeLessThan(40);
      const fragments = await pdfTextItems(content);
      for (const { text, left, right, top } of fragments)
        expect([text, left >= PAGE.left, right <= EDGE || DOTS.test(text), top >= PAGE.top, top < BOTTOM]).toEqual([
          text,
          true,
          true,
          true,
          true,
        ]);
      const extractedCharacters = charactersOf(fragments.map(({ text }) => text).join(''));
      const expectedText = [input.project, input.contact, input.specification, ...input.facts, ...input.parameters]
        .flatMap((text) => toGraphemes(text, 'regular'))
        .map(({ text }) => text)
        .join('');
      expect([...charactersOf(expectedText)].filter((character) => !extractedCharacters.has(character))).toEqual([]);
    }),
    { numRuns: Number(process.env['PDF_RUNS'] ?? 3), seed: 5, endOnFailure: true },
  );
}, 60_000);

it('The ink of a line of any text stays within the frame of its cell', () => {
  fc.assert(
    fc.property(anyText(LIMITS.longText), (text) => {
      for (const line of breakLines(page, text, 60)) {
        expect(line.width).toBeLessThanOrEqual(60.001);
        expect([text, isWithin(inkRange(line), 60)]).toEqual([text, true]);
      }
    }),
    { numRuns: 10 * Number(process.env['PDF_RUNS'] ?? 3), seed: 5, endOnFailure: true },
  );
}, 60_000);
