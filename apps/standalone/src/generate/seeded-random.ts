import { createHash } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '#domain/time';

/** Random numbers that can be repeated: the same seed gives the same numbers in the same order. */
export class SeededRandom {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }

  /** A number from 0 to below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** An integer; both ends are included. */
  between(min: number, max: number): number {
    return min + Math.floor(this.next() * (max - min + 1));
  }

  /** @throws RangeError for an empty list */
  pick<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[this.between(0, choices.length - 1)];
    if (choice === undefined) throw new RangeError('There is nothing to choose from');
    return choice;
  }

  /** A duration in milliseconds: usually about `hours`, sometimes much longer. */
  durationMs(hours: number): number {
    return Math.round(-Math.log(1 - this.next()) * hours * HOUR_MS) + MINUTE_MS;
  }
}
