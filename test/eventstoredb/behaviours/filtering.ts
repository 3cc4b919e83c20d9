import { describe, expect, it } from '@jest/globals';
import {
  END,
  eventTypeFilter,
  excludeSystemEvents,
  streamNameFilter,
  type AllStreamSubscription,
  type Filter,
  type Position,
} from '@eventstore/db-client';
import { defined, event, newStream, valueForLine, type Node } from './node.js';
import { watch } from './watch.js';

export const filtering = (node: () => Node) =>
  describe('filtering the whole log', () => {
    /** The events of these types that pass a filter, up to the end of history. */
    const readFiltered = async (
      types: string[],
      filter: Filter,
      format: (event: { revision: bigint; type: string }) => string,
    ) => {
      const stream = newStream();
      const [startPosition] = await node().fill(newStream(), 1);
      await node().append(
        stream,
        types.map((type) => event(type)),
      );
      await node().client.setStreamMetadata(stream, { x: 1 });
      return readHistory(node().client.subscribeToAll({ fromPosition: defined(startPosition), filter }), format);
    };

    const readHistory = async (
      subscription: AllStreamSubscription,
      format: (event: { revision: bigint; type: string }) => string,
    ) => {
      const watcher = watch(subscription, format);
      while (!watcher.entries.includes('caughtUp')) await watcher.waitForCount(watcher.entries.length + 1);
      await subscription.unsubscribe();
      return watcher.entries.slice(1, watcher.entries.indexOf('caughtUp')).join();
    };

    it('65 $all filtered by event types (prefixes)', async () => {
      expect(
        await readFiltered(['Aa', 'Bb', 'Cc'], eventTypeFilter({ prefixes: ['A', 'B'] }), ({ type }) => type),
      ).toBe('Aa,Bb');
    });

    it('66 $all filtered by stream prefix, catch-up + live', async () => {
      const stream = newStream();
      const [startPosition] = await node().fill(newStream(), 1);
      await node().fill(stream, 2);
      const subscription = node().client.subscribeToAll({
        fromPosition: defined(startPosition),
        filter: streamNameFilter({ prefixes: [stream] }),
      });
      const watcher = watch(subscription);
      await watcher.waitForCount(4);
      await node().fill(newStream(), 1);
      await node().fill(stream, 1);
      expect(await watcher.waitForCount(5)).toBe('conf,0,1,caughtUp,2');
      await subscription.unsubscribe();
    });

    it('67 $all filtered by type regex', async () => {
      expect(
        await readFiltered(
          ['Ab', 'Cb1', 'Ac', 'Cd22'],
          eventTypeFilter({ regex: String.raw`^C.*\d+$` }),
          ({ revision }) => String(revision),
        ),
      ).toBe('1,3');
    });

    it('68 excludeSystemEvents hides $metadata', async () =>
      expect(await readFiltered(['T'], excludeSystemEvents(), ({ revision }) => String(revision))).toBe('0'));

    it('69 live checkpoint after every 32 considered events, at the 32nd event position', async () => {
      const checkpoints: Position[] = [];
      const stream = newStream();
      const filter = streamNameFilter({
        prefixes: [stream],
        checkpointReached: (_subscription, position) => void checkpoints.push(position),
      });
      const subscription = node().client.subscribeToAll({ fromPosition: END, filter });
      const watcher = watch(subscription);
      await watcher.waitForCount(2);
      const positions = await node().fill(newStream(), 40);
      await node().fill(stream, 1);
      await watcher.waitForCount(3);
      expect(`${checkpoints.length} ${checkpoints[0]?.commit === positions[31]?.commit}`).toBe('1 true');
      await subscription.unsubscribe();
    });

    it('74 catch-up checkpoints: page of 32 considered; last match in page, else page start', async () => {
      const messages: string[] = [];
      const stream = newStream();
      const [startPosition] = await node().fill(newStream(), 1);
      const positions = [
        defined(startPosition),
        ...(await node().fill(newStream(), 49)),
        ...(await node().fill(stream, 1)),
        ...(await node().fill(newStream(), 85)),
      ];
      const indexOf = ({ commit }: Position) => positions.findIndex((position) => position.commit === commit);
      const filter = streamNameFilter({
        prefixes: [stream],
        checkpointReached: (_subscription, position) => void messages.push(`cp${indexOf(position)}`),
      });
      const subscription = node().client.subscribeToAll({ fromPosition: defined(startPosition), filter });
      subscription.on('data', ({ event: recorded }) => messages.push(`ev${indexOf(defined(recorded).position)}`));
      await new Promise((resolve) => (subscription as NodeJS.EventEmitter).on('caughtUp', resolve));
      const newerLines = 'cp0 ev50 cp50 cp64 cp96 cp128';
      expect(messages.join(' ')).toBe(
        valueForLine(node(), { '23.10': 'cp1 ev50 cp50 cp65 cp97', '24.10': newerLines, '26.0': newerLines }),
      );
      await subscription.unsubscribe();
    });

    it('75 invalid filter regex', async () => {
      const watcher = watch(node().client.subscribeToAll({ filter: eventTypeFilter({ regex: '(' }) }));
      expect(await watcher.waitForCount(1)).toBe('UnknownError|2|2 UNKNOWN: Exception was thrown by handler.');
    });
  });
