import { describe, expect, it } from '@jest/globals';
import { brokenLinesIn, inOneLine } from './lines.js';
import { foldedName, lineOf, refusedCharacterIn } from './text.js';

const everyCharacter = function* (last = 0x10ffff): Generator<string> {
  for (let code = 0; code <= last; code += 1) yield String.fromCodePoint(code);
};

describe('a character that no text may hold', () => {
  it('is a control character, half of a surrogate pair or a code point that is none', () => {
    const refused = [...everyCharacter()].filter((character) => refusedCharacterIn(`a${character}b`) !== null);
    const [controls, surrogates, noncharacters] = [65 - 3, 0x800, 66];
    expect(refused).toHaveLength(controls + surrogates + noncharacters);
    expect(
      ['abc\0zzz', '\ud800', '\udc00\ud800', '\uffff', '\u{10fffe}', '\u0085'].map((text) => refusedCharacterIn(text)),
    ).toEqual(['U+0000', 'U+D800', 'U+DC00', 'U+FFFF', 'U+10FFFE', 'U+0085']);
    expect(refusedCharacterIn('第一行\r\n第二行\t𠮷 ئۇيغۇر 👩‍🔧')).toBeNull();
  });
});

describe('a line', () => {
  it.each([
    ['\u200b\u2060\u3164\u2800', ''],
    [' 王工\t\n二 ', '王工 二'],
    ['\u202d139\u202c', '139'],
    ['BG-1\u200b', 'BG-1'],
    ['\u200d 甲 \ufe0f', '甲'],
    ['👩‍🔧 می‌خواهم 葛\u{e0100}', '👩‍🔧 می‌خواهم 葛\u{e0100}'],
  ])('%j is kept as %j', (typed, kept) => expect(lineOf(typed)).toBe(kept));
});

describe('a text that comes in', () => {
  const sent = {
    name: '王\t工',
    list: [{ reportNumber: 'BG-1\r\n' }, { code: 'a\u2028b' }],
    Remark: '第一行\n第二行',
    configData: { notes: '一\n二' },
    consignInfoProperties: [{ columnType: 'textArea', value: '一\n二' }],
    packJson: '{\n}',
  };

  it('is one line, unless it is filled in over several or no text of people', () => {
    expect(brokenLinesIn(sent).map(({ code, path }) => `${code} ${path}`)).toEqual([
      'TEXT_ONE_LINE name',
      'TEXT_ONE_LINE list.0.reportNumber',
      'TEXT_ONE_LINE list.1.code',
    ]);
    expect(brokenLinesIn(Array.from({ length: 100 }, () => ({ name: '\t' })))).toHaveLength(20);
  });

  it('is brought into one line by the console', () => {
    expect(inOneLine(sent)).toEqual({
      ...sent,
      name: '王 工',
      list: [{ reportNumber: 'BG-1 ' }, { code: 'a b' }],
    });
    const file = new Date(0);
    expect(inOneLine({ file, none: undefined, count: 1 })).toEqual({ file, none: undefined, count: 1 });
    expect(brokenLinesIn(inOneLine(sent))).toEqual([]);
  });
});

describe('a folded name', () => {
  it('is the same for every way to write a name', () => {
    const ways = ['admin', 'ADMIN', 'ａｄｍｉｎ', 'ａdmin', ' admin\u3000', 'ad\u200bmin', '𝐚𝐝𝐦𝐢𝐧', 'admın'];
    expect(new Set(ways.map(foldedName))).toEqual(new Set(['admin']));
    expect([foldedName('STRASSE'), foldedName('ΟΔΟΣ'), foldedName('e\u0301')]).toEqual([
      foldedName('straße'),
      foldedName('οδοσ'),
      foldedName('É'),
    ]);
  });

  it('folds to itself, and keeps the key of a name without another form', () => {
    const unstable = [...everyCharacter(0x1ffff)].filter((character) => {
      const folded = foldedName(`a${character}b`);
      return foldedName(folded) !== folded;
    });
    expect(unstable).toEqual([]);
    for (const name of ['client1', 'Lab_2.x-Y', '张三_2026', 'É.Núñez', 'Иванов'])
      expect(foldedName(name)).toBe(name.toLowerCase());
  });
});
