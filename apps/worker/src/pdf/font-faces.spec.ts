import { expect, it } from '@jest/globals';
import { isPrintable } from '#domain/text';
import { findFontFace } from './font-faces.js';

it('The font faces have exactly the characters that the console reports as printable', () => {
  const differences: string[] = [];
  for (let point = 0x20; point < 0x110000; point++) {
    const character = String.fromCodePoint(point);
    if (IGNORED.test(character)) continue;
    const isDrawn = findFontFace(character, 'regular') !== null;
    if (isDrawn !== isPrintable(character)) differences.push(`${isDrawn ? 'missing' : 'extra'}: ${point.toString(16)}`);
  }
  expect(differences).toEqual([]);
});
/** Invisible and unassigned characters, which are not compared. */
const IGNORED = /[\p{C}\p{Default_Ignorable_Code_Point}]/u;
