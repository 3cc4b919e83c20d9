import { describe } from '@jest/globals';
import { hasMongo, mongoTestDatabase } from '#harness/engines/mongo-test-database';
import { manyRowsContract, manyTotalsContract } from '../many-rows.contract.js';
import { sharedViewsContract } from '../shared-views.contract.js';
import { viewQueriesContract } from '../view-queries.contract.js';
import { viewsContract, WRITTEN_AT } from '../views.contract.js';
import { openMongoViews } from './mongo-views.js';

const openOnServer = async () => {
  const database = mongoTestDatabase();
  const views = openMongoViews(database.url, { now: () => new Date(WRITTEN_AT) });
  const close = async () => {
    await views.close();
    await database.drop();
  };
  return { views, ordersByUnits: await database.isStandIn(), close };
};

const openShared = async () => {
  const database = mongoTestDatabase();
  const [projector, api] = [openMongoViews(database.url), openMongoViews(database.url)];
  const close = async () => {
    await projector.close();
    await api.close();
    await database.drop();
  };
  return { projector, api, close };
};

(hasMongo ? describe : describe.skip)(hasMongo ? 'MONGO_URL' : 'skipped: MONGO_URL names no server', () => {
  viewsContract('MongoDB', openOnServer);
  viewQueriesContract('MongoDB', openOnServer);
  manyRowsContract('MongoDB', openOnServer, { size: 2_400, every: 11 });
  manyTotalsContract('MongoDB', openOnServer);
  sharedViewsContract('MongoDB', openShared);
});
