// Appends an event with a bad id, whose second response breaks the client, and then a valid event with the same client.
// node bad-id.mjs URL STREAM prints the error of the first append and whether the second one ended.
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';

const [url, stream] = process.argv.slice(2);
const client = EventStoreDBClient.connectionString(url);
const clientFailure = Promise.race([
  once(process, 'uncaughtException'),
  once(process, 'unhandledRejection'),
  wait(10_000, ['not broken']),
]);

await client
  .appendToStream(stream, [{ ...jsonEvent({ type: 'T', data: {} }), id: 'no-id' }])
  .catch((error) => process.stdout.write(`${error.constructor.name}|${error.code ?? ''}|${error.message}\n`));
const [reason] = await clientFailure;
if (reason === 'not broken') process.stdout.write('the client still works\n');
const secondAppend = client.appendToStream(stream, [jsonEvent({ type: 'T', data: {} })]).then(() => 'ok');
process.stdout.write(`${await Promise.race([secondAppend, wait(1_000, 'HUNG')])}\n`);
process.exit(0);
