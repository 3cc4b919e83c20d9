import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { install, type Clock } from '@sinonjs/fake-timers';
import { allProjections } from '#domain/views';
import { openDatabase } from '../../sqlite/database.js';
import { declarationOf, createRowPreparer } from '../view-declaration.js';
import type { Build } from '../views.js';
import { type JsonRowPage, ViewReader } from './view-reader.js';
import { IdleMerging, ViewWriter } from './view-writer.js';

const build = (name: string): Build => ({ name, version: 1, build: 'one' });

describe('search indexes', () => {
  let clock: Clock;
  beforeEach(() => {
    clock = install();
  });
  afterEach(() => clock.uninstall());

  it('are merged step by step after a moment without writes', async () => {
    const steps: string[] = [];
    let remainingSteps = 2;
    const idleMerging = new IdleMerging(async ({ name }) => {
      steps.push(name);
      return remainingSteps-- > 0;
    });
    idleMerging.notifyWrite(build('a'));
    await clock.tickAsync(800);
    idleMerging.notifyWrite(build('a'));
    await clock.tickAsync(800);
    expect(steps).toEqual([]);
    await clock.tickAsync(200);
    expect(steps).toEqual(['a', 'a', 'a']);
    await clock.tickAsync(10_000);
    expect(steps).toHaveLength(3);
  });

  it('pause merging for a write and continue after it, and a failed merge does not delay others', async () => {
    const steps: string[] = [];
    const idleMerging: IdleMerging = new IdleMerging(async ({ name }) => {
      steps.push(name);
      if (name === 'broken') throw new Error('dropped');
      if (steps.length === 1) idleMerging.notifyWrite(build('broken'));
      return steps.length < 3;
    });
    idleMerging.notifyWrite(build('a'));
    await clock.tickAsync(1_000);
    expect(steps).toEqual(['a']);
    await clock.tickAsync(1_000);
    expect(steps).toEqual(['a', 'a', 'a', 'broken']);
    idleMerging.close();
  });
});

describe('the search index of a build written in many small steps', () => {
  it('has fewer segments after merging, and finds the same rows', () => {
    const database = openDatabase(':memory:');
    const [writer, reader] = [new ViewWriter(database), new ViewReader(database)];
    const projection = {
      ...allProjections[0]!,
      name: 'items',
      version: 1,
      view: { columns: {}, search: (row: object) => (row as { text: string }).text, indexes: [] },
    };
    const items = build('items');
    writer.createBuild(items, declarationOf(projection));
    const prepare = createRowPreparer(projection);
    for (let n = 1; n <= 12; n++) {
      const position = String(n).padStart(20, '0');
      writer.write(
        items,
        [prepare({ id: `${n}`, row: { id: `${n}`, text: `普通硅酸盐水泥 ${n}` }, position })],
        { logId: 'log', position },
        '2026-01-01T00:00:00.000Z',
      );
    }
    writer.activate(items);
    const countSegments = () =>
      (
        database.prepare('SELECT count(DISTINCT segid) AS count FROM items_v1_one_search_idx').get() as {
          count: number;
        }
      ).count;
    const countMatches = () => (reader.find(items, { search: '水泥', limit: 100 }) as JsonRowPage).rows.length;
    const segmentsBefore = countSegments();
    expect([segmentsBefore, countMatches()]).toEqual([12, 12]);
    while (writer.mergeSearch(items));
    expect(countSegments()).toBeLessThan(segmentsBefore / 2);
    expect(countMatches()).toBe(12);
  });
});
