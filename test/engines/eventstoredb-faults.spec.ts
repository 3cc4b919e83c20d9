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
  idsUntil,
  newStream,
  numberTaken,
  storesOverEventStoreDb,
  type OpenedStores,
} from './support/eventstoredb-under-test.js';
import { openFaultyLine, type FaultyLine } from './support/faulty-line.js';

/** Until the server has it: as a client that is answered 503 asks again. */
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

describe('EventStoreDB that fails', () => {
  let folder: string;
  let server: EventStoreServer;
  let stores: OpenedStores;
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

  describe('frozen', () => {
    it('says so within the deadline, instead of hanging, and goes on when it wakes', async () => {
      const stream = newStream();
      const start = await store.lastPosition();
      const head = await fill(store, stream, 2);
      const reading = idsUntil(store, start, [stream], 4);
      const before = await store.log.read(stream);
      server.pause();
      const began = performance.now();
      const asked = [
        store.read(stream),
        store.readLast(stream),
        store.readAll(start, 10),
        store.lastPosition(),
        store.log.append(stream, before.slice(1), { revision: 0, hash: before[0]?.hash ?? '' }),
      ];
      const outcomes = await Promise.allSettled(asked);
      expect(performance.now() - began).toBeLessThan(DEADLINE_MS + 500);
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

    it('takes all events of an append or none, of hundreds that were sent to it meanwhile', async () => {
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
      const written = await Promise.all(streams.map(async (stream) => (await store.log.read(stream)).length));
      expect(new Set(written)).toEqual(new Set([4]));
    });

    it('lets a store be closed', async () => {
      const closing = await stores.open(server.url);
      server.pause();
      const waiting = closing.lastPosition();
      const began = performance.now();
      const [outcome] = await Promise.allSettled([waiting, closing.close()]);
      expect(performance.now() - began).toBeLessThan(DEADLINE_MS + 1_500);
      expect(outcome.status).toBe('rejected');
      server.resume();
    });
  });

  it('killed twice under load loses nothing that was acknowledged, and readers see everything once, in order', async () => {
    const start = await store.lastPosition();
    const streams = Array.from({ length: 6 }, newStream);
    const reader = await stores.open(server.url);
    const reading = idsUntil(reader, start, streams, 6 * 40);
    const writing = streams.map((stream) => appendUntilAcknowledged(store, stream, 40));
    for (let round = 0; round < 2; round++) {
      await idsUntil(store, start, streams, 30 + round * 60);
      await server.kill();
      server = await startServer({ port: server.port, data: folder });
    }
    await Promise.all(writing);
    const seen = await reading;
    expect(seen).toEqual(await idsInLog(store, start, streams));
    expect(new Set(seen).size).toBe(240);
    for (const stream of streams) expect(await verifyChain(store, stream)).toEqual({ events: 40, broken: null });
  }, 60_000);

  it('that restarts three times under load makes calls slower and fails none', async () => {
    const streams = Array.from({ length: 8 }, newStream);
    let isOver = false;
    const lives = streams.map(async (stream) => {
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
      await idsUntil(store, start, streams, round * 40);
      await server.kill();
      server = await startServer({ port: server.port, data: folder });
    }
    await idsUntil(store, start, streams, 200);
    isOver = true;
    const written = await Promise.all(lives);
    for (const [n, stream] of streams.entries())
      expect(await verifyChain(store, stream)).toEqual({ events: written[n], broken: null });
  }, 60_000);

  it('that is stopped answers what is in flight, and is followed again when it is back', async () => {
    const start = await store.lastPosition();
    const streams = [newStream(), newStream()];
    const reading = idsUntil(store, start, streams, 40);
    const writing = streams.map((stream) => appendUntilAcknowledged(store, stream, 20));
    await idsUntil(store, start, streams, 5);
    await server.stop();
    server = await startServer({ port: server.port, data: folder });
    await Promise.all(writing);
    expect(await reading).toEqual(await idsInLog(store, start, streams));
  }, 60_000);

  it('that is not there yet is waited for, for a while', async () => {
    const late = await startServer();
    await late.stop();
    await expect(openEventStoreDbLog(late.url, { deadlineMs: 100, openWithinMs: 0 })).rejects.toThrow(StoreUnavailable);
    const opening = openEventStoreDbLog(late.url);
    const started = await startServer({ port: late.port });
    const log = await opening;
    expect(log.logId).toMatch(/^[0-9a-f-]{36}$/);
    await log.close();
    await started.stop();
  });

  it('does not take a reader for dropped whose own process was busy', async () => {
    const start = await store.lastPosition();
    const stream = newStream();
    const reading = idsUntil(store, start, [stream], 30);
    const writing = fill(await stores.open(server.url), stream, 30);
    await idsUntil(store, start, [stream], 3);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2 * DEADLINE_MS);
    await writing;
    expect(await reading).toEqual(await idsInLog(store, start, [stream]));
  });

  describe('behind a faulty line', () => {
    let line: FaultyLine;
    let far: SealedEventStore;

    beforeAll(async () => {
      line = await openFaultyLine(server.port);
      far = await stores.open(line.url);
    });
    afterAll(() => line.close());

    it.each(['silence', 'cut'] as const)(
      'writes once what it is asked again for after %s, with the first answer',
      async (fault) => {
        const stream = newStream();
        line.faults.appends.push(fault);
        const { head, position } = await far.append(stream, [numberTaken(1), numberTaken(2)], NO_STREAM);
        const written = await store.log.read(stream);
        expect(written).toHaveLength(2);
        expect(written.at(-1)).toMatchObject({ position, hash: head.hash });
        expect(line.faults.appends).toEqual([]);
      },
    );

    it('goes to the leader when it asked a follower', async () => {
      const cluster = await stores.open(line.url);
      line.faults.appends.push('not the leader', 'cut', 'cut');
      const { position } = await cluster.append(newStream(), [numberTaken(1)], NO_STREAM);
      expect(position).toBe(await store.lastPosition());
      expect(line.faults.appends.splice(0)).toEqual(['cut', 'cut']); // the line was not asked again
    });

    it('knows that a follower has written nothing, and asks the leader itself', async () => {
      const log = await openEventStoreDbLog(line.url, { deadlineMs: DEADLINE_MS });
      const stream = newStream();
      await fill(store, stream, 1);
      const [event] = await store.log.read(stream);
      line.faults.appends.push('not the leader');
      await log.append(`${stream}x`, [{ ...event!, stream: `${stream}x` }], NO_STREAM);
      expect(line.faults.appends).toEqual([]);
      await log.close();
    });

    it.each(['end', 'too slow'] as const)(
      'resumes a subscription that was dropped (%s) after what it has seen',
      async (fault) => {
        line.faults.subscriptions.push(...[2, 3, 1, 7].map((after) => ({ after, with: fault })));
        const reader = await stores.open(line.url);
        const start = await store.lastPosition();
        const streams = [newStream(), newStream()];
        const reading = idsUntil(reader, start, streams, 40);
        await Promise.all(streams.map((stream) => fill(store, stream, 20)));
        expect(await reading).toEqual(await idsInLog(store, start, streams));
        expect(line.faults.subscriptions).toEqual([]);
      },
    );
  });
});
