import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import canonicalize from 'canonicalize';
import {
  EventTooLarge,
  HeadConflict,
  NO_STREAM,
  START,
  StoreUnavailable,
  type Head,
  type RecordedEvent,
  type SubscriptionItem,
} from '#events';
import { v5 } from 'uuid';
import { appendingBehindContract } from './appending-behind.contract.js';

import { personalDataContract } from './personal-data.contract.js';
import { withReadScope } from './read-scope.js';
import type { SealedEventStore } from './sealed-event-store.js';
import { subscriptionContract } from './subscription.contract.js';
import { appendMany, newStream, numberTakenEvent, userRegistered, 张三 } from '#harness/engines/new-events';
import type { StoreUnderTest } from '#harness/engines/store-under-test';
import { verifyChain } from './verify-chain.js';

const drained = async (items: AsyncIterable<SubscriptionItem>): Promise<number> => {
  let count = 0;
  for await (const _ of items) count++;
  return count;
};

/** What every adapter of the log must do, tested through the store. The log may have a history and other writers. */
export const eventStoreContract = (adapter: string, open: () => Promise<StoreUnderTest>): void => {
  describe(`event store on ${adapter}`, () => {
    let test: StoreUnderTest;
    let store: SealedEventStore;

    beforeAll(async () => {
      test = await open();
      store = test.store;
    });
    afterAll(() => test.close());

    describe('streams', () => {
      it('reads a stream that does not exist as empty', async () => {
        const stream = newStream();
        expect(await store.read(stream)).toEqual({ events: [], head: NO_STREAM });
        expect(await store.readLast(stream)).toBeNull();
      });

      it('preserves NUL in text, and either separates or refuses a stream whose name contains NUL', async () => {
        const stream = newStream('user');
        const named = { ...张三, name: '张\0三' };
        await store.append(stream, [userRegistered(named)], NO_STREAM);
        expect((await store.readLast(stream))?.data).toMatchObject({ profile: named });
        const other = `${stream}\0more`;
        const isTaken = await store.append(other, [numberTakenEvent(1)], NO_STREAM).then(
          () => true,
          () => false,
        );
        if (isTaken) expect((await store.read(other)).events).toHaveLength(1);
        expect((await store.read(stream)).events).toHaveLength(1);
        expect(await verifyChain(store, stream)).toEqual({ events: 1, broken: null });
      });

      it('returns appended events in order, with the head for the next append', async () => {
        const stream = newStream();
        const first = await store.append(stream, [numberTakenEvent(1), numberTakenEvent(2)], NO_STREAM);
        const second = await store.append(stream, [numberTakenEvent(3)], first.head);
        const { events, head } = await store.read(stream);
        expect(events.map(({ revision, data }) => [revision, data])).toEqual(
          [1, 2, 3].map((n) => [n - 1, { number: n, takenFor: '样品' }]),
        );
        expect(head).toEqual(second.head);
        expect(head.revision).toBe(2);
        expect(events.at(-1)?.position).toBe(second.position);
        expect(await store.readLast(stream)).toEqual(events.at(-1));
      });

      it('reads a range with the head of its last event', async () => {
        const stream = newStream();
        await appendMany(store, stream, 5);
        const { events, head } = await store.read(stream, { from: 1, to: 3 });
        expect(events.map(({ revision }) => revision)).toEqual([1, 2, 3]);
        expect(head).toEqual({ revision: 3, hash: events[2]?.metadata.hash });
      });

      it('derives event ids from the command, the stream and the place in the append', async () => {
        const stream = newStream();
        const commandId = randomUUID();
        await store.append(stream, [numberTakenEvent(1, commandId), numberTakenEvent(2, commandId)], NO_STREAM);
        expect((await store.read(stream)).events.map(({ id }) => id)).toEqual([
          v5(`${stream}/0`, commandId),
          v5(`${stream}/1`, commandId),
        ]);
      });

      it('preserves text outside ASCII unchanged', async () => {
        const stream = newStream('钢筋 ☃ žluť');
        const odd = { ...numberTakenEvent(1), data: { number: 1.5e-7, takenFor: '🎉 "quoted" \\ \u0000 \n' } };
        await store.append(stream, [odd], NO_STREAM);
        expect((await store.readLast(stream))?.data).toEqual(odd.data);
      });
    });

    describe('heads', () => {
      it('refuses an append at a head that is behind, ahead or of another history', async () => {
        const stream = newStream();
        const head = await appendMany(store, stream, 2);
        const wrong: Head[] = [
          NO_STREAM,
          { revision: 0, hash: head.hash },
          { revision: 5, hash: head.hash },
          { revision: 1, hash: '1'.repeat(64) },
        ];
        for (const at of wrong) {
          await expect(store.append(stream, [numberTakenEvent(9)], at)).rejects.toThrow(HeadConflict);
        }
        await expect(store.append(stream, [numberTakenEvent(9)], NO_STREAM)).rejects.toMatchObject({
          stream,
          expected: -1,
          actual: 1,
        });
        await expect(store.append(newStream(), [numberTakenEvent(9)], head)).rejects.toMatchObject({
          expected: 1,
          actual: -1,
        });
        expect((await store.read(stream)).head).toEqual(head);
      });

      it('accepts exactly one of several concurrent appends to a stream, without affecting other streams', async () => {
        const streams = Array.from({ length: 12 }, () => newStream());
        const races = streams.flatMap((stream) =>
          Array.from({ length: 6 }, (_, n) =>
            store.append(stream, [numberTakenEvent(n + 1), numberTakenEvent(n + 2)], NO_STREAM),
          ),
        );
        const outcomes = await Promise.allSettled(races);
        expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
        for (const outcome of outcomes)
          if (outcome.status === 'rejected') expect(outcome.reason).toBeInstanceOf(HeadConflict);
        for (const stream of streams) expect((await store.read(stream)).events).toHaveLength(2);
      });
    });

    describe('repeated appends', () => {
      it('succeed with the first result, also after later events', async () => {
        const stream = newStream('user');
        const events = [userRegistered(张三), numberTakenEvent(1)];
        const first = await store.append(stream, events, NO_STREAM);
        expect(await store.append(stream, events, NO_STREAM)).toEqual(first);
        await store.append(stream, [numberTakenEvent(2)], first.head);
        expect(await store.append(stream, events, NO_STREAM)).toEqual(first);
        expect((await store.read(stream)).events).toHaveLength(3);
      });

      it('succeed when both run at the same time', async () => {
        const stream = newStream();
        const event = numberTakenEvent(1);
        const [one, two] = await Promise.all([
          store.append(stream, [event], NO_STREAM),
          store.append(stream, [event], NO_STREAM),
        ]);
        expect(one).toEqual(two);
        expect((await store.read(stream)).events).toHaveLength(1);
      });

      it('are a conflict if their events differ', async () => {
        const stream = newStream();
        const [event, later] = [numberTakenEvent(1), numberTakenEvent(2)];
        await store.append(stream, [event], NO_STREAM);
        await expect(
          store.append(stream, [{ ...event, data: { number: 2, takenFor: '样品' } }], NO_STREAM),
        ).rejects.toThrow(HeadConflict);
        await expect(store.append(stream, [event, later], NO_STREAM)).rejects.toThrow(HeadConflict);
        expect((await store.read(stream)).events).toHaveLength(1);
      });
    });

    describe('limits', () => {
      it('refuses an event over 256 kB and writes nothing of its append', async () => {
        const stream = newStream();
        const huge = { ...numberTakenEvent(2), data: { number: 2, takenFor: '重'.repeat(90_000) } };
        await expect(store.append(stream, [numberTakenEvent(1), huge], NO_STREAM)).rejects.toThrow(EventTooLarge);
        expect((await store.read(stream)).events).toEqual([]);
      });

      it('refuses an unknown event type, data that JSON cannot represent, and an empty append', async () => {
        const stream = newStream();
        await expect(
          store.append(stream, [{ ...numberTakenEvent(1), type: 'NobodyKnows' }], NO_STREAM),
        ).rejects.toThrow('NobodyKnows');
        await expect(
          store.append(stream, [{ ...numberTakenEvent(1), data: { number: Number.NaN } }], NO_STREAM),
        ).rejects.toThrow('NaN');
        await expect(store.append(stream, [], NO_STREAM)).rejects.toThrow(RangeError);
        expect((await store.read(stream)).events).toEqual([]);
      });
    });

    describe('the whole log', () => {
      it('is read in pages without gaps, in the order of positions', async () => {
        const start = await store.lastPosition();
        const streams = Array.from({ length: 5 }, () => newStream());
        await Promise.all(streams.map((stream) => appendMany(store, stream, 5)));
        const end = await store.lastPosition();
        const all = (await store.readAll(start, 10_000)).filter(({ position }) => position <= end);
        expect(all.filter(({ stream }) => streams.includes(stream))).toHaveLength(25);
        expect(all.map(({ position }) => position)).toEqual(all.map(({ position }) => position).toSorted());
        expect(all.every(({ position }) => /^\d{20}$/.test(position) && position > START)).toBe(true);
        expect(all.at(-1)?.position).toBe(end);
        const paged: RecordedEvent[] = [];
        for (let at = start; at < end; at = paged.at(-1)?.position ?? end) paged.push(...(await store.readAll(at, 7)));
        expect(paged.filter(({ position }) => position <= end)).toEqual(all);
      });

      it('is read by event type, up to the limit', async () => {
        const start = await store.lastPosition();
        await appendMany(store, newStream(), 3);
        const stream = newStream('user');
        await store.append(stream, [userRegistered(张三), userRegistered(张三), userRegistered(张三)], NO_STREAM);
        const found = await store.readAll(start, 10_000, ['UserRegistered']);
        expect(found.flatMap((event) => (event.stream === stream ? event.revision : []))).toEqual([0, 1, 2]);
        expect(found.every(({ type }) => type === 'UserRegistered')).toBe(true);
        expect(await store.readAll(start, 2, ['UserRegistered'])).toEqual(found.slice(0, 2));
        expect(await store.readAll(start, 10, [])).toEqual([]);
      });
    });

    subscriptionContract(() => test);
    appendingBehindContract(() => test);

    describe('reads', () => {
      it('in another process see everything acknowledged before they began, in known and in new streams', async () => {
        const other = await test.openAnother();
        const streams = Array.from({ length: 10 }, () => newStream());
        const heads = new Map(streams.map((stream) => [stream, NO_STREAM]));
        for (const stream of streams) expect(await other.readLast(stream)).toBeNull();
        for (let round = 1; round <= 20; round++) {
          await Promise.all(
            streams.map(async (stream, n) => {
              // One event or two, because the append knows the position of a single event, and only the log knows those
              // of several.
              const written =
                n % 2 === 0 ? [numberTakenEvent(round)] : [numberTakenEvent(round), numberTakenEvent(round)];
              const { head, position } = await store.append(stream, written, heads.get(stream) ?? NO_STREAM);
              heads.set(stream, head);
              await withReadScope(async () => {
                expect((await other.read(stream)).head).toEqual(head);
                expect(await other.readLast(stream)).toMatchObject({ revision: head.revision, position });
                expect((await other.read(stream, { from: head.revision })).events).toHaveLength(1);
                expect((await other.lastPosition()) >= position).toBe(true);
              });
            }),
          );
        }
      });

      it('see what their own process has written since they began', async () => {
        const stream = newStream();
        await withReadScope(async () => {
          const before = await store.lastPosition();
          expect((await store.read(stream)).events).toHaveLength(0);
          const { head } = await store.append(stream, [numberTakenEvent(1), numberTakenEvent(2)], NO_STREAM);
          expect((await store.read(stream)).events).toHaveLength(2);
          const { position } = await store.append(stream, [numberTakenEvent(3)], head);
          expect(await store.readLast(stream)).toMatchObject({ revision: 2 });
          expect((await store.lastPosition()) >= position).toBe(true);
          expect((await store.readAll(before, 100, ['NumberTaken'])).map(({ stream: of }) => of)).toEqual(
            expect.arrayContaining([stream, stream, stream]),
          );
        });
      });

      it('see the event of another writer after a conflict', async () => {
        const other = await test.openAnother();
        const stream = newStream();
        const { head } = await store.append(stream, [numberTakenEvent(1)], NO_STREAM);
        await withReadScope(async () => {
          expect((await other.read(stream)).head).toEqual(head);
          const { head: moved } = await store.append(stream, [numberTakenEvent(2)], head);
          await expect(other.append(stream, [numberTakenEvent(3)], head)).rejects.toThrow(HeadConflict);
          expect((await other.read(stream)).head).toEqual(moved);
        });
      });

      it('count the events after a position, up to a given number', async () => {
        const before = await store.lastPosition();
        await appendMany(store, newStream(), 3);
        expect(await store.countAfter(before, ['NumberTaken'], 1_000)).toBeGreaterThanOrEqual(3);
        expect(await store.countAfter(before, ['NumberTaken'], 2)).toBe(2);
        expect(await store.countAfter(before, ['NoSuchType'], 1_000)).toBe(0);
        expect(await store.countAfter(await store.lastPosition(), ['NumberTaken'], 1_000)).toBeLessThanOrEqual(1_000);
      });
    });

    describe('the hash chain', () => {
      it('hashes the canonical form of each event together with the previous hash', async () => {
        const stream = newStream();
        await appendMany(store, stream, 3);
        let previousHash = NO_STREAM.hash;
        for (const { id, revision, type, data, metadata } of (await store.read(stream)).events) {
          const { hash, ...hashed } = metadata;
          expect(metadata.previousHash).toBe(previousHash);
          expect(hash).toBe(
            createHash('sha256')
              .update(canonicalize({ id, stream, revision, type, data, metadata: hashed }) ?? '')
              .digest('hex'),
          );
          previousHash = hash;
        }
      });

      it('verifies a stream and the whole log', async () => {
        const stream = newStream();
        await appendMany(store, stream, 3);
        expect(await verifyChain(store, stream)).toEqual({ events: 3, broken: null });
        expect((await verifyChain(store)).broken).toBeNull();
      }, 60_000);
    });

    personalDataContract(() => test);

    it('finishes pending appends and ends subscriptions when it closes, and refuses later appends', async () => {
      const closing = await test.openAnother();
      const [one, two] = [newStream(), newStream()];
      const accepted = closing.append(one, [numberTakenEvent(1)], NO_STREAM);
      const ended = drained(closing.subscribe(START, [], new AbortController().signal));
      await new Promise(setImmediate);
      await closing.close();
      expect(await ended).toBeGreaterThan(0);
      await expect(accepted).resolves.toMatchObject({ head: { revision: 0 } });
      await expect(closing.append(two, [numberTakenEvent(1)], NO_STREAM)).rejects.toThrow(StoreUnavailable);
    });
  });
};
