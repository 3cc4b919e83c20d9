declare module 'linebreak' {
  /** Iterates over the positions where a line may be broken (UAX 14). */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
