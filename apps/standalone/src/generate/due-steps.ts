import type { Step } from './step.js';

/** A step at its moment (milliseconds), the history it is taken from, and when that is written up to here. */
export type DueStep = { at: number; order: number; step: Step; from: Generator<Step>; before: Promise<void> };

/** Steps of many histories in the order of time; of the same moment, in the order they were put in (a binary heap). */
export class DueSteps {
  private readonly heap: DueStep[] = [];
  private puts = 0;

  get nextAt(): number {
    return this.heap[0]?.at ?? Infinity;
  }

  put(due: Omit<DueStep, 'order'>): void {
    const { heap } = this;
    const added = { ...due, order: this.puts++ };
    let place = heap.length;
    for (let above = (place - 1) >> 1; place > 0 && isBefore(added, heap[above]); above = (place - 1) >> 1) {
      heap[place] = heap[above] ?? added;
      place = above;
    }
    heap[place] = added;
  }

  /** @throws RangeError when none is there. */
  take(): DueStep {
    const { heap } = this;
    const [first] = heap;
    const last = heap.pop();
    if (!first || !last) throw new RangeError('Nothing is due');
    if (last === first) return first;
    let place = 0;
    for (;;) {
      const left = 2 * place + 1;
      const child = isBefore(heap[left + 1], heap[left]) ? left + 1 : left;
      const below = heap[child];
      if (!below || !isBefore(below, last)) break;
      heap[place] = below;
      place = child;
    }
    heap[place] = last;
    return first;
  }
}

const isBefore = (one: DueStep | undefined, other: DueStep | undefined): boolean =>
  one !== undefined && (other === undefined || one.at < other.at || (one.at === other.at && one.order < other.order));
