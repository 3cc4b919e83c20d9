import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { positionAt, deletedRow, order, orderView, putRow, checkpointAt, type Order } from '#harness/engines/orders';
import { DeclarationChanged, ViewFailed, ViewMissing, type Build, type SetAsideStream, type Views } from './views.js';

export const WRITTEN_AT = '2026-01-02T03:04:05.678Z';

/**
 * Empty views whose clock shows WRITTEN_AT, and a function that closes them. `ordersByUnits`: a stand-in that orders
 * text by UTF-16 units, not by bytes.
 */
export type ViewsUnderTest = { views: Views; ordersByUnits?: boolean; close(): Promise<void> };

/**
 * What every adapter of the views must do with rows, checkpoints and builds; what it must find is in the query
 * contract.
 */
export const viewsContract = (adapter: string, open: () => Promise<ViewsUnderTest>): void => {
  describe(`views on ${adapter}`, () => {
    let test: ViewsUnderTest;
    let views: Views;

    beforeAll(async () => {
      test = await open();
      views = test.views;
    });
    afterAll(() => test.close());

    const createActiveBuild = async (rows: Order[] = [], position = 1) => {
      const view = orderView();
      const build = await views.createBuild(view, 'b1');
      await views.write(
        build,
        rows.map((row) => putRow(row, position)),
        checkpointAt(position),
      );
      await views.activate(build);
      return { view, build };
    };
    const statusOf = async ({ name, version, build }: Build) =>
      (await views.builds()).find(
        (status) => status.name === name && status.version === version && status.build === build,
      );

    describe('rows', () => {
      it('are read back as they were written, by id', async () => {
        const [firstOrder, secondOrder] = [
          order({ id: '1', text: '引号 " 反斜杠 \\ 😀' }),
          order({ id: '2', fee: 12.5 }),
        ];
        const { view } = await createActiveBuild([firstOrder, secondOrder]);
        expect(await views.get(view, '1')).toEqual(firstOrder);
        expect(await views.get(view, '3')).toBeNull();
        expect(await views.getMany(view, ['2', '3', '1'])).toEqual([secondOrder, firstOrder]);
      });

      it('with NUL in a text are stored completely or refused, never truncated', async () => {
        const { view, build } = await createActiveBuild([order({ id: 'abc', text: 'kept' })]);
        const rows = [
          order({ id: 'abc\0zzz', text: 'other' }),
          order({ id: 'in text', text: 'one\0two', code: 'a\0b' }),
        ];
        for (const [n, row] of rows.entries()) {
          const isAccepted = await views.write(build, [putRow(row, 2 + n)], checkpointAt(2 + n)).then(
            () => true,
            () => false,
          );
          if (isAccepted) expect(await views.get(view, row.id)).toEqual(row);
          else expect([...(await views.rowsOf(build, [row.id.split('\0')[0] ?? ''])).values()]).not.toContainEqual(row);
        }
        expect(await views.get(view, 'abc')).toEqual(order({ id: 'abc', text: 'kept' }));
        expect(await views.get(view, 'abc\0').catch(() => null)).toBeNull();
      });

      it('are replaced and deleted', async () => {
        const { view, build } = await createActiveBuild([order({ id: '1' }), order({ id: '2' })]);
        await views.write(
          build,
          [putRow(order({ id: '1', status: 20 }), 2), deletedRow('2', 3), deletedRow('never there', 3)],
          checkpointAt(3),
        );
        expect((await views.find<Order>(view, {})).rows).toEqual([order({ id: '1', status: 20 })]);
        expect(await statusOf(build)).toMatchObject({ rows: 1 });
      });

      it('are visible to the projector before their build is active', async () => {
        const build = await views.createBuild(orderView(), 'b1');
        await views.write(build, [putRow(order({ id: '1' }), 1)], checkpointAt(1));
        expect(await views.rowsOf(build, ['1', '2'])).toEqual(new Map([['1', order({ id: '1' })]]));
      });

      it('are the same after a batch is delivered twice', async () => {
        const { view, build } = await createActiveBuild();
        const batch = [putRow(order({ id: '1' }), 5), putRow(order({ id: '2' }), 6), deletedRow('1', 7)];
        await views.write(build, batch, checkpointAt(7));
        await views.write(build, batch, checkpointAt(7));
        expect((await views.find<Order>(view, {})).rows.map(({ id }) => id)).toEqual(['2']);
        expect(await statusOf(build)).toMatchObject({ rows: 1, checkpoint: checkpointAt(7) });
      });
    });

    describe('a second, slower writer', () => {
      it('does not overwrite a newer row, and its older checkpoint is ignored', async () => {
        const { view, build } = await createActiveBuild();
        await views.write(build, [putRow(order({ id: '1', status: 60 }), 50)], checkpointAt(40));
        await views.write(build, [putRow(order({ id: '1', status: 20 }), 45)], checkpointAt(45));
        expect(await views.get(view, '1')).toMatchObject({ status: 60 });
        await views.write(build, [], checkpointAt(42));
        await views.write(build, [putRow(order({ id: '2' }), 42)], checkpointAt(42));
        expect(await views.checkpointOf(build)).toEqual(checkpointAt(45));
        expect(await views.checkpoint(view)).toEqual(checkpointAt(45));
      });

      it('does not restore a deleted row, neither before nor after the checkpoint has passed it', async () => {
        const { view, build } = await createActiveBuild();
        await views.write(build, [putRow(order({ id: '1' }), 30)], checkpointAt(30));
        await views.write(build, [deletedRow('1', 50)], checkpointAt(40));
        await views.write(build, [putRow(order({ id: '1', status: 20 }), 45)], checkpointAt(45));
        expect(await views.get(view, '1')).toBeNull();
        await views.write(build, [], checkpointAt(60));
        await views.write(build, [putRow(order({ id: '1', status: 20 }), 45)], checkpointAt(45));
        expect(await views.get(view, '1')).toBeNull();
        await views.write(build, [putRow(order({ id: '1', status: 30 }), 61)], checkpointAt(61));
        expect(await views.get(view, '1')).toMatchObject({ status: 30 });
      });

      it('of another log is refused', async () => {
        const { build } = await createActiveBuild();
        await expect(views.write(build, [], checkpointAt(9, 'another log'))).rejects.toThrow('another log');
        expect(await views.checkpointOf(build)).toEqual(checkpointAt(1));
      });
    });

    describe('a batch', () => {
      it('that fails in the middle writes neither rows nor checkpoint', async () => {
        const { view, build } = await createActiveBuild([order({ id: '0' })]);
        const unbindableOrder = order({ id: '2', code: { toString: 1 } as unknown as string });
        await expect(
          views.write(
            build,
            [putRow(order({ id: '1' }), 2), deletedRow('0', 2), putRow(unbindableOrder, 3)],
            checkpointAt(3),
          ),
        ).rejects.toThrow();
        expect((await views.find<Order>(view, {})).rows.map(({ id }) => id)).toEqual(['0']);
        expect(await statusOf(build)).toMatchObject({ rows: 1, checkpoint: checkpointAt(1) });
        await views.write(build, [putRow(order({ id: '1' }), 2)], checkpointAt(3));
        expect(await statusOf(build)).toMatchObject({ rows: 2, checkpoint: checkpointAt(3) });
      });

      it('of a build that was not declared in this process is refused', async () => {
        const build = { name: 'orders-undeclared', version: 1, build: 'b1' };
        await expect(views.write(build, [], checkpointAt(1))).rejects.toThrow('createBuild');
      });
    });

    describe('builds', () => {
      it('cannot be queried until one is active', async () => {
        const view = orderView();
        expect(await views.checkpoint(view)).toBeNull();
        const build = await views.createBuild(view, 'b1');
        for (const query of [
          views.get(view, '1'),
          views.getMany(view, ['1']),
          views.find(view, {}),
          views.countBy(view, 'status', {}),
        ]) {
          await expect(query).rejects.toThrow(ViewMissing);
        }
        expect(await views.checkpointOf(build)).toBeNull();
        expect(await views.checkpoint(view)).toBeNull();
      });

      it('are created beside the active one, and readers switch at activation', async () => {
        const { view, build } = await createActiveBuild([order({ id: '1', status: 10 })]);
        const nextBuild = await views.createBuild(view, 'b2');
        await views.write(nextBuild, [putRow(order({ id: '1', status: 20 }), 1)], checkpointAt(4));
        expect(await views.get(view, '1')).toMatchObject({ status: 10 });
        await views.write(build, [putRow(order({ id: '1', status: 11 }), 2)], checkpointAt(2));
        expect(await views.get(view, '1')).toMatchObject({ status: 11 });
        await views.activate(nextBuild);
        expect(await views.get(view, '1')).toMatchObject({ status: 20 });
        expect(await views.checkpoint(view)).toEqual(checkpointAt(4));
        await views.drop(build);
        expect(await statusOf(build)).toBeUndefined();
        expect(await views.get(view, '1')).toMatchObject({ status: 20 });
        await expect(
          views.createBuild(view, 'b1').then((recreatedBuild) => views.rowsOf(recreatedBuild, ['1'])),
        ).resolves.toEqual(new Map());
      });

      it('of different versions exist side by side', async () => {
        const { view } = await createActiveBuild([order({ id: '1', status: 10 })]);
        const newerView = orderView(2, view.name);
        const build = await views.createBuild(newerView, 'b1');
        await views.write(build, [putRow(order({ id: '1', status: 20 }), 1)], checkpointAt(1));
        await views.activate(build);
        expect(await views.get(view, '1')).toMatchObject({ status: 10 });
        expect(await views.get(newerView, '1')).toMatchObject({ status: 20 });
      });

      it('report their state', async () => {
        const view = orderView();
        const build = await views.createBuild(view, 'b1');
        expect(await statusOf(build)).toEqual({
          ...build,
          active: false,
          checkpoint: { logId: '', position: positionAt(0) },
          rows: 0,
          failure: null,
          setAside: 0,
          writtenAt: null,
        });
        await views.write(build, [putRow(order({ id: '1' }), 3)], checkpointAt(3));
        await views.activate(build);
        await views.fail(build, { position: positionAt(4), message: '无法投影' });
        const failure = { position: positionAt(4), message: '无法投影', at: WRITTEN_AT };
        expect(await statusOf(build)).toEqual({
          ...build,
          active: true,
          checkpoint: checkpointAt(3),
          rows: 1,
          failure,
          setAside: 0,
          writtenAt: WRITTEN_AT,
        });
        await views.fail(build, null);
        expect(await statusOf(build)).toMatchObject({ failure: null });
      });

      it('are continued by a later run with the same declaration, and refused with another one', async () => {
        const { view, build } = await createActiveBuild([order({ id: '1' })]);
        expect(await views.createBuild(view, 'b1')).toEqual(build);
        expect(await views.get(view, '1')).not.toBeNull();
        const changedView = { ...view, view: { ...view.view, indexes: [['unitId']] } };
        await expect(views.createBuild(changedView, 'b1')).rejects.toThrow(DeclarationChanged);
      });

      it('are refused if a name is invalid or an index names an unknown column', async () => {
        const view = orderView();
        await expect(views.createBuild(view, 'b"1')).rejects.toThrow('plain names');
        await expect(
          views.createBuild({ ...view, view: { ...view.view, indexes: [['missing']] } }, 'b1'),
        ).rejects.toThrow('missing');
        const columns = { 'a b': { type: 'text' as const, of: () => null } };
        await expect(
          views.createBuild({ ...view, view: { ...view.view, columns, indexes: [] } }, 'b1'),
        ).rejects.toThrow('a b');
      });
    });

    describe('a build that has failed', () => {
      it('refuses lists and counts, returns single rows as of its checkpoint, and ends a wait for a later position at once', async () => {
        const { view, build } = await createActiveBuild([order({ id: '1' })], 3);
        await views.fail(build, { position: positionAt(4), message: '无法投影' });
        for (const query of [
          () => views.find(view, {}),
          () => views.countBy(view, 'status', {}),
          () => views.countGroups(view, ['status'], {}),
          () => views.quantiles(view, { column: 'fee', at: [0.5] }),
        ]) {
          await expect(query()).rejects.toThrow(ViewFailed);
        }
        expect(await views.get(view, '1')).toMatchObject({ id: '1' });
        expect(await views.waitFor(view, positionAt(4), 60_000)).toBe(false);
        expect(await views.waitFor(view, positionAt(3), 0)).toBe(true);
        await views.fail(build, null);
        expect((await views.find(view, {})).total).toBe(1);
      });
    });

    describe('streams that are set aside', () => {
      const setAsideStream = (stream: string, position: number): SetAsideStream => ({
        stream,
        position: positionAt(position),
        revision: position - 1,
        eventId: `event-${position}`,
        type: 'NumberTaken',
        error: 'TypeError',
      });
      const firstTry = { since: WRITTEN_AT, triedAt: WRITTEN_AT, tries: 1 };

      it('are stored together with the rows of their batch, and only once if it is delivered twice', async () => {
        const { view, build } = await createActiveBuild();
        const batch = [
          [putRow(order({ id: '1' }), 5)],
          checkpointAt(6),
          { setAside: [setAsideStream('s-1', 6), setAsideStream('s-2', 4)] },
        ] as const;
        await views.write(build, [...batch[0]], batch[1], batch[2]);
        await views.write(build, [...batch[0]], batch[1], batch[2]);
        expect(await views.setAside(build)).toEqual([
          { ...setAsideStream('s-2', 4), ...firstTry },
          { ...setAsideStream('s-1', 6), ...firstTry },
        ]);
        expect(await statusOf(build)).toMatchObject({ setAside: 2, rows: 1, checkpoint: checkpointAt(6) });
        await views.write(build, [], checkpointAt(7), { setAside: [setAsideStream('s-3', 7)] });
        expect(await statusOf(build)).toMatchObject({ setAside: 3, checkpoint: checkpointAt(7) });
        expect((await views.find(view, {})).total).toBe(1);
      });

      it('are ignored if they come from a writer that is behind another one', async () => {
        const { build } = await createActiveBuild([], 9);
        await views.write(build, [], checkpointAt(8), { setAside: [setAsideStream('s-1', 8)] });
        expect(await views.setAside(build)).toEqual([]);
      });

      it('are removed, or recorded with one more try, together with their corrected rows', async () => {
        const { view, build } = await createActiveBuild([order({ id: '1' })], 3);
        await views.write(build, [], checkpointAt(5), {
          setAside: [setAsideStream('s-1', 4), setAsideStream('s-2', 5)],
        });
        await views.rewrite(build, [putRow(order({ id: '1', status: 60 }), 5)], {
          succeeded: ['s-1'],
          setAside: [{ ...setAsideStream('s-2', 5), error: 'RangeError' }, setAsideStream('s-3', 4)],
        });
        expect(await views.setAside(build)).toEqual([
          { ...setAsideStream('s-3', 4), ...firstTry },
          { ...setAsideStream('s-2', 5), ...firstTry, error: 'RangeError', tries: 2 },
        ]);
        expect(await views.get(view, '1')).toMatchObject({ status: 60 });
        await views.rewrite(build, [], { succeeded: ['s-2', 's-3'], setAside: [] });
        expect(await statusOf(build)).toMatchObject({ setAside: 0, checkpoint: checkpointAt(5) });
      });

      it('belong to their build: another build has none of them, and they are deleted together with their build', async () => {
        const { view, build } = await createActiveBuild();
        await views.write(build, [], checkpointAt(5), { setAside: [setAsideStream('s-1', 5)] });
        const nextBuild = await views.createBuild(view, 'b2');
        expect(await views.setAside(nextBuild)).toEqual([]);
        await views.drop(build);
        expect(await views.setAside(await views.createBuild(view, 'b1'))).toEqual([]);
      });
    });

    describe('rows of any build', () => {
      it('are read page by page, in the byte order of their ids', async () => {
        // The two orders differ only between characters beyond U+FFFF and those from U+E000.
        const ids = ['1', '10', '2', test.ordersByUnits ? 'A1' : 'Ａ1', '样品-1', '😀'];
        const build = await views.createBuild(orderView(), 'b1');
        await views.write(
          build,
          ids.toReversed().map((id) => putRow(order({ id }), 1)),
          checkpointAt(1),
        );
        const pages = [
          await views.rowsAfter(build, '', 4),
          await views.rowsAfter(build, '样品-1', 4),
          await views.rowsAfter(build, '😀', 4),
        ];
        const byBytes = ids.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        expect(pages.map((page) => page.map(({ id }) => id))).toEqual([
          byBytes.slice(0, 4),
          byBytes.slice(byBytes.indexOf('样品-1') + 1),
          [],
        ]);
        expect(pages[0]?.[0]).toEqual({ id: '1', row: order({ id: '1' }) });
      });

      it('are corrected without moving the checkpoint', async () => {
        const { view, build } = await createActiveBuild([order({ id: '1', status: 10 }), order({ id: '2' })], 5);
        await views.rewrite(build, [
          putRow(order({ id: '1', status: 60, text: '桥梁' }), 5),
          deletedRow('2', 5),
          putRow(order({ id: '3' }), 5),
        ]);
        expect((await views.find<Order>(view, {})).rows.map(({ id, status }) => [id, status])).toEqual([
          ['1', 60],
          ['3', 10],
        ]);
        expect((await views.find<Order>(view, { search: '桥梁' })).total).toBe(1);
        expect(await statusOf(build)).toMatchObject({ rows: 2, checkpoint: checkpointAt(5) });
        await views.write(build, [putRow(order({ id: '2', status: 20 }), 6), deletedRow('3', 6)], checkpointAt(6));
        expect((await views.find<Order>(view, {})).rows.map(({ id, status }) => [id, status])).toEqual([
          ['1', 60],
          ['2', 20],
        ]);
      });

      it('that are newer than a correction stay unchanged', async () => {
        const { view, build } = await createActiveBuild(
          [order({ id: '1', status: 10 }), order({ id: '2', status: 10 })],
          5,
        );
        await views.write(build, [putRow(order({ id: '1', status: 20 }), 7)], checkpointAt(7));
        await views.rewrite(build, [putRow(order({ id: '1', status: 60 }), 6), deletedRow('2', 6)]);
        expect((await views.find<Order>(view, {})).rows.map(({ id, status }) => [id, status])).toEqual([['1', 20]]);
        expect(await statusOf(build)).toMatchObject({ rows: 1, checkpoint: checkpointAt(7) });
      });

      it('cannot be corrected before anything has been written', async () => {
        const build = await views.createBuild(orderView(), 'b1');
        await expect(views.rewrite(build, [deletedRow('1', 1)])).rejects.toThrow('not been written');
      });
    });

    describe('waiting for a position', () => {
      it('succeeds at once if the view has already reached it', async () => {
        const { view } = await createActiveBuild([], 7);
        expect(await views.waitFor(view, positionAt(7), 0)).toBe(true);
      });

      it('succeeds as soon as the view reaches it', async () => {
        const { view, build } = await createActiveBuild([], 7);
        const waitResult = views.waitFor(view, positionAt(9), 5_000);
        await views.write(build, [], checkpointAt(8));
        await views.write(build, [], checkpointAt(9));
        expect(await waitResult).toBe(true);
      });

      it('fails after its timeout, and for a view that is still being built', async () => {
        const { view } = await createActiveBuild([], 7);
        expect(await views.waitFor(view, positionAt(8), 20)).toBe(false);
        expect(await views.waitFor(orderView(), positionAt(0), 20)).toBe(false);
      });
    });
  });
};
