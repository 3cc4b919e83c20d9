import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { START, StoreUnavailable } from '#events';
import { openEmbeddedEngines } from '../open-engines.js';
import type { Engines } from '../engines.js';
import { temporaryFolder } from '#harness/engines/temporary-folder';
import { waitUntil } from '#harness/engines/test-time';
import { databaseWaits, writeAheadLogs } from './database-files.js';
import { openDatabase, WAL_LIMIT } from './database.js';

const session = (jti: string) => ({ jti, userId: 'u', createdAt: '2026-01-02', expiresAt: '2026-01-03' });

/** The longest that the event loop stood still meanwhile, in milliseconds. */
const longestPause = async (act: () => Promise<unknown>): Promise<number> => {
  let [last, longest, isOver] = [performance.now(), 0, false];
  const looking = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }
  })();
  await act();
  isOver = true;
  await looking;
  return longest;
};

describe('a database opened by another program', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let engines: Engines;
  beforeAll(async () => {
    folder = await temporaryFolder();
    engines = await openEmbeddedEngines(folder.path);
  });
  afterAll(async () => {
    await engines.close();
    await folder.remove();
  });

  it('delays only its own writes while it is locked, and rejects them after two seconds', async () => {
    const { vault, jobs, lastWrites } = engines;
    await vault.addSession(session('before'));
    await jobs.enqueue('pdf', {}, { id: '1.pdf' });
    const held = openDatabase(join(folder.path, 'vault.db'));
    held.exec('BEGIN IMMEDIATE');
    const paused = await longestPause(async () => {
      const began = performance.now();
      const refused = vault.addSession(session('refused')).catch((error: unknown) => error);
      await jobs.enqueue('pdf', {}, { id: '2.pdf' });
      await lastWrites.note('u', START);
      expect(await vault.session('before')).not.toBeNull();
      expect(performance.now() - began).toBeLessThan(1_500);
      expect(await refused).toBeInstanceOf(StoreUnavailable);
      expect(performance.now() - began).toBeGreaterThan(1_900);
    });
    expect(paused).toBeLessThan(1_000);
    const taken = vault.addSession(session('taken'));
    held.exec('ROLLBACK');
    held.close();
    await taken;
    expect([await vault.session('refused'), await vault.session('taken')]).toEqual([null, session('taken')]);
    const waited = databaseWaits().find(({ database }) => database === 'vault');
    expect(waited?.seconds).toBeGreaterThan(1.9);
  });

  it('shortens its write-ahead log again after a long read has ended', async () => {
    const bytes = async () => (await writeAheadLogs()).find(({ database }) => database === 'jobs')?.bytes ?? 0;
    const reader = openDatabase(join(folder.path, 'jobs.db'), { readOnly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM job').get();
    for (let n = 0; (await bytes()) < WAL_LIMIT * 1.2; n++)
      await engines.jobs.enqueue('pdf', 'x'.repeat(500_000), { id: `long-${n}.pdf` });
    reader.exec('COMMIT');
    reader.close();
    await waitUntil(async () => (await bytes()) <= WAL_LIMIT);
  });
});
