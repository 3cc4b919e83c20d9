import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecentEventBuffer } from './read-index.js';
import type { PlatformRecord } from './log-records.js';

const at = (n: number) => String(n).padStart(20, '0');
const record = (n: number): PlatformRecord => ({
  streamId: 'numbering-1',
  revision: BigInt(n),
  type: 'T',
  isJson: true,
  data: n,
  metadata: { eventId: '', hash: '', previousHash: '' },
});

describe('the buffer of recent events', () => {
  it('returns all events after any position that it still covers, and null for an older position', () => {
    const gaps = fc.array(fc.record({ gap: fc.integer({ min: 1, max: 900 }), isOurs: fc.nat(9).map((n) => n > 0) }), {
      maxLength: 5_000,
      size: 'max',
    });
    fc.assert(
      fc.property(gaps, fc.nat(5_000), (plan, reader) => {
        const stretch = new RecentEventBuffer(at(100));
        const placed: { n: number; isOurs: boolean }[] = [];
        let n = 100;
        for (const { gap, isOurs } of plan) {
          n += gap;
          stretch.add(at(n), isOurs ? record(n) : null);
          placed.push({ n, isOurs });
        }
        for (const from of [placed[reader]?.n ?? 100, Number(stretch.from)]) {
          const found = stretch.beyond(at(from));
          if (at(from) < stretch.from) expect(found).toBeNull();
          else
            expect(found?.records.map(({ data }) => data)).toEqual(
              placed.flatMap((one) => (one.isOurs && one.n > from ? one.n : [])),
            );
          if (found) expect(found.through).toBe(at(n));
        }
        expect(placed.filter((one) => one.isOurs && at(one.n) > stretch.from).length).toBeLessThan(2_048);
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it('returns no events to a reader that is ahead of it', () => {
    const stretch = new RecentEventBuffer(at(5));
    expect(stretch.beyond(at(9))).toEqual({ records: [], through: at(9) });
    stretch.add(at(7), record(7));
    expect(stretch.beyond(at(9))).toEqual({ records: [], through: at(9) });
  });
});
