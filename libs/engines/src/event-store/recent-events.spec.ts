import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { LoggedEvent } from './event-log.js';
import { RecentEvents } from './recent-events.js';

const event = (position: number): LoggedEvent => ({
  position: String(position).padStart(20, '0'),
  id: `e${position}`,
  stream: 's',
  revision: position,
  type: 'T',
  data: '{}',
  metadata: '{}',
  hash: String(position),
});
const log = () => {
  const reads: [number, number][] = [];
  const recent = new RecentEvents((after, through) => {
    reads.push([after, through]);
    return Array.from({ length: through - after }, (_, n) => ({
      position: after + n + 1,
      event: event(after + n + 1),
    }));
  });
  return { recent, reads };
};
const positions = (events: LoggedEvent[] | null) => events?.map(({ position }) => Number(position)) ?? null;

describe('the cache of recent events', () => {
  it('reads the log once for all readers, which get the same events', () => {
    const { recent, reads } = log();
    const first = recent.between(7, 9);
    const second = recent.between(8, 9);
    expect(second?.[0]).toBe(first?.[1]);
    expect(positions(recent.between(9, 11))).toEqual([10, 11]);
    expect(reads).toEqual([
      [7, 9],
      [9, 11],
    ]);
  });

  it('returns nothing for events further back or for a long range', () => {
    const { recent } = log();
    recent.between(100, 110);
    expect(recent.between(90, 110)).toBeNull();
    expect(recent.between(100, 1_000)).toBeNull();
  });

  it('returns ranges without gaps, whatever the order of requests', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(400), fc.nat(300)), { minLength: 1, maxLength: 40 }), (ranges) => {
        const { recent } = log();
        for (const [after, length] of ranges) {
          const cachedPositions = positions(recent.between(after, after + length));
          if (cachedPositions) expect(cachedPositions).toEqual(Array.from({ length }, (_, n) => after + n + 1));
        }
      }),
    );
  });
});
