import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type bidiFactory from 'bidi-js';
import type { Bidi } from 'bidi-js';
import { create, type Font, type Glyph } from 'fontkit';
import { splitFacts, hasRightToLeft } from '#domain/text';

/** What pdfkit holds of a face in a document; its types leave it out. */
export type EmbeddedFont = {
  font: Font;
  scale: number;
  subset: { glyphs: number[] };
  /** By glyph of the subset: the characters it stands for, and its width. */
  unicode: number[][];
  widths: number[];
  layout(text: string, features?: unknown): { glyphs: Glyph[]; positions: unknown[] };
  encode(text: string, features?: unknown): [string[], unknown[]];
};

/**
 * Lets each glyph of a document stand for the characters it was drawn for. One glyph may draw several: the radical ⼀
 * and the character 一, or the Arabic letters that differ in their dots, which are glyphs of their own. pdfkit keeps a
 * glyph with the first of them, and who copies text out of the document gets that one.
 */
export const fixGlyphText = (face: EmbeddedFont): void => {
  const byText = new Map<string, number>();
  face.encode = (text, features) => {
    const { glyphs, positions } = face.layout(text, features);
    const codes = glyphs.map((glyph) => {
      const key = `${glyph.id}:${glyph.codePoints.join()}`;
      let code = byText.get(key);
      if (code === undefined) {
        code = face.subset.glyphs.push(glyph.id) - 1;
        byText.set(key, code);
        face.unicode[code] = glyph.codePoints;
        face.widths[code] = glyph.advanceWidth * face.scale;
      }
      return code.toString(16).padStart(4, '0');
    });
    return [codes, positions];
  };
};

/**
 * A face whose glyphs are its own, each with the characters it was asked for: fontkit remembers a glyph with the first.
 */
const withOwnGlyphs = (face: Font): Font => {
  const stores = new Map<string, object>();
  const own = Object.create(face) as Font & { _glyphs: object };
  own.getGlyph = (id: number, characters: number[] = []) => {
    const key = characters.join();
    const store = stores.get(key) ?? {};
    stores.set(key, store);
    own._glyphs = store;
    return face.getGlyph.call(own, id, characters);
  };
  own.layout = (text, features, ...more) => {
    try {
      return face.layout.call(own, text, features, ...more);
    } catch (error) {
      // fontkit fails at a mark for whose letter the face has no place to put it: such marks stand where they stand by
      // themselves.
      if (!(error instanceof TypeError)) throw error;
      return face.layout.call(own, text, { ...asObject(features), mark: false, mkmk: false }, ...more);
    }
  };
  return own;
};

type Features = Parameters<Font['layout']>[1];

/** Features of a script that are asked for, in the form that can leave out others. */
const asObject = (features: Features): Record<string, boolean> =>
  Array.isArray(features) ? Object.fromEntries(features.map((feature) => [feature, true])) : { ...features };

const parsed = (file: string): Font => {
  const face = create(readFileSync(file));
  if (!('layout' in face)) throw new Error(`${file} holds several faces`);
  return face;
};
/**
 * The project's `data/fonts`, found from the source as well as from the compiled file, which lies one folder deeper.
 */
const fontsFolder = (): string => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const found = join(folder, 'data', 'fonts');
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) throw new Error('The folder "data/fonts" of the project is missing.');
  }
};

/**
 * Faces for what the first ones lack, in the order they are asked, each with the signs it is asked for. They hold
 * nothing that an earlier one has.
 */
const FURTHER = {
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
type FurtherName = keyof typeof FURTHER;
export type FontFaceName = 'regular' | 'bold' | 'latin' | 'latin-bold' | FurtherName;
type FontWeight = 'regular' | 'bold';

/** Asks of a face first what every document asks, and what costs most: its names, tables and map of characters. */
const prepared = (name: FontFaceName): Font => {
  const loaded = parsed(join(fontsFolder(), `${name}.ttf`));
  loaded.glyphsForString('字');
  void [loaded.postscriptName, loaded.bbox, loaded.ascent, loaded.capHeight];
  return loaded;
};

/** Parsed once a thread: a face is up to 10 MB. The further ones wait for a text that needs them. */
const faces = new Map<FontFaceName, Font>(
  (['regular', 'bold', 'latin', 'latin-bold'] as const).map((name) => [name, prepared(name)]),
);
const face = (name: FontFaceName): Font => {
  const loaded = faces.get(name) ?? parsed(join(fontsFolder(), `${name}.ttf`));
  faces.set(name, loaded);
  return loaded;
};

const CHAINS: Record<FontWeight, readonly FontFaceName[]> = {
  regular: ['regular', 'latin'],
  bold: ['bold', 'latin-bold'],
};
const furtherNames = Object.keys(FURTHER) as FurtherName[];

/** The face that draws a cluster of signs: the first that has all of them. Null where none has. */
export const findFontFace = (cluster: string, weight: FontWeight): FontFaceName | null => {
  const points = [...cluster].map((sign) => sign.codePointAt(0) ?? 0);
  const has = (name: FontFaceName): boolean => points.every((point) => face(name).hasGlyphForCodePoint(point));
  return CHAINS[weight].find(has) ?? furtherNames.find((name) => FURTHER[name].test(cluster) && has(name)) ?? null;
};

/**
 * A face for one document. Its tables are shared, its glyphs are not: another document's characters would end up in
 * this one's text.
 */
export const documentFontFace = (name: FontFaceName): Font => withOwnGlyphs(face(name));

/**
 * What a reader takes for one character, with the marks on it, and how it is drawn. At an odd level it is read from
 * right to left.
 */
export type Grapheme = { text: string; face: FontFaceName; level: number };

/** Stands for a character that no face has. */
export const REPLACEMENT = '\ufffd';

const require = createRequire(import.meta.url);

/**
 * Control and format characters except the end of a line, halves of pairs, noncharacters, fillers, variation selectors.
 */
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
export const normalizeForDrawing = (text: string): string =>
  text
    .replace(/\r\n?|\u2028|\u2029/g, '\n')
    .replaceAll('\t', ' ')
    .replace(UNSEEN, (sign) => (sign === '\n' ? sign : ''))
    .replace(STRAY_JOINER, '');

/** The signs of a text in the order they are read. One that no face has is replaced. */
export const toGraphemes = (text: string, weight: FontWeight): Grapheme[] => {
  const drawn = normalizeForDrawing(text);
  if (!hasRightToLeft(drawn)) return clustersOf(drawn).flatMap((cluster) => drawable(cluster, weight, 0));
  return splitFacts(drawn).flatMap((part) => {
    const { levels, mirrored } = directionsOf(part);
    let place = 0;
    return clustersOf(part).flatMap((cluster) => {
      const at = place;
      place += cluster.length;
      return drawable(mirrored.get(at) ?? cluster, weight, levels[at] ?? 0);
    });
  });
};

/**
 * What is handed to a face as one run: the order a face draws it in is the order it is read in, unless it is told here.
 */
export const toVisualOrder = (text: string, level: number): string =>
  (level % 2 === 1) === ARABIC.test(text) ? text : clustersOf(text).reverse().join('');

const drawable = (cluster: string, weight: FontWeight, level: number): Grapheme[] =>
  split(cluster, weight).map(({ text, face }) =>
    face ? { text, face, level } : { text: REPLACEMENT, face: findFontFace(REPLACEMENT, weight) ?? weight, level },
  );

const split = (cluster: string, weight: FontWeight): { text: string; face: FontFaceName | null }[] => {
  if (cluster === '\n') return [{ text: cluster, face: weight }];
  const bare = cluster.replace(/[\u200c\u200d]/g, '');
  const whole = findFontFace(bare, weight);
  if (whole) return [{ text: cluster, face: whole }];
  const points = [...bare];
  if (points.length <= 1) return [{ text: cluster, face: null }];
  // A letter and its mark may be one character, which more faces have.
  const composed = bare.normalize('NFC');
  const face = findFontFace(composed, weight);
  return face ? [{ text: composed, face }] : points.map((text) => ({ text, face: findFontFace(text, weight) }));
};

let bidi: Bidi | undefined;
const directionsOf = (text: string) => {
  bidi ??= (require('bidi-js') as typeof bidiFactory)();
  const { levels } = bidi.getEmbeddingLevels(text, 'auto');
  return { levels, mirrored: bidi.getMirroredCharactersMap(text, levels) };
};
