import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Projection } from '#domain';
import { openEmbeddedEngines, type BuildStatus, type Engines } from '#engines';
import { START, type Position } from '#events';
import { createProjector, type ProjectorOptions } from './projector.js';
import { highestNumbers, takeNumbers, type NumberRow } from './testing/numbers.js';

const logger = pino({ level: 'silent' });
const PATIENCE_MS = 20_000;
const HOUR_MS = 3_600_000;

describe('projector', () => {
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

  const start = (projections: Projection<object>[] = [view], options: Partial<ProjectorOptions> = {}) => {
    const projector = createProjector({ engines, projections, logger, graceMs: HOUR_MS, ...options });
    running.push(projector);
    return projector;
  };
  const reaches = async (position: Position, of: { name: string; version: number } = view) => {
    expect(await engines.views.waitFor(of, position, PATIENCE_MS)).toBe(true);
  };
  const highest = async (stream: string, of: { name: string; version: number } = view) =>
    (await engines.views.get<NumberRow>(of, stream))?.highest ?? null;
  const buildsUntil = async (condition: (builds: BuildStatus[]) => boolean): Promise<BuildStatus[]> => {
    for (;;) {
      const builds = await engines.views.builds();
      if (condition(builds)) return builds;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('fills a view from what is in the log and follows what comes', async () => {
    const past = await takeNumbers(engines, [3, 1, 2]);
    start();
    await reaches(past.position);
    expect(await highest(past.stream)).toBe(3);
    const news = await takeNumbers(engines, [7], past.stream);
    await reaches(news.position);
    expect(await highest(past.stream)).toBe(7);
    expect((await engines.views.find(view, { search: '第7' })).total).toBe(1);
  });

  it('has a view of an empty log answer at once', async () => {
    start();
    await reaches(START);
    expect((await engines.views.find(view, {})).total).toBe(0);
  });

  it('advances a view whose events do not occur, so that nobody waits for it', async () => {
    const rare = highestNumbers({ name: 'rare', types: ['ImportCompleted'] });
    start([rare]);
    const { position } = await takeNumbers(engines, [1]);
    await reaches(position, rare);
    expect((await engines.views.find(rare, {})).total).toBe(0);
  });

  it('goes on where it stopped', async () => {
    const { stream, position } = await takeNumbers(engines, [1, 2]);
    const first = start();
    await reaches(position);
    await first.stop();
    const { position: next } = await takeNumbers(engines, [9], stream);
    start();
    await reaches(next);
    expect(await highest(stream)).toBe(9);
    expect(await engines.views.builds()).toHaveLength(1);
  });

  it('comes to the same rows when a crash left rows ahead of their checkpoint and events are delivered twice', async () => {
    const one = await takeNumbers(engines, [1, 5]);
    const two = await takeNumbers(engines, [4], one.stream);
    const { views, eventStore } = engines;
    const build = await views.createBuild(view, 'b0');
    await views.write(
      build,
      [{ id: one.stream, row: { id: one.stream, highest: 5, label: '第5号' }, position: two.position }],
      { logId: eventStore.logId, position: START },
    );
    await views.activate(build);
    start();
    await reaches(two.position);
    expect(await highest(one.stream)).toBe(5);
    expect(await views.builds()).toMatchObject([{ build: 'b0', rows: 1, checkpoint: { position: two.position } }]);
  });

  describe('a new version', () => {
    it('is built beside the live one; readers of the old version keep theirs until the grace has passed', async () => {
      const { stream, position } = await takeNumbers(engines, [4]);
      const before = start();
      await reaches(position);
      await before.stop();
      const doubled = highestNumbers({
        version: 2,
        project: (_, event, id) => ({ id, highest: 2 * (event.data as { number: number }).number, label: '' }),
      });
      const after = start([doubled]);
      await reaches(position, doubled);
      expect(await highest(stream, doubled)).toBe(8);
      expect(await highest(stream)).toBe(4);
      await after.stop();
      start([doubled], { graceMs: 0 });
      await buildsUntil((builds) => builds.every(({ version }) => version === 2));
      expect(await highest(stream, doubled)).toBe(8);
    });
  });

  describe('a build', () => {
    it('that was interrupted is finished by the next run', async () => {
      const { stream, position } = await takeNumbers(engines, [6]);
      const first = start();
      await reaches(position);
      await first.stop();
      await engines.views.createBuild(view, 'c-unfinished');
      start([view], { graceMs: 0 });
      const builds = await buildsUntil((all) => all.length === 1);
      expect(builds).toMatchObject([{ build: 'c-unfinished', active: true }]);
      expect(await highest(stream)).toBe(6);
    });

    it('is made by itself when the declaration has changed but the version was forgotten', async () => {
      const { stream, position } = await takeNumbers(engines, [6]);
      const first = start();
      await reaches(position);
      await first.stop();
      const searched = highestNumbers();
      const said: { level: number; msg: string; view?: string }[] = [];
      start([{ ...searched, view: { ...searched.view, search: null } }], {
        graceMs: 0,
        logger: pino(
          { level: 'error' },
          { write: (line: string) => void said.push(JSON.parse(line) as (typeof said)[number]) },
        ),
      });
      const [before] = await engines.views.builds();
      await buildsUntil((all) => all.length === 1 && all[0]?.build !== before?.build);
      expect(await highest(stream)).toBe(6);
      await expect(engines.views.find(view, { search: '6' })).rejects.toThrow('no search text');
      expect(said).toEqual([
        expect.objectContaining({
          view: view.name,
          msg: expect.stringMatching(/declaration of view .* has changed .* raise its version/),
        }),
      ]);
    });
  });

  describe('a checkpoint that this log cannot have', () => {
    const ghost = { id: 'ghost', row: { id: 'ghost', highest: 99, label: '' }, position: '9'.repeat(20) };

    it.each([
      ['of another log', 'another log', START],
      ['beyond the end of the log', null, '9'.repeat(20)],
    ])('%s means a rebuild', async (_, foreignLog, position) => {
      const { stream, position: last } = await takeNumbers(engines, [2]);
      const build = await engines.views.createBuild(view, 'b0');
      await engines.views.write(build, [ghost], { logId: foreignLog ?? engines.eventStore.logId, position });
      await engines.views.activate(build);
      await start().ready;
      await buildsUntil((builds) => builds.some(({ active }) => active));
      await reaches(last);
      expect(await highest('ghost')).toBeNull();
      expect(await highest(stream)).toBe(2);
      expect((await engines.views.builds()).map(({ checkpoint }) => checkpoint)).toEqual([
        { logId: engines.eventStore.logId, position: last },
      ]);
    });
  });

  describe('an event that a view cannot take', () => {
    const unlucky = highestNumbers({
      name: 'unlucky',
      project: (row, event, id) => {
        const { number } = event.data as { number: number };
        if (number === 13) throw new Error('13 is unlucky');
        return { id, highest: Math.max((row as NumberRow | null)?.highest ?? 0, number), label: '' };
      },
    });

    it('stops that view alone, with its checkpoint before the event, until a restart finds it mended', async () => {
      const before = await takeNumbers(engines, [1]);
      const projector = start([unlucky, view]);
      await reaches(before.position, unlucky);
      const good = await takeNumbers(engines, [12], before.stream);
      const bad = await takeNumbers(engines, [13, 14], before.stream);
      await reaches(bad.position);
      expect(await highest(before.stream)).toBe(14);
      await buildsUntil((builds) => builds.some(({ name, failure }) => name === 'unlucky' && failure !== null));
      expect(await highest(before.stream, unlucky)).toBe(12);
      const builds = new Map((await engines.views.builds()).map((build) => [build.name, build]));
      expect(builds.get(view.name)).toMatchObject({ failure: null, checkpoint: { position: bad.position } });
      expect(builds.get('unlucky')).toMatchObject({
        checkpoint: { position: good.position },
        failure: { message: expect.stringContaining('13 is unlucky') },
      });
      expect(builds.get('unlucky')?.failure?.message).toContain(`NumberTaken ${before.stream}@2`);

      const later = await takeNumbers(engines, [20], before.stream);
      await reaches(later.position);
      expect(await highest(before.stream)).toBe(20);
      await projector.stop();
      start([highestNumbers({ name: 'unlucky' })]);
      await reaches(later.position, unlucky);
      expect(await highest(before.stream, unlucky)).toBe(20);
      await buildsUntil((builds) => builds.every(({ failure }) => failure === null));
    });

    it('is tried again by a restart, and fails again while nothing has been mended', async () => {
      const { stream } = await takeNumbers(engines, [13]);
      const failed = (builds: BuildStatus[]) => builds.some(({ failure }) => failure !== null);
      const first = start([unlucky]);
      await buildsUntil(failed);
      await first.stop();
      const second = start([unlucky]);
      await second.ready;
      await second.stop();
      expect(failed(await engines.views.builds())).toBe(true);
      expect(stream).toMatch(/^numbering-/);
    });
  });
});

describe('projector on files', () => {
  it('catches up with 100,000 small events', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'projector-'));
    const engines = await openEmbeddedEngines(folder);
    const numbers = Array.from({ length: 1_000 }, (_, n) => n + 1);
    for (let stream = 0; stream < 100; stream++) await takeNumbers(engines, numbers);
    const head = await engines.eventStore.lastPosition();

    const began = performance.now();
    const projector = createProjector({ engines, projections: [highestNumbers()], logger });
    expect(await engines.views.waitFor(highestNumbers(), head, 240_000)).toBe(true);
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(
      `100,000 events projected in ${seconds.toFixed(1)} s: ${Math.round(100_000 / seconds)} a second\n`,
    );

    expect((await engines.views.find(highestNumbers(), { where: [{ column: 'highest', eq: 1_000 }] })).total).toBe(100);
    await projector.stop();
    await engines.close();
    await rm(folder, { recursive: true });
  }, 300_000);
});
