declare module 'linebreak' {
  /** Where a line may end (UAX 14), one place after the other. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
