import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allEvents, ERASED, HeadConflict, NO_STREAM, START, type Appended, type Head, type NewEvent } from '#events';
import { openSqliteVault } from '../vault/sqlite-vault.js';
import type { Vault } from '../vault/vault.js';
import { AppendInDoubt, type EventLog, type StoredEvent } from './event-log.js';
import { SealedEventStore, streamCacheSizeOf } from './sealed-event-store.js';
import { SqliteEventLog } from './sqlite/sqlite-event-log.js';
import { newStream, numberTakenEvent, userRegistered, 张三 } from '#harness/engines/new-events';
import { verifyChain } from './verify-chain.js';

/** A log whose connection loses a request or an answer: in the latter case the append has been written. */
const unreliableLog = (log: EventLog, faults: ('request' | 'answer')[], attempts: StoredEvent[][]): EventLog =>
  new Proxy(log, {
    get: (target, member) => {
      if (member !== 'append') {
        const value: unknown = Reflect.get(target, member);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (stream: string, events: StoredEvent[], head: Head) => {
        attempts.push(events);
        const fault = faults.shift();
        if (fault === 'request') throw new AppendInDoubt('lost');
        const position = await target.append(stream, events, head);
        if (fault === 'answer') throw new AppendInDoubt('lost');
        return position;
      };
    },
  });

describe('sealed event store', () => {
  let log: SqliteEventLog;
  let vault: Vault;

  beforeEach(async () => {
    log = new SqliteEventLog(':memory:');
    vault = await openSqliteVault(':memory:');
  });
  afterEach(async () => {
    await log.close();
    await vault.close();
  });

  it('repeats an append of unknown outcome with the same bytes, and writes it once', async () => {
    const attempts: StoredEvent[][] = [];
    const store = new SealedEventStore(unreliableLog(log, ['request', 'answer'], attempts), vault, allEvents);
    const stream = newStream('user');
    const { head } = await store.append(stream, [userRegistered(张三)], NO_STREAM);
    expect(attempts).toHaveLength(3);
    expect(attempts[1]).toEqual(attempts[0]);
    expect(attempts[2]).toEqual(attempts[0]);
    expect(await store.read(stream)).toMatchObject({ events: [{ revision: 0 }], head });
  });

  it('gives up after some seconds and reports that the outcome is unknown', async () => {
    const attempts: StoredEvent[][] = [];
    const faults = Array.from({ length: 1_000 }, () => 'request' as const);
    const store = new SealedEventStore(unreliableLog(log, faults, attempts), vault, allEvents);
    const startedAt = performance.now();
    await expect(store.append(newStream(), [numberTakenEvent(1)], NO_STREAM)).rejects.toThrow(AppendInDoubt);
    expect(performance.now() - startedAt).toBeGreaterThan(3_000);
    expect(attempts.length).toBeGreaterThan(4);
    expect(attempts.every((attempt) => attempt[0]?.hash === attempts[0]?.[0]?.hash)).toBe(true);
  }, 15_000);

  it('gives up at once on a conflict', async () => {
    const attempts: StoredEvent[][] = [];
    const store = new SealedEventStore(unreliableLog(log, [], attempts), vault, allEvents);
    const stream = newStream();
    await store.append(stream, [numberTakenEvent(1)], NO_STREAM);
    await expect(store.append(stream, [numberTakenEvent(2)], NO_STREAM)).rejects.toThrow(HeadConflict);
    expect(attempts).toHaveLength(2);
  });

  it('contains each append once, in a valid chain, if appends are repeated and sent concurrently', async () => {
    const store = new SealedEventStore(log, vault, allEvents);
    const plans = fc.array(
      fc.record({
        stream: fc.nat(2),
        size: fc.integer({ min: 1, max: 3 }),
        times: fc.integer({ min: 1, max: 3 }),
        repeatEarlier: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(plans, async (plan) => {
        const streams = [newStream('user'), newStream('user'), newStream('user')].map((name) => ({
          name,
          head: NO_STREAM,
          appended: [] as { events: NewEvent[]; head: Head; result: Appended }[],
        }));
        for (const { stream, size, times, repeatEarlier } of plan) {
          const target = streams[stream];
          if (!target) continue;
          const { name, head, appended } = target;
          const events = Array.from({ length: size }, (_, n) =>
            n % 2 ? numberTakenEvent(n + 1) : userRegistered(张三),
          );
          const repetitions = repeatEarlier
            ? appended.map((earlier) => store.append(name, earlier.events, earlier.head))
            : [];
          const [results, repeatedResults] = await Promise.all([
            Promise.all(Array.from({ length: times }, () => store.append(name, events, head))),
            Promise.all(repetitions),
          ]);
          const [result] = results;
          if (!result) continue;
          expect(
            results.every((outcome) => outcome.head.hash === result.head.hash && outcome.position === result.position),
          ).toBe(true);
          if (repeatEarlier) expect(repeatedResults).toEqual(appended.map((earlier) => earlier.result));
          appended.push({ events, head, result });
          target.head = result.head;
        }
        for (const { name, appended } of streams) {
          const { events } = await store.read(name);
          expect(events.map(({ type }) => type)).toEqual(
            appended.flatMap((append) => append.events.map(({ type }) => type)),
          );
          expect((await verifyChain(store, name)).broken).toBeNull();
        }
      }),
      { numRuns: 40 },
    );
  });

  describe('the cache of a stream', () => {
    const openTwoStores = () =>
      [new SealedEventStore(log, vault, allEvents), new SealedEventStore(log, vault, allEvents)] as const;

    it('shows a person as erased after an erasure in another process', async () => {
      const [reader, otherStore] = openTwoStores();
      const stream = newStream('user');
      await reader.append(stream, [userRegistered(张三)], NO_STREAM);
      expect((await reader.read(stream)).events[0]?.data).toMatchObject({ profile: 张三 });
      await otherStore.erase(stream, () => true);
      expect((await reader.read(stream)).events[0]?.data).toMatchObject({ profile: { name: ERASED } });
    });

    it('is extended by events that others have written since', async () => {
      const [reader, otherStore] = openTwoStores();
      const stream = newStream('numbering');
      const { head } = await reader.append(stream, [numberTakenEvent(1)], NO_STREAM);
      const first = await reader.read(stream);
      const extended = await otherStore.append(stream, [numberTakenEvent(2), numberTakenEvent(3)], head);
      const result = await reader.read(stream);
      expect(result.head).toEqual(extended.head);
      expect(result.events.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect(result.events[0]).toBe(first.events[0]);
      expect(await reader.read(stream, { to: 0 })).toMatchObject({ events: [{ revision: 0 }], head });
    });

    it('includes events of this process just as other processes read them, and shows erased persons as erased', async () => {
      const [writer, otherStore] = openTwoStores();
      const stream = newStream('user');
      await writer.append(stream, [userRegistered(张三)], NO_STREAM);
      const { head } = await writer.read(stream);
      await writer.append(stream, [userRegistered({ ...张三, name: '李四', phone: '13900000009' })], head);
      const result = await writer.read(stream);
      expect(result).toEqual(await otherStore.read(stream));
      expect(result.events[1]?.data).toMatchObject({ profile: { name: '李四' } });
      await otherStore.erase(stream, (_, person) => person['name'] === '李四');
      expect((await writer.read(stream)).events.map(({ data }) => data)).toMatchObject([
        { profile: { name: 张三.name } },
        { profile: { name: ERASED } },
      ]);
    });

    it('stays complete if another process writes between two appends of this one', async () => {
      const [writer, otherStore] = openTwoStores();
      const stream = newStream('numbering');
      const { head } = await writer.append(stream, [numberTakenEvent(1)], NO_STREAM);
      await writer.read(stream);
      const otherAppend = await otherStore.append(stream, [numberTakenEvent(2)], head);
      await writer.append(stream, [numberTakenEvent(3)], otherAppend.head);
      expect(await writer.read(stream)).toEqual(await otherStore.read(stream));
    });

    it('is shared by subscriptions, until one of its persons is erased', async () => {
      const [store] = openTwoStores();
      const stream = newStream('user');
      await store.append(stream, [userRegistered(张三)], NO_STREAM);
      const next = async () => {
        for await (const item of store.subscribe(START, ['UserRegistered'], new AbortController().signal))
          if ('event' in item) return item.event;
        throw new Error('the subscription ended');
      };
      const first = await next();
      expect(await next()).toBe(first);
      await store.erase(stream, () => true);
      expect((await next()).data).toMatchObject({ profile: { name: ERASED } });
    });

    it('is limited by STREAM_CACHE_MB, and the least recently used stream is read again', async () => {
      const [first, second] = [newStream('user'), newStream('user')];
      const writer = new SealedEventStore(log, vault, allEvents);
      await writer.append(first, [userRegistered(张三)], NO_STREAM);
      await writer.append(second, [userRegistered(张三)], NO_STREAM);
      const [storedEvent] = await log.read(first);
      const cacheSize = Math.floor(((storedEvent?.data.length ?? 0) + (storedEvent?.metadata.length ?? 0)) * 1.5);
      const eventOf = async (store: SealedEventStore, stream: string) => (await store.read(stream)).events[0];
      const smallCacheStore = new SealedEventStore(log, vault, allEvents, cacheSize);
      const cachedEvent = await eventOf(smallCacheStore, first);
      expect(await eventOf(smallCacheStore, first)).toBe(cachedEvent);
      await smallCacheStore.read(second);
      const reloadedEvent = await eventOf(smallCacheStore, first);
      expect(reloadedEvent).toEqual(cachedEvent);
      expect(reloadedEvent).not.toBe(cachedEvent);
      const uncachedStore = new SealedEventStore(log, vault, allEvents, streamCacheSizeOf({ STREAM_CACHE_MB: '0' }));
      expect(await eventOf(uncachedStore, first)).not.toBe(await eventOf(uncachedStore, first));
      for (const invalidSize of ['-1', '1.5', 'many', '5000'])
        expect(() => streamCacheSizeOf({ STREAM_CACHE_MB: invalidSize })).toThrow(
          'STREAM_CACHE_MB is a whole number up to 4096',
        );
    });

    it('cannot be changed by a reader', async () => {
      const [reader] = openTwoStores();
      const stream = newStream('user');
      await reader.append(stream, [userRegistered(张三)], NO_STREAM);
      const [event] = (await reader.read(stream)).events;
      const { profile } = Object(event?.data) as { profile: object };
      expect(() => Object.assign(profile, { name: '李四' })).toThrow(TypeError);
    });
  });
});
