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
import { pipelinedAppendContract } from './pipelined-append.contract.js';

import { personalDataContract } from './personal-data.contract.js';
import { withReadScope } from './read-scope.js';
import type { SealedEventStore } from './sealed-event-store.js';
import { subscriptionContract } from './subscription.contract.js';
import { appendMany, newStream, numberTakenEvent, userRegistered, 张三 } from '#harness/engines/new-events';
import type { StoreUnderTest } from '#harness/engines/store-under-test';
import { verifyChain } from './verify-chain.js';

const countItems = async (items: AsyncIterable<SubscriptionItem>): Promise<number> => {
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
        const profile = { ...张三, name: '张\0三' };
        await store.append(stream, [userRegistered(profile)], NO_STREAM);
        expect((await store.readLast(stream))?.data).toMatchObject({ profile });
        const otherStream = `${stream}\0more`;
        const isAccepted = await store.append(otherStream, [numberTakenEvent(1)], NO_STREAM).then(
          () => true,
          () => false,
        );
        if (isAccepted) expect((await store.read(otherStream)).events).toHaveLength(1);
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
        const unusualEvent = { ...numberTakenEvent(1), data: { number: 1.5e-7, takenFor: '🎉 "quoted" \\ \u0000 \n' } };
        await store.append(stream, [unusualEvent], NO_STREAM);
        expect((await store.readLast(stream))?.data).toEqual(unusualEvent.data);
      });
    });

    describe('heads', () => {
      it('refuses an append at a head that is behind, ahead or of another history', async () => {
        const stream = newStream();
        const head = await appendMany(store, stream, 2);
        const invalidHeads: Head[] = [
          NO_STREAM,
          { revision: 0, hash: head.hash },
          { revision: 5, hash: head.hash },
          { revision: 1, hash: '1'.repeat(64) },
        ];
        for (const invalidHead of invalidHeads) {
          await expect(store.append(stream, [numberTakenEvent(9)], invalidHead)).rejects.toThrow(HeadConflict);
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
        const [first, second] = await Promise.all([
          store.append(stream, [event], NO_STREAM),
          store.append(stream, [event], NO_STREAM),
        ]);
        expect(first).toEqual(second);
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
        const allEvents = (await store.readAll(start, 10_000)).filter(({ position }) => position <= end);
        expect(allEvents.filter(({ stream }) => streams.includes(stream))).toHaveLength(25);
        expect(allEvents.map(({ position }) => position)).toEqual(allEvents.map(({ position }) => position).toSorted());
        expect(allEvents.every(({ position }) => /^\d{20}$/.test(position) && position > START)).toBe(true);
        expect(allEvents.at(-1)?.position).toBe(end);
        const pagedEvents: RecordedEvent[] = [];
        for (let position = start; position < end; position = pagedEvents.at(-1)?.position ?? end)
          pagedEvents.push(...(await store.readAll(position, 7)));
        expect(pagedEvents.filter(({ position }) => position <= end)).toEqual(allEvents);
      });

      it('is read by event type, up to the limit', async () => {
        const start = await store.lastPosition();
        await appendMany(store, newStream(), 3);
        const stream = newStream('user');
        await store.append(stream, [userRegistered(张三), userRegistered(张三), userRegistered(张三)], NO_STREAM);
        const userEvents = await store.readAll(start, 10_000, ['UserRegistered']);
        expect(userEvents.flatMap((event) => (event.stream === stream ? event.revision : []))).toEqual([0, 1, 2]);
        expect(userEvents.every(({ type }) => type === 'UserRegistered')).toBe(true);
        expect(await store.readAll(start, 2, ['UserRegistered'])).toEqual(userEvents.slice(0, 2));
        expect(await store.readAll(start, 10, [])).toEqual([]);
      });
    });

    subscriptionContract(() => test);
    pipelinedAppendContract(() => test);

    describe('reads', () => {
      it('in another process see everything acknowledged before they began, in known and in new streams', async () => {
        const otherStore = await test.openAnother();
        const streams = Array.from({ length: 10 }, () => newStream());
        const heads = new Map(streams.map((stream) => [stream, NO_STREAM]));
        for (const stream of streams) expect(await otherStore.readLast(stream)).toBeNull();
        for (let round = 1; round <= 20; round++) {
          await Promise.all(
            streams.map(async (stream, n) => {
              // One event or two, because the append knows the position of a single event, and only the log knows those
              // of several.
              const events =
                n % 2 === 0 ? [numberTakenEvent(round)] : [numberTakenEvent(round), numberTakenEvent(round)];
              const { head, position } = await store.append(stream, events, heads.get(stream) ?? NO_STREAM);
              heads.set(stream, head);
              await withReadScope(async () => {
                expect((await otherStore.read(stream)).head).toEqual(head);
                expect(await otherStore.readLast(stream)).toMatchObject({ revision: head.revision, position });
                expect((await otherStore.read(stream, { from: head.revision })).events).toHaveLength(1);
                expect((await otherStore.lastPosition()) >= position).toBe(true);
              });
            }),
          );
        }
      });

      it('see what their own process has written since they began', async () => {
        const stream = newStream();
        await withReadScope(async () => {
          const startPosition = await store.lastPosition();
          expect((await store.read(stream)).events).toHaveLength(0);
          const { head } = await store.append(stream, [numberTakenEvent(1), numberTakenEvent(2)], NO_STREAM);
          expect((await store.read(stream)).events).toHaveLength(2);
          const { position } = await store.append(stream, [numberTakenEvent(3)], head);
          expect(await store.readLast(stream)).toMatchObject({ revision: 2 });
          expect((await store.lastPosition()) >= position).toBe(true);
          expect(
            (await store.readAll(startPosition, 100, ['NumberTaken'])).map(({ stream: eventStream }) => eventStream),
          ).toEqual(expect.arrayContaining([stream, stream, stream]));
        });
      });

      it('see the event of another writer after a conflict', async () => {
        const otherStore = await test.openAnother();
        const stream = newStream();
        const { head } = await store.append(stream, [numberTakenEvent(1)], NO_STREAM);
        await withReadScope(async () => {
          expect((await otherStore.read(stream)).head).toEqual(head);
          const { head: newHead } = await store.append(stream, [numberTakenEvent(2)], head);
          await expect(otherStore.append(stream, [numberTakenEvent(3)], head)).rejects.toThrow(HeadConflict);
          expect((await otherStore.read(stream)).head).toEqual(newHead);
        });
      });

      it('count the events after a position, up to a given number', async () => {
        const startPosition = await store.lastPosition();
        await appendMany(store, newStream(), 3);
        expect(await store.countAfter(startPosition, ['NumberTaken'], 1_000)).toBeGreaterThanOrEqual(3);
        expect(await store.countAfter(startPosition, ['NumberTaken'], 2)).toBe(2);
        expect(await store.countAfter(startPosition, ['NoSuchType'], 1_000)).toBe(0);
        expect(await store.countAfter(await store.lastPosition(), ['NumberTaken'], 1_000)).toBeLessThanOrEqual(1_000);
      });
    });

    describe('the hash chain', () => {
      it('hashes the canonical form of each event together with the previous hash', async () => {
        const stream = newStream();
        await appendMany(store, stream, 3);
        let previousHash = NO_STREAM.hash;
        for (const { id, revision, type, data, metadata } of (await store.read(stream)).events) {
          const { hash, ...metadataWithoutHash } = metadata;
          expect(metadata.previousHash).toBe(previousHash);
          expect(hash).toBe(
            createHash('sha256')
              .update(canonicalize({ id, stream, revision, type, data, metadata: metadataWithoutHash }) ?? '')
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
      const closingStore = await test.openAnother();
      const [firstStream, secondStream] = [newStream(), newStream()];
      const pendingAppend = closingStore.append(firstStream, [numberTakenEvent(1)], NO_STREAM);
      const itemCount = countItems(closingStore.subscribe(START, [], new AbortController().signal));
      await new Promise(setImmediate);
      await closingStore.close();
      expect(await itemCount).toBeGreaterThan(0);
      await expect(pendingAppend).resolves.toMatchObject({ head: { revision: 0 } });
      await expect(closingStore.append(secondStream, [numberTakenEvent(1)], NO_STREAM)).rejects.toThrow(
        StoreUnavailable,
      );
    });
  });
};
