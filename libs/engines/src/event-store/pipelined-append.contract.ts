import { describe, expect, it } from '@jest/globals';
import { NO_STREAM, START, type Head } from '#events';
import type { StoredEvent } from './event-log.js';
import { openStore } from '#harness/engines/open-store';
import { newStream, numberTakenEvent } from '#harness/engines/new-events';
import type { StoreUnderTest } from '#harness/engines/store-under-test';

const STREAMS = 12;
const ROUNDS = 10;

/** Moving a log from another engine into every adapter. */
export const pipelinedAppendContract = (test: () => StoreUnderTest): void => {
  describe('a log that is moved to another engine', () => {
    it('keeps its order when appends are sent before earlier ones are acknowledged, and has each event once when sent twice', async () => {
      const { log } = test().store;
      const sourceEvents = await createSourceEvents();
      const startPosition = await log.lastPosition();
      for (let times = 1; times <= 2; times++) {
        const [firstAppend, ...laterAppends] = sourceEvents.map(
          ({ event, head }) =>
            () =>
              log.appendPipelined(event.stream, [event], head),
        );
        const positions = [await firstAppend?.(), ...(await Promise.all(laterAppends.map((append) => append())))];
        expect(positions.every((position, n) => n === 0 || (position ?? '') > (positions[n - 1] ?? ''))).toBe(true);
      }
      const hashes = new Set(sourceEvents.map(({ event }) => event.hash));
      const movedEvents = (await log.readAll(startPosition, 10_000)).filter(({ hash }) => hashes.has(hash));
      expect(movedEvents.map(({ hash }) => hash)).toEqual(sourceEvents.map(({ event }) => event.hash));
      expect(movedEvents.map(({ position: _, parsed: __, ...event }) => event)).toEqual(
        sourceEvents.map(({ event }) => event),
      );
    });
  });
};

/** Alternating events of several streams in their stored form, each with the head before it. */
const createSourceEvents = async (): Promise<{ event: StoredEvent; head: Head }[]> => {
  const { store, close } = await openStore(':memory:');
  const streams = Array.from({ length: STREAMS }, () => newStream());
  const heads = new Map<string, Head>();
  const previousHeads: Head[] = [];
  for (let n = 0; n < ROUNDS * STREAMS; n++) {
    const stream = streams[n % STREAMS] ?? '';
    const head = heads.get(stream) ?? NO_STREAM;
    previousHeads.push(head);
    heads.set(stream, (await store.append(stream, [numberTakenEvent(n)], head)).head);
  }
  const loggedEvents = await store.log.readAll(START, ROUNDS * STREAMS);
  await close();
  return loggedEvents.map(({ position: _, ...event }, n) => ({ event, head: previousHeads[n] ?? NO_STREAM }));
};
