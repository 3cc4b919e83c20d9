import { describe, expect, it } from '@jest/globals';
import {
  BACKWARDS,
  END,
  FORWARDS,
  START,
  binaryEvent,
  jsonEvent,
  type Position,
  type ReadPosition,
} from '@eventstore/db-client';
import { defined, event, events, readFromLog, newStream, valueForLine, outcomeOf, type Node } from './node.js';

const FAR_POSITION = 2n ** 62n;

export const reading = (node: () => Node) =>
  describe('reading', () => {
    const readFiveEvents = async (...reads: Parameters<Node['read']>[1][]) => {
      const stream = newStream();
      await node().append(stream, events(5));
      const outcomes = [];
      for (const options of reads) outcomes.push(await node().read(stream, options));
      return outcomes.join(';');
    };
    const readAllFrom = (fromPosition: ReadPosition) =>
      outcomeOf(async () => {
        const revisions = [];
        for await (const { event: recorded } of node().client.readAll({ fromPosition }))
          revisions.push(recorded?.revision);
        return revisions.join();
      });

    it('27 read forward all / from 2 / from 2 max 2', async () =>
      expect(await readFiveEvents({}, { fromRevision: 2n }, { fromRevision: 2n, maxCount: 2 })).toBe(
        '0,1,2,3,4;2,3,4;2,3',
      ));

    it('28 read forward past the end: empty, no error', async () =>
      expect(await readFiveEvents({ fromRevision: 5n }, { fromRevision: 1000n })).toBe(';'));

    it('29 read backward END / from 3 / START / beyond end', async () => {
      const direction = BACKWARDS;
      expect(
        await readFiveEvents(
          { direction, fromRevision: END, maxCount: 2 },
          { direction, fromRevision: 3n },
          { direction, fromRevision: START },
          { direction, fromRevision: 100n, maxCount: 2 },
        ),
      ).toBe('4,3;3,2,1,0;0;4,3');
    });

    it('30 read forward from END / maxCount 0: error', async () => {
      const refusal = 'UnknownError|2|2 UNKNOWN: Unexpected ReadStreamResult: Error';
      const outcomes = (await readFiveEvents({ direction: FORWARDS, fromRevision: END }, { maxCount: 0 })).split(';');
      expect(outcomes.map((outcome) => outcome.slice(0, refusal.length))).toEqual([refusal, refusal]);
      // Newer lines append the reason.
      expect(outcomes.map((outcome) => outcome.length > refusal.length)).toEqual(
        valueForLine(node(), { '23.10': [false, false], '24.10': [false, false], '26.0': [true, true] }),
      );
    });

    it('31 read a missing stream, both directions', async () => {
      expect(
        [
          await node().read(newStream()),
          await node().read(newStream(), { direction: BACKWARDS, fromRevision: END }),
        ].join(';'),
      ).toBe('StreamNotFoundError|;StreamNotFoundError|');
    });

    it('32 read 1000 events in order', async () => {
      const stream = newStream();
      for (let i = 0; i < 10; i++) await node().append(stream, events(100));
      const revisions = (await node().read(stream)).split(',');
      expect(`${revisions.length} ${revisions.every((revision, i) => revision === String(i))}`).toBe('1000 true');
    });

    it('33 event fields: json + metadata + binary', async () => {
      const stream = newStream();
      const json = jsonEvent({ type: 'T', data: { a: 1 }, metadata: { m: 'x' } });
      const binary = binaryEvent({ type: 'B', data: Uint8Array.of(0, 255), metadata: Uint8Array.of(1, 2) });
      const before = Date.now();
      await node().append(stream, [json, binary]);
      const [first, second] = await readEvents(stream);
      const isRecent = Math.abs(defined(first).created.getTime() - before) < 60_000;
      const hex = (bytes: unknown) => Buffer.from(bytes as Uint8Array).toString('hex');
      const fields = [
        JSON.stringify(first?.data),
        JSON.stringify(first?.metadata),
        first?.isJson,
        first?.type,
        first?.id === json.id,
        isRecent,
        first?.streamId === stream,
      ].join('|');
      expect(`${fields};${hex(second?.data)}|${hex(second?.metadata)}|${second?.isJson}|${second?.type}`).toBe(
        '{"a":1}|{"m":"x"}|true|T|true|true|true;00ff|0102|false|B',
      );
    });

    it('34 no metadata reads as undefined; no link', async () => {
      const stream = newStream();
      await node().append(stream, events(1));
      for await (const { event: recorded, link } of node().client.readStream(stream))
        expect([recorded?.metadata, link]).toEqual([undefined, undefined]);
    });

    it('35 unicode stream name, type and data', async () => {
      const stream = newStream('žluť ☃ 🎉');
      await node().append(stream, [jsonEvent({ type: 'typ-ü☃', data: { t: 'naïve ☃ 🎉 \u0000' } })]);
      const [recorded] = await readEvents(stream);
      expect(`${recorded?.streamId.slice(0, 9)}|${recorded?.type}|${JSON.stringify(recorded?.data)}`).toBe(
        String.raw`žluť ☃ 🎉|typ-ü☃|{"t":"naïve ☃ 🎉 \u0000"}`,
      );
    });

    it('36 unicode stream name in a conflict error', async () => {
      const stream = newStream('žluť ☃ 🎉');
      await expect(node().client.appendToStream(stream, events(1), { expectedRevision: 3n })).rejects.toMatchObject({
        streamName: stream,
      });
    });

    it('38 $all forward position inclusive, backward exclusive', async () => {
      const stream = newStream();
      const [, second] = await node().fill(stream, 3);
      const forwards = await readFromLog(node(), defined(second), [stream]);
      const backwards = [];
      for await (const { event: recorded } of node().client.readAll({
        direction: BACKWARDS,
        fromPosition: defined(second),
        maxCount: 1,
      }))
        backwards.push(recorded?.revision);
      expect(`${forwards.map(({ revision }) => revision).join()};${backwards.join()}`).toBe('1,2;0');
    });

    it('39 $all from END forward / far beyond end: empty', async () =>
      expect(`${await readAllFrom(END)};${await readAllFrom({ commit: FAR_POSITION, prepare: FAR_POSITION })}`).toBe(
        ';',
      ));

    it('40 $all position that is not an event boundary: error, on newer lines empty', async () => {
      const [position] = (await node().fill(newStream(), 1)) as [Position];
      expect(await readAllFrom({ commit: position.commit + 1n, prepare: position.prepare + 1n })).toBe(
        valueForLine(node(), {
          '23.10': 'UnknownError|2|2 UNKNOWN: Unexpected ReadAllResult: Error',
          '24.10': '',
          '26.0': '',
        }),
      );
    });

    it('57 truncateBefore hides the head', async () => {
      const stream = newStream();
      await node().append(stream, events(5));
      await node().client.setStreamMetadata(stream, { truncateBefore: 3 });
      expect(await node().read(stream)).toBe('3,4');
    });

    it('56 stream metadata: set, get, none', async () => {
      const [stream, otherStream] = [newStream(), newStream()];
      await node().append(stream, events(5));
      await node().append(otherStream, [event()]);
      await node().client.setStreamMetadata(stream, { maxCount: 2, x: 1 });
      const metadata = [stream, otherStream].map(async (name) =>
        JSON.stringify((await node().client.getStreamMetadata(name)).metadata),
      );
      expect([...(await Promise.all(metadata)).map(String), await node().read(stream)].join(';')).toBe(
        '{"maxCount":2,"x":1};undefined;3,4',
      );
    });

    const readEvents = async (stream: string) => {
      const recordedEvents = [];
      for await (const { event: recorded } of node().client.readStream(stream)) recordedEvents.push(defined(recorded));
      return recordedEvents;
    };
  });
