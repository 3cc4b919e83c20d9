import { openSqliteViews } from '../../../libs/engines/src/views/sqlite/sqlite-views.js';
import { positionAt, order, orderView, checkpointAt } from '../engines/orders.js';

const ROWS = 20;

/**
 * A process that fills the view "killed", twenty rows at every position, until it is killed. It prints each position
 * written.
 */
const [file = ''] = process.argv.slice(2);
const views = await openSqliteViews(file);
const build = await views.createBuild(orderView(1, 'killed'), 'b1');
await views.activate(build);

const lastPosition = Number((await views.checkpointOf(build))?.position ?? 0);
for (let position = lastPosition + 1; ; position++) {
  const rows = Array.from({ length: ROWS }, (_, n) => order({ id: `${position}.${n}`, text: '样品' }));
  await views.write(
    build,
    rows.map((row) => ({ id: row.id, row, position: positionAt(position) })),
    checkpointAt(position),
  );
  process.stdout.write(`${position}\n`);
}
