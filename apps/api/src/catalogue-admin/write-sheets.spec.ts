import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import jszip from 'jszip';
import { SaxesParser } from 'saxes';
import { replaceForbidden } from '#domain/text';
import { readSheets } from './read-sheets.js';
import { rebuildCheckedPackage } from './workbook-package.js';
import { writeSheets } from './write-sheets.js';

const writeTexts = (texts: readonly string[]): Promise<Uint8Array> =>
  writeSheets([
    { name: '参数', heads: [{ head: '说明', width: 20, kind: 'text' }], rows: texts.map((text) => [text]) },
  ]);

const texts = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '_x0041_',
        '_x005F_',
        '_x000d_',
        '_x',
        '0041_',
        '\r\n',
        '\n',
        '\t',
        '=1+1',
        '+86',
        '-2',
        '@A',
        ']]>',
      ),
      fc.constantFrom('\0', '\u001b', '\u007f', '\ufffe', '\uffff', '\ud800', '\udc00', '\u{1ffff}', '\u{20bb7}'),
      fc.string({ unit: 'binary' }),
    ),
    { minLength: 1 },
  )
  // Ends are trimmed where a workbook is read; a mark in front and behind keeps what is between.
  .map((parts) => `水${parts.join('')}泥`);

describe('a catalogue workbook with arbitrary texts', () => {
  it('is XML that a strict parser accepts, and is read back with the same texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(texts, { minLength: 1, maxLength: 30 }), async (cellTexts) => {
        const content = await writeTexts(cellTexts);
        const zip = await jszip.loadAsync(content);
        for (const name of Object.keys(zip.files).filter((each) => /\.(xml|rels)$/.test(each))) {
          const parser = new SaxesParser();
          parser.on('error', (error) => {
            throw error;
          });
          parser.write((await zip.file(name)?.async('string')) ?? '').close();
        }
        const checked = await rebuildCheckedPackage(Buffer.from(content));
        const [sheet] = await readSheets(checked.content, checked.results);
        expect(sheet?.rows.slice(1).map(({ cells }) => cells[0])).toEqual(cellTexts.map(replaceForbidden));
      }),
      { numRuns: 40 },
    );
  });
});
