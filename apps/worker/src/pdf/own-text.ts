import type { Font, Glyph } from 'fontkit';

/** What pdfkit holds of a face in a document; its types leave it out. */
export type TakenFace = {
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
 * Lets each glyph of a document stand for the characters it was drawn for. One glyph may draw several: the radical ⼀ and the character
 * 一, or the Arabic letters that differ in their dots, which are glyphs of their own. pdfkit keeps a glyph with the first of them,
 * and who copies text out of the document gets that one.
 */
export const withOwnText = (face: TakenFace): void => {
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

/** A face whose glyphs are its own, each with the characters it was asked for: fontkit remembers a glyph with the first. */
export const withOwnGlyphs = (face: Font): Font => {
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
      // fontkit fails at a mark for whose letter the face has no place to put it: such marks stand where they stand by themselves.
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
