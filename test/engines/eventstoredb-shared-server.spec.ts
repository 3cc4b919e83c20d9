import { randomUUID } from 'node:crypto';
import { binaryEvent, EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EventTooLarge, HeadConflict, NO_STREAM, StoreUnavailable } from '#events';
import { AppendInDoubt, openEventStoreDbLog, verifyChain, type LogBatch, type SealedEventStore } from '#engines';
import { startServer, type EventStoreServer } from '../eventstoredb/start-server.mjs';
import {
  fill,
  newStream,
  numberTaken,
  storesOverEventStoreDb,
  type TestStores,
} from './support/eventstoredb-under-test.js';

describe('EventStoreDB shared with other applications', () => {
  let server: EventStoreServer;
  let stores: TestStores;
  let store: SealedEventStore;
  let otherClient: EventStoreDBClient;

  beforeAll(async () => {
    server = await startServer();
    stores = await storesOverEventStoreDb();
    store = await stores.open(server.url);
    otherClient = EventStoreDBClient.connectionString(server.url);
  });
  afterAll(async () => {
    await otherClient.dispose();
    await stores.close();
    await server.stop();
  });

  const writeForeignEvents = async (): Promise<void> => {
    const foreignEvents = [
      jsonEvent({ type: 'NumberTaken', data: { number: 9 }, metadata: { hash: 'theirs' } }),
      binaryEvent({ type: 'NumberTaken', data: Buffer.from('x') }),
      jsonEvent({ type: 'Other', data: 'text' }),
    ];
    await otherClient.appendToStream(`theirs-${randomUUID()}`, foreignEvents);
    await otherClient.appendToStream(
      `theirs-${randomUUID()}`,
      binaryEvent({ type: '$>', data: Buffer.from('0@numbering-1') }),
    );
    await otherClient.setStreamMetadata(`theirs-${randomUUID()}`, { maxCount: 5 });
  };

  /** All batches up to `end`. */
  const batchesUntil = async (after: string, end: string): Promise<LogBatch[]> => {
    const batches: LogBatch[] = [];
    const abortController = new AbortController();
    for await (const batch of store.log.subscribe(
      after,
      ['NumberTaken', 'Other', '$>', 'LogOpened'],
      abortController.signal,
    )) {
      batches.push(batch);
      if (batch.through >= end) abortController.abort();
    }
    return batches;
  };

  it('names the release that wrote to the log when an older one refuses it, and hides this event from readers', async () => {
    const otherServer = await startServer();
    try {
      const log = await openEventStoreDbLog(otherServer.url);
      const end = await log.readAll('', 10);
      await log.close();
      expect(end).toEqual([]);
      const newerClient = EventStoreDBClient.connectionString(otherServer.url);
      await newerClient.appendToStream(
        'platform-log',
        jsonEvent({ type: 'LogMarked', data: { format: 99, release: '9.1.0' } }),
      );
      await newerClient.dispose();
      await expect(openEventStoreDbLog(otherServer.url)).rejects.toThrow(
        /^The log on EventStoreDB was written by release 9\.1\.0 \(data format 99\), .*: start release 9\.1\.0 or newer\.$/,
      );
    } finally {
      await otherServer.stop();
    }
  });

  it('has one permanent id, whichever process opens it first', async () => {
    const otherServer = await startServer();
    const logs = await Promise.all(Array.from({ length: 5 }, () => openEventStoreDbLog(otherServer.url)));
    const reopenedLog = await openEventStoreDbLog(otherServer.url);
    expect(new Set([...logs, reopenedLog].map(({ logId }) => logId)).size).toBe(1);
    expect(reopenedLog.logId).not.toBe(store.logId);
    expect(await reopenedLog.readAll('0'.repeat(20), 10)).toEqual([]);
    for (const log of [...logs, reopenedLog]) await log.close();
    await otherServer.stop();
  });

  it('hides events of other applications from readers, live and from history, and moves their position past them', async () => {
    const start = await store.lastPosition();
    const live = batchesUntil(start, '9'.repeat(20)).catch(() => []);
    await writeForeignEvents();
    const stream = newStream();
    await fill(store, stream, 2);
    await writeForeignEvents();
    const end = await store.lastPosition();
    for (const batches of [await batchesUntil(start, end), await batchesUntil('0'.repeat(20), end)]) {
      const ownEvents = batches.flatMap(({ events }) => events);
      expect(ownEvents.every((event) => event.type === 'NumberTaken' && event.stream.startsWith('numbering-'))).toBe(
        true,
      );
      expect(ownEvents.slice(-2).map(({ stream: name, revision }) => [name, revision])).toEqual([
        [stream, 0],
        [stream, 1],
      ]);
    }
    expect((await store.readAll(start, 100)).map(({ stream: name }) => name)).toEqual([stream, stream]);
    expect((await verifyChain(store)).broken).toBeNull();
    await stores.close();
    await live;
    stores = await storesOverEventStoreDb();
    store = await stores.open(server.url);
  });

  it('reports its end after events of other applications, but not after those of the server itself', async () => {
    await fill(store, newStream(), 1);
    const { position } = await otherClient.appendToStream('theirs-last', jsonEvent({ type: 'Other', data: 'text' }));
    for (let n = 0; n < 40; n++) await otherClient.setStreamMetadata(`theirs-${n}`, { maxCount: n + 1 });
    const end = await store.lastPosition();
    expect(BigInt(end)).toBe(position?.commit);
    const reader = await stores.open(server.url);
    const abortController = new AbortController();
    for await (const item of reader.subscribe('0'.repeat(20), [], abortController.signal))
      if ('marker' in item && item.marker >= end) abortController.abort();
    expect(abortController.signal.aborted).toBe(true);
  });

  it('reads one of its streams after another application has written to it, but refuses further appends', async () => {
    const stream = newStream();
    const head = await fill(store, stream, 2);
    await otherClient.appendToStream(stream, jsonEvent({ type: 'NumberTaken', data: { number: 3 } }), {
      expectedRevision: 1n,
    });
    await expect(store.append(stream, [numberTaken(3)], head)).rejects.toMatchObject({
      name: 'HeadConflict',
      expected: 1,
      actual: 2,
    });
    await otherClient.appendToStream(stream, jsonEvent({ type: 'NumberTaken', data: { number: 4 } }), {
      expectedRevision: 2n,
    });
    expect((await store.read(stream)).head).toEqual(head);
    expect((await store.readLast(stream))?.revision).toBe(1);
  });

  it('checks the head hash of an append also in a process that has not read the stream', async () => {
    const stream = newStream();
    const head = await fill(store, stream, 3);
    const otherStore = await stores.open(server.url);
    await expect(otherStore.append(stream, [numberTaken(4)], { revision: 2, hash: '1'.repeat(64) })).rejects.toThrow(
      HeadConflict,
    );
    await expect(otherStore.append(stream, [numberTaken(4)], { ...NO_STREAM, hash: '1'.repeat(64) })).rejects.toThrow(
      HeadConflict,
    );
    expect((await otherStore.append(stream, [numberTaken(4)], head)).head.revision).toBe(3);
  });

  it('refuses an append above the limit of the server, and writes nothing', async () => {
    const stream = newStream();
    const events = Array.from({ length: 5 }, (_, n) => numberTaken(n + 1, '重'.repeat(80_000)));
    await expect(store.append(stream, events, NO_STREAM)).rejects.toThrow(EventTooLarge);
    expect((await store.read(stream)).events).toEqual([]);
    const appendResult = await store.append(stream, events.slice(0, 4), NO_STREAM);
    expect((await store.read(stream)).head).toEqual(appendResult.head);
  });

  it('reports a deleted stream without retrying', async () => {
    const stream = newStream();
    const head = await fill(store, stream, 2);
    await otherClient.tombstoneStream(stream);
    const failure = await store.append(stream, [numberTaken(3)], head).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StoreUnavailable);
    expect(failure).not.toBeInstanceOf(AppendInDoubt);
    await expect(store.read(stream)).rejects.toThrow(StoreUnavailable);
  });

  it('refuses a position of another log instead of waiting for it', async () => {
    await fill(store, newStream(), 3);
    const foreignPosition = (BigInt(await store.lastPosition()) - 1n).toString().padStart(20, '0');
    const reader = await stores.open(server.url);
    await expect(reader.readAll(foreignPosition, 10)).rejects.toThrow(RangeError);
    await expect(
      reader.log.subscribe(foreignPosition, [], new AbortController().signal)[Symbol.asyncIterator]().next(),
    ).rejects.toThrow(RangeError);
  });

  it('finds its node by gossip', async () => {
    const log = await openEventStoreDbLog(server.url.replace('esdb:', 'esdb+discover:'));
    expect(log.logId).toBe(store.logId);
    await log.close();
  });

  it('leaves no timer after it is closed', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    const timersBefore = timers();
    const log = await openEventStoreDbLog(server.url);
    await log.close();
    expect(timers()).toBe(timersBefore);
  });

  it('refuses a URL with TLS and without a user, and one that sets throwOnAppendFailure', async () => {
    await expect(openEventStoreDbLog('esdb://127.0.0.1:1')).rejects.toThrow(RangeError);
    await expect(openEventStoreDbLog('esdb://127.0.0.1:1?tls=false&throwOnAppendFailure=false')).rejects.toThrow(
      RangeError,
    );
    await expect(
      openEventStoreDbLog('esdb://platform:secret@127.0.0.1:1', { deadlineMs: 100, openWithinMs: 0 }),
    ).rejects.toThrow(StoreUnavailable);
  });
});
