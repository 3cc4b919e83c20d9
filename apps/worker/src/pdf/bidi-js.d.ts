declare module 'bidi-js' {
  type Levels = { levels: Uint8Array };
  export type Bidi = {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): Levels;
    /** Brackets that stand in right-to-left text, by their place: the sign that is drawn for each. */
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
  };
  /** The bidirectional algorithm (UAX 9). */
  export default function bidiFactory(): Bidi;
}
