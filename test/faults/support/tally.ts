/** Number and duration of each kind of fault. */
export class Tally {
  private readonly kinds = new Map<string, { count: number; seconds: number; refusals: number }>();

  add(name: string, seconds: number, refusals: number): void {
    const previous = this.kinds.get(name) ?? { count: 0, seconds: 0, refusals: 0 };
    this.kinds.set(name, {
      count: previous.count + 1,
      seconds: previous.seconds + seconds,
      refusals: previous.refusals + refusals,
    });
  }

  get faults(): number {
    return [...this.kinds.values()].reduce((sum, { count }) => sum + count, 0);
  }

  toString(): string {
    return [...this.kinds]
      .map(
        ([name, { count, seconds, refusals }]) =>
          `${String(count).padStart(5)}  ${name}: ${(seconds / count).toFixed(1)} s each, ${refusals} requests refused or cut meanwhile\n`,
      )
      .join('');
  }
}
