import { createRequire } from 'node:module';
import type bidiFactory from 'bidi-js';
import type { Bidi } from 'bidi-js';
import { factsApart, hasRightToLeft } from '#domain';
import { faceFor, type FaceName, type Weight } from './faces.js';

/** What a reader takes for one character, with the marks on it, and how it is drawn. At an odd level it is read from right to left. */
export type Sign = { text: string; face: FaceName; level: number };

/** Stands for a character that no face has. */
export const REPLACEMENT = '\ufffd';

const require = createRequire(import.meta.url);

/** Control and format characters except the end of a line, halves of pairs, noncharacters, fillers, variation selectors. */
const UNSEEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
/** Joiners change the letters of Arabic scripts; elsewhere there is nothing for them to change. */
const STRAY_JOINER = /(?<!\p{scx=Arab}\p{M}*)[\u200c\u200d]/gu;
/** Texts without marks, joiners or pairs: one sign each code point. */
const SIMPLE =
  /^[\n\u0020-\u02ff\u2010-\u2027\u2030-\u205e\u2070-\u209c\u2100-\u2bff\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uff00-\uffef]*$/u;
const ARABIC = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });
export const clustersOf = (text: string): string[] =>
  SIMPLE.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** A text as it is drawn: ends of lines are one, tabs are blanks, and what nobody sees is left out. */
export const shown = (text: string): string =>
  text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, (sign) => (sign === '\n' ? sign : ''))
    .replace(STRAY_JOINER, '');

/** The signs of a text in the order they are read. One that no face has is replaced. */
export const signsOf = (text: string, weight: Weight): Sign[] => {
  const drawn = shown(text);
  if (!hasRightToLeft(drawn)) return clustersOf(drawn).flatMap((cluster) => drawable(cluster, weight, 0));
  return factsApart(drawn).flatMap((part) => {
    const { levels, mirrored } = directionsOf(part);
    let place = 0;
    return clustersOf(part).flatMap((cluster) => {
      const at = place;
      place += cluster.length;
      return drawable(mirrored.get(at) ?? cluster, weight, levels[at] ?? 0);
    });
  });
};

/** What is handed to a face as one run: the order a face draws it in is the order it is read in, unless it is told here. */
export const inDrawingOrder = (text: string, level: number): string =>
  (level % 2 === 1) === ARABIC.test(text) ? text : clustersOf(text).reverse().join('');

const drawable = (cluster: string, weight: Weight, level: number): Sign[] =>
  split(cluster, weight).map(({ text, face }) =>
    face ? { text, face, level } : { text: REPLACEMENT, face: faceFor(REPLACEMENT, weight) ?? weight, level },
  );

const split = (cluster: string, weight: Weight): { text: string; face: FaceName | null }[] => {
  if (cluster === '\n') return [{ text: cluster, face: weight }];
  const bare = cluster.replace(/[\u200c\u200d]/g, '');
  const whole = faceFor(bare, weight);
  if (whole) return [{ text: cluster, face: whole }];
  const points = [...bare];
  if (points.length <= 1) return [{ text: cluster, face: null }];
  // A letter and its mark may be one character, which more faces have.
  const composed = bare.normalize('NFC');
  const face = faceFor(composed, weight);
  return face ? [{ text: composed, face }] : points.map((text) => ({ text, face: faceFor(text, weight) }));
};

let bidi: Bidi | undefined;
const directionsOf = (text: string) => {
  bidi ??= (require('bidi-js') as typeof bidiFactory)();
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  return { levels, mirrored: bidi.getMirroredCharactersMap(text, levels) };
};
