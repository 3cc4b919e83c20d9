import type { Position } from '#events';
import type { OurRecord } from './stored-form.js';

type Placed = { position: Position; record: OurRecord };

/** Records kept at least: seconds of the busiest log. Whoever is slower reads pages. */
const KEPT = 1_024;

/** The newest stretch of the log as the one subscription of this process brings it, without a hole. */
export class LiveStretch {
  private placed: Placed[] = [];
  private byStream = new Map<string, OurRecord[]>();
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
    if (record) this.keep({ position, record });
    if (this.placed.length < 2 * KEPT) return;
    this.begin = this.placed[KEPT - 1]?.position ?? this.begin;
    const kept = this.placed.slice(KEPT);
    this.placed = [];
    this.byStream = new Map();
    for (const one of kept) this.keep(one);
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

  /** The newest records of a stream, oldest first; none when it has not been written within the stretch. */
  ofStream(stream: string): readonly OurRecord[] {
    return this.byStream.get(stream) ?? [];
  }

  private keep(placed: Placed): void {
    this.placed.push(placed);
    const own = this.byStream.get(placed.record.streamId);
    if (own) own.push(placed.record);
    else this.byStream.set(placed.record.streamId, [placed.record]);
  }
}
