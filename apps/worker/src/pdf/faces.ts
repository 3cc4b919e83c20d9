import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font } from 'fontkit';

const { resolve } = createRequire(import.meta.url);

const parsed = (name: string): Font => {
  const face = create(readFileSync(resolve(`@expo-google-fonts/${name}.ttf`)));
  if (!('layout' in face)) throw new Error(`${name} holds several faces`);
  // What every document asks of a face first, and what costs most: its names, tables and map of characters.
  face.glyphsForString('字');
  void [face.postscriptName, face.bbox, face.ascent, face.capHeight];
  return face;
};

/** Parsed once a thread: a face is 10 MB. */
const faces = {
  regular: parsed('noto-sans-sc/400Regular/NotoSansSC_400Regular'),
  bold: parsed('noto-sans-sc/700Bold/NotoSansSC_700Bold'),
  latin: parsed('noto-sans/400Regular/NotoSans_400Regular'),
  latinBold: parsed('noto-sans/700Bold/NotoSans_700Bold'),
};
export type FaceName = keyof typeof faces;

/** In the order they are asked for a sign: the Chinese face has most, the Latin one subscripts, superscripts and accented letters. */
const CHAINS = {
  regular: ['regular', 'latin'],
  bold: ['bold', 'latinBold'],
} as const satisfies Record<string, readonly FaceName[]>;

/** The face that draws a sign: the first that has it. One that none has is left to the Chinese face, which draws a box. */
export const faceFor = (sign: string, weight: keyof typeof CHAINS): FaceName =>
  CHAINS[weight].find((name) => faces[name].hasGlyphForCodePoint(sign.codePointAt(0) ?? 0)) ?? CHAINS[weight][0];

/**
 * The faces for one document. Their tables are shared, their glyphs are not: a glyph remembers the character it was first
 * met as, and another document's memory would end up in this one's text.
 */
export const facesOfDocument = (): [FaceName, Font][] =>
  Object.entries(faces).map(([name, face]) => [
    name as FaceName,
    Object.create(face, { _glyphs: { value: {}, writable: true } }) as Font,
  ]);
