import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NO_STREAM, StoreUnavailable } from '#events';
import { withReadScope, AppendInDoubt, openEventStoreDbLog, verifyChain, type SealedEventStore } from '#engines';
import { startServer, type EventStoreServer } from '../eventstoredb/start-server.mjs';
import {
  DEADLINE_MS,
  fill,
  idsInLog,
  collectIds,
  newStream,
  numberTaken,
  storesOverEventStoreDb,
  type TestStores,
} from './support/eventstoredb-under-test.js';
import { openFaultyProxy, type FaultyProxy } from './support/faulty-proxy.js';

/** Retries each append until it is acknowledged, as a client does after a 503. */
const appendUntilAcknowledged = async (store: SealedEventStore, stream: string, count: number): Promise<void> => {
  let head = NO_STREAM;
  for (let n = 1; n <= count; n++) {
    const event = numberTaken(n);
    for (let acknowledged = false; !acknowledged;) {
      try {
        ({ head } = await store.append(stream, [event], head));
        acknowledged = true;
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error;
      }
    }
  }
};

describe('EventStoreDB', () => {
  let folder: string;
  let server: EventStoreServer;
  let stores: TestStores;
  let store: SealedEventStore;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'eventstoredb-'));
    server = await startServer({ data: folder });
    stores = await storesOverEventStoreDb();
    store = await stores.open(server.url);
  });
  afterAll(async () => {
    await stores.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  describe('when it is frozen', () => {
    it('fails calls within the deadline instead of hanging, and works again after it resumes', async () => {
      const stream = newStream();
      const start = await store.lastPosition();
      const head = await fill(store, stream, 2);
      const reading = collectIds(store, start, [stream], 4);
      const storedEvents = await store.log.read(stream);
      server.pause();
      const startedAt = performance.now();
      const calls = [
        store.read(stream),
        store.readLast(stream),
        store.readAll(start, 10),
        store.lastPosition(),
        store.log.append(stream, storedEvents.slice(1), { revision: 0, hash: storedEvents[0]?.hash ?? '' }),
      ];
      const outcomes = await Promise.allSettled(calls);
      expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 500);
      for (const outcome of outcomes)
        expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) });
      expect(outcomes.map((outcome) => 'reason' in outcome && outcome.reason instanceof AppendInDoubt)).toEqual([
        false,
        false,
        false,
        false,
        true,
      ]);
      server.resume();
      await store.append(stream, [numberTaken(3), numberTaken(4)], head);
      expect((await store.read(stream)).events).toHaveLength(4);
      expect(await reading).toEqual(await idsInLog(store, start, [stream]));
    });

    it('writes each of hundreds of pending appends completely or not at all', async () => {
      const streams = Array.from({ length: 300 }, newStream);
      server.pause();
      const appending = streams.map((stream) =>
        store.append(
          stream,
          [1, 2, 3, 4].map((n) => numberTaken(n)),
          NO_STREAM,
        ),
      );
      await pause(2 * DEADLINE_MS);
      server.resume();
      const appended = await Promise.all(appending);
      expect(new Set(appended.map(({ head }) => head.revision))).toEqual(new Set([3]));
      const storedCounts = await Promise.all(streams.map(async (stream) => (await store.log.read(stream)).length));
      expect(new Set(storedCounts)).toEqual(new Set([4]));
    });

    it('allows a store to be closed', async () => {
      const storeToClose = await stores.open(server.url);
      server.pause();
      const pendingCall = storeToClose.lastPosition();
      const startedAt = performance.now();
      const [outcome] = await Promise.allSettled([pendingCall, storeToClose.close()]);
      expect(performance.now() - startedAt).toBeLessThan(DEADLINE_MS + 1_500);
      expect(outcome.status).toBe('rejected');
      server.resume();
    });
  });

  it('loses no acknowledged append when killed twice under load, and readers get each event once, in order', async () => {
    const start = await store.lastPosition();
    const streams = Array.from({ length: 6 }, newStream);
    const reader = await stores.open(server.url);
    const reading = collectIds(reader, start, streams, 6 * 40);
    const writing = streams.map((stream) => appendUntilAcknowledged(store, stream, 40));
    for (let round = 0; round < 2; round++) {
      await collectIds(store, start, streams, 30 + round * 60);
      await server.kill();
      server = await startServer({ port: server.port, data: folder });
    }
    await Promise.all(writing);
    const deliveredIds = await reading;
    expect(deliveredIds).toEqual(await idsInLog(store, start, streams));
    expect(new Set(deliveredIds).size).toBe(240);
    for (const stream of streams) expect(await verifyChain(store, stream)).toEqual({ events: 40, broken: null });
  }, 60_000);

  it('fails no call when it is restarted three times under load', async () => {
    const streams = Array.from({ length: 8 }, newStream);
    let isOver = false;
    const writing = streams.map(async (stream) => {
      let head = NO_STREAM;
      for (let n = 1; !isOver; n++)
        await withReadScope(async () => {
          expect((await store.read(stream)).head).toEqual(head);
          ({ head } = await store.append(stream, [numberTaken(n)], head));
        });
      return head.revision + 1;
    });
    const start = await store.lastPosition();
    for (let round = 1; round <= 3; round++) {
      await collectIds(store, start, streams, round * 40);
      await server.kill();
      server = await startServer({ port: server.port, data: folder });
    }
    await collectIds(store, start, streams, 200);
    isOver = true;
    const acknowledgedCounts = await Promise.all(writing);
    for (const [n, stream] of streams.entries())
      expect(await verifyChain(store, stream)).toEqual({ events: acknowledgedCounts[n], broken: null });
  }, 60_000);

  it('completes calls in flight when it is stopped, and subscriptions continue after a restart', async () => {
    const start = await store.lastPosition();
    const streams = [newStream(), newStream()];
    const reading = collectIds(store, start, streams, 40);
    const writing = streams.map((stream) => appendUntilAcknowledged(store, stream, 20));
    await collectIds(store, start, streams, 5);
    await server.stop();
    server = await startServer({ port: server.port, data: folder });
    await Promise.all(writing);
    expect(await reading).toEqual(await idsInLog(store, start, streams));
  }, 60_000);

  it('is waited for at the start, up to a limit', async () => {
    const stoppedServer = await startServer();
    await stoppedServer.stop();
    await expect(openEventStoreDbLog(stoppedServer.url, { deadlineMs: 100, openWithinMs: 0 })).rejects.toThrow(
      StoreUnavailable,
    );
    const opening = openEventStoreDbLog(stoppedServer.url);
    const startedServer = await startServer({ port: stoppedServer.port });
    const log = await opening;
    expect(log.logId).toMatch(/^[0-9a-f-]{36}$/);
    await log.close();
    await startedServer.stop();
  });

  it('does not treat a subscription as dropped because its own process was busy', async () => {
    const start = await store.lastPosition();
    const stream = newStream();
    const reading = collectIds(store, start, [stream], 30);
    const writing = fill(await stores.open(server.url), stream, 30);
    await collectIds(store, start, [stream], 3);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * DEADLINE_MS);
    await writing;
    expect(await reading).toEqual(await idsInLog(store, start, [stream]));
  });

  describe('behind a faulty proxy', () => {
    let proxy: FaultyProxy;
    let proxied: SealedEventStore;

    beforeAll(async () => {
      proxy = await openFaultyProxy(server.port);
      proxied = await stores.open(proxy.url);
    });
    afterAll(() => proxy.close());

    it.each(['no response', 'cut'] as const)(
      'writes a retried append once after a fault (%s), and returns the first result',
      async (fault) => {
        const stream = newStream();
        proxy.faults.appends.push(fault);
        const { head, position } = await proxied.append(stream, [numberTaken(1), numberTaken(2)], NO_STREAM);
        const storedEvents = await store.log.read(stream);
        expect(storedEvents).toHaveLength(2);
        expect(storedEvents.at(-1)).toMatchObject({ position, hash: head.hash });
        expect(proxy.faults.appends).toEqual([]);
      },
    );

    it('sends an append to the leader after a follower has refused it', async () => {
      const cluster = await stores.open(proxy.url);
      proxy.faults.appends.push('not leader', 'cut', 'cut');
      const { position } = await cluster.append(newStream(), [numberTaken(1)], NO_STREAM);
      expect(position).toBe(await store.lastPosition());
      expect(proxy.faults.appends.splice(0)).toEqual(['cut', 'cut']); // no further append was sent to the proxy
    });

    it('retries on the leader, because a follower has written nothing', async () => {
      const log = await openEventStoreDbLog(proxy.url, { deadlineMs: DEADLINE_MS });
      const stream = newStream();
      await fill(store, stream, 1);
      const [event] = await store.log.read(stream);
      proxy.faults.appends.push('not leader');
      await log.append(`${stream}x`, [{ ...event!, stream: `${stream}x` }], NO_STREAM);
      expect(proxy.faults.appends).toEqual([]);
      await log.close();
    });

    it.each(['end', 'too slow'] as const)(
      'resumes a dropped subscription (%s) after the last delivered event',
      async (fault) => {
        proxy.faults.subscriptions.push(...[2, 3, 1, 7].map((after) => ({ after, with: fault })));
        const reader = await stores.open(proxy.url);
        const start = await store.lastPosition();
        const streams = [newStream(), newStream()];
        const reading = collectIds(reader, start, streams, 40);
        await Promise.all(streams.map((stream) => fill(store, stream, 20)));
        expect(await reading).toEqual(await idsInLog(store, start, streams));
        expect(proxy.faults.subscriptions).toEqual([]);
      },
    );
  });
});
