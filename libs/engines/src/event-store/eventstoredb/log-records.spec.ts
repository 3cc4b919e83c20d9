import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validate, version } from 'uuid';
import { NO_STREAM } from '#events';
import { canonicalJson, hashOf } from '../canonical-json.js';
import type { StoredEvent } from '../event-log.js';
import { metadataOf } from '#harness/engines/new-events';
import {
  isPlatformRecord,
  LogPages,
  logPositionOf,
  type LogRecord,
  positionOf,
  toLoggedEvent,
  toJsonEvent,
} from './log-records.js';

const positionAt = (n: number) => String(n).padStart(20, '0');
const createPages = (end: number) => {
  const readPositions: number[] = [];
  const readPage = async (after: string) => {
    readPositions.push(Number(after));
    const through = Math.min(Number(after) + 10, end);
    return { records: [], through: positionAt(through), isFull: through === Number(after) + 10 };
  };
  return { readPositions, pages: new LogPages(readPage) };
};

describe('pages of history', () => {
  it('are read once for all concurrent readers, one page ahead', async () => {
    const { readPositions, pages: log } = createPages(1_000);
    for (const after of [0, 10, 20]) {
      const [first, second] = await Promise.all([log.after(positionAt(after)), log.after(positionAt(after))]);
      expect(first).toBe(second);
    }
    expect(readPositions).toEqual([0, 10, 20, 30]);
  });

  it('are read again at the end of the log, because it grows', async () => {
    const { readPositions, pages: log } = createPages(5);
    await log.after(positionAt(0));
    await log.after(positionAt(0));
    expect(readPositions).toEqual([0, 0]);
  });

  it('are read again after a failure, which every waiting reader receives', async () => {
    let isFailing = true;
    const log = new LogPages(async (through) => {
      if (isFailing) throw new Error('gone');
      return { records: [], through, isFull: false };
    });
    const outcomes = await Promise.allSettled([log.after(positionAt(0)), log.after(positionAt(0))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isFailing = false;
    await expect(log.after(positionAt(0))).resolves.toMatchObject({ through: positionAt(0) });
  });
});

const storedEvent = (data: unknown, overrides: Partial<StoredEvent> = {}): StoredEvent => {
  const event = {
    id: '3f2c1a50-0c52-4b8e-9a51-7d1a0f6f3b11',
    stream: 'numbering-1',
    revision: 7,
    type: 'NumberTaken',
    data: canonicalJson(data),
    metadata: canonicalJson({ ...metadataOf(), previousHash: NO_STREAM.hash }),
    ...overrides,
  };
  return { ...event, hash: overrides.hash ?? hashOf(event) };
};

const position = { commit: 4_711n, prepare: 4_711n };

/** What the client makes of an event on its way to the server and back. */
const roundTrip = (event: StoredEvent): LogRecord => {
  const { type, data, metadata, contentType } = toJsonEvent(event);
  const serialize = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
  return {
    streamId: event.stream,
    revision: BigInt(event.revision),
    type,
    isJson: contentType === 'application/json',
    data: serialize(data),
    metadata: serialize(metadata),
    position,
  };
};

describe('the form of an event in EventStoreDB', () => {
  it('preserves every hashed byte, whatever JSON the event contains', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (data) => {
        fc.pre(canonicalJsonOf(data) !== null);
        const event = storedEvent(data);
        const record = roundTrip(event);
        expect(isPlatformRecord(record) && toLoggedEvent(record)).toMatchObject({
          ...event,
          position: '00000000000000004711',
        });
      }),
    );
  });

  it('preserves every hashed byte where implementations order or write JSON differently', () => {
    const edgeCases = {
      10: 'a',
      9: 'b',
      é: 1e21,
      e: -0,
      '\u20ac': 1e-7,
      '\ud83d\ude00': '\\ud83d',
      list: [{ z: 1, a: { 2: [], 10: {} } }],
      text: '\u2028"\n\u0000',
      ...JSON.parse('{"__proto__":{"a":1}}'),
    };
    const event = storedEvent(edgeCases);
    const record = roundTrip(event);
    expect(isPlatformRecord(record) && toLoggedEvent(record)).toMatchObject({
      data: event.data,
      metadata: event.metadata,
      hash: event.hash,
    });
  });

  it('derives its id from the hash, so that equal ids mean equal contents at the same place', () => {
    const event = storedEvent({ number: 1 });
    const { id } = toJsonEvent(event);
    expect(validate(id) && version(id)).toBe(8);
    expect(toJsonEvent(event).id).toBe(id);
    for (const otherEvent of [
      storedEvent({ number: 2 }),
      storedEvent({ number: 1 }, { revision: 8 }),
      storedEvent({ number: 1 }, { stream: 'numbering-2' }),
    ])
      expect(toJsonEvent(otherEvent).id).not.toBe(id);
  });

  it('an event on which the client would hang is refused before the client is called', () => {
    const invalidEvents = [
      { type: '' },
      { type: '$metadata' },
      { stream: '' },
      { stream: '$$numbering' },
      { hash: 'no hash' },
    ];
    for (const overrides of invalidEvents) expect(() => toJsonEvent(storedEvent({}, overrides))).toThrow(RangeError);
    for (const overrides of [{ data: '{"number":' }, { data: 'undefined' }, { metadata: '' }])
      expect(() => toJsonEvent(storedEvent({}, overrides))).toThrow(SyntaxError);
  });

  it('is distinguished from records that the platform did not write', () => {
    const platformRecord = roundTrip(storedEvent({ number: 1 }));
    expect(isPlatformRecord(platformRecord)).toBe(true);
    const foreignChanges: Partial<LogRecord>[] = [
      { type: '$>' },
      { streamId: '$ce-numbering' },
      { isJson: false },
      { metadata: undefined },
      { metadata: 'text' },
      { metadata: new Uint8Array([1]) },
      { metadata: { hash: 'only' } },
    ];
    for (const change of foreignChanges) expect(isPlatformRecord({ ...platformRecord, ...change })).toBe(false);
  });
});

describe('positions', () => {
  it('have the same order as text and as numbers', () => {
    const commits = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
    fc.assert(
      fc.property(commits, commits, (a, b) => {
        const [first, second] = [
          positionOf({ position: { commit: a, prepare: a } }),
          positionOf({ position: { commit: b, prepare: b } }),
        ];
        expect(first < second).toBe(a < b);
        expect(logPositionOf(first)).toEqual({ commit: a, prepare: a });
      }),
    );
  });
});

const canonicalJsonOf = (value: unknown): string | null => {
  try {
    return canonicalJson(value);
  } catch {
    return null; // a lone surrogate, which no event can hold
  }
};
