import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Projection } from '#domain/event-sourcing';
import { openEmbeddedEngines, type Engines } from '#engines';
import { StoreUnavailable, type Position } from '#events';
import { MAX_SET_ASIDE } from './fold-batch.js';
import { createProjector, type ProjectorOptions } from './projector.js';
import { highestNumbers, appendNumbers, type NumberRow } from '#harness/projector/numbers';
import { buildsOf, waitUntil, recordOperation, operationsOn } from '#harness/projector/operate';

const HOUR_MS = 3_600_000;

describe('a rebuild', () => {
  const view = highestNumbers();
  let engines: Engines;
  let running: ReturnType<typeof createProjector>[];

  beforeEach(async () => {
    engines = await openEmbeddedEngines(':memory:');
    running = [];
  });
  afterEach(async () => {
    for (const projector of running) await projector.stop();
    await engines.close();
  });

  const start = async (projections: Projection<object>[] = [view], options: Partial<ProjectorOptions> = {}) => {
    const projector = createProjector({
      engines,
      projections,
      logger: pino({ level: 'silent' }),
      graceMs: HOUR_MS,
      retryMs: 10,
      ...options,
    });
    running.push(projector);
    await projector.ready;
    return projector;
  };
  const expectCaughtUp = async () =>
    expect(await engines.views.waitFor(view, await engines.eventStore.lastPosition(), 20_000)).toBe(true);
  const highest = async (stream: string) => (await engines.views.get<NumberRow>(view, stream))?.highest ?? null;
  const loadLiveBuild = async () => (await buildsOf(engines, view.name)).find(({ active }) => active)?.build;
  const waitForComparison = () => waitUntil(async () => (await operationsOn(engines, view)).rebuild?.comparison);
  const waitForSwitchTo = (build: string) => waitUntil(async () => (await loadLiveBuild()) === build);
  const numbers = (count: number) => Array.from({ length: count }, (_, n) => n + 1);

  it('stops before the switch, compared at one position, and readers stay on the old build', async () => {
    const { stream } = await appendNumbers(engines, numbers(300));
    await start();
    await expectCaughtUp();
    const oldBuild = await loadLiveBuild();
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    await appendNumbers(engines, [5_000], stream);
    const comparison = await waitForComparison();
    expect(comparison).toMatchObject({ against: oldBuild, rows: 1, onlyOld: 0, onlyNew: 0, different: 0, samples: [] });
    expect(await loadLiveBuild()).toBe(oldBuild);
    expect(await highest(stream)).toBe(5_000);
  });

  it('finds every planted difference, and reports only that free text differs', async () => {
    const [differing, missing, equal] = [
      await appendNumbers(engines, [1, 2]),
      await appendNumbers(engines, [3]),
      await appendNumbers(engines, [4]),
    ];
    await start();
    await expectCaughtUp();
    const [oldBuild] = await buildsOf(engines, view.name);
    if (!oldBuild) throw new Error('there is a build');
    const { position } = oldBuild.checkpoint;
    await engines.views.rewrite(oldBuild, [
      { id: differing.stream, row: { id: differing.stream, highest: 77, label: '张三' }, position },
      { id: missing.stream, row: null, position },
      { id: 'numbering-ghost', row: { id: 'numbering-ghost', highest: 1, label: '' }, position },
    ]);
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    const comparison = await waitForComparison();
    expect(comparison).toMatchObject({ rows: 4, onlyOld: 1, onlyNew: 1, different: 1 });
    expect(comparison.samples.toSorted((a, b) => (a.difference < b.difference ? -1 : 1))).toEqual([
      {
        id: differing.stream,
        difference: 'different',
        fields: [
          { field: 'highest', old: '77', new: '2', hidden: false },
          { field: 'label', old: null, new: null, hidden: true },
        ],
      },
      { id: missing.stream, difference: 'onlyNew', fields: [] },
      { id: 'numbering-ghost', difference: 'onlyOld', fields: [] },
    ]);
    expect(JSON.stringify(comparison)).not.toContain('张三');
    expect(await highest(equal.stream)).toBe(4);
  });

  it('compares exactly while new events arrive', async () => {
    const streams = await Promise.all(numbers(30).map(() => appendNumbers(engines, numbers(20))));
    await start();
    await expectCaughtUp();
    const control = { isWriting: true };
    const writing = (async () => {
      for (let n = 100; control.isWriting; n++)
        for (const { stream } of streams.slice(0, 5)) await appendNumbers(engines, [n], stream);
    })();
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    const comparison = await waitForComparison();
    control.isWriting = false;
    await writing;
    expect(comparison).toMatchObject({ rows: 30, onlyOld: 0, onlyNew: 0, different: 0 });
  });

  it('switches forward and back without a failed read, because the old build is still fed', async () => {
    const { stream } = await appendNumbers(engines, numbers(200));
    await start([view], { graceMs: 0 });
    await expectCaughtUp();
    const oldBuild = (await loadLiveBuild()) ?? '';
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    await waitForComparison();

    const control = { isReading: true };
    const values = new Set<number | null>();
    const reader = (async () => {
      while (control.isReading) {
        values.add(await highest(stream));
        values.add((await engines.views.find<NumberRow>(view, { search: '号' })).rows[0]?.highest ?? null);
        await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await recordOperation(engines, view, { type: 'SwitchBuild' });
    await waitForSwitchTo('b9-new');
    await recordOperation(engines, view, { type: 'SwitchBack' });
    await waitForSwitchTo(oldBuild);
    await recordOperation(engines, view, { type: 'SwitchBack' });
    await waitForSwitchTo('b9-new');
    control.isReading = false;
    await reader;
    expect([...values]).toEqual([200]);

    const { position } = await appendNumbers(engines, [900], stream);
    await waitUntil(async () =>
      (await buildsOf(engines, view.name)).every(({ checkpoint }) => checkpoint.position >= position),
    );
    await recordOperation(engines, view, { type: 'SwitchBack' });
    await waitForSwitchTo(oldBuild);
    expect(await highest(stream)).toBe(900);

    await recordOperation(engines, view, { type: 'DropBuild', build: 'b9-new' });
    await waitUntil(async () => (await buildsOf(engines, view.name)).length === 1);
    expect(await loadLiveBuild()).toBe(oldBuild);
  });

  it('replaces the build that an earlier rebuild has kept', async () => {
    await appendNumbers(engines, [1]);
    await start([view], { graceMs: 0 });
    await expectCaughtUp();
    for (const build of ['b9-1', 'b9-2']) {
      await recordOperation(engines, view, { type: 'RequestRebuild', build });
      await waitForComparison();
      await recordOperation(engines, view, { type: 'SwitchBuild' });
      await waitForSwitchTo(build);
    }
    await waitUntil(async () => (await buildsOf(engines, view.name)).length === 2);
    expect((await buildsOf(engines, view.name)).map(({ build, active }) => [build, active])).toEqual([
      ['b9-1', false],
      ['b9-2', true],
    ]);
  });

  it('ends when the declaration has changed since: readers move to the build of the new declaration and stay there after restarts', async () => {
    await appendNumbers(engines, numbers(20));
    const first = await start();
    await expectCaughtUp();
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b1-chosen' });
    await waitForComparison();
    await recordOperation(engines, view, { type: 'SwitchBuild' });
    await waitForSwitchTo('b1-chosen');
    await first.stop();
    const changed = highestNumbers({
      view: {
        columns: {
          highest: { type: 'integer', of: (row) => row.highest },
          label: { type: 'text', of: (row) => row.label },
        },
        search: (row) => row.label,
        indexes: [['highest']],
      },
    });
    const second = await start([changed]);
    const newBuild = await waitUntil(async () =>
      (await buildsOf(engines, view.name)).find(({ active, build }) => active && build !== 'b1-chosen'),
    );
    await second.stop();
    const third = await start([changed], { graceMs: 0 });
    await waitUntil(async () => (await buildsOf(engines, view.name)).length === 1);
    expect(await loadLiveBuild()).toBe(newBuild.build);
    expect((await engines.views.find(view, { where: [{ column: 'label', eq: '第20号' }] })).total).toBe(1);
    await third.stop();
  });

  it('catches up as fast as any live build once readers use it', async () => {
    const { stream } = await appendNumbers(engines, [1]);
    const limits: number[] = [];
    const disconnection = new AbortController();
    const countingStore: Engines['eventStore'] = new Proxy(engines.eventStore, {
      get(store, name) {
        if (name === 'readAll')
          return (after: Position, limit: number, types?: readonly string[]) => (
            limits.push(limit),
            store.readAll(after, limit, types)
          );
        if (name === 'subscribe') {
          return async function* (after: Position, types: readonly string[], signal: AbortSignal) {
            yield* store.subscribe(after, types, AbortSignal.any([signal, disconnection.signal]));
            if (!signal.aborted) throw new StoreUnavailable('the connection was cut');
          };
        }
        const member: unknown = Reflect.get(store, name);
        return typeof member === 'function' ? member.bind(store) : member;
      },
    });
    await start([view], { engines: { ...engines, eventStore: countingStore }, graceMs: 0 });
    await expectCaughtUp();
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    await waitForComparison();
    expect(limits).toContain(100);
    await recordOperation(engines, view, { type: 'SwitchBuild' });
    await waitForSwitchTo('b9-new');
    await recordOperation(engines, view, { type: 'DropBuild', build: (await operationsOn(engines, view)).kept ?? '' });
    await waitUntil(async () => (await buildsOf(engines, view.name)).length === 1);
    limits.length = 0;
    disconnection.abort();
    await appendNumbers(engines, numbers(400), stream);
    await waitUntil(async () => (await highest(stream)) === 400);
    expect(limits).not.toContain(100);
  });

  it('stops while paused, resumes where it stopped, and is removed when cancelled', async () => {
    const { stream } = await appendNumbers(engines, numbers(2_000));
    const first = await start([view], { graceMs: 0 });
    await expectCaughtUp();
    await first.stop();
    // Both are recorded before the projector looks: it must not begin at all.
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    await recordOperation(engines, view, { type: 'PauseRebuild' });
    await start([view], { graceMs: 0 });
    const { position } = await appendNumbers(engines, [3_000], stream);
    await engines.views.waitFor(view, position, 20_000);
    const isNew = ({ build }: { build: string }) => build === 'b9-new';
    expect((await buildsOf(engines, view.name)).some(isNew)).toBe(false);

    await recordOperation(engines, view, { type: 'ResumeRebuild' });
    const startedBuild = await waitUntil(async () =>
      (await buildsOf(engines, view.name)).find((build) => isNew(build) && build.writtenAt !== null),
    );
    expect(startedBuild.active).toBe(false);
    expect(await waitForComparison()).toMatchObject({ different: 0 });
    await recordOperation(engines, view, { type: 'CancelRebuild' });
    await waitUntil(async () => !(await buildsOf(engines, view.name)).some(isNew));
    expect((await operationsOn(engines, view)).rebuild).toBeNull();
  });

  it('continues after a restart at every stage: half-way, compared, or with a recorded switch that was not carried out', async () => {
    const { stream, position } = await appendNumbers(engines, numbers(500));
    const first = await start();
    await expectCaughtUp();
    await first.stop();
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    const partialBuild = await engines.views.createBuild(view, 'b9-new');
    const [firstEvent] = await engines.eventStore.readAll('0'.repeat(20), 1);
    await engines.views.write(
      partialBuild,
      [{ id: stream, row: { id: stream, highest: 1, label: '第1号' }, position: firstEvent?.position ?? position }],
      { logId: engines.eventStore.logId, position: firstEvent?.position ?? position },
    );

    const second = await start();
    expect(await waitForComparison()).toMatchObject({ different: 0, onlyOld: 0, onlyNew: 0 });
    await second.stop();
    const third = await start();
    await expectCaughtUp();
    await third.stop();
    expect(
      (await engines.eventStore.read('operations-view-highest-numbers')).events.filter(
        ({ type }) => type === 'BuildsCompared',
      ),
    ).toHaveLength(1);

    await recordOperation(engines, view, { type: 'SwitchBuild' });
    await start();
    await waitForSwitchTo('b9-new');
    const added = await appendNumbers(engines, [600], stream);
    await waitUntil(async () =>
      (await buildsOf(engines, view.name)).every(({ checkpoint }) => checkpoint.position >= added.position),
    );
    expect(await buildsOf(engines, view.name)).toHaveLength(2);
    expect(await highest(stream)).toBe(600);
  });

  it('is carried out once, however many projectors see its events and however often', async () => {
    await appendNumbers(engines, numbers(50));
    await start();
    await start();
    await expectCaughtUp();
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    await waitForComparison();
    await recordOperation(engines, view, { type: 'SwitchBuild' });
    await waitForSwitchTo('b9-new');
    await start();
    const { events } = await engines.eventStore.read('operations-view-highest-numbers');
    expect(events.map(({ type }) => type)).toEqual(['RebuildRequested', 'BuildsCompared', 'BuildSwitched']);
    expect((await buildsOf(engines, view.name)).filter(({ build }) => build === 'b9-new')).toHaveLength(1);
  });

  it('starts again when the views are lost', async () => {
    await appendNumbers(engines, numbers(50));
    const first = await start();
    await expectCaughtUp();
    await recordOperation(engines, view, { type: 'RequestRebuild', build: 'b9-new' });
    await waitForComparison();
    await first.stop();
    for (const build of await engines.views.builds()) await engines.views.drop(build);
    await start();
    await waitUntil(async () => (await buildsOf(engines, view.name)).length === 2);
    await expectCaughtUp();
    expect(await loadLiveBuild()).not.toBe('b9-new');
  });
});

describe('a view that stopped because it could set no more streams aside', () => {
  it('retries from its checkpoint when an operator requests it, and only then', async () => {
    const engines = await openEmbeddedEngines(':memory:');
    const fix = { isApplied: false };
    const unlucky = highestNumbers({
      project: (row, event, id) => {
        const { number } = event.data as { number: number };
        if (number === 13 && !fix.isApplied) throw new Error('13 is unlucky');
        return { id, highest: Math.max(row?.highest ?? 0, number), label: '' };
      },
    });
    for (let n = 0; n < MAX_SET_ASIDE; n++) await appendNumbers(engines, [13]);
    const { stream } = await appendNumbers(engines, [12, 13, 14]);
    const projector = createProjector({ engines, projections: [unlucky], logger: pino({ level: 'silent' }) });
    const failedBuild = await waitUntil(async () =>
      (await buildsOf(engines, unlucky.name)).find(({ failure }) => failure !== null),
    );
    fix.isApplied = true;
    await recordOperation(engines, unlucky, { type: 'RestartView', build: failedBuild.build });
    await waitUntil(async () => engines.views.get<NumberRow>(unlucky, stream).catch(() => null));
    expect(await engines.views.get<NumberRow>(unlucky, stream)).toMatchObject({ highest: 14 });
    expect((await buildsOf(engines, unlucky.name)).map(({ build, failure }) => [build, failure])).toEqual([
      [failedBuild.build, null],
    ]);
    await projector.stop();
    await engines.close();
  });
});
