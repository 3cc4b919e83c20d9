declare module 'bidi-js' {
  type Levels = { levels: Uint8Array };
  export type Bidi = {
    getEmbeddingLevels(text: string, direction?: 'ltr' | 'rtl' | 'auto'): Levels;
    /** Mirrored brackets of right-to-left text, by their index. */
    getMirroredCharactersMap(text: string, levels: Uint8Array): Map<number, string>;
  };
  /** The bidirectional algorithm (UAX 9). */
  export default function bidiFactory(): Bidi;
}
