import { describe, expect, it } from '@jest/globals';
import { ANY, NO_STREAM, type AppendExpectedRevision } from '@eventstore/db-client';
import { event, events, newStream, type Node } from './node.js';

export const repeating = (node: () => Node) =>
  describe('repeated appends', () => {
    const append = (stream: string, list: ReturnType<typeof events>, expectedRevision: AppendExpectedRevision = ANY) =>
      node().append(stream, list, { expectedRevision });

    it('14 re-append same ids, any: same revision, nothing added', async () => {
      const [stream, twoEvents] = [newStream(), events(2)];
      expect(
        [await append(stream, twoEvents), await append(stream, twoEvents), await node().read(stream)].join(';'),
      ).toBe('ok 1;ok 1;0,1');
    });

    it('15 re-append same ids, original revision', async () => {
      const [stream, twoEvents] = [newStream(), events(2)];
      await node().fill(stream, 1);
      expect(
        [await append(stream, twoEvents, 0n), await append(stream, twoEvents, 0n), await node().read(stream)].join(';'),
      ).toBe('ok 2;ok 2;0,1,2');
    });

    it('16 re-append same ids, no_stream', async () => {
      const [stream, twoEvents] = [newStream(), events(2)];
      expect(
        [
          await append(stream, twoEvents, NO_STREAM),
          await append(stream, twoEvents, NO_STREAM),
          await node().read(stream),
        ].join(';'),
      ).toBe('ok 1;ok 1;0,1');
    });

    it('17 re-append same ids after later events, original revision: idempotent ok with the OLD end revision', async () => {
      const [stream, oneEvent] = [newStream(), events(1)];
      const firstResult = await append(stream, oneEvent, NO_STREAM);
      await node().fill(stream, 3);
      expect([firstResult, await append(stream, oneEvent, NO_STREAM)].join(';')).toBe('ok 0;ok 0');
    });

    it('18 idempotent replay position equals the first position', async () => {
      const [stream, twoEvents] = [newStream(), events(2)];
      const firstAppend = await node().client.appendToStream(stream, twoEvents, { expectedRevision: NO_STREAM });
      await node().fill(stream, 1);
      const repeatedAppend = await node().client.appendToStream(stream, twoEvents, { expectedRevision: NO_STREAM });
      expect(repeatedAppend.position).toEqual(firstAppend.position);
    });

    it('19 re-append same ids with the CURRENT revision: appended again (duplicate)', async () => {
      const [stream, oneEvent] = [newStream(), events(1)];
      await append(stream, oneEvent, NO_STREAM);
      expect([await append(stream, oneEvent, 0n), await node().read(stream)].join(';')).toBe('ok 1;0,1');
    });

    it('20 partial match, any: old ids + new id -> conflict', async () => {
      const [stream, twoEvents] = [newStream(), events(2)];
      await append(stream, twoEvents);
      expect(await append(stream, [...twoEvents, event()])).toBe('WrongExpectedVersionError||any|1');
    });

    it('21 partial match, revision: old ids + new id -> conflict', async () => {
      const [stream, twoEvents] = [newStream(), events(2)];
      await append(stream, twoEvents, NO_STREAM);
      expect(await append(stream, [...twoEvents, event()], NO_STREAM)).toBe('WrongExpectedVersionError||no_stream|1');
    });

    it('22 partial match, new id first + old id, any: appended (old id duplicated)', async () => {
      const [stream, twoEvents] = [newStream(), events(2)];
      await append(stream, twoEvents);
      expect(await append(stream, [event(), ...twoEvents.slice(0, 1)])).toBe('ok 3');
    });

    it('23 same id in another stream is independent', async () => {
      const oneEvent = events(1);
      await append(newStream(), oneEvent);
      expect(await append(newStream(), oneEvent)).toBe('ok 0');
    });

    it('24 same id twice in one append', async () => {
      const [stream, newEvent] = [newStream(), event()];
      expect([await append(stream, [newEvent, newEvent]), await node().read(stream)].join(';')).toBe('ok 1;0,1');
    });
  });
