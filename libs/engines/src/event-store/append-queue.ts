import { HeadConflict, StoreUnavailable } from '#events';
import { InDoubt } from './event-log.js';
import type { Append, Outcome } from './group-commit.js';
import type { Writer } from './writer.js';

type Waiting = Append & { resolve: (position: number) => void; reject: (error: Error) => void };

/** Enough for the writer to begin with, while the rest of a burst is still being made. */
const CHUNK = 16;

/**
 * Gathers appends into groups for the writer: those of one turn of the event loop, and while it writes those that come until it
 * is done. They would wait for it anyway, and it waits for the disk once for all of them.
 */
export class AppendQueue {
  private waiting: Waiting[] = [];
  private readonly sent = new Set<Promise<void>>();
  private closed = false;

  constructor(
    private readonly writer: Writer,
    private readonly onWritten: (position: number) => void,
  ) {}

  append(append: Append): Promise<number> {
    if (this.closed) return Promise.reject(new StoreUnavailable('the log is closed'));
    return new Promise((resolve, reject) => {
      const length = this.waiting.push({ ...append, resolve, reject });
      if (length === CHUNK) this.flush();
      else if (length === 1 && this.sent.size === 0) setImmediate(() => this.flush());
    });
  }

  /** Appends that are waiting are still written; later ones are refused. */
  async close(): Promise<void> {
    this.closed = true;
    this.flush();
    await Promise.all(this.sent);
    await this.writer.close();
  }

  private flush(): void {
    if (this.waiting.length === 0) return;
    const sent = this.send().finally(() => {
      this.sent.delete(sent);
      this.flush();
    });
    this.sent.add(sent);
  }

  private async send(): Promise<void> {
    const group = this.waiting.splice(0);
    const appends = group.map(({ stream, events, head }) => ({ stream, events, head }));
    const outcomes = await this.writer
      .commit(appends)
      .catch((error: unknown): Outcome[] => appends.map(() => ({ failure: String(error), written: 'perhaps' })));
    let newest = 0;
    for (const [i, append] of group.entries()) {
      const outcome: Outcome = outcomes[i] ?? { failure: 'the writer of the log gave no answer', written: 'perhaps' };
      if (typeof outcome === 'number') newest = Math.max(newest, outcome);
      settle(append, outcome);
    }
    this.onWritten(newest);
  }
}

const settle = ({ stream, head, resolve, reject }: Waiting, outcome: Outcome): void => {
  if (typeof outcome === 'number') resolve(outcome);
  else if ('actual' in outcome) reject(new HeadConflict(stream, head.revision, outcome.actual));
  else if (outcome.written === 'perhaps')
    reject(new InDoubt(`It is not known whether ${stream} was written: ${outcome.failure}`));
  else reject(new StoreUnavailable(`${stream} could not be written: ${outcome.failure}`));
};
