import { inBackground } from '../background/rounds.js';
import { buildName } from './build-tables.js';
import type { Build } from './views.js';

/** So long nobody has written: longer than the rests of a rebuild, which are left to commands. */
const IDLE_MS = 1_000;

/**
 * Merges search indexes while nobody writes. Merging them within the writes costs more than the writes; left alone they fall into ever
 * more pieces, and a search looks into each. A burst of writes that does not pause is merged by the engine itself, in larger pieces.
 */
export class IdleMerging {
  private readonly written = new Map<string, Build>();
  private timer: NodeJS.Timeout | null = null;
  private writes = 0;
  private closed = false;

  /** `step` merges a little of a build's index, and answers whether there is more. */
  constructor(private readonly step: (build: Build) => Promise<boolean>) {}

  after(build: Build): void {
    if (this.closed) return;
    this.writes++;
    this.written.set(buildName(build), build);
    if (this.timer) this.timer.refresh();
    else this.timer = setTimeout(() => inBackground(this.merge(), 'an index is merged later'), IDLE_MS).unref();
  }

  close(): void {
    this.closed = true;
    if (this.timer) clearTimeout(this.timer);
  }

  /** Gives way to the next write, which sets the timer anew. An index that cannot be merged now, e.g. of a build that was dropped, is found again by its next write. */
  private async merge(): Promise<void> {
    const { writes } = this;
    for (const [name, build] of this.written) {
      try {
        while (await this.step(build)) if (this.closed || this.writes !== writes) return;
      } catch {
        // The rows are there all the same.
      }
      if (this.closed || this.writes !== writes) return;
      this.written.delete(name);
    }
  }
}
