import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Position } from '#events';
import { provenOnce } from '../read-scope.js';

/** Looks at the end of the log that are out at a time. */
const LOOKS = 4;

/** What the index needs of the one subscription of this process. */
type Subscription = {
  hasBegun: boolean;
  /** False when the subscription is interrupted or does not get there in time. */
  reaches(position: Position): Promise<boolean>;
};

/**
 * Read index, as Raft has it: one read of the log's end, shared by all readers that asked before it was sent, and then a wait until the
 * subscription of this process has come as far. From then on the heads it has collected are those of the log at the time of asking, so
 * a reader need not ask the server for each stream (ADR-006).
 */
export class ReadIndex {
  private out = 0;
  private gathering: Promise<boolean> | null = null;
  private readonly waiting: (() => void)[] = [];

  /** `endOfLog` reads the end of the log from the leader. */
  constructor(
    private readonly endOfLog: () => Promise<Position>,
    private readonly subscription: Subscription,
  ) {}

  /**
   * Whether this process now knows all that the log held when this was called, or when the current read scope asked first.
   * False while the subscription is interrupted or behind: the server has to be asked then.
   * @throws StoreUnavailable when the server does not answer
   */
  reached(): Promise<boolean> {
    return provenOnce(() => {
      this.gathering ??= this.look();
      return this.gathering;
    });
  }

  private async look(): Promise<boolean> {
    await nextTurn();
    if (this.out >= LOOKS) await new Promise<void>((go) => this.waiting.push(go));
    this.gathering = null; // who asks from here on asked after this look was sent
    if (!this.subscription.hasBegun) return false;
    this.out += 1;
    let end: Position;
    try {
      end = await this.endOfLog();
    } finally {
      this.out -= 1;
      this.waiting.shift()?.();
    }
    return this.subscription.reaches(end);
  }
}
