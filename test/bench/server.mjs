// The server of the HTTP benches, with their baselines: no-op operations, a bare route that does nothing, and a route
// that reads a row by its primary key. Both routes authenticate. The data folder is DATA_DIR. With --consignments it
// contains the demo consignments and reports. Prints its address.
import { allProjections, consignmentList } from '../../dist/libs/domain/src/views/index.js';
import { openEngines } from '../../dist/libs/engines/src/index.js';
import { createApi } from '../../dist/apps/api/src/app.js';
import { Sessions } from '../../dist/apps/api/src/auth/sessions.js';
import { importDemoConsignments } from '../../dist/apps/standalone/src/import/import-demo-consignments.js';
import { importDemoReports } from '../../dist/apps/standalone/src/import/import-demo.js';
import { importDemo } from '../../dist/apps/standalone/src/import/import-demo.js';
import { importReference } from '../../dist/apps/standalone/src/import/import-reference.js';
import { startProjectorThread } from '../../dist/apps/standalone/src/projector-thread.js';
import { addNoOpOperations } from './no-op-operations.mjs';

const logger = {
  level: 'warn',
  info() {},
  warn() {},
  error: (facts, text) => process.stderr.write(`${text} ${String(facts?.err?.stack ?? '')}\n`),
  debug() {},
};
const engines = await openEngines(process.env);
await importReference(engines, logger);
await importDemo(engines, logger);
if (process.argv.includes('--consignments')) {
  await importDemoConsignments(engines, logger);
  await importDemoReports(engines, logger);
}
startProjectorThread(process.env, logger);
const head = await engines.eventStore.lastPosition();
for (const view of allProjections) await engines.views.waitFor(view, head, 300_000);
addNoOpOperations();
const api = await createApi({ engines, loginsPerMinute: 10_000, keyRequestsPerMinute: 1_000_000 });
const sessions = api.get(Sessions);
api
  .getHttpAdapter()
  .getInstance()
  .post('/bench/no-op', async (request, reply) => {
    const caller = await sessions.callerOf(request.headers.authorization.slice('Bearer '.length), new Date());
    return reply.send({ caller: caller?.userId, members: Object.keys(request.body ?? {}).length });
  });
api
  .getHttpAdapter()
  .getInstance()
  .get('/bench/row/:id', async (request, reply) => {
    await sessions.callerOf(request.headers.authorization.slice('Bearer '.length), new Date());
    return reply.send(await engines.views.get(consignmentList, request.params.id));
  });
await api.listen(0, '127.0.0.1');
process.stdout.write(`${await api.getUrl()}\n`);
