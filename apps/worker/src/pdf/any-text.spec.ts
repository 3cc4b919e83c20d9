import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { LIMITS } from '#domain/consignment';
import { pdfPlaces } from '#harness/worker/pdf-text';
import { type FontFaceName, documentFontFace, toVisualOrder, toGraphemes } from './font-faces.js';
import { type Line, breakLines } from './text-lines.js';
import { BOTTOM, openPage, PAGE, TEXT_SIZE } from './page.js';
import type { PrintDocument } from './compose-document.js';
import { renderPdf } from './render.js';

/** What people paste: scripts side by side, marks, emoji, characters nobody sees, long words, many lines. */
const piece = fc.oneof(
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
const textOf = (most: number) =>
  fc.array(piece, { maxLength: 40 }).map((pieces) => [...pieces.join('')].slice(0, most).join(''));

const form = fc.record({
  project: textOf(LIMITS.text),
  contact: textOf(LIMITS.personName),
  specification: textOf(LIMITS.text),
  facts: fc.array(textOf(LIMITS.longText), { minLength: 1, maxLength: 5 }),
  parameters: fc.array(textOf(LIMITS.text), { minLength: 1, maxLength: 6 }),
});
type Form = typeof form extends fc.Arbitrary<infer T> ? T : never;

const printed = ({ project, contact, specification, facts, parameters }: Form): PrintDocument => ({
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
      facts: facts.map((text, place) => [`事项${place}`, text]),
      columns: [
        { title: '序', width: 25, align: 'center' },
        { title: '检测参数', width: 200, align: 'left' },
        { title: '费用（元）', width: 90, align: 'right' },
      ],
      rows: parameters.map((text, place) => [String(place + 1), text, text]),
      note: project,
    },
  ],
  totalLeft: '',
  totalRight: '',
  unprinted: '',
  signatures: ['委托人签名'],
  labelWidth: 54,
  pageLine: '',
  digestLine: '',
  printedLine: '',
  createdAt: '2026-11-20T02:42:00.000Z',
});

const EDGE = PAGE.width - PAGE.right + 0.1;
/**
 * The reader takes the dots of Arabic letters, which are no characters of their own, for wider than they are; their ink
 * is measured.
 */
const DOTS = /\p{Cc}/u;
const page = openPage({ title: '', createdAt: '2026-11-20T02:42:00.000Z' });

const faces = new Map<FontFaceName, ReturnType<typeof documentFontFace>>();
/**
 * From where to where the signs of a line leave ink, whatever direction they are read in: marks and tails may reach
 * beyond their letters.
 */
const inkOf = ({ runs }: Line): { left: number; right: number } => {
  const ink = { left: 0, right: 0 };
  let start = 0;
  for (const run of runs) {
    const face = faces.get(run.face) ?? documentFontFace(run.face);
    faces.set(run.face, face);
    const { glyphs, positions } = face.layout(toVisualOrder(run.text, run.level));
    const points = TEXT_SIZE / face.unitsPerEm;
    let at = start;
    for (const [place, { bbox }] of glyphs.entries()) {
      const { xOffset = 0, xAdvance = 0 } = positions[place] ?? {};
      if (bbox.maxX > bbox.minX) {
        ink.left = Math.min(ink.left, at + (xOffset + bbox.minX) * points);
        ink.right = Math.max(ink.right, at + (xOffset + bbox.maxX) * points);
      }
      at += xAdvance * points;
    }
    start += run.width;
  }
  return ink;
};
/** Within the frame of a cell, which has as much room around a text. */
const isWithin = ({ left, right }: ReturnType<typeof inkOf>, width: number): boolean =>
  left >= -CELL_PADDING && right <= width + CELL_PADDING;
const CELL_PADDING = 5;

/** What can be read in a text, whatever its order and spelling. */
const charactersOf = (text: string): Set<string> =>
  new Set(text.normalize('NFKD').replaceAll(/[\s\p{C}\p{Default_Ignorable_Code_Point}]/gu, ''));

it('Any text within the limits of the form is drawn within the margins on few pages, and can be copied from the document', async () => {
  await fc.assert(
    fc.asyncProperty(form, async (typed) => {
      const { content, pages } = await renderPdf(printed(typed));
      expect(pages).toBeLessThan(40);
      const places = await pdfPlaces(content);
      for (const { text, left, right, top } of places)
        expect([text, left >= PAGE.left, right <= EDGE || DOTS.test(text), top >= PAGE.top, top < BOTTOM]).toEqual([
          text,
          true,
          true,
          true,
          true,
        ]);
      const read = charactersOf(places.map(({ text }) => text).join(''));
      const drawn = [typed.project, typed.contact, typed.specification, ...typed.facts, ...typed.parameters]
        .flatMap((text) => toGraphemes(text, 'regular'))
        .map(({ text }) => text)
        .join('');
      expect([...charactersOf(drawn)].filter((character) => !read.has(character))).toEqual([]);
    }),
    { numRuns: Number(process.env['PDF_RUNS'] ?? 3), seed: 5, endOnFailure: true },
  );
}, 60_000);

it('A line of any text is drawn within the frame of its cell, whatever width is measured for it', () => {
  fc.assert(
    fc.property(textOf(LIMITS.longText), (text) => {
      for (const line of breakLines(page, text, 60)) {
        expect(line.width).toBeLessThanOrEqual(60.001);
        expect([text, isWithin(inkOf(line), 60)]).toEqual([text, true]);
      }
    }),
    { numRuns: 10 * Number(process.env['PDF_RUNS'] ?? 3), seed: 5, endOnFailure: true },
  );
}, 60_000);
