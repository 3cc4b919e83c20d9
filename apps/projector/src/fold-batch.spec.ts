import { describe, expect, it } from '@jest/globals';
import { inBatches } from './fold-batch.js';

async function* of(...items: number[]) {
  yield* items;
}

const collected = async <Item>(batches: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
};

describe('batches', () => {
  it('contain every item that has arrived, up to the maximum', async () => {
    expect(await collected(inBatches(of(1, 2, 3, 4, 5), 2))).toEqual([[1, 2], [3, 4], [5]]);
    expect(await collected(inBatches(of(), 2))).toEqual([]);
  });

  it('pass on a single item without waiting for the next one', async () => {
    let more: () => void = () => {};
    const asked = new Promise<void>((resolve) => (more = resolve));
    async function* slow() {
      yield 1;
      await asked;
      yield 2;
    }
    const batches = inBatches(slow(), 10);
    expect((await batches.next()).value).toEqual([1]);
    more();
    expect((await batches.next()).value).toEqual([2]);
    expect((await batches.next()).done).toBe(true);
  });

  it('pass on the error of the source', async () => {
    async function* breaking() {
      yield 1;
      throw new Error('connection lost');
    }
    const batches = inBatches(breaking(), 10);
    await expect(batches.next()).rejects.toThrow('connection lost');
  });

  it('can be abandoned while the source never yields', async () => {
    async function* silent() {
      yield 1;
      await new Promise(() => {});
    }
    const seen: number[][] = [];
    for await (const batch of inBatches(silent(), 10)) {
      seen.push(batch);
      break;
    }
    expect(seen).toEqual([[1]]);
  });
});
