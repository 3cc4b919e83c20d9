import { newStream, appendMany } from '../engines/new-events.js';
import { backUp } from '../../../libs/engines/src/backup/backup.js';
import { openEngines } from '../../../libs/engines/src/open-engines.js';
import { orderView } from '../engines/orders.js';

const TIMES = 200;

/**
 * A process that starts on a folder, writes to every engine, and shuts down; then it backs the folder up if there is a
 * second argument. Arguments: the folder; the folder of the backup or an empty text.
 */
const [, , folder = '', backup] = process.argv;
const engines = await openEngines({ DATA_DIR: folder });
await appendMany(engines.eventStore, newStream(), TIMES);
for (let n = 0; n < TIMES; n++) {
  await engines.jobs.enqueue('pdf', { text: 'x'.repeat(500) }, { id: `${n}.pdf`, parkedReason: 'for a test' });
  await engines.vault.setCredential(`user ${n}`, 'x'.repeat(100));
  await engines.lastWrites.record(`user ${n}`, '1');
  await engines.deliveries.add(`endpoint ${n}`, [], { logId: 'log', position: '1' });
}
await engines.files.put(Buffer.from('attached'), { contentType: 'text/plain', name: 'a.txt' });
await engines.views.createBuild(orderView(), 'b1');
await engines.close();
if (backup) await backUp(folder, backup);
