import { HeadConflict, StoreUnavailable } from '#events';
import { InDoubt } from './event-log.js';
import type { Append, Outcome } from './group-commit.js';
import type { Writer } from './writer.js';

type Waiting = Append & { resolve: (position: number) => void; reject: (error: Error) => void };

/** Gathers the appends of one turn of the event loop into a group for the writer. */
export class AppendQueue {
  private waiting: Waiting[] = [];
  private sent: Promise<void> = Promise.resolve();
  private closed = false;

  constructor(
    private readonly writer: Writer,
    private readonly onWritten: (position: number) => void,
  ) {}

  append(append: Append): Promise<number> {
    if (this.closed) return Promise.reject(new StoreUnavailable('the log is closed'));
    return new Promise((resolve, reject) => {
      if (this.waiting.push({ ...append, resolve, reject }) === 1) setImmediate(() => void (this.sent = this.send()));
    });
  }

  /** Appends that are waiting are still written; later ones are refused. */
  async close(): Promise<void> {
    this.closed = true;
    await new Promise(setImmediate);
    await this.sent;
    await this.writer.close();
  }

  private async send(): Promise<void> {
    const group = this.waiting.splice(0);
    const appends = group.map(({ stream, events, head }) => ({ stream, events, head }));
    const outcomes: Outcome[] = await this.writer.commit(appends).catch((error: unknown) => appends.map(() => ({ failure: String(error), inDoubt: true })));
    let newest = 0;
    for (const [i, append] of group.entries()) {
      const outcome = outcomes[i] ?? { failure: 'the writer of the log gave no answer', inDoubt: true };
      if ('position' in outcome) newest = Math.max(newest, outcome.position);
      settle(append, outcome);
    }
    this.onWritten(newest);
  }
}

const settle = ({ stream, head, resolve, reject }: Waiting, outcome: Outcome): void => {
  if ('position' in outcome) resolve(outcome.position);
  else if ('actual' in outcome) reject(new HeadConflict(stream, head.revision, outcome.actual));
  else if (outcome.inDoubt) reject(new InDoubt(`It is not known whether ${stream} was written: ${outcome.failure}`));
  else reject(new StoreUnavailable(`${stream} could not be written: ${outcome.failure}`));
};
