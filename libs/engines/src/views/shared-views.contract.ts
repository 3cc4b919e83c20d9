import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { positionAt, deletedRow, order, orderView, putRow, checkpointAt, type Order } from '#harness/engines/orders';
import { ViewMissing, type Build, type Views } from './views.js';

/** The same views opened twice, as by two processes. */
export type SharedViews = { projector: Views; api: Views; close(): Promise<void> };

/** What every adapter that processes share must show to one of them of the writes of another. */
export const sharedViewsContract = (adapter: string, open: () => Promise<SharedViews>): void => {
  describe(`views shared by processes on ${adapter}`, () => {
    let shared: SharedViews;
    let projector: Views;
    let api: Views;

    beforeEach(async () => {
      shared = await open();
      ({ projector, api } = shared);
    });
    afterEach(() => shared.close());

    it('show one process what the other one writes, builds and activates', async () => {
      const view = orderView();
      await expect(api.find(view, {})).rejects.toThrow(ViewMissing);
      const firstBuild = await projector.createBuild(view, 'b1');
      await projector.write(firstBuild, [putRow(order({ id: '1', text: '桥' }), 1)], checkpointAt(1));
      await projector.activate(firstBuild);
      expect((await api.find<Order>(view, { search: '桥' })).total).toBe(1);
      const nextBuild = await projector.createBuild(view, 'b2');
      await projector.write(nextBuild, [putRow(order({ id: '1', text: '隧道' }), 1)], checkpointAt(1));
      await projector.activate(nextBuild);
      await projector.drop(firstBuild);
      expect((await api.find<Order>(view, { search: '桥' })).total).toBe(0);
      expect((await api.find<Order>(view, { search: '隧' })).total).toBe(1);
      expect(await api.get(view, '1')).toMatchObject({ text: '隧道' });
    });

    it('notify a waiting process when another one has written', async () => {
      const view = orderView();
      const waitResult = api.waitFor(view, positionAt(5), 5_000);
      const build = await projector.createBuild(view, 'b1');
      await projector.write(build, [], checkpointAt(4));
      await projector.activate(build);
      await projector.write(build, [], checkpointAt(5));
      expect(await waitResult).toBe(true);
    });

    it('respond to readers without a gap while builds are replaced and dropped', async () => {
      const view = orderView();
      let activeBuild = await projector.createBuild(view, 'b0');
      await projector.write(activeBuild, [putRow(order({ id: '1' }), 1)], checkpointAt(1));
      await projector.activate(activeBuild);
      let isReading = true;
      const totals = (async () => {
        const seenTotals = new Set<number>();
        while (isReading) seenTotals.add((await api.find(view, { search: 'TU001' })).total);
        return seenTotals;
      })();
      for (let n = 1; n <= 10; n++) {
        const nextBuild = await projector.createBuild(view, `b${n}`);
        await projector.write(nextBuild, [putRow(order({ id: '1' }), 1)], checkpointAt(1));
        await projector.activate(nextBuild);
        await projector.drop(activeBuild);
        activeBuild = nextBuild;
      }
      isReading = false;
      expect(await totals).toEqual(new Set([1]));
    });

    it('have the newest version of each row, counted once, when two processes write at the same time', async () => {
      const view = orderView();
      const lastPositions = new Map<string, number>();
      const batchesOf = (size: number) => {
        const positions = Array.from({ length: 240 }, (_, n) => n + 1);
        for (const position of positions) lastPositions.set(idAt(position), position);
        return positions
          .filter((position) => position % size === 0)
          .map((last) => ({ last, rows: positions.slice(last - size, last).map(writeAt) }));
      };
      const idAt = (position: number) => String((position * 7) % 12);
      const writeAt = (position: number) =>
        position % 5 === 0
          ? deletedRow(idAt(position), position)
          : putRow(order({ id: idAt(position), status: position }), position);
      const builds = [await projector.createBuild(view, 'b1'), await api.createBuild(view, 'b1')] as const;
      await projector.activate(builds[0]);
      const write = async (views: Views, build: Build, size: number) => {
        for (const { last, rows } of batchesOf(size)) await views.write(build, rows, checkpointAt(last));
      };
      await Promise.all([write(projector, builds[0], 3), write(api, builds[1], 5)]);
      const expectedStatuses = new Map([...lastPositions].filter(([, position]) => position % 5 !== 0));
      const page = await api.find<Order>(view, {});
      expect(new Map(page.rows.map(({ id, status }) => [id, status]))).toEqual(expectedStatuses);
      expect(page.total).toBe(expectedStatuses.size);
      expect(await api.checkpoint(view)).toEqual(checkpointAt(240));
    });
  });
};
