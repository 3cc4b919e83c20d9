import { expect, it } from '@jest/globals';
import { openSqliteViews } from '#engines';
import { checkpointAt, deletedRow, order, orderView, putRow, type Order } from '#harness/engines/orders';
import { eachRow } from './person-mentions.js';

/** More than two pages; from row 600 on, more than a page has the same time. */
const ROWS = Array.from({ length: 1_400 }, (_, n) =>
  order({
    id: `order-${String(n).padStart(5, '0')}`,
    unitId: 'u-1',
    createdAt: new Date(Date.UTC(2026, 0, 1, 0, Math.min(n, 600))).toISOString(),
  }),
);

it('a row that leaves a query between two pages hides no other row from an export or erasure', async () => {
  const views = await openSqliteViews(':memory:', { now: () => new Date('2026-01-02T03:04:05Z') });
  const view = orderView();
  const build = await views.createBuild(view, 'b1');
  await views.write(
    build,
    ROWS.map((row) => putRow(row, 1)),
    checkpointAt(1),
  );
  await views.activate(build);

  const ids: string[] = [];
  for await (const { id } of eachRow<Order>(views, view, {
    where: [{ column: 'unitId', eq: 'u-1' }],
    oldestBy: 'createdAt',
  })) {
    ids.push(id);
    if (ids.length === 10) await views.write(build, [deletedRow('order-00003', 2)], checkpointAt(2));
  }

  expect(ids).toEqual(ROWS.map(({ id }) => id));
  await views.close();
});
