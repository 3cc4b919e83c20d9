import type { Position } from '#events';
import type { OurRecord } from './stored-form.js';

type Placed = { position: Position; record: OurRecord };

/** Records kept at least: seconds of the busiest log. Whoever is slower reads pages. */
const KEPT = 1_024;

/** The newest stretch of the log as the one subscription of this process brings it, without a hole. */
export class LiveStretch {
  private placed: Placed[] = [];
  private begin: Position;
  private end: Position;

  /** `from`: the position the subscription began after. */
  constructor(from: Position) {
    this.begin = from;
    this.end = from;
  }

  /** What lies up to here, and here, is history. */
  get from(): Position {
    return this.begin;
  }

  get through(): Position {
    return this.end;
  }

  /** The next record of the log; null for one that nobody is shown. */
  add(position: Position, record: OurRecord | null): void {
    this.end = position;
    if (record) this.placed.push({ position, record });
    if (this.placed.length < 2 * KEPT) return;
    this.begin = this.placed[KEPT - 1]?.position ?? this.begin;
    this.placed = this.placed.slice(KEPT);
  }

  /** Records beyond `after`; null when some of those may be history already. */
  beyond(after: Position): { records: OurRecord[]; through: Position } | null {
    if (after < this.begin) return null;
    const first = this.placed.findLastIndex(({ position }) => position <= after) + 1;
    return {
      records: this.placed.slice(first).map(({ record }) => record),
      through: this.end > after ? this.end : after,
    };
  }
}
