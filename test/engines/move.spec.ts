import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openEmbeddedEngines, openEngines, openEventStoreDbLog, verifyChain } from '#engines';
import { NO_STREAM, START } from '#events';
import { releaseHandles } from '#harness/standalone/let-go-of';
import { startServer, type EventStoreServer } from '../eventstoredb/start-server.mjs';
import { numberTaken } from './support/eventstoredb-under-test.js';

const EVENTS = 3_000;
const program = join(import.meta.dirname, '../../dist/apps/standalone/src/move/main.js');

/** MongoDB takes part where there is one; without it vault and files stay in the folder. */
const mongoUrl = process.env['MONGO_URL'] ? new URL(`/move-${randomUUID()}`, process.env['MONGO_URL']).href : '';

/** A service in a folder, stopped. @returns the hash of its one file */
const filled = async (dataDir: string): Promise<string> => {
  const engines = await openEmbeddedEngines(dataDir);
  await Promise.all(
    Array.from({ length: EVENTS }, (_, n) =>
      engines.eventStore.append(`numbering-${randomUUID()}`, [numberTaken(n)], NO_STREAM),
    ),
  );
  await engines.vault.setCredential('u-1', 'hash');
  const { hash } = await engines.files.put(randomBytes(100), { contentType: 'text/plain', name: 'a.txt' });
  await engines.close();
  return hash;
};

describe('npm run move', () => {
  let folder: string;
  let server: EventStoreServer;
  let env: NodeJS.ProcessEnv;
  let hash: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'move-'));
    server = await startServer({ data: join(folder, 'server') });
    hash = await filled(join(folder, 'data'));
    await releaseHandles(join(folder, 'data'));
    await cp(join(folder, 'data'), join(folder, 'looked-into'), { recursive: true });
    env = {
      ...process.env,
      DATA_DIR: join(folder, 'data'),
      EVENTSTORE_URL: server.url,
      MONGO_URL: mongoUrl,
      REDIS_URL: '',
    };
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = () => {
    const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    return {
      child,
      ended: Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
        ([[code], said, failed]) => ({ code: code as number | null, said, failed }),
      ),
    };
  };

  it('killed -9 in the middle, is finished by the next run, and the service goes on there with the same log', async () => {
    const log = await openEventStoreDbLog(server.url);
    const arrived = async (most: number): Promise<number> => (await log.readAll(START, most)).length;
    const first = start();
    // Only the first is asked for: reading more takes as long as the move.
    while ((await arrived(1)) === 0) await nextTurn();
    first.child.kill('SIGKILL');
    expect((await first.ended).code).toBeNull();
    const before = await arrived(EVENTS);
    expect(before).toBeLessThan(EVENTS);
    await log.close();

    const { code, said, failed } = await start().ended;
    expect([code, failed]).toEqual([0, '']);
    const written = Number(/(\d+) of them written now/.exec(said)?.[1]);
    expect([written > 0, written <= EVENTS - before]).toEqual([true, true]);
    const engines = await openEngines({ ...env, DATA_DIR: join(folder, 'looked-into') });
    try {
      expect(await verifyChain(engines.eventStore)).toEqual({ events: EVENTS, broken: null });
      expect(await engines.vault.credential('u-1')).toBe('hash');
      expect(await engines.files.get(hash)).toMatchObject({ name: 'a.txt' });
      await engines.eventStore.append(`numbering-${randomUUID()}`, [numberTaken(1)], NO_STREAM);
    } finally {
      await engines.close();
    }
    const again = await start().ended;
    expect([again.code, again.said]).toEqual([0, expect.stringContaining('the service has been used there')]);
  }, 120_000);
});
