import { beforeAll, describe, expect, it } from '@jest/globals';
import { NO_STREAM, type SubscriptionItem } from '#events';
import type { SealedEventStore } from './sealed-event-store.js';
import { appendMany, newStream, numberTakenEvent } from '#harness/engines/new-events';
import type { StoreUnderTest } from '#harness/engines/store-under-test';

/** Subscriptions of every adapter of the log. */
export const subscriptionContract = (test: () => StoreUnderTest): void => {
  describe('subscriptions', () => {
    let store: SealedEventStore;
    beforeAll(() => {
      store = test().store;
    });

    /** Items until one satisfies `isLast`. */
    const collectUntil = async (
      from: string,
      types: string[],
      isLast: (item: SubscriptionItem) => boolean,
    ): Promise<SubscriptionItem[]> => {
      const items: SubscriptionItem[] = [];
      const stopping = new AbortController();
      for await (const item of store.subscribe(from, types, stopping.signal)) {
        items.push(item);
        if (isLast(item)) stopping.abort();
      }
      return items;
    };
    const positionOf = (item: SubscriptionItem) => ('event' in item ? item.event.position : item.marker);
    const isAtOrAfter = (position: string) => (item: SubscriptionItem) => positionOf(item) >= position;
    const eventsIn = (items: SubscriptionItem[], streams: string[]) =>
      items.flatMap((item) => ('event' in item && streams.includes(item.event.stream) ? item.event : []));
    const revisionsIn = (items: SubscriptionItem[], stream: string) =>
      eventsIn(items, [stream]).map(({ revision }) => revision);

    it('start with past events, continue with new ones, and end when aborted', async () => {
      const start = await store.lastPosition();
      const stream = newStream();
      const head = await appendMany(store, stream, 3);
      const items = collectUntil(start, ['NumberTaken'], (item) => revisionsIn([item], stream)[0] === 4);
      const { head: next } = await store.append(stream, [numberTakenEvent(4)], head);
      await store.append(stream, [numberTakenEvent(5)], next);
      expect(revisionsIn(await items, stream)).toEqual([0, 1, 2, 3, 4]);
    });

    it('report to a reader of rare event types the position that they have reached', async () => {
      const start = await store.lastPosition();
      await appendMany(store, newStream(), 30);
      const end = await store.lastPosition();
      const items = await collectUntil(start, [], isAtOrAfter(end));
      expect(items.every((item) => 'marker' in item)).toBe(true);
      expect(items.length).toBeLessThan(30);
      const { position } = await store.append(newStream(), [numberTakenEvent(1)], NO_STREAM);
      expect((await collectUntil(end, [], isAtOrAfter(position))).map(positionOf)).toContain(position);
    });

    it('deliver every event of a long history once', async () => {
      const start = await store.lastPosition();
      const stream = newStream();
      let head = NO_STREAM;
      for (let n = 0; n < 12; n++) {
        ({ head } = await store.append(
          stream,
          Array.from({ length: 100 }, (_, i) => numberTakenEvent(n * 100 + i + 1)),
          head,
        ));
      }
      const items = await collectUntil(start, ['NumberTaken'], isAtOrAfter(await store.lastPosition()));
      expect(revisionsIn(items, stream)).toEqual(Array.from({ length: 1_200 }, (_, revision) => revision));
      expect(await store.readAll(start, 1_150)).toHaveLength(1_150);
    });

    it('resume after any position without a gap or a repetition', async () => {
      const start = await store.lastPosition();
      const streams = Array.from({ length: 4 }, () => newStream());
      await Promise.all(streams.map((stream) => appendMany(store, stream, 5)));
      const end = await store.lastPosition();
      const allEvents = eventsIn(await collectUntil(start, ['NumberTaken'], isAtOrAfter(end)), streams);
      expect(allEvents).toHaveLength(20);
      for (const { position } of allEvents.slice(0, -1)) {
        const remainingEvents = eventsIn(await collectUntil(position, ['NumberTaken'], isAtOrAfter(end)), streams);
        expect(remainingEvents).toEqual(allEvents.filter((event) => event.position > position));
      }
    });

    it('miss nothing while several processes write, and deliver events in the order of readAll', async () => {
      const start = await store.lastPosition();
      const otherStores = [await test().openAnother(), await test().openAnother()];
      const reader = await test().openAnother();
      const stopping = new AbortController();
      const streams = Array.from({ length: 8 }, () => newStream());
      const receivedIds: string[] = [];
      const reading = (async () => {
        for await (const item of reader.subscribe(start, ['NumberTaken'], stopping.signal)) {
          for (const { id } of eventsIn([item], streams)) if (receivedIds.push(id) === 8 * 40) stopping.abort();
        }
      })();
      const writing = streams.map(async (stream, writer) => {
        let head = NO_STREAM;
        for (let n = 1; n <= 40; n++)
          ({ head } = await (otherStores[writer % 2] ?? store).append(stream, [numberTakenEvent(n)], head));
      });
      await Promise.all(writing);
      await reading;
      const allEvents = await store.readAll(start, 10_000);
      expect(receivedIds).toEqual(allEvents.flatMap(({ stream, id }) => (streams.includes(stream) ? id : [])));
    });
  });
};
