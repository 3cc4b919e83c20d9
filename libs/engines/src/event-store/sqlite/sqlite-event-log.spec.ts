import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { NO_STREAM, START } from '#events';
import { compiledFile } from '../../sqlite/compiled-file.js';
import { openDatabase } from '../../sqlite/database.js';
import { hashOf } from '../canonical-json.js';
import type { StoredEvent } from '../event-log.js';
import { appendMany, newStream, numberTakenEvent, userRegistered, 张三 } from '#harness/engines/new-events';
import { openStore } from '#harness/engines/open-store';
import { temporaryFolder } from '#harness/engines/temporary-folder';
import { verifyChain } from '../verify-chain.js';
import { WriterThread } from './writer-thread.js';

/** Waits turn by turn of the event loop until a condition is met; the timeout of the test is the limit. */
const waitUntil = async (isMet: () => Promise<boolean>): Promise<void> => {
  while (!(await isMet())) await new Promise(setImmediate);
};

describe('the embedded log in a file', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let eventsFile: string;

  beforeEach(async () => {
    folder = await temporaryFolder();
    eventsFile = join(folder.path, 'events.db');
  });
  afterEach(() => folder.remove());

  /** Does something to the file that the store would never do. */
  const tamper = (sql: string) => {
    const database = openDatabase(eventsFile);
    database.exec('DROP TRIGGER event_is_never_changed; DROP TRIGGER event_is_never_removed;');
    database.exec(sql);
    database.close();
  };

  /** Three streams of three events, interleaved; positions 1 to 9. */
  const fillThreeStreams = async () => {
    const { store, close } = await openStore(folder.path);
    const streams = ['numbering-a', 'numbering-b', 'numbering-c'].map((name) => ({ name, head: NO_STREAM }));
    for (let n = 1; n <= 3; n++)
      for (const stream of streams)
        stream.head = (await store.append(stream.name, [numberTakenEvent(n)], stream.head)).head;
    await close();
  };

  const findBrokenAfter = async (sql: string, stream?: string) => {
    await fillThreeStreams();
    tamper(sql);
    const { store, close } = await openStore(folder.path);
    const { broken } = await verifyChain(store, stream);
    await close();
    return broken;
  };

  it('preserves its events and its id across a restart', async () => {
    const first = await openStore(folder.path);
    const stream = newStream('user');
    const { head, position } = await first.store.append(stream, [userRegistered(张三)], NO_STREAM);
    const { logId } = first.store;
    await first.close();
    const second = await openStore(folder.path);
    expect(second.store.logId).toBe(logId);
    expect(await second.store.lastPosition()).toBe(position);
    expect(await second.store.read(stream)).toMatchObject({ events: [{ data: { profile: 张三 } }], head });
    await second.close();
  });

  it('contains no personal value in clear text in any of its files, and no erased key', async () => {
    const { store, vault, close } = await openStore(folder.path);
    const stream = newStream('user');
    await store.append(stream, [userRegistered(张三)], NO_STREAM);
    const [storedEvent] = await store.log.read(stream);
    const index = /"\$sealed":"([^.]+)\./.exec(storedEvent?.data ?? '')?.[1] ?? '';
    const key = Buffer.from(await vault.sealingKey(index));
    const readFiles = async () =>
      Buffer.concat(await Promise.all((await readdir(folder.path)).map((name) => readFile(join(folder.path, name)))));
    const content = await readFiles();
    for (const text of Object.values(张三)) expect(content.includes(text)).toBe(false);
    expect(content.includes(key)).toBe(true);
    await store.erase(stream, () => true);
    expect((await readFiles()).includes(key)).toBe(false);
    await close();
  });

  describe('the verifier names the first broken event', () => {
    const eventAt = (stream: string, revision: number, position: number) => ({
      stream,
      revision,
      position: String(position).padStart(20, '0'),
    });

    it('when its content was changed', async () => {
      const broken = await findBrokenAfter(
        `UPDATE event SET data = '{"number":7,"takenFor":"样品"}' WHERE position IN (5, 8)`,
      );
      expect(broken).toEqual({ ...eventAt('numbering-b', 1, 5), problem: 'content does not match its hash' });
    });

    it('when its author was changed', async () => {
      const broken = await findBrokenAfter(
        `UPDATE event SET metadata = replace(metadata, '"role":"admin"', '"role":"auditor"') WHERE position = 3`,
        'numbering-c',
      );
      expect(broken).toEqual({ ...eventAt('numbering-c', 0, 3), problem: 'content does not match its hash' });
    });

    it('when its bytes are no longer JSON', async () => {
      const broken = await findBrokenAfter(`UPDATE event SET data = '{"number":' WHERE position = 4`);
      expect(broken).toMatchObject({
        ...eventAt('numbering-a', 1, 4),
        problem: expect.stringContaining('cannot be read'),
      });
    });

    it('when the event before it in the log was deleted', async () => {
      expect(await findBrokenAfter('DELETE FROM event WHERE position = 5')).toMatchObject({
        ...eventAt('numbering-c', 1, 6),
        problem: expect.stringContaining('missing'),
      });
    });

    it('when the event before it in its stream was deleted', async () => {
      expect(await findBrokenAfter('DELETE FROM event WHERE position = 5', 'numbering-b')).toEqual({
        ...eventAt('numbering-b', 2, 8),
        problem: 'revision 1 is missing',
      });
    });

    it('when the event before it was changed and given a new hash', async () => {
      await fillThreeStreams();
      const { store, close } = await openStore(folder.path);
      const event = (await store.log.read('numbering-b'))[1];
      await close();
      const forgedEvent = { ...event, data: '{"number":9,"takenFor":"样品"}' } as StoredEvent;
      tamper(`UPDATE event SET data = '${forgedEvent.data}', hash = '${hashOf(forgedEvent)}' WHERE position = 5`);
      const reopened = await openStore(folder.path);
      expect((await verifyChain(reopened.store)).broken).toEqual({
        ...eventAt('numbering-b', 2, 8),
        problem: 'does not follow the event before it',
      });
      await reopened.close();
    });

    it('but accepts a changed order of members, even without any key', async () => {
      const { store, close } = await openStore(folder.path);
      await store.append('user-1', [userRegistered(张三)], NO_STREAM);
      await store.append('numbering-a', [numberTakenEvent(1)], NO_STREAM);
      await close();
      await rm(join(folder.path, 'vault.db'));
      tamper(`UPDATE event SET data = '{"takenFor":"样品", "number":1}' WHERE stream = 'numbering-a'`);
      const reopened = await openStore(folder.path);
      expect(await verifyChain(reopened.store)).toEqual({ events: 2, broken: null });
      await reopened.close();
    });
  });

  it('waits for a locked file without blocking the event loop', async () => {
    const { store, close } = await openStore(folder.path);
    const otherConnection = openDatabase(eventsFile);
    otherConnection.exec('BEGIN IMMEDIATE');
    let isSettled = false;
    const appending = store.append(newStream(), [numberTakenEvent(1)], NO_STREAM).finally(() => (isSettled = true));
    for (let turn = 1; turn <= 1_000; turn++) await new Promise(setImmediate);
    expect(isSettled).toBe(false);
    otherConnection.exec('ROLLBACK');
    otherConnection.close();
    expect(await appending).toMatchObject({ head: { revision: 0 } });
    await close();
  });

  it('copies its write-ahead log into the file even if all appends are small', async () => {
    const { store, close } = await openStore(folder.path);
    const { size: initialSize } = await stat(eventsFile);
    await appendMany(store, newStream(), 600);
    await waitUntil(async () => (await stat(eventsFile)).size > initialSize + 100_000);
    await close();
  });

  it('reports an unknown outcome for appends when the writer thread fails', async () => {
    const writer = new WriterThread(join(folder.path, 'missing', 'events.db'));
    const outcomes = await writer.commit([{ stream: 'a', head: NO_STREAM, events: [] }]);
    expect(outcomes).toEqual([{ failure: expect.stringContaining('open'), written: 'perhaps' }]);
    await writer.close();
  });

  it('can be written by two processes at once, and a subscription sees all appends in one order', async () => {
    const { store, close } = await openStore(folder.path);
    const child = fork(
      compiledFile(import.meta.url, '../../../../../test/harness/programs/append-until-killed.js'),
      [folder.path, '40'],
      {
        stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
        execArgv: [],
      },
    );
    const exited = once(child, 'exit');
    const ids: string[] = [];
    const stopping = new AbortController();
    const reading = (async () => {
      for await (const item of store.subscribe(START, ['NumberTaken', 'UserRegistered'], stopping.signal)) {
        if ('event' in item && ids.push(item.event.id) === 16 * 40) stopping.abort();
      }
    })();
    const writing = Array.from({ length: 8 }, async () => {
      const stream = newStream();
      await appendMany(store, stream, 40);
    });
    await Promise.all([...writing, reading, exited]);
    expect(child.exitCode).toBe(0);
    expect(ids).toEqual((await store.readAll(START, 1_000)).map(({ id }) => id));
    expect(await verifyChain(store)).toEqual({ events: 640, broken: null });
    await close();
  }, 60_000);
});
