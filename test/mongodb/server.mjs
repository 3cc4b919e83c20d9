import { parseArgs } from 'node:util';
import { startServer } from './start-server.mjs';

// node test/mongodb/server.mjs --port 27017 [--data DIR]
const { values } = parseArgs({ options: { port: { type: 'string', default: '0' }, data: { type: 'string' } } });
const server = await startServer({ port: Number(values.port), data: values.data });
process.stdout.write(`listening ${server.url}\n`);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.stop().then(() => process.exit(0)));
