import type { CatalogueSampleRow } from '#domain';

/** A whole sample is 60 kB of JSON: those asked for lately are kept, the rest is read again. */
const MAX_KEPT = 60;

/** Samples with all that hangs on them, as long as the shelf they belong to shows the newest of the catalogue. */
export class WholeSamples {
  private readonly kept = new Map<string, Promise<CatalogueSampleRow | null>>();

  /** The sample by this key, read at most once while it is kept; a read that fails is tried again by the next who asks. */
  of(key: string, read: () => Promise<CatalogueSampleRow | null>): Promise<CatalogueSampleRow | null> {
    const sample = this.kept.get(key) ?? read();
    this.kept.delete(key);
    this.kept.set(key, sample);
    sample.catch(() => this.kept.delete(key));
    if (this.kept.size > MAX_KEPT) for (const oldest of [...this.kept.keys()].slice(0, 1)) this.kept.delete(oldest);
    return sample;
  }
}
