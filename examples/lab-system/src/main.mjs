// A small laboratory information system beside the consignment platform. README.md says what it does and how it is started.
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openCatalogue } from './catalogue.mjs';
import { openConsignmentCalls } from './consignments.mjs';
import { followFeed } from './follow.mjs';
import { openPlatform } from './platform.mjs';
import { labServer } from './server.mjs';
import { openStore } from './store.mjs';
import { openWork } from './work.mjs';

const requiredSetting = (name) => {
  const value = process.env[name];
  if (!value) {
    process.stderr.write(`${name} is not set, see README.md\n`);
    process.exit(1);
  }
  return value;
};
const port = Number(process.env.PORT ?? 8090);
const host = process.env.HOST ?? '127.0.0.1';
const ownUrl = process.env.OWN_URL ?? `http://${host}:${port}`;
const unitCode = process.env.UNIT_CODE ?? 'TU001';

const store = openStore(process.env.STATE_DIR ?? '.state');
const platform = openPlatform({ url: requiredSetting('PLATFORM'), accessKey: requiredSetting('ACCESS_KEY') });
const work = openWork({ platform, store, ownUrl, operator: process.env.OPERATOR ?? '赵试验' });
const reference = process.env.CATALOGUE_DIR ?? fileURLToPath(new URL('../../../data/reference', import.meta.url));

/** Handles an event of either channel. With AUTO=yes submitted consignments pass at once, as in a laboratory that audits by rules. */
const handleEvent = (event, channel) => {
  if (!store.acceptEvent(event, channel)) return;
  // Not waited for: a webhook is answered first. A refusal stands in the journal.
  if (process.env.AUTO === 'yes' && event.type === 'consignment.submitted.v1')
    work.step('pass', event.data.consignmentId).catch(() => undefined);
};

const server = labServer({
  catalogueCalls: openCatalogue(reference, process.env.UNIT_NO ?? unitCode),
  consignmentCalls: openConsignmentCalls({ store, ownUrl }),
  store,
  work,
  unitCode,
  webhookSecret: process.env.WEBHOOK_SECRET || null,
  handleEvent,
});
server.listen(port, host);
await once(server, 'listening');

const stopController = new AbortController();
const feedLoop = followFeed({ platform, store, handleEvent, signal: stopController.signal });
process.stdout.write(`Lab system on ${ownUrl}\n`);

const stop = async () => {
  stopController.abort();
  server.closeAllConnections();
  server.close();
  await feedLoop;
};
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
