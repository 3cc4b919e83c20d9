import { describe, expect, it } from '@jest/globals';
import { NO_STREAM, START, type Head } from '#events';
import type { StoredEvent } from './event-log.js';
import { openStore } from '#harness/engines/open-store';
import { newStream, numberTakenEvent } from '#harness/engines/new-events';
import type { StoreUnderTest } from '#harness/engines/store-under-test';

const STREAMS = 12;
const ROUNDS = 10;

/** Moving a log from another engine into every adapter. */
export const appendingBehindContract = (test: () => StoreUnderTest): void => {
  describe('a log that is moved to another engine', () => {
    it('keeps its order when appends are sent before earlier ones are acknowledged, and has each event once when sent twice', async () => {
      const { log } = test().store;
      const written = await elsewhere();
      const begun = await log.lastPosition();
      for (let times = 1; times <= 2; times++) {
        const [first, ...others] = written.map(
          ({ event, head }) =>
            () =>
              log.appendBehind(event.stream, [event], head),
        );
        const positions = [await first?.(), ...(await Promise.all(others.map((send) => send())))];
        expect(positions.every((position, n) => n === 0 || (position ?? '') > (positions[n - 1] ?? ''))).toBe(true);
      }
      const hashes = new Set(written.map(({ event }) => event.hash));
      const found = (await log.readAll(begun, 10_000)).filter(({ hash }) => hashes.has(hash));
      expect(found.map(({ hash }) => hash)).toEqual(written.map(({ event }) => event.hash));
      expect(found.map(({ position: _, parsed: __, ...event }) => event)).toEqual(written.map(({ event }) => event));
    });
  });
};

/** Alternating events of several streams in their stored form, each with the head before it. */
const elsewhere = async (): Promise<{ event: StoredEvent; head: Head }[]> => {
  const { store, close } = await openStore(':memory:');
  const streams = Array.from({ length: STREAMS }, () => newStream());
  const heads = new Map<string, Head>();
  const before: Head[] = [];
  for (let n = 0; n < ROUNDS * STREAMS; n++) {
    const stream = streams[n % STREAMS] ?? '';
    const head = heads.get(stream) ?? NO_STREAM;
    before.push(head);
    heads.set(stream, (await store.append(stream, [numberTakenEvent(n)], head)).head);
  }
  const logged = await store.log.readAll(START, ROUNDS * STREAMS);
  await close();
  return logged.map(({ position: _, ...event }, n) => ({ event, head: before[n] ?? NO_STREAM }));
};
