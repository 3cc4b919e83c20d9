import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#harness/engines/temporary-folder';
import { compiledFile } from '../sqlite/compiled-file.js';
import { sharedViewsContract } from './shared-views.contract.js';
import { openSqliteViews } from './sqlite/sqlite-views.js';
import { order, orderView, putRow, checkpointAt } from '#harness/engines/orders';

const ROUNDS = 5;

const openFile = async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'views.db');
  const [api, projector] = [await openSqliteViews(file), await openSqliteViews(file)];
  const close = async () => {
    await api.close();
    await projector.close();
    await folder.remove();
  };
  return { file, api, projector, close };
};

sharedViewsContract('a SQLite file', openFile);

describe('a database file of views', () => {
  it(`is consistent in rows, text and checkpoint after kill -9, in ${ROUNDS} rounds`, async () => {
    const { file, api, close } = await openFile();
    const view = orderView(1, 'killed');
    for (let round = 1; round <= ROUNDS; round++) {
      const child = spawn(
        process.execPath,
        [compiledFile(import.meta.url, '../../../../test/harness/programs/write-until-killed.js'), file],
        {
          stdio: ['ignore', 'pipe', 'inherit'],
        },
      );
      const exit = once(child, 'exit');
      let lineCount = 0;
      let acknowledged = 0;
      for await (const line of createInterface({ input: child.stdout })) {
        acknowledged = Math.max(acknowledged, Number(line));
        if (++lineCount === round * 7) child.kill('SIGKILL');
      }
      expect(await exit).toEqual([null, 'SIGKILL']);
      const position = Number((await api.checkpoint(view))?.position);
      expect(position).toBeGreaterThanOrEqual(acknowledged);
      const rows = position * 20;
      expect(await api.find(view, { limit: 1 })).toMatchObject({ total: rows });
      expect(await api.countBy(view, 'status', {})).toEqual(new Map([[10, rows]]));
      expect((await api.find(view, { search: '样品' })).rows).toHaveLength(rows);
    }
    await close();
  }, 60_000);

  it('skips a queued write that is aborted before its turn', async () => {
    const { api, projector, close } = await openFile();
    const view = orderView();
    const build = await projector.createBuild(view, 'b1');
    await projector.activate(build);
    const rows = Array.from({ length: 2_000 }, (_, n) => putRow(order({ id: `${n}`, text: `样品 ${n}` }), 1));
    const abortController = new AbortController();
    const first = projector.write(build, rows, checkpointAt(1));
    const second = projector.write(build, [putRow(order({ id: 'late' }), 2)], checkpointAt(2), {
      signal: abortController.signal,
    });
    abortController.abort();
    await expect(second).rejects.toThrow('aborted');
    await first;
    expect((await api.find(view, { limit: 1 })).total).toBe(rows.length);
    expect(await api.checkpoint(view)).toEqual(checkpointAt(1));
    await close();
  });
});
