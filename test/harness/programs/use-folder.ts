import { newStream, appendMany } from '../engines/new-events.js';
import { openEngines } from '../../../libs/engines/src/open-engines.js';
import { orderView } from '../engines/orders.js';

const TIMES = 200;

/** A process that starts on a folder, leaves something in every engine, and ends in order. Argument: the folder. */
const engines = await openEngines({ DATA_DIR: process.argv[2] });
await appendMany(engines.eventStore, newStream(), TIMES);
for (let n = 0; n < TIMES; n++) {
  await engines.jobs.enqueue('pdf', { text: 'x'.repeat(500) }, { id: `${n}.pdf`, parked: 'for a test' });
  await engines.vault.setCredential(`user ${n}`, 'x'.repeat(100));
  await engines.lastWrites.note(`user ${n}`, '1');
  await engines.deliveries.add(`endpoint ${n}`, [], { logId: 'log', position: '1' });
}
await engines.files.put(Buffer.from('attached'), { contentType: 'text/plain', name: 'a.txt' });
await engines.views.createBuild(orderView(), 'b1');
await engines.close();
