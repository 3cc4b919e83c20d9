import { describe, expect, it } from '@jest/globals';
import { STREAM_EXISTS } from '@eventstore/db-client';
import { events, newStream, outcomeOf, withCredentials, type Node } from './node.js';

export const deleting = (node: () => Node) =>
  describe('deleting', () => {
    const resultOf = (call: () => Promise<unknown>) =>
      outcomeOf(async () => ((await call()) === undefined ? 'nothing' : 'ok'));
    const deletedStream = async (count: number) => {
      const stream = newStream();
      await node().append(stream, events(count));
      await node().client.deleteStream(stream);
      return stream;
    };
    /** On a real node a recreated stream can be read some milliseconds after the append is acknowledged. */
    const readRecreated = async (stream: string) => {
      const deadline = Date.now() + 1000;
      for (;;) {
        const revisions = await node().read(stream);
        if (revisions !== 'StreamNotFoundError|' || Date.now() > deadline) return revisions;
      }
    };

    it('50 soft delete: read not found; re-create continues revisions (read retried up to 1 s)', async () => {
      const stream = await deletedStream(3);
      expect(
        [await node().read(stream), await node().append(stream, events(1)), await readRecreated(stream)].join(';'),
      ).toBe('StreamNotFoundError|;ok 3;3');
    });

    it('51 soft-deleted: stream_exists refused, last revision accepted', async () => {
      const stream = await deletedStream(2);
      expect(
        [
          await node().append(stream, events(1), { expectedRevision: STREAM_EXISTS }),
          await node().append(stream, events(1), { expectedRevision: 1n }),
        ].join(';'),
      ).toBe('StreamDeletedError|;ok 2');
    });

    it('52 delete a missing stream / wrong revision', async () => {
      const stream = newStream();
      await node().append(stream, events(1));
      const outcomes = [
        await resultOf(() => node().client.deleteStream(newStream())),
        await resultOf(() => node().client.deleteStream(stream, { expectedRevision: 7n })),
      ];
      expect(outcomes.join(';')).toBe('WrongExpectedVersionError|9|-2|-1;WrongExpectedVersionError|9|7|0');
    });

    it('53 delete twice', async () => {
      const stream = newStream();
      await node().append(stream, events(1));
      expect(
        [
          await resultOf(() => node().client.deleteStream(stream)),
          await resultOf(() => node().client.deleteStream(stream)),
        ].join(';'),
      ).toBe('ok;ok');
    });

    it('54 tombstone: read, append, append with credentials, tombstone again', async () => {
      const stream = newStream();
      await node().append(stream, events(1));
      await node().client.tombstoneStream(stream);
      const outcomes = [
        await node().read(stream),
        await node().append(stream, events(1)),
        await node().append(stream, events(1), withCredentials),
        await resultOf(() => node().client.tombstoneStream(stream)),
      ];
      expect(outcomes.join(';')).toBe(
        'StreamDeletedError|9;StreamDeletedError|;StreamDeletedError|9;StreamDeletedError|9',
      );
    });

    it('55 tombstone a missing stream', async () =>
      expect(await resultOf(() => node().client.tombstoneStream(newStream()))).toBe('ok'));
  });
