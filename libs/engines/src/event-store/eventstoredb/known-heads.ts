import type { Head } from '#events';

const KEPT = 10_000;

/** Where the streams touched last were seen to end. Streams only grow, so what was seen stays true of its revision. */
export class KnownHeads {
  private readonly byStream = new Map<string, Head>();

  see(stream: string, head: Head): void {
    if ((this.byStream.get(stream)?.revision ?? -1) > head.revision) return;
    this.byStream.delete(stream);
    this.byStream.set(stream, head); // now the one seen last
    if (this.byStream.size <= KEPT) return;
    for (const oldest of this.byStream.keys()) {
      this.byStream.delete(oldest);
      break;
    }
  }

  of(stream: string): Head | null {
    return this.byStream.get(stream) ?? null;
  }
}
