import { describe, expect, it } from '@jest/globals';
import { batchesOf } from './fold-batch.js';

async function* streamOf(...items: number[]) {
  yield* items;
}

const collect = async <Item>(batches: AsyncIterable<Item>): Promise<Item[]> => {
  const all: Item[] = [];
  for await (const batch of batches) all.push(batch);
  return all;
};

describe('batches', () => {
  it('contain every item that has arrived, up to the maximum', async () => {
    expect(await collect(batchesOf(streamOf(1, 2, 3, 4, 5), 2))).toEqual([[1, 2], [3, 4], [5]]);
    expect(await collect(batchesOf(streamOf(), 2))).toEqual([]);
  });

  it('pass on a single item without waiting for the next one', async () => {
    let resume: () => void = () => {};
    const resumed = new Promise<void>((resolve) => (resume = resolve));
    async function* slow() {
      yield 1;
      await resumed;
      yield 2;
    }
    const batches = batchesOf(slow(), 10);
    expect((await batches.next()).value).toEqual([1]);
    resume();
    expect((await batches.next()).value).toEqual([2]);
    expect((await batches.next()).done).toBe(true);
  });

  it('pass on the error of the source', async () => {
    async function* breaking() {
      yield 1;
      throw new Error('connection lost');
    }
    const batches = batchesOf(breaking(), 10);
    await expect(batches.next()).rejects.toThrow('connection lost');
  });

  it('can be abandoned while the source never yields', async () => {
    async function* stalling() {
      yield 1;
      await new Promise(() => {});
    }
    const batches: number[][] = [];
    for await (const batch of batchesOf(stalling(), 10)) {
      batches.push(batch);
      break;
    }
    expect(batches).toEqual([[1]]);
  });
});
