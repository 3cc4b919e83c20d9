import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Build, type Engines, type Mutex, openEmbeddedEngines } from '#engines';
import type { Position } from '#events';
import { highestNumbers, appendNumbers } from '#harness/projector/numbers';
import { compareBuilds, Differences } from './compare-builds.js';

const view = highestNumbers();
const rowOf = (id: string, highest: number) => ({ id, highest, label: '' });
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

let engines: Engines;
let old: Build;
let fresh: Build;

beforeEach(async () => {
  engines = await openEmbeddedEngines(':memory:');
  old = await engines.views.createBuild(view, 'b1');
  fresh = await engines.views.createBuild(view, 'b2');
});
afterEach(() => engines.close());

const writes = (build: Build, rows: { id: string; highest: number }[], position: Position) =>
  engines.views.write(
    build,
    rows.map(({ id, highest }) => ({ id, row: rowOf(id, highest), position })),
    { logId: engines.eventStore.logId, position },
  );

/**
 * Compares while counting the events that are read while both builds stand still; `meanwhile` happens when the first
 * rows are read.
 */
const compare = async (meanwhile: () => Promise<void> = async () => undefined) => {
  let [isStill, readStill, begun] = [false, 0, false];
  const eventStore: Engines['eventStore'] = new Proxy(engines.eventStore, {
    get(store, name) {
      const member: unknown = Reflect.get(store, name);
      if (name !== 'readAll') return typeof member === 'function' ? member.bind(store) : member;
      return async (...asked: Parameters<typeof store.readAll>) => {
        const events = await store.readAll(...asked);
        if (isStill) readStill += events.length;
        return events;
      };
    },
  });
  const views: Engines['views'] = new Proxy(engines.views, {
    get(of, name) {
      const member: unknown = Reflect.get(of, name);
      if (name !== 'rowsAfter') return typeof member === 'function' ? member.bind(of) : member;
      return async (...asked: Parameters<typeof of.rowsAfter>) => {
        const rows = await of.rowsAfter(...asked);
        if (!begun) {
          begun = true;
          await meanwhile();
        }
        return rows;
      };
    },
  });
  const lockBoth: Mutex = async (work) => {
    isStill = true;
    return work();
  };
  const comparison = await compareBuilds({
    engines: { eventStore, views },
    projection: view,
    old,
    fresh,
    lockBoth,
    pace: { rest: async () => undefined },
    signal: new AbortController().signal,
  });
  return { comparison, readStill };
};

it('a comparison of builds does not pause the feeders while it reads rows that thousands of events have touched', async () => {
  const early = await appendNumbers(engines, [1]);
  for (const build of [old, fresh]) await writes(build, [{ id: early.stream, highest: 1 }], early.position);
  const right = await appendNumbers(engines, numbers(2_500));
  const wrong = await appendNumbers(engines, numbers(2_500));
  const { comparison, readStill } = await compare(async () => {
    await writes(
      old,
      [
        { id: right.stream, highest: 2_500 },
        { id: wrong.stream, highest: 7 },
      ],
      wrong.position,
    );
    await writes(
      fresh,
      [
        { id: right.stream, highest: 2_500 },
        { id: wrong.stream, highest: 2_500 },
      ],
      wrong.position,
    );
  });
  expect(comparison).toMatchObject({
    position: wrong.position,
    onlyOld: 0,
    onlyNew: 0,
    different: 1,
    samples: [{ id: wrong.stream }],
  });
  expect(readStill).toBeLessThan(1_000);
});

it('a comparison with a build that stopped long ago does not read the events that the build has missed', async () => {
  const early = await appendNumbers(engines, [1]);
  await writes(old, [{ id: early.stream, highest: 1 }], early.position);
  await engines.views.fail(old, { position: early.position, message: 'NumberTaken: broken' });
  const late = await appendNumbers(engines, numbers(3_000));
  await writes(
    fresh,
    [
      { id: early.stream, highest: 1 },
      { id: late.stream, highest: 3_000 },
    ],
    late.position,
  );
  const { comparison, readStill } = await compare();
  expect(comparison).toMatchObject({ position: late.position, rows: 2, onlyOld: 0, onlyNew: 1, different: 0 });
  expect(readStill).toBe(0);
});

it('a comparison reports nothing when one of the builds is restarted meanwhile', async () => {
  const early = await appendNumbers(engines, [1]);
  await writes(old, [{ id: early.stream, highest: 1 }], early.position);
  await engines.views.fail(old, { position: early.position, message: 'NumberTaken: broken' });
  const { stream, position } = await appendNumbers(engines, [2]);
  await writes(
    fresh,
    [
      { id: early.stream, highest: 1 },
      { id: stream, highest: 2 },
    ],
    position,
  );
  await expect(compare(() => writes(old, [{ id: stream, highest: 2 }], position))).rejects.toThrow('started again');
});

it('a comparison counts every differing row and keeps only the first', () => {
  const found = new Differences(100);
  for (let n = 0; n < 5_000; n++) found.add(`row-${n}`, n % 5 === 0 ? 'onlyNew' : 'different');
  expect([found.count('different'), found.count('onlyNew'), found.count('onlyOld')]).toEqual([4_000, 1_000, 0]);
  expect(found.first(1_000)).toHaveLength(100);
  expect(found.first(2)).toEqual(['row-0', 'row-1']);
});

it('a comparison reports a row that changed meanwhile as it is now, and a row that was only counted as it was', () => {
  const found = new Differences(2);
  found.add('a', 'different');
  found.update('a', null);
  found.update('b', 'onlyOld');
  expect([found.count('different'), found.count('onlyOld'), found.first(9)]).toEqual([0, 1, ['b']]);
  found.add('c', 'different');
  found.add('d', 'different');
  found.update('d', 'onlyNew');
  found.update('c', 'onlyNew');
  expect([found.count('different'), found.count('onlyNew'), found.count('onlyOld')]).toEqual([1, 1, 1]);
});
