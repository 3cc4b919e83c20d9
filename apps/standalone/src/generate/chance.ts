import { createHash } from 'node:crypto';

/** Chance that can be drawn again: the same seed gives the same draws in the same order. */
export class Chance {
  private state: number;

  constructor(seed: string) {
    this.state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  }

  /** At least 0, below 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** @throws RangeError when there is none to choose from. */
  oneOf<Choice>(choices: readonly Choice[]): Choice {
    const choice = choices[this.between(0, choices.length - 1)];
    if (choice === undefined) throw new RangeError('There is nothing to choose from');
    return choice;
  }

  /** Usually about `hours`, now and then much longer; in milliseconds. */
  about(hours: number): number {
    return Math.round(-Math.log(1 - this.next()) * hours * 3_600_000) + 60_000;
  }
}
