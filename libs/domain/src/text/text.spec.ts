import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  normalizedCode,
  foldedForSearch,
  foldedName,
  findFolded,
  containsFolded,
  hasLineBreak,
  joinedLines,
  normalizedLine,
  haveNumberInCommon,
  normalizedMobile,
  normalizedNumberSearch,
  phoneNumbersIn,
  normalizedNumber,
  findForbiddenCharacter,
} from './text.js';

const everyCharacter = function* (last = 0x10ffff): Generator<string> {
  for (let code = 0; code <= last; code += 1) yield String.fromCodePoint(code);
};

describe('a character that is forbidden in texts', () => {
  it('is a control character, half of a surrogate pair or a noncharacter', () => {
    const refused = [...everyCharacter()].filter((character) => findForbiddenCharacter(`a${character}b`) !== null);
    const [controls, surrogates, noncharacters] = [65 - 3, 0x800, 66];
    expect(refused).toHaveLength(controls + surrogates + noncharacters);
    expect(
      ['abc\0zzz', '\ud800', '\udc00\ud800', '\uffff', '\u{10fffe}', '\u0085'].map((text) =>
        findForbiddenCharacter(text),
      ),
    ).toEqual(['U+0000', 'U+D800', 'U+DC00', 'U+FFFF', 'U+10FFFE', 'U+0085']);
    expect(findForbiddenCharacter('第一行\r\n第二行\t𠮷 ئۇيغۇر 👩‍🔧')).toBeNull();
  });
});

describe('a line', () => {
  it.each([
    ['\u200b\u2060\u3164\u2800', ''],
    [' 张　三  四\t\n', '张　三  四'],
    ['\u202d139\u202c', '139'],
    ['张三\ufffc', '张三'],
    ['\ufffc', ''],
    ['BG-1\u200b', 'BG-1'],
    ['\u200d 甲 \ufe0f', '甲'],
    ['👩‍🔧 می‌خواهم 葛\u{e0100}', '👩‍🔧 می‌خواهم 葛\u{e0100}'],
  ])('%j is normalised to %j', (input, normalised) => expect(normalizedLine(input)).toBe(normalised));
});

describe('a folded name', () => {
  it('is the same for every spelling of a name', () => {
    const spellings = ['admin', 'ADMIN', 'ａｄｍｉｎ', 'ａdmin', ' admin\u3000', 'ad\u200bmin', '𝐚𝐝𝐦𝐢𝐧', 'admın'];
    expect(new Set(spellings.map(foldedName))).toEqual(new Set(['admin']));
    expect([foldedName('STRASSE'), foldedName('ΟΔΟΣ'), foldedName('e\u0301')]).toEqual([
      foldedName('straße'),
      foldedName('οδοσ'),
      foldedName('É'),
    ]);
  });

  it('does not change when it is folded again, and is in lower case for a name without other forms', () => {
    const unstable = [...everyCharacter(0x1ffff)].filter((character) => {
      const folded = foldedName(`a${character}b`);
      return foldedName(folded) !== folded;
    });
    expect(unstable).toEqual([]);
    for (const name of ['client1', 'Lab_2.x-Y', '张三_2026', 'É.Núñez', 'Иванов'])
      expect(foldedName(name)).toBe(name.toLowerCase());
  });
});

describe('a text pasted into a single-line field', () => {
  it('has its line breaks detected, and is joined by blanks', () => {
    expect(['a\tb', 'a\r\nb', 'a\u2028b', 'a b'].map(hasLineBreak)).toEqual([true, true, true, false]);
    expect(joinedLines('王工\r\n  13900000011\t二')).toBe('王工 13900000011 二');
  });
});

describe('a number or code', () => {
  it.each([
    ['ＢＧ－２０２６ ００１\u200b', 'BG-2026001'],
    ['\u202d１２３４５６\u202c', '123456'],
    ['١٢٣٤٥٦', '123456'],
    ['۱۲۳ ๔๕๖', '123456'],
    [' 11010119900307123ｘ', '11010119900307123x'],
  ])('%j is normalised to %j', (input, normalised) => expect(normalizedCode(input)).toBe(normalised));
});

describe('a telephone number', () => {
  const SPELLINGS = [
    '13900000011',
    '139 0000 0011',
    '139-0000-0011',
    '139‐0000–0011',
    '+8613900000011',
    '+86 139 0000 0011',
    '008613900000011',
    '86-13900000011',
    '１３９００００００１１',
    '\u202d13900000011\u202c',
    '(139) 0000.0011',
    '139\u00a00000\u20030011',
    '139·0000·0011',
    '139_0000_0011',
    '+86 (0) 139 0000 0011',
    '١٣٩٠٠٠٠٠٠١١',
    '๑๓๙-๐๐๐๐-๐๐๑๑',
  ];

  it('is the same mobile number in every spelling', () => {
    expect(new Set(SPELLINGS.filter((spelling) => !spelling.startsWith('86')).map(normalizedMobile))).toEqual(
      new Set(['13900000011']),
    );
    expect(normalizedMobile('１３９ab')).toBe('139ab');
    expect(normalizedNumber(' ０５７１－８８８８ ００００  转１２ ')).toBe('0571-8888 0000 转12');
  });

  it.each([
    ...SPELLINGS.map((spelling) => [spelling, ['13900000011']] as const),
    ['139 0000 0011 / 0571-12345678', ['13900000011', '57112345678']],
    ['13900000011、13900000012；张工 13900000013', ['13900000011', '13900000012', '13900000013']],
    ['13900000011 13900000012', ['13900000011', '13900000012']],
    ['+86 571 8888 0000 转 12', ['57188880000']],
    ['(0571) 88880000', ['57188880000']],
    ['微信同号:013900000011', ['13900000011']],
    ['13900000011(6011)', ['13900000011']],
    ['13900000011 6011', ['13900000011']],
    ['13900000011(666011)', ['13900000011']],
    ['13900000011 2号楼', ['13900000011']],
    ['13900000011-13900000012', ['13900000011', '13900000012']],
    ['13900000011(13900000012)', ['13900000011', '13900000012']],
    ['+8613900000011+8613900000012', ['13900000011', '13900000012']],
    ['13900000011(0571-88880000)', ['13900000011', '57188880000']],
    ['139-0000-0011 0571-8888-0000', ['13900000011', '57188880000']],
    ['tel:+86-139-0000-0011', ['13900000011']],
    ['1390000001112', ['1390000001112']],
    ['无', []],
    ['123', []],
  ] as const)('in %j is compared as %j', (input, numbers) => expect(phoneNumbersIn(input)).toEqual(numbers));

  it('matches in several texts if one number is in all of them, and texts without a number match if they are equal', () => {
    expect(haveNumberInCommon('13900000011', ...SPELLINGS)).toBe(true);
    expect(haveNumberInCommon('13900000011 / 0571-12345678', '139 0000 0011', '0571-12345678')).toBe(false);
    expect(haveNumberInCommon('13900000011', '139000000112')).toBe(false);
    expect([
      haveNumberInCommon('', ''),
      haveNumberInCommon('', '13900000011'),
      haveNumberInCommon('12345', '12345 '),
    ]).toEqual([true, false, true]);
  });

  it('is searched by its digits, while other search texts stay unchanged', () => {
    expect(new Set(SPELLINGS.map(normalizedNumberSearch))).toEqual(new Set(['13900000011']));
    for (const search of ['', '张工', '2026-01', 'BG-13900000011']) expect(normalizedNumberSearch(search)).toBe(search);
  });
});

describe('a search', () => {
  it.each([
    ['GB/T 1596-2017', 'ＧＢ/Ｔ 1596'],
    ['GB/T 1596-2017', 'GB／T1596—2017'],
    ['粉煤灰（水泥混凝土用）', '粉煤灰(水泥混凝土用)'],
    ['细度(45μm方孔筛筛余)', '（45µm'],
    ['细度(45μm方孔筛筛余)', '４５μm'],
    ['买买提·吐尔逊', '买买提•吐尔逊'],
    ['买买提·吐尔逊', '买买提・吐尔逊'],
    ['WT-2026-000123', 'WT\u20102026\u2013000123'],
    ['WT-2026-000123', '\u202dWT-2026-0001\u200b23'],
    ['锚杆Φ32', '⌀32'],
    ['试件 100×100×100', '100x100'],
    ['0～5 mm', '0~5mm'],
    ['强度等级 C 30', 'c30'],
    ['钢管\u00a0Q235', '钢管Q235'],
    ['GB/T 1596', 'GB∕T 1596'],
    ['浙交〔2026〕12号', '浙交[2026]12号'],
    ['浙交【2026】12号', '浙交（2026）12号'],
    ['买买提·吐尔逊', '买买提.吐尔逊'],
    ['买买提·吐尔逊', '买买提．吐尔逊'],
    ['1/2"管', '½″管'],
    ['试件 100×100×100', '100*100*100'],
    ['“长江”路', '"长江"路'],
    ['长江民工路', '⻓江⺠工路'],
    ['⻰岩⻢场', '龙岩马场'],
    ['O’Neil', "o'neil"],
    ['强度≥3.5', '≧3.5'],
    ['砂、石', '砂，石'],
  ])('%j is found by %j', (text, search) => {
    expect(containsFolded(text, search)).toBe(true);
    const match = findFolded(text, search);
    expect(foldedForSearch(text.slice(match?.from, match?.to))).toBe(foldedForSearch(search));
  });

  it('does not match across the line breaks between the texts of a row', () => {
    expect(containsFolded('甲\n乙', '甲乙')).toBe(false);
    expect([containsFolded('甲', ''), findFolded('甲', ' ')]).toEqual([true, null]);
  });

  it('folds each text to a stable form, which is the same for each of its Unicode forms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const folded = foldedForSearch(text);
        expect(foldedForSearch(folded)).toBe(folded);
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD']) expect(foldedForSearch(text.normalize(form))).toBe(folded);
        expect(foldedForSearch(`${text}\u200b`)).toBe(folded);
      }),
    );
    const unstable = [...everyCharacter(0x1ffff)].filter((character) => {
      const folded = foldedForSearch(`a${character}b`);
      return foldedForSearch(folded) !== folded;
    });
    expect(unstable.map((character) => character.codePointAt(0)?.toString(16))).toEqual([]);
  });
});
