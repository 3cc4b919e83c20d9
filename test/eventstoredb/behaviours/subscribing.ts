import { describe, expect, it } from '@jest/globals';
import { END, START, binaryEvent, streamNameFilter, type Position, type ReadRevision } from '@eventstore/db-client';
import { defined, events, readFromLog, newStream, valueForLine, type Node } from './node.js';
import { watch } from './watch.js';

const FAR_POSITION = 2n ** 62n;

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
      const watcher = watchStream(stream, START);
      await watcher.waitForCount(4);
      await node().fill(stream, 1);
      expect(await watcher.waitForCount(5)).toBe('conf,0,1,caughtUp,2');
      await watcher.unsubscribe();
    });

    it('59 stream subscription from a revision is exclusive', async () => {
      const watcher = watchStream((await filledStream(4)).stream, 1n);
      expect(await watcher.waitForCount(4)).toBe('conf,2,3,caughtUp');
      await watcher.unsubscribe();
    });

    it('60 stream subscription from END gets only new events', async () => {
      const { stream } = await filledStream(2);
      const watcher = watchStream(stream, END);
      await watcher.waitForCount(2);
      await node().fill(stream, 1);
      expect(await watcher.waitForCount(3)).toBe('conf,caughtUp,2');
      await watcher.unsubscribe();
    });

    it('61 subscription to a missing stream waits; caughtUp after it exists, on newer lines at once', async () => {
      const stream = newStream();
      const watcher = watchStream(stream, START);
      await watcher.waitForCount(valueForLine(node(), { '23.10': 1, '24.10': 2, '26.0': 2 }));
      await node().fill(stream, 1);
      const newerLines = 'conf,caughtUp,0';
      expect(await watcher.waitForCount(3)).toBe(
        valueForLine(node(), { '23.10': 'conf,0,caughtUp', '24.10': newerLines, '26.0': newerLines }),
      );
      await watcher.unsubscribe();
    });

    it('62 tombstone under a live subscription', async () => {
      const { stream } = await filledStream(1);
      const watcher = watchStream(stream, END);
      await watcher.waitForCount(2);
      await node().client.tombstoneStream(stream);
      expect(await watcher.waitForCount(4)).toBe('conf,caughtUp,9223372036854776000,StreamDeletedError|9');
    });

    it('63 subscribe to a tombstoned stream', async () => {
      const { stream } = await filledStream(1);
      await node().client.tombstoneStream(stream);
      expect(await watchStream(stream, START).waitForCount(1)).toBe('StreamDeletedError|9');
    });

    it('64 $all subscription from a position is exclusive', async () => {
      const { stream, positions } = await filledStream(3);
      const watcher = watchAll(stream, defined(positions[0]));
      await watcher.waitForCount(4);
      expect(watcher.entries.filter((entry) => /\d/.test(entry)).join()).toBe('1,2');
      await watcher.unsubscribe();
    });

    it('70 $all subscription from position 0/0 equals START', async () => {
      await filledStream(3);
      const firstCommits = async (fromPosition: Position | typeof START) => {
        const subscription = node().client.subscribeToAll({ fromPosition });
        const commits = [];
        for await (const { event } of subscription) if (commits.push(event?.position.commit) === 3) break;
        return commits;
      };
      expect(await firstCommits({ commit: 0n, prepare: 0n })).toEqual(await firstCommits(START));
    });

    it('71 $all subscription from a position that is not an event boundary', async () => {
      const { stream, positions } = await filledStream(1);
      const commitInside = defined(positions[0]).commit + 1n;
      const watcher = watchAll(stream, { commit: commitInside, prepare: commitInside });
      expect(await watcher.waitForCount(1)).toBe(
        valueForLine(node(), {
          '23.10': 'UnknownError|2|2 UNKNOWN: Exception was thrown by handler.',
          '24.10': 'conf',
          '26.0': 'conf',
        }),
      );
      if (node().line !== '23.10') await watcher.unsubscribe();
    });

    it('72 $all subscription from far beyond the end: goes live and gets new events, on newer lines none', async () => {
      const stream = newStream();
      const watcher = watchAll(stream, { commit: FAR_POSITION, prepare: FAR_POSITION });
      const otherWatcher = watchAll(stream, END);
      await Promise.all([watcher.waitForCount(2), otherWatcher.waitForCount(2)]);
      await node().fill(stream, 1);
      await otherWatcher.waitForCount(3);
      await node().read(stream);
      const newerLines = 'conf,caughtUp';
      expect(await watcher.waitForCount(valueForLine(node(), { '23.10': 3, '24.10': 2, '26.0': 2 }))).toBe(
        valueForLine(node(), { '23.10': 'conf,caughtUp,0', '24.10': newerLines, '26.0': newerLines }),
      );
      await otherWatcher.unsubscribe();
      await watcher.unsubscribe();
    });

    it('73 stream subscription from beyond the end drops events up to that revision', async () => {
      const { stream } = await filledStream(1);
      const watcher = watchStream(stream, 3n);
      const otherWatcher = watchStream(stream, END);
      await Promise.all([watcher.waitForCount(2), otherWatcher.waitForCount(2)]);
      await node().fill(stream, 3);
      await otherWatcher.waitForCount(5);
      await node().read(stream);
      expect(watcher.entries.join()).toBe('conf,caughtUp');
      await node().fill(stream, 1);
      expect(await watcher.waitForCount(3)).toBe('conf,caughtUp,4');
      await Promise.all([watcher.unsubscribe(), otherWatcher.unsubscribe()]);
    });

    it('76 resume from last seen position: no gap, no duplicate', async () => {
      const { stream, positions } = await filledStream(20);
      const revisions = new Set<bigint>();
      let lastPosition = defined(positions[0]);
      revisions.add(0n);
      while (revisions.size < 20) {
        let countOfThisRun = 0;
        for await (const { event } of node().client.subscribeToAll({
          fromPosition: lastPosition,
          filter: streamNameFilter({ prefixes: [stream] }),
        })) {
          expect(revisions.has(defined(event).revision)).toBe(false);
          revisions.add(defined(event).revision);
          lastPosition = defined(event).position;
          if (++countOfThisRun === 5 || revisions.size === 20) break;
        }
      }
      expect([...revisions].every((revision, i) => revision === BigInt(i)) && String(revisions.size)).toBe('20');
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
      const watchers = subscribers.map((subscription) =>
        watch(
          subscription,
          (event) => `${event.revision}@${(event as unknown as { position: Position }).position.commit}`,
        ),
      );
      await Promise.all(watchers.map((watcher) => watcher.waitForCount(2)));
      await Promise.all(Array.from({ length: 30 }, (_, i) => node().append(i % 2 ? a : b, events(1))));
      await Promise.all(watchers.map((watcher) => watcher.waitForCount(32)));
      const expectedOrder = (await readFromLog(node(), defined(position), [a, b]))
        .slice(1)
        .map((event) => `${event.revision}@${event.position.commit}`);
      for (const { entries } of watchers) expect(entries.filter((entry) => entry.includes('@'))).toEqual(expectedOrder);
      await Promise.all(subscribers.map((subscription) => subscription.unsubscribe()));
    });

    it('78 unsubscribe ends without error', async () => {
      const watcher = watchStream((await filledStream(1)).stream, END);
      await watcher.waitForCount(2);
      await watcher.unsubscribe();
      expect(await watcher.waitForCount(3)).toBe('conf,caughtUp,end');
    });

    it('79 slow consumer, paused for 60 MB: a prefix without gaps, then ABORTED; on newer lines all events', async () => {
      const stream = newStream();
      const subscription = node().client.subscribeToAll({
        fromPosition: END,
        filter: streamNameFilter({ prefixes: [stream] }),
      });
      const watcher = watch(subscription);
      await watcher.waitForCount(2);
      subscription.pause();
      for (let i = 0; i < 60; i++)
        await node().append(
          stream,
          Array.from({ length: 10 }, () => binaryEvent({ type: 'B', data: new Uint8Array(100_000) })),
        );
      subscription.resume();
      if (node().line !== '23.10') {
        // caughtUp may arrive between any two events.
        while (watcher.entries.filter((entry) => /^\d+$/.test(entry)).length < 600)
          await watcher.waitForCount(watcher.entries.length + 1);
        const positionEntries = watcher.entries.slice(2).filter((entry) => /^\d+$/.test(entry));
        expect(positionEntries).toEqual(Array.from({ length: 600 }, (_, revision) => String(revision)));
        return subscription.unsubscribe();
      }
      while (!watcher.entries.at(-1)?.includes('Error')) await watcher.waitForCount(watcher.entries.length + 1);
      const revisions = watcher.entries.slice(2, -1);
      const prefix =
        revisions.length < 600 && revisions.every((revision, i) => revision === String(i)) ? 'prefix' : 'gaps';
      expect(`${prefix} then ${watcher.entries.at(-1)}`).toBe(
        'prefix then TimeoutError|10|10 ABORTED: Operation timed out: ' +
          'Consumer too slow to handle event while live. Client resubscription required.',
      );
    });
  });
