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
const longestPause = async (action: () => Promise<unknown>): Promise<number> => {
  let [lastTickAt, longest, isOver] = [performance.now(), 0, false];
  const monitoring = (async () => {
    while (!isOver) {
      await new Promise((resolve) => setTimeout(resolve, 5));
      longest = Math.max(longest, performance.now() - lastTickAt);
      lastTickAt = performance.now();
    }
  })();
  await action();
  isOver = true;
  await monitoring;
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
    const lockingConnection = openDatabase(join(folder.path, 'vault.db'));
    lockingConnection.exec('BEGIN IMMEDIATE');
    const pauseMs = await longestPause(async () => {
      const startedAt = performance.now();
      const rejection = vault.addSession(session('refused')).catch((error: unknown) => error);
      await jobs.enqueue('pdf', {}, { id: '2.pdf' });
      await lastWrites.record('u', START);
      expect(await vault.session('before')).not.toBeNull();
      expect(performance.now() - startedAt).toBeLessThan(1_500);
      expect(await rejection).toBeInstanceOf(StoreUnavailable);
      expect(performance.now() - startedAt).toBeGreaterThan(1_900);
    });
    expect(pauseMs).toBeLessThan(1_000);
    const acceptedWrite = vault.addSession(session('taken'));
    lockingConnection.exec('ROLLBACK');
    lockingConnection.close();
    await acceptedWrite;
    expect([await vault.session('refused'), await vault.session('taken')]).toEqual([null, session('taken')]);
    const vaultWaits = databaseWaits().find(({ database }) => database === 'vault');
    expect(vaultWaits?.seconds).toBeGreaterThan(1.9);
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
