import type { CatalogueSampleRow } from '#domain';
import { RecentlyUsed } from '#engines';

/** A whole sample is 60 kB of JSON: those asked for lately are kept, the rest is read again. */
const MAX_KEPT = 60;

/** Samples with all that hangs on them, as long as the shelf they belong to shows the newest of the catalogue. */
export class WholeSamples {
  private readonly kept = new RecentlyUsed<Promise<CatalogueSampleRow | null>>(MAX_KEPT);

  /** The sample by this key, read at most once while it is kept; a read that fails is tried again by the next who asks. */
  of(key: string, read: () => Promise<CatalogueSampleRow | null>): Promise<CatalogueSampleRow | null> {
    return this.kept.of(key, () => {
      const sample = read();
      sample.catch(() => this.kept.forget(key));
      return sample;
    });
  }
}
