import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { allEvents, ERASED, HeadConflict, NO_STREAM, START, type Appended, type Head, type NewEvent } from '#events';
import { openSqliteVault } from '../vault/sqlite-vault.js';
import type { Vault } from '../vault/vault.js';
import { AppendInDoubt, type EventLog, type StoredEvent } from './event-log.js';
import { SealedEventStore, streamCacheOf } from './sealed-event-store.js';
import { SqliteEventLog } from './sqlite/sqlite-event-log.js';
import { newStream, numberTakenEvent, userRegistered, 张三 } from '#harness/engines/new-events';
import { verifyChain } from './verify-chain.js';

/** A line to the log that loses answers: what was asked for may have been done. */
const losing = (log: EventLog, faults: ('request' | 'answer')[], sent: StoredEvent[][]): EventLog =>
  new Proxy(log, {
    get: (target, member) => {
      if (member !== 'append') {
        const value: unknown = Reflect.get(target, member);
        return typeof value === 'function' ? value.bind(target) : value;
      }
      return async (stream: string, events: StoredEvent[], head: Head) => {
        sent.push(events);
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
    const sent: StoredEvent[][] = [];
    const store = new SealedEventStore(losing(log, ['request', 'answer'], sent), vault, allEvents);
    const stream = newStream('user');
    const { head } = await store.append(stream, [userRegistered(张三)], NO_STREAM);
    expect(sent).toHaveLength(3);
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toEqual(sent[0]);
    expect(await store.read(stream)).toMatchObject({ events: [{ revision: 0 }], head });
  });

  it('gives up after some seconds and reports that the outcome is unknown', async () => {
    const sent: StoredEvent[][] = [];
    const lost = Array.from({ length: 1_000 }, () => 'request' as const);
    const store = new SealedEventStore(losing(log, lost, sent), vault, allEvents);
    const began = performance.now();
    await expect(store.append(newStream(), [numberTakenEvent(1)], NO_STREAM)).rejects.toThrow(AppendInDoubt);
    expect(performance.now() - began).toBeGreaterThan(3_000);
    expect(sent.length).toBeGreaterThan(4);
    expect(sent.every((tried) => tried[0]?.hash === sent[0]?.[0]?.hash)).toBe(true);
  }, 15_000);

  it('gives up at once on a conflict', async () => {
    const sent: StoredEvent[][] = [];
    const store = new SealedEventStore(losing(log, [], sent), vault, allEvents);
    const stream = newStream();
    await store.append(stream, [numberTakenEvent(1)], NO_STREAM);
    await expect(store.append(stream, [numberTakenEvent(2)], NO_STREAM)).rejects.toThrow(HeadConflict);
    expect(sent).toHaveLength(2);
  });

  it('contains each append once, in a valid chain, if appends are repeated and sent concurrently', async () => {
    const store = new SealedEventStore(log, vault, allEvents);
    const sends = fc.array(
      fc.record({
        stream: fc.nat(2),
        size: fc.integer({ min: 1, max: 3 }),
        times: fc.integer({ min: 1, max: 3 }),
        repeatEarlier: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(sends, async (plan) => {
        const streams = [newStream('user'), newStream('user'), newStream('user')].map((name) => ({
          name,
          head: NO_STREAM,
          done: [] as { events: NewEvent[]; head: Head; answer: Appended }[],
        }));
        for (const { stream, size, times, repeatEarlier } of plan) {
          const target = streams[stream];
          if (!target) continue;
          const { name, head, done } = target;
          const events = Array.from({ length: size }, (_, n) =>
            n % 2 ? numberTakenEvent(n + 1) : userRegistered(张三),
          );
          const again = repeatEarlier ? done.map((earlier) => store.append(name, earlier.events, earlier.head)) : [];
          const [answers, repeated] = await Promise.all([
            Promise.all(Array.from({ length: times }, () => store.append(name, events, head))),
            Promise.all(again),
          ]);
          const [answer] = answers;
          if (!answer) continue;
          expect(answers.every((one) => one.head.hash === answer.head.hash && one.position === answer.position)).toBe(
            true,
          );
          if (repeatEarlier) expect(repeated).toEqual(done.map((earlier) => earlier.answer));
          done.push({ events, head, answer });
          target.head = answer.head;
        }
        for (const { name, done } of streams) {
          const { events } = await store.read(name);
          expect(events.map(({ type }) => type)).toEqual(done.flatMap((one) => one.events.map(({ type }) => type)));
          expect((await verifyChain(store, name)).broken).toBeNull();
        }
      }),
      { numRuns: 40 },
    );
  });

  describe('the cache of a stream', () => {
    const two = () =>
      [new SealedEventStore(log, vault, allEvents), new SealedEventStore(log, vault, allEvents)] as const;

    it('shows a person as erased after an erasure in another process', async () => {
      const [reader, other] = two();
      const stream = newStream('user');
      await reader.append(stream, [userRegistered(张三)], NO_STREAM);
      expect((await reader.read(stream)).events[0]?.data).toMatchObject({ profile: 张三 });
      await other.erase(stream, () => true);
      expect((await reader.read(stream)).events[0]?.data).toMatchObject({ profile: { name: ERASED } });
    });

    it('is extended by events that others have written since', async () => {
      const [reader, other] = two();
      const stream = newStream('numbering');
      const { head } = await reader.append(stream, [numberTakenEvent(1)], NO_STREAM);
      const first = await reader.read(stream);
      const grown = await other.append(stream, [numberTakenEvent(2), numberTakenEvent(3)], head);
      const whole = await reader.read(stream);
      expect(whole.head).toEqual(grown.head);
      expect(whole.events.map(({ revision }) => revision)).toEqual([0, 1, 2]);
      expect(whole.events[0]).toBe(first.events[0]);
      expect(await reader.read(stream, { to: 0 })).toMatchObject({ events: [{ revision: 0 }], head });
    });

    it('includes events of this process just as other processes read them, and shows erased persons as erased', async () => {
      const [writer, other] = two();
      const stream = newStream('user');
      await writer.append(stream, [userRegistered(张三)], NO_STREAM);
      const { head } = await writer.read(stream);
      await writer.append(stream, [userRegistered({ ...张三, name: '李四', phone: '13900000009' })], head);
      const whole = await writer.read(stream);
      expect(whole).toEqual(await other.read(stream));
      expect(whole.events[1]?.data).toMatchObject({ profile: { name: '李四' } });
      await other.erase(stream, (_, person) => person['name'] === '李四');
      expect((await writer.read(stream)).events.map(({ data }) => data)).toMatchObject([
        { profile: { name: 张三.name } },
        { profile: { name: ERASED } },
      ]);
    });

    it('stays complete if another process writes between two appends of this one', async () => {
      const [writer, other] = two();
      const stream = newStream('numbering');
      const { head } = await writer.append(stream, [numberTakenEvent(1)], NO_STREAM);
      await writer.read(stream);
      const between = await other.append(stream, [numberTakenEvent(2)], head);
      await writer.append(stream, [numberTakenEvent(3)], between.head);
      expect(await writer.read(stream)).toEqual(await other.read(stream));
    });

    it('is shared by subscriptions, until one of its persons is erased', async () => {
      const [store] = two();
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
      const [stored] = await log.read(first);
      const roomForOne = Math.floor(((stored?.data.length ?? 0) + (stored?.metadata.length ?? 0)) * 1.5);
      const eventOf = async (store: SealedEventStore, stream: string) => (await store.read(stream)).events[0];
      const small = new SealedEventStore(log, vault, allEvents, roomForOne);
      const before = await eventOf(small, first);
      expect(await eventOf(small, first)).toBe(before);
      await small.read(second);
      const again = await eventOf(small, first);
      expect(again).toEqual(before);
      expect(again).not.toBe(before);
      const none = new SealedEventStore(log, vault, allEvents, streamCacheOf({ STREAM_CACHE_MB: '0' }));
      expect(await eventOf(none, first)).not.toBe(await eventOf(none, first));
      for (const wrong of ['-1', '1.5', 'many', '5000'])
        expect(() => streamCacheOf({ STREAM_CACHE_MB: wrong })).toThrow('STREAM_CACHE_MB is a whole number up to 4096');
    });

    it('cannot be changed by a reader', async () => {
      const [reader] = two();
      const stream = newStream('user');
      await reader.append(stream, [userRegistered(张三)], NO_STREAM);
      const [event] = (await reader.read(stream)).events;
      const { profile } = Object(event?.data) as { profile: object };
      expect(() => Object.assign(profile, { name: '李四' })).toThrow(TypeError);
    });
  });
});
