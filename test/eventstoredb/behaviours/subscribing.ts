import { describe, expect, it } from '@jest/globals';
import { END, START, binaryEvent, streamNameFilter, type Position, type ReadRevision } from '@eventstore/db-client';
import { defined, events, inLog, newStream, onLine, type Node } from './node.js';
import { watch } from './watch.js';

const FAR = 2n ** 62n;

export const subscribing = (node: () => Node) =>
  describe('subscribing', () => {
    const watchStream = (stream: string, fromRevision: ReadRevision) => {
      const subscription = node().client.subscribeToStream(stream, { fromRevision });
      return Object.assign(watch(subscription), { unsubscribe: () => subscription.unsubscribe() });
    };
    const watchAll = (stream: string, fromPosition: Position | typeof START | typeof END) => {
      const subscription = node().client.subscribeToAll({
        fromPosition,
        filter: streamNameFilter({ prefixes: [stream] }),
      });
      return Object.assign(watch(subscription), { unsubscribe: () => subscription.unsubscribe() });
    };
    const filledStream = async (count: number) => {
      const stream = newStream();
      return { stream, positions: await node().fill(stream, count) };
    };

    it('58 stream subscription from START: history, caughtUp, live', async () => {
      const { stream } = await filledStream(2);
      const watched = watchStream(stream, START);
      await watched.until(4);
      await node().fill(stream, 1);
      expect(await watched.until(5)).toBe('conf,0,1,caughtUp,2');
      await watched.unsubscribe();
    });

    it('59 stream subscription from a revision is exclusive', async () => {
      const watched = watchStream((await filledStream(4)).stream, 1n);
      expect(await watched.until(4)).toBe('conf,2,3,caughtUp');
      await watched.unsubscribe();
    });

    it('60 stream subscription from END gets only new events', async () => {
      const { stream } = await filledStream(2);
      const watched = watchStream(stream, END);
      await watched.until(2);
      await node().fill(stream, 1);
      expect(await watched.until(3)).toBe('conf,caughtUp,2');
      await watched.unsubscribe();
    });

    it('61 subscription to a missing stream waits; caughtUp after it exists, on newer lines at once', async () => {
      const stream = newStream();
      const watched = watchStream(stream, START);
      await watched.until(onLine(node(), { '23.10': 1, '24.10': 2, '26.0': 2 }));
      await node().fill(stream, 1);
      const newer = 'conf,caughtUp,0';
      expect(await watched.until(3)).toBe(
        onLine(node(), { '23.10': 'conf,0,caughtUp', '24.10': newer, '26.0': newer }),
      );
      await watched.unsubscribe();
    });

    it('62 tombstone under a live subscription', async () => {
      const { stream } = await filledStream(1);
      const watched = watchStream(stream, END);
      await watched.until(2);
      await node().client.tombstoneStream(stream);
      expect(await watched.until(4)).toBe('conf,caughtUp,9223372036854776000,StreamDeletedError|9');
    });

    it('63 subscribe to a tombstoned stream', async () => {
      const { stream } = await filledStream(1);
      await node().client.tombstoneStream(stream);
      expect(await watchStream(stream, START).until(1)).toBe('StreamDeletedError|9');
    });

    it('64 $all subscription from a position is exclusive', async () => {
      const { stream, positions } = await filledStream(3);
      const watched = watchAll(stream, defined(positions[0]));
      await watched.until(4);
      expect(watched.seen.filter((word) => /\d/.test(word)).join()).toBe('1,2');
      await watched.unsubscribe();
    });

    it('70 $all subscription from position 0/0 equals START', async () => {
      await filledStream(3);
      const first = async (fromPosition: Position | typeof START) => {
        const subscription = node().client.subscribeToAll({ fromPosition });
        const commits = [];
        for await (const { event } of subscription) if (commits.push(event?.position.commit) === 3) break;
        return commits;
      };
      expect(await first({ commit: 0n, prepare: 0n })).toEqual(await first(START));
    });

    it('71 $all subscription from a position that is not an event boundary', async () => {
      const { stream, positions } = await filledStream(1);
      const inside = defined(positions[0]).commit + 1n;
      const watched = watchAll(stream, { commit: inside, prepare: inside });
      expect(await watched.until(1)).toBe(
        onLine(node(), {
          '23.10': 'UnknownError|2|2 UNKNOWN: Exception was thrown by handler.',
          '24.10': 'conf',
          '26.0': 'conf',
        }),
      );
      if (node().line !== '23.10') await watched.unsubscribe();
    });

    it('72 $all subscription from far beyond the end: goes live and gets new events, on newer lines none', async () => {
      const stream = newStream();
      const watched = watchAll(stream, { commit: FAR, prepare: FAR });
      const other = watchAll(stream, END);
      await Promise.all([watched.until(2), other.until(2)]);
      await node().fill(stream, 1);
      await other.until(3);
      await node().read(stream);
      const newer = 'conf,caughtUp';
      expect(await watched.until(onLine(node(), { '23.10': 3, '24.10': 2, '26.0': 2 }))).toBe(
        onLine(node(), { '23.10': 'conf,caughtUp,0', '24.10': newer, '26.0': newer }),
      );
      await other.unsubscribe();
      await watched.unsubscribe();
    });

    it('73 stream subscription from beyond the end drops events up to that revision', async () => {
      const { stream } = await filledStream(1);
      const watched = watchStream(stream, 3n);
      const other = watchStream(stream, END);
      await Promise.all([watched.until(2), other.until(2)]);
      await node().fill(stream, 3);
      await other.until(5);
      await node().read(stream);
      expect(watched.seen.join()).toBe('conf,caughtUp');
      await node().fill(stream, 1);
      expect(await watched.until(3)).toBe('conf,caughtUp,4');
      await Promise.all([watched.unsubscribe(), other.unsubscribe()]);
    });

    it('76 resume from last seen position: no gap, no duplicate', async () => {
      const { stream, positions } = await filledStream(20);
      const seen = new Set<bigint>();
      let last = defined(positions[0]);
      seen.add(0n);
      while (seen.size < 20) {
        let inThisRun = 0;
        for await (const { event } of node().client.subscribeToAll({
          fromPosition: last,
          filter: streamNameFilter({ prefixes: [stream] }),
        })) {
          expect(seen.has(defined(event).revision)).toBe(false);
          seen.add(defined(event).revision);
          last = defined(event).position;
          if (++inThisRun === 5 || seen.size === 20) break;
        }
      }
      expect([...seen].every((revision, i) => revision === BigInt(i)) && String(seen.size)).toBe('20');
    });

    it('77 3 subscribers see the same order as $all', async () => {
      const [a, b] = [newStream('order'), newStream('order')];
      const { position } = await node().client.appendToStream(a, events(1));
      const subscribers = [1, 2, 3].map(() =>
        node().client.subscribeToAll({
          fromPosition: defined(position),
          filter: streamNameFilter({ prefixes: [a, b] }),
        }),
      );
      const watched = subscribers.map((subscription) =>
        watch(
          subscription,
          (event) => `${event.revision}@${(event as unknown as { position: Position }).position.commit}`,
        ),
      );
      await Promise.all(watched.map((one) => one.until(2)));
      await Promise.all(Array.from({ length: 30 }, (_, i) => node().append(i % 2 ? a : b, events(1))));
      await Promise.all(watched.map((one) => one.until(32)));
      const inOrder = (await inLog(node(), defined(position), [a, b]))
        .slice(1)
        .map((event) => `${event.revision}@${event.position.commit}`);
      for (const { seen } of watched) expect(seen.filter((word) => word.includes('@'))).toEqual(inOrder);
      await Promise.all(subscribers.map((subscription) => subscription.unsubscribe()));
    });

    it('78 unsubscribe ends without error', async () => {
      const watched = watchStream((await filledStream(1)).stream, END);
      await watched.until(2);
      await watched.unsubscribe();
      expect(await watched.until(3)).toBe('conf,caughtUp,end');
    });

    it('79 slow consumer, paused for 60 MB: a prefix without gaps, then ABORTED; on newer lines all events', async () => {
      const stream = newStream();
      const subscription = node().client.subscribeToAll({
        fromPosition: END,
        filter: streamNameFilter({ prefixes: [stream] }),
      });
      const watched = watch(subscription);
      await watched.until(2);
      subscription.pause();
      for (let i = 0; i < 60; i++)
        await node().append(
          stream,
          Array.from({ length: 10 }, () => binaryEvent({ type: 'B', data: new Uint8Array(100_000) })),
        );
      subscription.resume();
      if (node().line !== '23.10') {
        // caughtUp may arrive between any two events.
        while (watched.seen.filter((word) => /^\d+$/.test(word)).length < 600)
          await watched.until(watched.seen.length + 1);
        const seen = watched.seen.slice(2).filter((word) => /^\d+$/.test(word));
        expect(seen).toEqual(Array.from({ length: 600 }, (_, revision) => String(revision)));
        return subscription.unsubscribe();
      }
      while (!watched.seen.at(-1)?.includes('Error')) await watched.until(watched.seen.length + 1);
      const revisions = watched.seen.slice(2, -1);
      const prefix =
        revisions.length < 600 && revisions.every((revision, i) => revision === String(i)) ? 'prefix' : 'gaps';
      expect(`${prefix} then ${watched.seen.at(-1)}`).toBe(
        'prefix then TimeoutError|10|10 ABORTED: Operation timed out: ' +
          'Consumer too slow to handle event while live. Client resubscription required.',
      );
    });
  });
