import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { openDatabase } from '../sqlite/database.js';
import { temporaryFolder } from '#harness/engines/temporary-folder';
import { manyRowsContract, manyTotalsContract } from './many-rows.contract.js';
import { openSqliteViews } from './sqlite/sqlite-views.js';
import { order, orderView, putRow, checkpointAt } from '#harness/engines/orders';
import { viewQueriesContract } from './view-queries.contract.js';
import { viewsContract, WRITTEN_AT } from './views.contract.js';
import { DeclarationChanged } from './views.js';

const now = () => new Date(WRITTEN_AT);

const openInMemory = async () => {
  const views = await openSqliteViews(':memory:', { now });
  return { views, close: () => views.close() };
};

const openOnFile = async () => {
  const folder = await temporaryFolder();
  const views = await openSqliteViews(join(folder.path, 'views.db'), { now });
  const close = async () => {
    await views.close();
    await folder.remove();
  };
  return { views, close };
};

viewsContract('SQLite in memory', openInMemory);
viewsContract('a SQLite file', openOnFile);
viewQueriesContract('SQLite in memory', openInMemory);
viewQueriesContract('a SQLite file', openOnFile);
// How a query is run does not depend on where.
manyRowsContract('SQLite in memory', openInMemory);
manyTotalsContract('SQLite in memory', openInMemory);

it('a SQLite file that accepts no more writes still releases its threads when it is closed', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'views.db');
  const views = await openSqliteViews(file, { now });
  const build = await views.createBuild(orderView(), 'b1');
  await views.write(build, [putRow(order({ id: 'o1' }), 1)], checkpointAt(1));
  const otherConnection = openDatabase(file);
  otherConnection.exec('DROP TABLE registry');
  otherConnection.close();
  await views.write(build, [], checkpointAt(2)); // held back
  await views.close();
  await expect(views.rowsOf(build, ['o1'])).rejects.toThrow('the views are closed');
  await folder.remove();
});

const hexadecimal = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');

it('a SQLite file contains no byte of deleted or replaced rows and search terms after they are overwritten', async () => {
  const folder = await temporaryFolder();
  const views = await openSqliteViews(join(folder.path, 'views.db'), { now });
  const view = orderView();
  const build = await views.createBuild(view, 'b1');
  const orderNaming = (id: string, name: string) => order({ id, unitId: `of ${name}`, text: `${name} Zquonk${name}` });
  const otherOrders = Array.from({ length: 400 }, (_, n) => orderNaming(`o${n}`, `unit${n}`));
  await views.write(
    build,
    otherOrders.map((row) => putRow(row, 1)),
    checkpointAt(1),
  );
  await views.write(
    build,
    [putRow(orderNaming('gone', 'Vexilla'), 2), putRow(orderNaming('other', 'Vexilla'), 2)],
    checkpointAt(2),
  );
  await views.activate(build);
  await views.write(
    build,
    [{ ...putRow(orderNaming('gone', 'x'), 3), row: null }, putRow(orderNaming('other', 'Karst'), 3)],
    checkpointAt(3),
  );
  const findRemainingTexts = async () => {
    const files = await Promise.all((await readdir(folder.path)).map((name) => readFile(join(folder.path, name))));
    const bytes = Buffer.concat(files).toString('latin1').toLowerCase();
    // Search terms are hexadecimal, and begin after what they share with the term before.
    return ['vexilla', 'xilla', hexadecimal('xilla')].filter((text) => bytes.includes(text));
  };
  expect(await findRemainingTexts()).toHaveLength(3);
  await views.overwriteDeleted();
  expect(await findRemainingTexts()).toEqual([]);
  expect((await views.find(view, { search: 'karst' })).total).toBe(1);
  await views.close();
  await folder.remove();
});

it('a SQLite file whose search index an earlier release created differently is refused', async () => {
  const folder = await temporaryFolder();
  const file = join(folder.path, 'views.db');
  const firstViews = await openSqliteViews(file, { now });
  const view = orderView();
  await firstViews.createBuild(view, 'b1');
  await firstViews.createBuild(view, 'b1'); // the same release takes it up again
  await firstViews.close();
  const earlierDatabase = openDatabase(file);
  const search = `"${view.name}_v1_b1_search"`;
  earlierDatabase.exec(
    `DROP TABLE ${search}; CREATE VIRTUAL TABLE ${search} USING fts5(terms, content='', contentless_delete=1, detail='none', tokenize='ascii')`,
  );
  earlierDatabase.close();
  const views = await openSqliteViews(file, { now });
  await expect(views.createBuild(view, 'b1')).rejects.toThrow(DeclarationChanged);
  await views.close();
  await folder.remove();
});
