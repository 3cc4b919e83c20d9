import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { StoreUnavailable, type Position } from '#events';
import type { Projection } from '#domain/event-sourcing';
import { openEngines, type Build, type Engines, type Views } from '#engines';
import { startServer, type RunningServer } from '../mongodb/start-server.mjs';
import { openCuttingProxy } from './support/cutting-proxy.js';

/** A call to a frozen server fails within this time: 5 s and a margin for a busy machine. */
const DEADLINE_MS = 8_000;
const ROWS = 10;
const LAST_POSITION = 30;

type Item = { id: string; text: string };

const itemView = (name: string): Projection<Item> => ({
  name,
  version: 1,
  types: ['NumberTaken'],
  idsOf: () => [],
  project: (row) => row,
  view: {
    columns: { text: { type: 'text', of: ({ text }) => text } },
    search: ({ text }) => text,
    indexes: [['text']],
  },
});

const at = (position: number): Position => String(position).padStart(20, '0');
const checkpoint = (position: number) => ({ logId: 'log', position: at(position) });

/** The writes at a position: ten new rows, and the first row of the previous position is deleted. */
const writesAt = (position: number) => [
  ...Array.from({ length: ROWS }, (_, n) => ({
    id: `${position}.${n}`,
    row: { id: `${position}.${n}`, text: `样品 ${position}` },
    position: at(position),
  })),
  { id: `${position - 1}.0`, row: null, position: at(position) },
];
const rowsUpTo = (position: number): number => position * ROWS - (position - 1);

/** Continues from the checkpoint after each failure, as a projector does. */
const fill = async (
  views: Views,
  build: Build,
  upTo: number,
  onWritten: (position: number) => void = () => {},
): Promise<void> => {
  let position = Number((await views.checkpointOf(build))?.position ?? 0);
  while (position < upTo) {
    try {
      position = Number((await views.checkpointOf(build))?.position ?? 0) + 1;
      await views.write(build, writesAt(position), checkpoint(position));
      onWritten(position);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
};

/** Engines with everything but log and jobs on the server. The specs test `views`. */
const enginesOn = (server: string) => openEngines({ MONGO_URL: `${server}/faults`, DATA_DIR: ':memory:' });

/** The failing server is always the stand-in, whatever server MONGO_URL is. */
const skipReason =
  process.env['MONGO_URL'] === undefined
    ? 'MONGO_URL is not set'
    : spawnSync('mvn', ['-v']).error && 'Maven is not installed';

(skipReason ? describe.skip : describe)(
  skipReason ? `MongoDB failures (skipped: ${skipReason})` : 'MongoDB failures',
  () => {
    let folder: string;
    let server: RunningServer;
    let engines: Engines;
    let views: Views;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'mongodb-'));
      server = await startServer({ data: folder });
      engines = await enginesOn(server.url);
      views = engines.views;
    }, 60_000);
    afterAll(async () => {
      await engines.close();
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    });

    const createView = async (name: string, target = views) => {
      const view = itemView(name);
      const build = await target.createBuild(view, 'b1');
      await target.activate(build);
      return { view, build };
    };

    it('kills under load: acknowledged writes are kept, and the view is completed correctly', async () => {
      const { view, build } = await createView('killed');
      const port = Number(new URL(server.url).port);
      let acknowledged = 0;
      const filling = fill(views, build, LAST_POSITION, (position) => (acknowledged = position));
      for (const kill of [5, 15]) {
        while (acknowledged < kill) await setTimeout(5);
        await server.kill();
        const acknowledgedBefore = acknowledged;
        server = await startServer({ port, data: folder });
        expect(Number((await views.checkpointOf(build))?.position)).toBeGreaterThanOrEqual(acknowledgedBefore);
      }
      await filling;
      expect(await views.find(view, { limit: 1 })).toMatchObject({ total: rowsUpTo(LAST_POSITION) });
      expect((await views.find(view, { search: '样品' })).rows).toHaveLength(rowsUpTo(LAST_POSITION));
      expect(await views.countBy(view, 'text', {})).toEqual(
        new Map(
          Array.from({ length: LAST_POSITION }, (_, n) => [`样品 ${n + 1}`, n === LAST_POSITION - 1 ? ROWS : ROWS - 1]),
        ),
      );
    }, 60_000);

    it('a frozen server: every call fails within the deadline instead of hanging, and works again after it resumes', async () => {
      const { view, build } = await createView('frozen');
      await fill(views, build, 3);
      server.pause();
      const startedAt = performance.now();
      const calls = [
        views.get(view, '1.1'),
        views.find(view, { search: '样品' }),
        views.countBy(view, 'text', {}),
        views.checkpoint(view),
        views.checkpointOf(build),
        views.builds(),
        views.rowsOf(build, ['1.1']),
        views.waitFor(view, at(9), 60_000),
        views.write(build, writesAt(4), checkpoint(4)),
        views.fail(build, null),
      ];
      const outcomes = await Promise.allSettled(calls);
      const elapsedMs = performance.now() - startedAt;
      server.resume();
      expect(elapsedMs).toBeLessThan(DEADLINE_MS);
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
      await fill(views, build, 6);
      expect(await views.find(view, { limit: 1 })).toMatchObject({ total: rowsUpTo(6) });
      expect((await views.find(view, {})).rows).toHaveLength(rowsUpTo(6));
    }, 60_000);

    it.each(['request', 'response'] as const)(
      'a disconnect during the %s of a write: the write fails, and the next one completes it',
      async (part) => {
        const proxy = await openCuttingProxy(Number(new URL(server.url).port));
        const proxiedEngines = await enginesOn(`mongodb://127.0.0.1:${proxy.port}`);
        const proxiedViews = proxiedEngines.views;
        const { view, build } = await createView(`cut-${part}`, proxiedViews);
        await fill(proxiedViews, build, 3);
        proxy.cutNext(part, 2_000);
        await expect(proxiedViews.write(build, writesAt(4), checkpoint(4))).rejects.toThrow(StoreUnavailable);
        expect(await proxiedViews.checkpointOf(build)).toEqual(checkpoint(3));
        await fill(proxiedViews, build, 5);
        expect(await proxiedViews.find(view, { limit: 1 })).toMatchObject({ total: rowsUpTo(5) });
        expect((await proxiedViews.find(view, { search: '样品' })).rows).toHaveLength(rowsUpTo(5));
        await proxiedEngines.close();
        proxy.close();
      },
    );

    it('a delayed write that a later one overtakes: no deleted or older row and no wrong count comes back', async () => {
      const proxy = await openCuttingProxy(Number(new URL(server.url).port));
      const proxiedEngines = await enginesOn(`mongodb://127.0.0.1:${proxy.port}`);
      const proxiedViews = proxiedEngines.views;
      const { view, build } = await createView('overtaken');
      const longText = Array.from({ length: 400 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
      const rowAt = (id: string, position: number) => ({
        id,
        row: { id, text: `${position} ${longText}` },
        position: at(position),
      });
      await views.write(build, [rowAt('deleted', 30), rowAt('changed', 30)], checkpoint(30));
      await proxiedViews.createBuild(view, 'b1');
      await proxiedViews.write(build, [rowAt('settled', 31)], checkpoint(31));
      const heldRequest = proxy.holdNext(2_000);
      const delayed = proxiedViews.write(
        build,
        [rowAt('deleted', 45), rowAt('changed', 45), rowAt('new', 46)],
        checkpoint(46),
      );
      const release = await heldRequest;
      await views.write(
        build,
        [rowAt('changed', 47), rowAt('new', 46), { id: 'deleted', row: null, position: at(50) }],
        checkpoint(50),
      );
      release();
      await delayed;
      const result = await views.find<Item>(view, {});
      expect(result.rows.map(({ id, text }) => [id, parseInt(text)])).toEqual([
        ['changed', 47],
        ['new', 46],
        ['settled', 31],
      ]);
      expect(result.total).toBe(3);
      expect(await views.checkpoint(view)).toEqual(checkpoint(50));
      await proxiedEngines.close();
      proxy.close();
    });
  },
);
