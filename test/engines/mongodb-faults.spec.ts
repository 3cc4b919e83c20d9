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
import { openCutLine } from './support/cut-line.js';

/** Within so long a caller learns that the server is frozen: 5 s, and what a busy machine adds. */
const DEADLINE_MS = 8_000;
const ROWS = 10;
const LAST = 30;

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

/** What the view holds at a position: ten new rows at each, and the first of the position before is gone. */
const writesAt = (position: number) => [
  ...Array.from({ length: ROWS }, (_, n) => ({
    id: `${position}.${n}`,
    row: { id: `${position}.${n}`, text: `样品 ${position}` },
    position: at(position),
  })),
  { id: `${position - 1}.0`, row: null, position: at(position) },
];
const rowsUpTo = (position: number): number => position * ROWS - (position - 1);

/** Goes on from the checkpoint whenever the server has been away, as a projector does. */
const fill = async (
  views: Views,
  build: Build,
  upTo: number,
  written: (position: number) => void = () => {},
): Promise<void> => {
  let position = Number((await views.checkpointOf(build))?.position ?? 0);
  while (position < upTo) {
    try {
      position = Number((await views.checkpointOf(build))?.position ?? 0) + 1;
      await views.write(build, writesAt(position), checkpoint(position));
      written(position);
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }
};

/** All but the log and the jobs on the server; `views` are what is tested. */
const enginesOn = (server: string) => openEngines({ MONGO_URL: `${server}/faults`, DATA_DIR: ':memory:' });

/** The server that fails is the stand-in, whichever server the other tests ask. */
const missing =
  process.env['MONGO_URL'] === undefined
    ? 'MONGO_URL names no server'
    : spawnSync('mvn', ['-v']).error && 'Maven is not installed';

(missing ? describe.skip : describe)(
  missing ? `MongoDB that fails (skipped: ${missing})` : 'MongoDB that fails',
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

    const made = async (name: string, through = views) => {
      const view = itemView(name);
      const build = await through.createBuild(view, 'b1');
      await through.activate(build);
      return { view, build };
    };

    it('killed and started again under load: what was acknowledged is there, and the view goes on to what it must be', async () => {
      const { view, build } = await made('killed');
      const port = Number(new URL(server.url).port);
      let acknowledged = 0;
      const filling = fill(views, build, LAST, (position) => (acknowledged = position));
      for (const kill of [5, 15]) {
        while (acknowledged < kill) await setTimeout(5);
        await server.kill();
        const before = acknowledged;
        server = await startServer({ port, data: folder });
        expect(Number((await views.checkpointOf(build))?.position)).toBeGreaterThanOrEqual(before);
      }
      await filling;
      expect(await views.find(view, { limit: 1 })).toMatchObject({ total: rowsUpTo(LAST) });
      expect((await views.find(view, { search: '样品' })).rows).toHaveLength(rowsUpTo(LAST));
      expect(await views.countBy(view, 'text', {})).toEqual(
        new Map(Array.from({ length: LAST }, (_, n) => [`样品 ${n + 1}`, n === LAST - 1 ? ROWS : ROWS - 1])),
      );
    }, 60_000);

    it('frozen: every call says so within the deadline, instead of hanging, and goes on when it wakes', async () => {
      const { view, build } = await made('frozen');
      await fill(views, build, 3);
      server.pause();
      const began = performance.now();
      const asked = [
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
      const outcomes = await Promise.allSettled(asked);
      const took = performance.now() - began;
      server.resume();
      expect(took).toBeLessThan(DEADLINE_MS);
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
      await fill(views, build, 6);
      expect(await views.find(view, { limit: 1 })).toMatchObject({ total: rowsUpTo(6) });
      expect((await views.find(view, {})).rows).toHaveLength(rowsUpTo(6));
    }, 60_000);

    it.each(['request', 'answer'] as const)(
      'cut off in the middle of a write, at the %s: the write is told as failed, and made good by the next',
      async (what) => {
        const line = await openCutLine(Number(new URL(server.url).port));
        const over = await enginesOn(`mongodb://127.0.0.1:${line.port}`);
        const through = over.views;
        const { view, build } = await made(`cut-${what}`, through);
        await fill(through, build, 3);
        line.cutNext(what, 2_000);
        await expect(through.write(build, writesAt(4), checkpoint(4))).rejects.toThrow(StoreUnavailable);
        expect(await through.checkpointOf(build)).toEqual(checkpoint(3));
        await fill(through, build, 5);
        expect(await through.find(view, { limit: 1 })).toMatchObject({ total: rowsUpTo(5) });
        expect((await through.find(view, { search: '样品' })).rows).toHaveLength(rowsUpTo(5));
        await over.close();
        line.close();
      },
    );

    it('a writer held up on the line while a faster one passes it brings no deleted row back, nor an older one, nor a wrong count', async () => {
      const line = await openCutLine(Number(new URL(server.url).port));
      const over = await enginesOn(`mongodb://127.0.0.1:${line.port}`);
      const slow = over.views;
      const { view, build } = await made('overtaken');
      const long = Array.from({ length: 400 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join('');
      const put = (id: string, position: number) => ({
        id,
        row: { id, text: `${position} ${long}` },
        position: at(position),
      });
      await views.write(build, [put('deleted', 30), put('changed', 30)], checkpoint(30));
      await slow.createBuild(view, 'b1');
      await slow.write(build, [put('settled', 31)], checkpoint(31));
      const held = line.holdNext(2_000);
      const late = slow.write(build, [put('deleted', 45), put('changed', 45), put('new', 46)], checkpoint(46));
      const goOn = await held;
      await views.write(
        build,
        [put('changed', 47), put('new', 46), { id: 'deleted', row: null, position: at(50) }],
        checkpoint(50),
      );
      goOn();
      await late;
      const found = await views.find<Item>(view, {});
      expect(found.rows.map(({ id, text }) => [id, parseInt(text)])).toEqual([
        ['changed', 47],
        ['new', 46],
        ['settled', 31],
      ]);
      expect(found.total).toBe(3);
      expect(await views.checkpoint(view)).toEqual(checkpoint(50));
      await over.close();
      line.close();
    });
  },
);
