import { describe, expect, it } from '@jest/globals';
import { STREAM_EXISTS } from '@eventstore/db-client';
import { answerOf, events, newStream, withCredentials, type Node } from './node.js';

export const deleting = (node: () => Node) =>
  describe('deleting', () => {
    const done = (work: () => Promise<unknown>) =>
      answerOf(async () => ((await work()) === undefined ? 'nothing' : 'ok'));
    const deleted = async (count: number) => {
      const stream = newStream();
      await node().append(stream, events(count));
      await node().client.deleteStream(stream);
      return stream;
    };
    /** A real node shows a revived stream some milliseconds after it has acknowledged the append. */
    const readRevived = async (stream: string) => {
      const giveUp = Date.now() + 1000;
      for (;;) {
        const answer = await node().read(stream);
        if (answer !== 'StreamNotFoundError|' || Date.now() > giveUp) return answer;
      }
    };

    it('50 soft delete: read not found; re-create continues revisions (read retried up to 1 s)', async () => {
      const stream = await deleted(3);
      expect(
        [await node().read(stream), await node().append(stream, events(1)), await readRevived(stream)].join(';'),
      ).toBe('StreamNotFoundError|;ok 3;3');
    });

    it('51 soft-deleted: stream_exists refused, last revision accepted', async () => {
      const stream = await deleted(2);
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
      const answers = [
        await done(() => node().client.deleteStream(newStream())),
        await done(() => node().client.deleteStream(stream, { expectedRevision: 7n })),
      ];
      expect(answers.join(';')).toBe('WrongExpectedVersionError|9|-2|-1;WrongExpectedVersionError|9|7|0');
    });

    it('53 delete twice', async () => {
      const stream = newStream();
      await node().append(stream, events(1));
      expect(
        [
          await done(() => node().client.deleteStream(stream)),
          await done(() => node().client.deleteStream(stream)),
        ].join(';'),
      ).toBe('ok;ok');
    });

    it('54 tombstone: read, append, append with credentials, tombstone again', async () => {
      const stream = newStream();
      await node().append(stream, events(1));
      await node().client.tombstoneStream(stream);
      const answers = [
        await node().read(stream),
        await node().append(stream, events(1)),
        await node().append(stream, events(1), withCredentials),
        await done(() => node().client.tombstoneStream(stream)),
      ];
      expect(answers.join(';')).toBe(
        'StreamDeletedError|9;StreamDeletedError|;StreamDeletedError|9;StreamDeletedError|9',
      );
    });

    it('55 tombstone a missing stream', async () =>
      expect(await done(() => node().client.tombstoneStream(newStream()))).toBe('ok'));
  });
