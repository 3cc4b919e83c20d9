import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../event-store/testing/temporary-folder.js';
import { compiledFile } from '../sqlite/compiled-file.js';
import { openSqliteViews } from './sqlite-views.js';
import { at, order, orderView, put, upTo, type Order } from './testing/orders.js';
import { ViewMissing, type Views } from './views.js';

const ROUNDS = 5;

describe('a views file shared by processes', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let file: string;
  let projector: Views;
  let api: Views;

  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'views.db');
    [api, projector] = [await openSqliteViews(file), await openSqliteViews(file)];
  });
  afterEach(async () => {
    await api.close();
    await projector.close();
    await folder.remove();
  });

  it('shows to one what the other writes, builds and switches', async () => {
    const view = orderView();
    await expect(api.find(view, {})).rejects.toThrow(ViewMissing);
    const first = await projector.createBuild(view, 'b1');
    await projector.write(first, [put(order({ id: '1', text: '桥' }), 1)], upTo(1));
    await projector.activate(first);
    expect((await api.find<Order>(view, { search: '桥' })).total).toBe(1);
    const next = await projector.createBuild(view, 'b2');
    await projector.write(next, [put(order({ id: '1', text: '隧道' }), 1)], upTo(1));
    await projector.activate(next);
    await projector.drop(first);
    expect((await api.find<Order>(view, { search: '桥' })).total).toBe(0);
    expect((await api.find<Order>(view, { search: '隧' })).total).toBe(1);
    expect(await api.get(view, '1')).toMatchObject({ text: '隧道' });
  });

  it('tells one that waits when the other has written', async () => {
    const view = orderView();
    const waiting = api.waitFor(view, at(5), 5_000);
    const build = await projector.createBuild(view, 'b1');
    await projector.write(build, [], upTo(4));
    await projector.activate(build);
    await projector.write(build, [], upTo(5));
    expect(await waiting).toBe(true);
  });

  it('answers readers without a gap while builds are replaced and dropped', async () => {
    const view = orderView();
    let live = await projector.createBuild(view, 'b0');
    await projector.write(live, [put(order({ id: '1' }), 1)], upTo(1));
    await projector.activate(live);
    let reading = true;
    const totals = (async () => {
      const seen = new Set<number>();
      while (reading) seen.add((await api.find(view, { search: 'TU001' })).total);
      return seen;
    })();
    for (let n = 1; n <= 10; n++) {
      const next = await projector.createBuild(view, `b${n}`);
      await projector.write(next, [put(order({ id: '1' }), 1)], upTo(1));
      await projector.activate(next);
      await projector.drop(live);
      live = next;
    }
    reading = false;
    expect(await totals).toEqual(new Set([1]));
  });

  it(`holds rows, text and checkpoint of the same moment after kill -9, in ${ROUNDS} rounds`, async () => {
    const killed = orderView(1, 'killed');
    for (let round = 1; round <= ROUNDS; round++) {
      const child = spawn(process.execPath, [compiledFile(import.meta.url, './testing/write-until-killed.js'), file], { stdio: ['ignore', 'pipe', 'inherit'] });
      const exited = once(child, 'exit');
      let printed = 0;
      let acknowledged = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged = Math.max(acknowledged, Number(line));
        if (++printed === round * 7) child.kill('SIGKILL');
      }
      expect(await exited).toEqual([null, 'SIGKILL']);
      const reached = Number((await api.checkpoint(killed))?.position);
      expect(reached).toBeGreaterThanOrEqual(acknowledged);
      const rows = reached * 20;
      expect(await api.find(killed, { limit: 1 })).toMatchObject({ total: rows });
      expect(await api.countBy(killed, 'status', {})).toEqual(new Map([[10, rows]]));
      expect((await api.find(killed, { search: '样品' })).rows).toHaveLength(rows);
    }
  }, 60_000);
});
