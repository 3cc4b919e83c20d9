import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Projection } from '#domain/event-sourcing';
import { type Engines, openEmbeddedEngines } from '#engines';
import { createProjector } from './projector.js';
import { highestNumbers, type NumberRow, appendNumbers } from '#harness/projector/numbers';
import { buildsOf, waitUntil, recordOperation, operationsOn, rebuildRows } from '#harness/projector/operate';

/** A row that the events of many streams make together: the highest number of all. */
const EVERYBODY = '所有';

describe('the rebuilt rows of one consignment', () => {
  const ownView = highestNumbers({ name: 'own' });
  const sharedView = highestNumbers({ name: 'together', idsOf: () => [EVERYBODY] });
  const unrelatedView = highestNumbers({ name: 'other', types: ['ImportCompleted'] });
  let engines: Engines;
  let running: ReturnType<typeof createProjector>[];
  let consignmentId: string;
  let stream: string;

  beforeEach(async () => {
    engines = await openEmbeddedEngines(':memory:');
    running = [];
    consignmentId = randomUUID();
    stream = `consignment-${consignmentId}`;
    await appendNumbers(engines, [80]);
    await appendNumbers(engines, [5, 7], stream);
    await appendNumbers(engines, [90]);
  });
  afterEach(async () => {
    for (const projector of running) await projector.stop();
    await engines.close();
  });

  const start = async (projections: Projection<object>[] = [ownView, sharedView, unrelatedView]) => {
    const projector = createProjector({ engines, projections, logger: pino({ level: 'silent' }), retryMs: 10 });
    running.push(projector);
    await projector.ready;
    for (const { name, version } of projections)
      await engines.views.waitFor({ name, version }, await engines.eventStore.lastPosition(), 20_000);
    return projector;
  };
  const loadLiveBuild = async (view: string) => {
    const build = (await buildsOf(engines, view)).find(({ active }) => active);
    if (!build) throw new Error(`${view} has caught up`);
    return build;
  };
  const corruptRow = async (view: string, id: string, row: NumberRow | null) => {
    const build = await loadLiveBuild(view);
    await engines.views.rewrite(build, [{ id, row, position: build.checkpoint.position }]);
  };
  const highest = async (view: Projection<object>, id: string) =>
    (await engines.views.get<NumberRow>(view, id))?.highest ?? null;

  it('result from all events, also those of other streams, and no other row changes', async () => {
    await start();
    const otherStream = (await engines.eventStore.readAll('0'.repeat(20), 1))[0]?.stream ?? '';
    await corruptRow('own', stream, null);
    await corruptRow('together', EVERYBODY, { id: EVERYBODY, highest: 1, label: '错' });
    await corruptRow('own', otherStream, { id: otherStream, highest: 1, label: '错' });
    const result = await rebuildRows(engines, consignmentId);
    expect(result).toMatchObject({
      type: 'RowsRebuilt',
      data: {
        consignmentId,
        views: [
          { view: 'own', rows: 1, changed: 1 },
          { view: 'together', rows: 1, changed: 1 },
        ],
      },
    });
    expect([
      await highest(ownView, stream),
      await highest(sharedView, EVERYBODY),
      await highest(ownView, otherStream),
    ]).toEqual([7, 90, 1]);
    expect((await loadLiveBuild('own')).rows).toBe(3);

    await appendNumbers(engines, [100], stream);
    await waitUntil(async () => (await highest(sharedView, EVERYBODY)) === 100);
    expect(await rebuildRows(engines, consignmentId)).toMatchObject({
      data: { views: [{ changed: 0 }, { changed: 0 }] },
    });
  });

  it('are also corrected in the build that is kept', async () => {
    await start();
    await recordOperation(engines, ownView, { type: 'RequestRebuild', build: 'b9-new' });
    await waitUntil(async () => (await operationsOn(engines, ownView)).rebuild?.comparison);
    const rebuilt = (await buildsOf(engines, 'own')).find(({ build }) => build === 'b9-new');
    if (!rebuilt) throw new Error('it has been built');
    await engines.views.rewrite(rebuilt, [{ id: stream, row: null, position: rebuilt.checkpoint.position }]);
    expect(await rebuildRows(engines, consignmentId)).toMatchObject({
      data: { views: [{ view: 'own', changed: 0 }, { view: 'together' }] },
    });
    expect((await engines.views.rowsOf(rebuilt, [stream])).get(stream)).toMatchObject({ highest: 7 });
  });

  it('are none for a consignment that does not exist', async () => {
    await start();
    expect(await rebuildRows(engines, randomUUID())).toMatchObject({ type: 'RowsRebuilt', data: { views: [] } });
  });

  it('stay unchanged when one view cannot project an event, and the answer names the view without any content', async () => {
    const fault = { isActive: false };
    const unlucky = highestNumbers({
      name: 'unlucky',
      project: (row, event, id) => {
        if (fault.isActive) throw new TypeError('陈志远 13800001111 is no number');
        return { id, highest: Math.max(row?.highest ?? 0, (event.data as { number: number }).number), label: '' };
      },
    });
    await start([ownView, unlucky]);
    await corruptRow('own', stream, { id: stream, highest: 1, label: '错' });
    fault.isActive = true;
    expect(await rebuildRows(engines, consignmentId)).toMatchObject({
      type: 'RowsRebuildFailed',
      data: { consignmentId, message: `NumberTaken ${stream}@0: TypeError` },
    });
    expect(await highest(ownView, stream)).toBe(1);
  });

  it('are rebuilt once by the next projector if they were requested while none ran or it was killed half-way', async () => {
    const first = await start();
    await corruptRow('own', stream, null);
    await first.stop();
    const result = rebuildRows(engines, consignmentId);
    await start();
    await start();
    expect(await result).toMatchObject({
      data: { views: [{ view: 'own', changed: expect.any(Number) }, { view: 'together' }] },
    });
    expect(await highest(ownView, stream)).toBe(7);
    const { events } = await engines.eventStore.read('operations-rows');
    expect(events.map(({ type }) => type)).toEqual(['RowsRebuildRequested', 'RowsRebuilt']);
  });
});
