// A client that appends an event with a bad id, is broken by the second answer, and then appends a good one.
// node bad-id.mjs URL STREAM prints how the first ended and whether the second did.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

const [url, stream] = process.argv.slice(2);
const client = EventStoreDBClient.connectionString(url);
const broken = Promise.race([
  once(process, 'uncaughtException'),
  once(process, 'unhandledRejection'),
  wait(10_000, ['not broken']),
]);

await client
  .appendToStream(stream, [{ ...jsonEvent({ type: 'T', data: {} }), id: 'no-id' }])
  .catch((error) => process.stdout.write(`${error.constructor.name}|${error.code ?? ''}|${error.message}\n`));
const [why] = await broken;
if (why === 'not broken') process.stdout.write('the client is still well\n');
const second = client.appendToStream(stream, [jsonEvent({ type: 'T', data: {} })]).then(() => 'ok');
process.stdout.write(`${await Promise.race([second, wait(1_000, 'HUNG')])}\n`);
process.exit(0);
