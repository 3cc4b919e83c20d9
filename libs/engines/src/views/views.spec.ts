import { join } from 'node:path';
import { temporaryFolder } from '../event-store/testing/temporary-folder.js';
import { manyRowsContract } from './many-rows.contract.js';
import { openSqliteViews } from './sqlite-views.js';
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
