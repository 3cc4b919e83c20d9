import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';
import { withOwnGlyphs } from './own-text.js';

const { resolve } = createRequire(import.meta.url);

const parsed = (file: string): Font => {
  const face = create(readFileSync(file));
  if (!('layout' in face)) throw new Error(`${file} holds several faces`);
  return face;
};
const ofPackage = (name: string): Font => {
  const face = parsed(resolve(`@expo-google-fonts/${name}.ttf`));
  // What every document asks of a face first, and what costs most: its names, tables and map of characters.
  face.glyphsForString('字');
  void [face.postscriptName, face.bbox, face.ascent, face.capHeight];
  return face;
};

/** The project's `data/fonts`, found from the source as well as from the compiled file, which lies one folder deeper. */
const fontsFolder = (): string => {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const found = join(folder, 'data', 'fonts');
    if (existsSync(found)) return found;
    if (folder === dirname(folder)) throw new Error('The folder "data/fonts" of the project is missing.');
  }
};

/** Faces for what the first ones lack, in the order they are asked, each with the signs it is asked for. They hold nothing that an earlier one has. */
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
export type FaceName = 'regular' | 'bold' | 'latin' | 'latinBold' | FurtherName;
export type Weight = 'regular' | 'bold';

/** Parsed once a thread: a face is up to 10 MB. The further ones wait for a text that needs them. */
const faces = new Map<FaceName, Font>([
  ['regular', ofPackage('noto-sans-sc/400Regular/NotoSansSC_400Regular')],
  ['bold', ofPackage('noto-sans-sc/700Bold/NotoSansSC_700Bold')],
  ['latin', ofPackage('noto-sans/400Regular/NotoSans_400Regular')],
  ['latinBold', ofPackage('noto-sans/700Bold/NotoSans_700Bold')],
]);
const face = (name: FaceName): Font => {
  const loaded = faces.get(name) ?? parsed(join(fontsFolder(), `${name}.ttf`));
  faces.set(name, loaded);
  return loaded;
};

const CHAINS: Record<Weight, readonly FaceName[]> = { regular: ['regular', 'latin'], bold: ['bold', 'latinBold'] };
const furtherNames = Object.keys(FURTHER) as FurtherName[];

/** The face that draws a cluster of signs: the first that has all of them. Null where none has. */
export const faceFor = (cluster: string, weight: Weight): FaceName | null => {
  const points = [...cluster].map((sign) => sign.codePointAt(0) ?? 0);
  const has = (name: FaceName): boolean => points.every((point) => face(name).hasGlyphForCodePoint(point));
  return CHAINS[weight].find(has) ?? furtherNames.find((name) => FURTHER[name].test(cluster) && has(name)) ?? null;
};

/** A face for one document. Its tables are shared, its glyphs are not: another document's characters would end up in this one's text. */
export const faceOfDocument = (name: FaceName): Font => withOwnGlyphs(face(name));
