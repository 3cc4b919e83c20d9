import { expect, it } from '@jest/globals';
import { isPrintable } from '#domain/text';
import { findFontFace } from './font-faces.js';

it('The fonts contain exactly the characters that the console reports as printable', () => {
  const wrong: string[] = [];
  for (let point = 0x20; point < 0x110000; point++) {
    const character = String.fromCodePoint(point);
    if (UNSEEN.test(character)) continue;
    const isDrawn = findFontFace(character, 'regular') !== null;
    if (isDrawn !== isPrintable(character)) wrong.push(`${isDrawn ? 'missing' : 'too much'}: ${point.toString(16)}`);
  }
  expect(wrong).toEqual([]);
});
/** Takes no room, or is not assigned: whatever is said of it. */
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
