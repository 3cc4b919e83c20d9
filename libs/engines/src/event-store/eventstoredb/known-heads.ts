import type { Head } from '#events';

const KEPT = 10_000;

type KnownHead = Head & { isCurrent: boolean };

/**
 * Where the streams touched last were seen to end. Streams only grow, so what was seen stays true of its revision. An entry is current
 * if it was seen after the subscription of this process began, which reports every later event: together with a reached read index it
 * says where the stream ends now. Revision -1 stands for a stream that does not exist.
 */
export class KnownHeads {
  private readonly byStream = new Map<string, KnownHead>();

  /** `isCurrent`: the look that saw it began after the subscription did, or the subscription itself brought it. */
  see(stream: string, { revision, hash }: Head, isCurrent: boolean): void {
    const known = this.byStream.get(stream);
    if (known && (known.revision > revision || (known.revision === revision && known.isCurrent))) return;
    this.byStream.delete(stream);
    this.byStream.set(stream, { revision, hash, isCurrent }); // now the one seen last
    if (this.byStream.size <= KEPT) return;
    for (const oldest of this.byStream.keys()) {
      this.byStream.delete(oldest);
      break;
    }
  }

  of(stream: string): Head | null {
    return this.byStream.get(stream) ?? null;
  }

  /** The head as of the last reached read index; null where the server has to be asked. */
  current(stream: string): Head | null {
    const known = this.byStream.get(stream);
    if (!known?.isCurrent) return null;
    this.byStream.delete(stream);
    this.byStream.set(stream, known); // now the one used last
    return known;
  }

  /** The server has refused an append at what is known: it is asked the next time. */
  forget(stream: string): void {
    this.byStream.delete(stream);
  }
}
