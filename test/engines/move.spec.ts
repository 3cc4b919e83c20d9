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
import { releaseHandles } from '#harness/standalone/release-handles';
import { startServer, type EventStoreServer } from '../eventstoredb/start-server.mjs';
import { numberTaken } from './support/eventstoredb-under-test.js';

const EVENTS = 3_000;
const program = join(import.meta.dirname, '../../dist/apps/standalone/src/move/main.js');

/** If MONGO_URL is set, vault and files move to MongoDB; otherwise they stay in the folder. */
const mongoUrl = process.env['MONGO_URL'] ? new URL(`/move-${randomUUID()}`, process.env['MONGO_URL']).href : '';

/** Creates the data of a stopped service in a folder. @returns the hash of its only file */
const createData = async (dataDir: string): Promise<string> => {
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
    hash = await createData(join(folder, 'data'));
    await releaseHandles(join(folder, 'data'));
    await cp(join(folder, 'data'), join(folder, 'inspected'), { recursive: true });
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
      result: Promise.all([once(child, 'exit'), text(child.stdout), text(child.stderr)]).then(
        ([[code], stdout, stderr]) => ({ code: code as number | null, stdout, stderr }),
      ),
    };
  };

  it('is completed by the next run after kill -9, and the service continues there with the same log', async () => {
    const log = await openEventStoreDbLog(server.url);
    const countMoved = async (limit: number): Promise<number> => (await log.readAll(START, limit)).length;
    const firstRun = start();
    // Reads only the first event: reading more takes as long as the move.
    while ((await countMoved(1)) === 0) await nextTurn();
    firstRun.child.kill('SIGKILL');
    expect((await firstRun.result).code).toBeNull();
    const movedBefore = await countMoved(EVENTS);
    expect(movedBefore).toBeLessThan(EVENTS);
    await log.close();

    const { code, stdout, stderr } = await start().result;
    expect([code, stderr]).toEqual([0, '']);
    const writtenCount = Number(/(\d+) of them written now/.exec(stdout)?.[1]);
    expect([writtenCount > 0, writtenCount <= EVENTS - movedBefore]).toEqual([true, true]);
    const engines = await openEngines({ ...env, DATA_DIR: join(folder, 'inspected') });
    try {
      expect(await verifyChain(engines.eventStore)).toEqual({ events: EVENTS, broken: null });
      expect(await engines.vault.credential('u-1')).toBe('hash');
      expect(await engines.files.get(hash)).toMatchObject({ name: 'a.txt' });
      await engines.eventStore.append(`numbering-${randomUUID()}`, [numberTaken(1)], NO_STREAM);
    } finally {
      await engines.close();
    }
    const rerun = await start().result;
    expect([rerun.code, rerun.stdout]).toEqual([0, expect.stringContaining('the service has been used there')]);
  }, 120_000);
});
