import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type bidiFactory from 'bidi-js';
import type { Bidi } from 'bidi-js';
import { create, type Font, type Glyph } from 'fontkit';
import { splitFacts, hasRightToLeft } from '#domain/text';

/** A face in a document of pdfkit; its types omit it. */
export type EmbeddedFont = {
  font: Font;
  scale: number;
  subset: { glyphs: number[] };
  /** Characters and width of each glyph of the subset. */
  unicode: number[][];
  widths: number[];
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: unknown[] };
  encode(text: string, features?: unknown): [string[], unknown[]];
};

/**
 * Maps each glyph of a document to the characters that it was drawn for, so that they can be copied from the document.
 * One glyph may draw several characters, such as the radical ⼀ and the character 一, or Arabic letters whose dots are
 * separate glyphs. pdfkit maps a glyph only to the first of them.
 */
export const fixGlyphText = (face: EmbeddedFont): void => {
  const codes = new Map<string, number>();
  face.encode = (text, features) => {
    const { glyphs, positions } = face.layout(text, features);
    const encoded = glyphs.map((glyph) => {
      const key = `${glyph.id}:${glyph.codePoints.join()}`;
      let code = codes.get(key);
      if (code === undefined) {
        code = face.subset.glyphs.push(glyph.id) - 1;
        codes.set(key, code);
        face.unicode[code] = glyph.codePoints;
        face.widths[code] = glyph.advanceWidth * face.scale;
      }
      return code.toString(16).padStart(4, '0');
    });
    return [encoded, positions];
  };
};

/** A face with separate glyphs for different characters, because fontkit caches a glyph with the first characters. */
const withSeparateGlyphs = (face: Font): Font => {
  const stores = new Map<string, object>();
  const copy = Object.create(face) as Font & { _glyphs: object };
  copy.getGlyph = (id: number, characters: number[] = []) => {
    const key = characters.join();
    const store = stores.get(key) ?? {};
    stores.set(key, store);
    copy._glyphs = store;
    return face.getGlyph.call(copy, id, characters);
  };
  copy.layout = (text, features, ...rest) => {
    try {
      return face.layout.call(copy, text, features, ...rest);
    } catch (error) {
      // fontkit fails if the face has no position for a mark on this letter. The mark is then drawn without
      // positioning.
      if (!(error instanceof TypeError)) throw error;
      return face.layout.call(copy, text, { ...featureObject(features), mark: false, mkmk: false }, ...rest);
    }
  };
  return copy;
};

type Features = Parameters<Font['layout']>[1];

/** The requested features as an object, which can also disable features. */
const featureObject = (features: Features): Record<string, boolean> =>
  Array.isArray(features) ? Object.fromEntries(features.map((feature) => [feature, true])) : { ...features };

const parseFont = (file: string): Font => {
  const face = create(readFileSync(file));
  if (!('layout' in face)) throw new Error(`${file} contains several faces`);
  return face;
};
/** The folder `data/fonts` of the project. The compiled file is one folder deeper than the source. */
const fontsFolder = (): string => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const fonts = join(folder, 'data', 'fonts');
    if (existsSync(fonts)) return fonts;
    if (folder === dirname(folder)) throw new Error('The folder "data/fonts" of the project is missing.');
  }
};

/**
 * Fallback faces in the order in which they are tried, each with the characters that it is tried for. They contain no
 * character of an earlier one.
 */
const FALLBACKS = {
  arabic: /\p{scx=Arab}/u,
  thai: /\p{scx=Thai}/u,
  hangul: /\p{scx=Hang}/u,
  tibetan: /\p{scx=Tibt}/u,
  yi: /\p{scx=Yiii}/u,
  'hanzi-hk': /\p{scx=Han}/u,
  'hanzi-jp': /\p{scx=Han}/u,
  math: /[\p{S}\p{N}\p{P}\p{L}]/u,
  symbols: /[\p{S}\p{N}\p{P}]/u,
  'symbols-2': /[\p{S}\p{N}\p{P}]/u,
  emoji: /\p{S}/u,
} as const;
type FallbackName = keyof typeof FALLBACKS;
export type FontFaceName = 'regular' | 'bold' | 'latin' | 'latin-bold' | FallbackName;
type FontWeight = 'regular' | 'bold';

/** Loads a face with the parts that each document needs, because they are slow: names, tables and character map. */
const preloadFont = (name: FontFaceName): Font => {
  const font = parseFont(join(fontsFolder(), `${name}.ttf`));
  font.glyphsForString('字');
  void [font.postscriptName, font.bbox, font.ascent, font.capHeight];
  return font;
};

/** Parsed once per thread, because a face has up to 10 MB. Fallback faces are loaded on first use. */
const faces = new Map<FontFaceName, Font>(
  (['regular', 'bold', 'latin', 'latin-bold'] as const).map((name) => [name, preloadFont(name)]),
);
const face = (name: FontFaceName): Font => {
  const font = faces.get(name) ?? parseFont(join(fontsFolder(), `${name}.ttf`));
  faces.set(name, font);
  return font;
};

const PRIMARY_FACES: Record<FontWeight, readonly FontFaceName[]> = {
  regular: ['regular', 'latin'],
  bold: ['bold', 'latin-bold'],
};
const fallbackNames = Object.keys(FALLBACKS) as FallbackName[];

/** The first face that has all characters of a grapheme cluster; null if none has. */
export const findFontFace = (cluster: string, weight: FontWeight): FontFaceName | null => {
  const points = [...cluster].map((character) => character.codePointAt(0) ?? 0);
  const hasGlyphs = (name: FontFaceName): boolean => points.every((point) => face(name).hasGlyphForCodePoint(point));
  return (
    PRIMARY_FACES[weight].find(hasGlyphs) ??
    fallbackNames.find((name) => FALLBACKS[name].test(cluster) && hasGlyphs(name)) ??
    null
  );
};

/** A face for one document. It shares tables but not glyphs, because glyphs keep the characters of other documents. */
export const documentFontFace = (name: FontFaceName): Font => withSeparateGlyphs(face(name));

/** A grapheme cluster and how it is drawn. At an odd level it is read from right to left. */
export type Grapheme = { text: string; face: FontFaceName; level: number };

/** Drawn for a character that no face has. */
export const REPLACEMENT = '\ufffd';

const require = createRequire(import.meta.url);

/** Control and format characters, unpaired surrogates, noncharacters, fillers, variation selectors. */
const INVISIBLE = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;
/** Joiners that do not follow an Arabic letter; they have no effect. */
const STRAY_JOINER = /(?<!\p{scx=Arab}\p{M}*)[\u200c\u200d]/gu;
/** Texts without marks, joiners or surrogate pairs: each code point is one grapheme. */
const SIMPLE =
  /^[\n\u0020-\u02ff\u2010-\u2027\u2030-\u205e\u2070-\u209c\u2100-\u2bff\u3000-\u3029\u3030-\u3098\u309b-\u9fff\uff00-\uffef]*$/u;
const RIGHT_TO_LEFT = /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u;

const segmenter = new Intl.Segmenter('zh', { granularity: 'grapheme' });
export const clustersOf = (text: string): string[] =>
  SIMPLE.test(text) ? [...text] : Array.from(segmenter.segment(text), ({ segment }) => segment);

/** A text as it is drawn: with uniform line breaks, spaces for tabs, and without invisible characters. */
export const normalizeForDrawing = (text: string): string =>
  text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replace(INVISIBLE, (character) => (character === '\n' ? character : ''))
    .replace(STRAY_JOINER, '');

/** The graphemes of a text in reading order. Those that no face has are replaced. */
export const toGraphemes = (text: string, weight: FontWeight): Grapheme[] => {
  const normalized = normalizeForDrawing(text);
  if (!hasRightToLeft(normalized))
    return clustersOf(normalized).flatMap((cluster) => drawableGraphemes(cluster, weight, 0));
  return splitFacts(normalized).flatMap((part) => {
    const { levels, mirrored } = bidiLevels(part);
    let index = 0;
    return clustersOf(part).flatMap((cluster) => {
      const start = index;
      index += cluster.length;
      return drawableGraphemes(mirrored.get(start) ?? cluster, weight, levels[start] ?? 0);
    });
  });
};

/**
 * The text of a run in the order that a face expects. Faces reverse right-to-left scripts themselves, but no other
 * text.
 */
export const toVisualOrder = (text: string, level: number): string =>
  (level % 2 === 1) === RIGHT_TO_LEFT.test(text) ? text : clustersOf(text).reverse().join('');

const drawableGraphemes = (cluster: string, weight: FontWeight, level: number): Grapheme[] =>
  findFaces(cluster, weight).map(({ text, face }) =>
    face ? { text, face, level } : { text: REPLACEMENT, face: findFontFace(REPLACEMENT, weight) ?? weight, level },
  );

const findFaces = (cluster: string, weight: FontWeight): { text: string; face: FontFaceName | null }[] => {
  if (cluster === '\n') return [{ text: cluster, face: weight }];
  const withoutJoiners = cluster.replace(/[\u200c\u200d]/g, '');
  const commonFace = findFontFace(withoutJoiners, weight);
  if (commonFace) return [{ text: cluster, face: commonFace }];
  const points = [...withoutJoiners];
  if (points.length <= 1) return [{ text: cluster, face: null }];
  // More faces have the composed character than the letter and its mark.
  const composed = withoutJoiners.normalize('NFC');
  const face = findFontFace(composed, weight);
  return face ? [{ text: composed, face }] : points.map((text) => ({ text, face: findFontFace(text, weight) }));
};

let bidi: Bidi | undefined;
const bidiLevels = (text: string) => {
  bidi ??= (require('bidi-js') as typeof bidiFactory)();
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  return { levels, mirrored: bidi.getMirroredCharactersMap(text, levels) };
};
