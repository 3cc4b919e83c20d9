import type { Difference } from './differing-row.js';

/** Rows that differ: the first so many by id, the others as numbers alone, so that two builds with nothing in common take no more memory than any. */
export class Differences {
  private readonly known = new Map<string, Difference>();
  private readonly beyond = new Map<Difference, number>();

  constructor(private readonly most: number) {}

  /** One more row that differs, each given once. */
  add(id: string, difference: Difference): void {
    if (this.known.size < this.most) this.known.set(id, difference);
    else this.beyond.set(difference, (this.beyond.get(difference) ?? 0) + 1);
  }

  /** What became of a row since; one that is not known is left as it was counted, once any were only counted. */
  judge(id: string, difference: Difference | null): void {
    if (!difference) this.known.delete(id);
    else if (this.known.has(id)) this.known.set(id, difference);
    else if (this.beyond.size === 0) this.add(id, difference);
  }

  count = (wanted: Difference): number =>
    [...this.known.values()].filter((difference) => difference === wanted).length + (this.beyond.get(wanted) ?? 0);

  first = (most: number): string[] => [...this.known.keys()].slice(0, most);
}
