import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecentEventBuffer } from './read-index.js';
import type { PlatformRecord } from './log-records.js';

const positionAt = (n: number) => String(n).padStart(20, '0');
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
      fc.property(gaps, fc.nat(5_000), (plan, readerIndex) => {
        const buffer = new RecentEventBuffer(positionAt(100));
        const records: { n: number; isOurs: boolean }[] = [];
        let n = 100;
        for (const { gap, isOurs } of plan) {
          n += gap;
          buffer.add(positionAt(n), isOurs ? record(n) : null);
          records.push({ n, isOurs });
        }
        for (const from of [records[readerIndex]?.n ?? 100, Number(buffer.from)]) {
          const result = buffer.recordsAfter(positionAt(from));
          if (positionAt(from) < buffer.from) expect(result).toBeNull();
          else
            expect(result?.records.map(({ data }) => data)).toEqual(
              records.flatMap((entry) => (entry.isOurs && entry.n > from ? entry.n : [])),
            );
          if (result) expect(result.through).toBe(positionAt(n));
        }
        expect(records.filter((entry) => entry.isOurs && positionAt(entry.n) > buffer.from).length).toBeLessThan(2_048);
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it('returns no events to a reader that is ahead of it', () => {
    const buffer = new RecentEventBuffer(positionAt(5));
    expect(buffer.recordsAfter(positionAt(9))).toEqual({ records: [], through: positionAt(9) });
    buffer.add(positionAt(7), record(7));
    expect(buffer.recordsAfter(positionAt(9))).toEqual({ records: [], through: positionAt(9) });
  });
});
