import { pino } from 'pino';
import { openEmbeddedEngines } from '#engines';
import { createProjector } from '../../../apps/projector/src/projector.js';
import { highestNumbers } from '../projector/numbers.js';

/** A projector process on a data folder, until it is killed. */
const [folder = ''] = process.argv.slice(2);
const engines = await openEmbeddedEngines(folder);
await createProjector({ engines, projections: [highestNumbers()], logger: pino({ level: 'silent' }), retryMs: 10 })
  .ready;
process.stdout.write('ready\n');
setInterval(() => undefined, 1_000);
