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

    /** Items until one satisfies `last`. */
    const take = async (
      from: string,
      types: string[],
      last: (item: SubscriptionItem) => boolean,
    ): Promise<SubscriptionItem[]> => {
      const items: SubscriptionItem[] = [];
      const stop = new AbortController();
      for await (const item of store.subscribe(from, types, stop.signal)) {
        items.push(item);
        if (last(item)) stop.abort();
      }
      return items;
    };
    const positionOf = (item: SubscriptionItem) => ('event' in item ? item.event.position : item.marker);
    const reaches = (position: string) => (item: SubscriptionItem) => positionOf(item) >= position;
    const eventsIn = (items: SubscriptionItem[], streams: string[]) =>
      items.flatMap((item) => ('event' in item && streams.includes(item.event.stream) ? item.event : []));
    const revisionsIn = (items: SubscriptionItem[], stream: string) =>
      eventsIn(items, [stream]).map(({ revision }) => revision);

    it('start with past events, continue with new ones, and end when aborted', async () => {
      const start = await store.lastPosition();
      const stream = newStream();
      const head = await appendMany(store, stream, 3);
      const items = take(start, ['NumberTaken'], (item) => revisionsIn([item], stream)[0] === 4);
      const { head: next } = await store.append(stream, [numberTakenEvent(4)], head);
      await store.append(stream, [numberTakenEvent(5)], next);
      expect(revisionsIn(await items, stream)).toEqual([0, 1, 2, 3, 4]);
    });

    it('report to a reader of rare event types the position that they have reached', async () => {
      const start = await store.lastPosition();
      await appendMany(store, newStream(), 30);
      const end = await store.lastPosition();
      const looked = await take(start, [], reaches(end));
      expect(looked.every((item) => 'marker' in item)).toBe(true);
      expect(looked.length).toBeLessThan(30);
      const { position } = await store.append(newStream(), [numberTakenEvent(1)], NO_STREAM);
      expect((await take(end, [], reaches(position))).map(positionOf)).toContain(position);
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
      const items = await take(start, ['NumberTaken'], reaches(await store.lastPosition()));
      expect(revisionsIn(items, stream)).toEqual(Array.from({ length: 1_200 }, (_, revision) => revision));
      expect(await store.readAll(start, 1_150)).toHaveLength(1_150);
    });

    it('resume after any position without a gap or a repetition', async () => {
      const start = await store.lastPosition();
      const streams = Array.from({ length: 4 }, () => newStream());
      await Promise.all(streams.map((stream) => appendMany(store, stream, 5)));
      const end = await store.lastPosition();
      const whole = eventsIn(await take(start, ['NumberTaken'], reaches(end)), streams);
      expect(whole).toHaveLength(20);
      for (const { position } of whole.slice(0, -1)) {
        const rest = eventsIn(await take(position, ['NumberTaken'], reaches(end)), streams);
        expect(rest).toEqual(whole.filter((event) => event.position > position));
      }
    });

    it('miss nothing while several processes write, and deliver events in the order of readAll', async () => {
      const start = await store.lastPosition();
      const others = [await test().openAnother(), await test().openAnother()];
      const reader = await test().openAnother();
      const done = new AbortController();
      const streams = Array.from({ length: 8 }, () => newStream());
      const seen: string[] = [];
      const reading = (async () => {
        for await (const item of reader.subscribe(start, ['NumberTaken'], done.signal)) {
          for (const { id } of eventsIn([item], streams)) if (seen.push(id) === 8 * 40) done.abort();
        }
      })();
      const writing = streams.map(async (stream, writer) => {
        let head = NO_STREAM;
        for (let n = 1; n <= 40; n++)
          ({ head } = await (others[writer % 2] ?? store).append(stream, [numberTakenEvent(n)], head));
      });
      await Promise.all(writing);
      await reading;
      const all = await store.readAll(start, 10_000);
      expect(seen).toEqual(all.flatMap(({ stream, id }) => (streams.includes(stream) ? id : [])));
    });
  });
};
