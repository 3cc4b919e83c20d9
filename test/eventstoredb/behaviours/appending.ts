import { describe, expect, it } from '@jest/globals';
import { ANY, EventStoreDBClient, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client';
import { defined, event, events, readFromLog, newStream, withCredentials, type Node } from './node.js';

export const appending = (node: () => Node) =>
  describe('appending', () => {
    const append = (...append: Parameters<Node['append']>) => node().append(...append);
    const filledStream = async (count: number) => {
      const stream = newStream();
      await node().fill(stream, count);
      return stream;
    };

    it('1 any on a missing stream', async () =>
      expect(await append(newStream(), events(1), { expectedRevision: ANY })).toBe('ok 0'));

    it('2 no_stream on a missing stream', async () =>
      expect(await append(newStream(), events(1), { expectedRevision: NO_STREAM })).toBe('ok 0'));

    it('3 no_stream on an existing stream', async () => {
      expect(await append(await filledStream(1), events(1), { expectedRevision: NO_STREAM })).toBe(
        'WrongExpectedVersionError||no_stream|0',
      );
    });

    it('4 stream_exists on a missing stream', async () => {
      expect(await append(newStream(), events(1), { expectedRevision: STREAM_EXISTS })).toBe(
        'WrongExpectedVersionError||stream_exists|no_stream',
      );
    });

    it('5 stream_exists on an existing stream', async () =>
      expect(await append(await filledStream(1), events(1), { expectedRevision: STREAM_EXISTS })).toBe('ok 1'));

    it('6 exact revision', async () =>
      expect(await append(await filledStream(3), events(1), { expectedRevision: 2n })).toBe('ok 3'));

    it('7 revision below the current one', async () =>
      expect(await append(await filledStream(3), events(1), { expectedRevision: 0n })).toBe(
        'WrongExpectedVersionError||0|2',
      ));

    it('8 revision above the current one', async () =>
      expect(await append(await filledStream(3), events(1), { expectedRevision: 9n })).toBe(
        'WrongExpectedVersionError||9|2',
      ));

    it('9 revision 0 on a missing stream', async () => {
      expect(await append(newStream(), events(1), { expectedRevision: 0n })).toBe(
        'WrongExpectedVersionError||0|no_stream',
      );
    });

    it('10 throwOnAppendFailure=false: result instead of throw (current 2 but the client returns 1n, a bug of the client)', async () => {
      const url = new URL(node().url);
      url.searchParams.set('throwOnAppendFailure', 'false');
      const lenientClient = EventStoreDBClient.connectionString(url.href);
      const { success, nextExpectedRevision } = await lenientClient.appendToStream(await filledStream(3), events(1), {
        expectedRevision: 0n,
      });
      expect(`${success} ${nextExpectedRevision}`).toBe('false 1');
      await lenientClient.dispose();
    });

    it('11 credentials route (Append rpc): ok / no_stream conflict / revision too high', async () => {
      const stream = newStream();
      const outcomes = [
        await append(stream, events(1), { ...withCredentials, expectedRevision: NO_STREAM }),
        await append(stream, events(1), { ...withCredentials, expectedRevision: NO_STREAM }),
        await append(stream, events(1), { ...withCredentials, expectedRevision: 9n }),
      ];
      expect(outcomes.join(';')).toBe('ok 0;WrongExpectedVersionError||no_stream|0;WrongExpectedVersionError||9|0');
    });

    it('12 empty event array: existing / missing / wrong revision', async () => {
      const stream = await filledStream(2);
      expect(
        [
          await append(stream, []),
          await append(newStream(), []),
          await append(stream, [], { expectedRevision: 9n }),
        ].join(';'),
      ).toBe('ok 1;ok 0;WrongExpectedVersionError||9|1');
    });

    it('13 empty array on a missing stream leaves it missing', async () => {
      const stream = newStream();
      await append(stream, []);
      expect(await node().read(stream)).toBe('StreamNotFoundError|');
    });

    it('25 20 concurrent appends at one revision: exactly one wins', async () => {
      const stream = await filledStream(1);
      const outcomes = await Promise.all(
        events(20).map((newEvent) => append(stream, [newEvent], { expectedRevision: 0n })),
      );
      const acceptedCount = outcomes.filter((outcome) => outcome === 'ok 1').length;
      const rejectedCount = outcomes.filter((outcome) => outcome === 'WrongExpectedVersionError||0|1').length;
      expect(`${acceptedCount} ok, ${rejectedCount} WrongExpectedVersionError`).toBe(
        '1 ok, 19 WrongExpectedVersionError',
      );
    });

    it('26 50 concurrent appends of 3 events with any: all succeed, batches contiguous', async () => {
      const stream = newStream();
      await Promise.all(
        Array.from({ length: 50 }, (_, n) => append(stream, [event(`n${n}`), event(`n${n}`), event(`n${n}`)])),
      );
      const types: (string | undefined)[] = [];
      for await (const { event: recorded } of node().client.readStream(stream)) types.push(recorded?.type);
      const isContiguous = types.every((type, i) => type === types[i - (i % 3)]) && new Set(types).size === 50;
      expect(`${types.length} ${isContiguous ? 'contiguous' : 'mixed'}`).toBe('150 contiguous');
    });

    it('37 $all: positions strictly increase in append order across streams', async () => {
      const [a, b] = [newStream('a'), newStream('b')];
      const [firstPosition] = await node().fill(a, 1);
      await node().fill(b, 1);
      await node().fill(a, 1);
      await node().fill(b, 1);
      const recorded = await readFromLog(node(), defined(firstPosition), [a, b]);
      const isRising = recorded.every(
        ({ position }, i) => i === 0 || position.commit > defined(recorded[i - 1]).position.commit,
      );
      expect(`${isRising} ${recorded.map(({ streamId, revision }) => `${streamId[0]}${revision}`).join()}`).toBe(
        'true a0,b0,a1,b1',
      );
    });

    it('41 append position equals the last event position', async () => {
      const stream = newStream();
      const { position } = await node().client.appendToStream(stream, events(3));
      const recorded = await readFromLog(node(), defined(position), [stream]);
      expect(recorded.map(({ revision }) => revision)).toEqual([2n]);
      expect(String(recorded[0]?.position.commit === position?.commit)).toBe('true');
    });
  });
