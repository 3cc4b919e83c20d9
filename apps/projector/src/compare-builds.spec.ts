import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { type Build, type Engines, type Mutex, openEmbeddedEngines } from '#engines';
import type { Position } from '#events';
import { highestNumbers, appendNumbers } from '#harness/projector/numbers';
import { compareBuilds, Differences } from './compare-builds.js';

const view = highestNumbers();
const rowOf = (id: string, highest: number) => ({ id, highest, label: '' });
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

let engines: Engines;
let oldBuild: Build;
let newBuild: Build;

beforeEach(async () => {
  engines = await openEmbeddedEngines(':memory:');
  oldBuild = await engines.views.createBuild(view, 'b1');
  newBuild = await engines.views.createBuild(view, 'b2');
});
afterEach(() => engines.close());

const writeRows = (build: Build, rows: { id: string; highest: number }[], position: Position) =>
  engines.views.write(
    build,
    rows.map(({ id, highest }) => ({ id, row: rowOf(id, highest), position })),
    { logId: engines.eventStore.logId, position },
  );

/**
 * Compares while counting the events that are read while both builds are locked; `meanwhile` happens when the first
 * rows are read.
 */
const compare = async (meanwhile: () => Promise<void> = async () => undefined) => {
  let [isLocked, eventsReadWhileLocked, hasStarted] = [false, 0, false];
  const eventStore: Engines['eventStore'] = new Proxy(engines.eventStore, {
    get(store, name) {
      const member: unknown = Reflect.get(store, name);
      if (name !== 'readAll') return typeof member === 'function' ? member.bind(store) : member;
      return async (...args: Parameters<typeof store.readAll>) => {
        const events = await store.readAll(...args);
        if (isLocked) eventsReadWhileLocked += events.length;
        return events;
      };
    },
  });
  const views: Engines['views'] = new Proxy(engines.views, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== 'rowsAfter') return typeof member === 'function' ? member.bind(target) : member;
      return async (...args: Parameters<typeof target.rowsAfter>) => {
        const rows = await target.rowsAfter(...args);
        if (!hasStarted) {
          hasStarted = true;
          await meanwhile();
        }
        return rows;
      };
    },
  });
  const lockBoth: Mutex = async (work) => {
    isLocked = true;
    return work();
  };
  const comparison = await compareBuilds({
    engines: { eventStore, views },
    projection: view,
    oldBuild,
    newBuild,
    lockBoth,
    pace: { rest: async () => undefined },
    signal: new AbortController().signal,
  });
  return { comparison, eventsReadWhileLocked };
};

it('a comparison of builds does not pause the feeders while it reads rows that thousands of events have touched', async () => {
  const first = await appendNumbers(engines, [1]);
  for (const build of [oldBuild, newBuild]) await writeRows(build, [{ id: first.stream, highest: 1 }], first.position);
  const equal = await appendNumbers(engines, numbers(2_500));
  const differing = await appendNumbers(engines, numbers(2_500));
  const { comparison, eventsReadWhileLocked } = await compare(async () => {
    await writeRows(
      oldBuild,
      [
        { id: equal.stream, highest: 2_500 },
        { id: differing.stream, highest: 7 },
      ],
      differing.position,
    );
    await writeRows(
      newBuild,
      [
        { id: equal.stream, highest: 2_500 },
        { id: differing.stream, highest: 2_500 },
      ],
      differing.position,
    );
  });
  expect(comparison).toMatchObject({
    position: differing.position,
    onlyOld: 0,
    onlyNew: 0,
    different: 1,
    samples: [{ id: differing.stream }],
  });
  expect(eventsReadWhileLocked).toBeLessThan(1_000);
});

it('a comparison with a build that stopped long ago does not read the events that the build has missed', async () => {
  const first = await appendNumbers(engines, [1]);
  await writeRows(oldBuild, [{ id: first.stream, highest: 1 }], first.position);
  await engines.views.fail(oldBuild, { position: first.position, message: 'NumberTaken: broken' });
  const second = await appendNumbers(engines, numbers(3_000));
  await writeRows(
    newBuild,
    [
      { id: first.stream, highest: 1 },
      { id: second.stream, highest: 3_000 },
    ],
    second.position,
  );
  const { comparison, eventsReadWhileLocked } = await compare();
  expect(comparison).toMatchObject({ position: second.position, rows: 2, onlyOld: 0, onlyNew: 1, different: 0 });
  expect(eventsReadWhileLocked).toBe(0);
});

it('a comparison reports nothing when one of the builds is restarted meanwhile', async () => {
  const first = await appendNumbers(engines, [1]);
  await writeRows(oldBuild, [{ id: first.stream, highest: 1 }], first.position);
  await engines.views.fail(oldBuild, { position: first.position, message: 'NumberTaken: broken' });
  const { stream, position } = await appendNumbers(engines, [2]);
  await writeRows(
    newBuild,
    [
      { id: first.stream, highest: 1 },
      { id: stream, highest: 2 },
    ],
    position,
  );
  await expect(compare(() => writeRows(oldBuild, [{ id: stream, highest: 2 }], position))).rejects.toThrow(
    'started again',
  );
});

it('a comparison counts every differing row and keeps only the first', () => {
  const differences = new Differences(100);
  for (let n = 0; n < 5_000; n++) differences.add(`row-${n}`, n % 5 === 0 ? 'onlyNew' : 'different');
  expect([differences.count('different'), differences.count('onlyNew'), differences.count('onlyOld')]).toEqual([
    4_000, 1_000, 0,
  ]);
  expect(differences.firstIds(1_000)).toHaveLength(100);
  expect(differences.firstIds(2)).toEqual(['row-0', 'row-1']);
});

it('a comparison reports a row that changed meanwhile as it is now, and a row that was only counted as it was', () => {
  const differences = new Differences(2);
  differences.add('a', 'different');
  differences.update('a', null);
  differences.update('b', 'onlyOld');
  expect([differences.count('different'), differences.count('onlyOld'), differences.firstIds(9)]).toEqual([
    0,
    1,
    ['b'],
  ]);
  differences.add('c', 'different');
  differences.add('d', 'different');
  differences.update('d', 'onlyNew');
  differences.update('c', 'onlyNew');
  expect([differences.count('different'), differences.count('onlyNew'), differences.count('onlyOld')]).toEqual([
    1, 1, 1,
  ]);
});
