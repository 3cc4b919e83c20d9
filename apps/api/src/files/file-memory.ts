import type { ApiReply } from '../http/api-request.js';
import { Problem } from '../http/problem.js';

type Limits = { maxBytes: number; maxBytesEach: number };

/**
 * How many bytes of files may lie in memory at once, of all and of any one holder. Files are read whole, up to 100 MB each, so that
 * a handful of them together would otherwise end the process for everybody, and one sender could take the room of all.
 */
export class FileMemory {
  private held = 0;
  private readonly heldBy = new Map<string, number>();

  constructor(private readonly limits: Limits) {}

  /** Makes room for more of a holder's; false when there is none, and nothing is taken then. */
  take(holder: string, bytes: number): boolean {
    const own = (this.heldBy.get(holder) ?? 0) + bytes;
    if (this.held + bytes > this.limits.maxBytes || own > this.limits.maxBytesEach) return false;
    this.held += bytes;
    this.heldBy.set(holder, own);
    return true;
  }

  release(holder: string, bytes: number): void {
    const own = (this.heldBy.get(holder) ?? 0) - bytes;
    this.held -= bytes;
    if (own > 0) this.heldBy.set(holder, own);
    else this.heldBy.delete(holder);
  }

  /** Room until the answer has been sent or its reader has gone. @throws Problem 503 when there is none */
  takeUntilSent({ raw }: ApiReply, holder: string, bytes: number): void {
    if (!this.take(holder, bytes)) throw Problem.busy();
    if (raw.closed) this.release(holder, bytes);
    else raw.once('close', () => this.release(holder, bytes));
  }
}
