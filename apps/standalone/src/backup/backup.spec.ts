import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { consignment } from '#domain/consignment';
import { handle } from '#domain/event-sourcing';
import { allProjections, consignmentList, type ConsignmentRow } from '#domain/views';
import { backUp, compiledFile, openEmbeddedEngines, restore, verifyChain, type Engines } from '#engines';
import { ROLE, type Actor, type Position } from '#events';
import { createProjector } from '../../../projector/src/projector.js';
import { releaseHandles } from '#harness/standalone/release-handles';

const logger = pino({ level: 'silent' });
const by: Actor = { userId: randomUUID(), role: ROLE.client, unitId: randomUUID() };
const TIMEOUT_MS = 20_000;

const none = {} as Engines;
const never = () => Promise.reject(new Error('the service is stopped'));

/** A service as far as backups see it: something writes the log, the vault and files, and a view follows. */
const serviceOn = async (dataDir: string) => {
  const engines: Engines = await openEmbeddedEngines(dataDir);
  const projector = createProjector({
    engines,
    projections: allProjections.filter(({ name }) => name === consignmentList.name),
    logger,
  });
  await projector.ready;
  return {
    engines,
    async consign(phone: string): Promise<{ id: string; position: Position | null }> {
      const id = randomUUID();
      const at = new Date().toISOString();
      const context = { by, at, commandId: randomUUID(), correlationId: randomUUID() };
      const { position } = await handle(
        engines.eventStore,
        consignment,
        id,
        {
          type: 'CreateConsignment',
          by,
          at,
          consignType: 1,
          consignUnitName: '三公司',
          defaults: { contact: { name: '陈工', phone } },
        },
        context,
      );
      return { id, position };
    },
    /** Ids in the list, once it shows everything up to the end of the log. */
    async listed(): Promise<string[]> {
      expect(await engines.views.waitFor(consignmentList, await engines.eventStore.lastPosition(), TIMEOUT_MS)).toBe(
        true,
      );
      return (await engines.views.find<ConsignmentRow>(consignmentList, { limit: 1_000 })).rows
        .map(({ id }) => id)
        .toSorted();
    },
    async stop(): Promise<void> {
      await projector.stop();
      await engines.close();
    },
  };
};

describe('backup and restore', () => {
  let folder: string;
  let dataDir: string;
  let service: Awaited<ReturnType<typeof serviceOn>>;
  const at = (...names: string[]): string => join(folder, ...names);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'backup-'));
    dataDir = at('data');
    service = await serviceOn(dataDir);
  });
  afterEach(async () => {
    await service.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const restart = async (folderName: string): Promise<void> => {
    await service.stop();
    service = await serviceOn(folderName);
  };
  const stopService = async (): Promise<string> => {
    await service.stop();
    service = { engines: none, stop: async () => undefined, consign: never, listed: never };
    await releaseHandles(dataDir);
    return dataDir;
  };

  it('restore the service as it was, without later changes, and views are rebuilt', async () => {
    const before = [(await service.consign('13800000001')).id, (await service.consign('13800000002')).id].toSorted();
    const { hash } = await service.engines.files.put(randomBytes(5_000), {
      contentType: 'application/pdf',
      name: '委托书.pdf',
    });
    await service.engines.vault.setCredential('u-1', 'old');
    const [cursor, laterCursor] = ['1', '2'].map((position) => ({ logId: service.engines.eventStore.logId, position }));
    await service.engines.deliveries.add('w-1', [], cursor ?? null);
    const manifest = await backUp(dataDir, at('copy'));
    expect(manifest).toMatchObject({ log: { events: 2, streams: 2 }, files: { count: 1, bytes: 5_000 }, problems: [] });

    const laterConsignment = await service.consign('13800000003');
    await service.engines.vault.setCredential('u-1', 'new');
    await service.engines.deliveries.add('w-1', [], laterCursor ?? null);
    const { hash: laterHash } = await service.engines.files.put(randomBytes(10), {
      contentType: 'text/plain',
      name: 'b.txt',
    });
    expect(await service.listed()).toEqual([...before, laterConsignment.id].toSorted());
    const logId = service.engines.eventStore.logId;

    const { replacedFolder } = await restore(at('copy'), await stopService(), { replace: true });
    await restart(dataDir);
    expect(await service.listed()).toEqual(before);
    expect(await service.engines.views.get(consignmentList, laterConsignment.id)).toBeNull();
    expect(await service.engines.files.get(hash)).toMatchObject({ name: '委托书.pdf' });
    expect(await service.engines.files.get(laterHash)).toBeNull();
    expect(await service.engines.vault.credential('u-1')).toBe('old');
    expect(await service.engines.deliveries.cursor('w-1')).toEqual(cursor);
    const [first = ''] = before;
    const { events } = await service.engines.eventStore.read(`consignment-${first}`);
    expect(JSON.stringify(events)).toContain('陈工');
    expect(service.engines.eventStore.logId).not.toBe(logId);
    expect(existsSync(join(replacedFolder ?? '', 'events.db'))).toBe(true);
  });

  it('are consistent while the service continues to write: every person in the copied log can be decrypted', async () => {
    let isWriting = true;
    const writing = (async () => {
      for (let n = 0; isWriting; n++) await service.consign(`139${String(n).padStart(8, '0')}`);
    })();
    while ((await service.engines.eventStore.lastPosition()) < '00000000000000000020') await nextTurn();
    const manifest = await backUp(dataDir, at('copy'));
    isWriting = false;
    await writing;
    await restore(at('copy'), at('other'));
    await restart(at('other'));
    expect((await verifyChain(service.engines.eventStore)).events).toBe(manifest.log.events);
    const events = await service.engines.eventStore.readAll('0'.repeat(20), 100_000);
    expect(events.every(({ data }) => JSON.stringify(data).includes('陈工'))).toBe(true);
    expect(await service.listed()).toHaveLength(manifest.log.events);
  });

  it('reject a folder that is in use, is not empty, or holds no service', async () => {
    await service.consign('13800000001');
    await backUp(dataDir, at('copy'));
    await expect(backUp(dataDir, at('copy'))).rejects.toThrow('is not empty');
    await expect(backUp(dataDir, join(dataDir, 'copy'))).rejects.toThrow('keep backups elsewhere');
    await expect(backUp(at('nothing'), at('second'))).rejects.toThrow('There is no service');
    await expect(restore(at('copy'), dataDir)).rejects.toThrow('--replace');
    await expect(restore(at('copy'), dataDir, { replace: true })).rejects.toThrow('A service is running');
    await expect(restore(at('nothing'), at('other'))).rejects.toThrow('no finished backup');
    expect(await service.listed()).toHaveLength(1);
  });

  it('name the first changed file and the first changed event', async () => {
    const { id } = await service.consign('13800000001');
    await service.engines.files.put(randomBytes(10), { contentType: 'text/plain', name: 'a.txt' });
    await backUp(dataDir, at('copy'));
    const [file = ''] = (await readFile(at('copy', 'SHA256SUMS'), 'utf8'))
      .split('\n')
      .map((line) => line.slice(66))
      .filter((path) => /[0-9a-f]{64}$/.test(path));
    await appendFile(at('copy', file), '!');
    await expect(restore(at('copy'), at('other'))).rejects.toThrow(`${file} is not the file that was backed up`);

    await cp(at('copy'), at('tampered'), { recursive: true });
    const bytes = await readFile(at('tampered', 'events.db'));
    bytes.write('四公司', bytes.indexOf('三公司'));
    await writeFile(at('tampered', 'events.db'), bytes);
    const { problems } = await backUp(at('tampered'), at('broken'));
    expect(problems).toEqual([
      `consignment-${id} is broken at revision 0: content does not match its hash`,
      expect.stringMatching(/^file [0-9a-f]{64} is damaged$/),
    ]);
    await expect(restore(at('broken'), at('other'))).rejects.toThrow(`consignment-${id} at revision 0`);
    expect(existsSync(at('other', 'events.db'))).toBe(false);
  });

  /** Runs a command of the shell and kills it as soon as a path is there; it may also have ended by then. */
  const runUntilExists = async (command: string, args: string[], path: string): Promise<void> => {
    const child = spawn(process.execPath, [compiledFile(import.meta.url, `../${command}/main.js`), ...args], {
      env: { ...process.env, DATA_DIR: dataDir, EVENTSTORE_URL: '', MONGO_URL: '' },
      stdio: 'ignore',
    });
    const exited = once(child, 'exit');
    while (!existsSync(path) && child.exitCode === null) await nextTurn();
    child.kill('SIGKILL');
    await exited;
  };

  it('leave no valid backup when a backup is killed at any point, and the next one succeeds', async () => {
    await service.consign('13800000001');
    for (let n = 0; n < 40; n++)
      await service.engines.files.put(randomBytes(1_000), { contentType: 'text/plain', name: `${n}.txt` });
    for (const pathInCopy of ['files', 'SHA256SUMS']) {
      const copy = at(`copy-${pathInCopy}`);
      await runUntilExists('backup', [copy], join(`${copy}.unfinished`, pathInCopy));
      if (!existsSync(copy)) {
        await expect(restore(copy, at('other'))).rejects.toThrow('no finished backup');
        await backUp(dataDir, copy);
      }
      await restore(copy, at(`other-${pathInCopy}`));
      expect(existsSync(`${copy}.unfinished`)).toBe(false);
    }
  }, 60_000);

  it('leave the data unchanged, or unusable until the restore is repeated, when a restore is killed at any point', async () => {
    const savedConsignment = await service.consign('13800000001');
    await backUp(dataDir, at('copy'));
    const later = await service.consign('13800000002');
    for (let n = 0; n < 40; n++)
      await service.engines.files.put(randomBytes(1_000), { contentType: 'text/plain', name: `${n}.txt` });
    for (const pathInData of ['restore.staging/files', 'restore.unfinished']) {
      await stopService();
      await runUntilExists('restore', [at('copy'), '--replace'], join(dataDir, pathInData));
      const isHalf = existsSync(join(dataDir, 'restore.unfinished'));
      if (isHalf) await expect(openEmbeddedEngines(dataDir)).rejects.toThrow('Run it again');
      if (isHalf) await restore(at('copy'), dataDir);
      service = await serviceOn(dataDir);
      const listed = await service.listed();
      if (isHalf || listed.length === 1) expect(listed).toEqual([savedConsignment.id]);
      else expect(listed).toEqual([savedConsignment.id, later.id].toSorted());
    }
    await restore(at('copy'), await stopService(), { replace: true });
    service = await serviceOn(dataDir);
    expect(await service.listed()).toEqual([savedConsignment.id]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('restore.'))).toEqual([]);
  }, 60_000);

  it('prevent a start in a folder whose restore was interrupted, and need no --replace to repeat it', async () => {
    await service.consign('13800000001');
    await backUp(dataDir, at('copy'));
    await stopService();
    await writeFile(join(dataDir, 'restore.unfinished'), '');
    await expect(openEmbeddedEngines(dataDir)).rejects.toThrow('Run it again');
    await expect(backUp(dataDir, at('second'))).rejects.toThrow('Run it again');
    await restore(at('copy'), dataDir);
    service = await serviceOn(dataDir);
    expect(await service.listed()).toHaveLength(1);
  });
});
