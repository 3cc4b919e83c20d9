import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openDatabase } from '../sqlite/database.js';
import { temporaryFolder } from '../event-store/testing/temporary-folder.js';
import { manyRowsContract, manyTotalsContract } from './many-rows.contract.js';
import { openSqliteViews } from './sqlite-views.js';
import { order, orderView, put, upTo } from './testing/orders.js';
import { viewQueriesContract } from './view-queries.contract.js';
import { viewsContract, WRITTEN_AT } from './views.contract.js';

const now = () => new Date(WRITTEN_AT);

const inMemory = async () => {
  const views = await openSqliteViews(':memory:', { now });
  return { views, close: () => views.close() };
};

const onFile = async () => {
  const folder = await temporaryFolder();
  const views = await openSqliteViews(join(folder.path, 'views.db'), { now });
  const close = async () => {
    await views.close();
    await folder.remove();
  };
  return { views, close };
};

viewsContract('SQLite in memory', inMemory);
viewsContract('a SQLite file', onFile);
viewQueriesContract('SQLite in memory', inMemory);
viewQueriesContract('a SQLite file', onFile);
// How a query is run does not depend on where.
manyRowsContract('SQLite in memory', inMemory);
manyTotalsContract('SQLite in memory', inMemory);

it('a SQLite file that takes no more writes lets go of its threads all the same', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'views.db');
  const views = await openSqliteViews(file, { now });
  const build = await views.createBuild(orderView(), 'b1');
  await views.write(build, [put(order({ id: 'o1' }), 1)], upTo(1));
  const outsider = openDatabase(file);
  outsider.exec('DROP TABLE registry');
  outsider.close();
  await views.write(build, [], upTo(2)); // held back
  await views.close();
  await expect(views.rowsOf(build, ['o1'])).rejects.toThrow('the views are closed');
  await folder.remove();
});
