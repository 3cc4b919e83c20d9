// Reads the whole log on EventStoreDB by the client alone, by the log, by the event store, and folds it into the
// consignment list; each in a separate process, one after another. The server is the stand-in or EVENTSTORE_URL.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { startServer } from '../eventstoredb/start-server.mjs';

/** Minimum rate relative to the client alone. */
const MIN_RELATIVE_RATE = 0.8;

export default async ({ short }) => {
  const eventsOption = process.argv.find((argument) => argument.startsWith('--events='));
  const events = eventsOption ? Number(eventsOption.slice('--events='.length)) : short ? 10_000 : 200_000;
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const server = process.env.EVENTSTORE_URL ? null : await startServer();
  const url = process.env.EVENTSTORE_URL ?? server.url;
  try {
    const generated = await runPart('generate', folder, url, events);
    const client = await runPart('client', folder, url);
    const rows = [
      { label: `${generated.events} events read by the client alone`, figure: `${rateOf(client).toFixed(0)} / s` },
    ];
    for (const [name, label] of [
      ['log', 'the same events read by the log'],
      ['store', 'the same events read and unsealed by the event store'],
      ['fold', 'the same events folded into the consignment list'],
    ]) {
      const result = await runPart(name, folder, url, client.events);
      rows.push({
        label,
        figure: `${rateOf(result).toFixed(0)} / s`,
        ratio: rateOf(result) / rateOf(client),
        target: short ? undefined : MIN_RELATIVE_RATE,
      });
    }
    return rows;
  } finally {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const rateOf = ({ events, seconds }) => events / seconds;

/** Runs one part in a separate process, so that no code is already optimised. */
const runPart = async (name, folder, url, events = 0) => {
  const child = fork(fileURLToPath(import.meta.url), [name, String(events)], {
    env: { ...process.env, DATA_DIR: folder, EVENTSTORE_URL: url },
    execArgv: process.env.BENCH_PROF ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROF}`] : [],
  });
  const [result] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`${name} ended with ${code}`))),
  ]);
  child.removeAllListeners('exit');
  child.send('end');
  await once(child, 'exit');
  return result;
};

const measure = async (work) => {
  const startedAt = performance.now();
  const events = await work();
  return { events, seconds: (performance.now() - startedAt) / 1000 };
};

const logger = pino({ level: 'error' }, pino.destination(2));

const parts = {
  async generate(engines, events) {
    const { generate } = await import('../../dist/apps/standalone/src/generate/generate.js');
    return generate(
      engines,
      { events, seed: 'bench', endDate: new Date('2026-11-01T00:00:00Z'), onProgress() {} },
      { info() {} },
    );
  },
  async client() {
    const { EventStoreDBClient, START } = await import('@eventstore/db-client');
    const client = EventStoreDBClient.connectionString(process.env.EVENTSTORE_URL);
    return measure(async () => {
      let events = 0;
      for await (const { event } of client.readAll({ fromPosition: START }))
        if (event && !event.type.startsWith('$')) events += 1;
      return events;
    });
  },
  async log({ eventStore }) {
    const head = await eventStore.lastPosition();
    return measure(async () => {
      let events = 0;
      const stop = new AbortController();
      for await (const batch of eventStore.log.subscribe('0'.repeat(20), await allTypes(), stop.signal)) {
        events += batch.events.length;
        if (batch.through >= head) stop.abort();
      }
      return events;
    });
  },
  async store({ eventStore }) {
    const head = await eventStore.lastPosition();
    return measure(async () => {
      let events = 0;
      const stop = new AbortController();
      for await (const { event, marker } of eventStore.subscribe('0'.repeat(20), await allTypes(), stop.signal)) {
        if (event) events += 1;
        if ((event?.position ?? marker) >= head) stop.abort();
      }
      return events;
    });
  },
  async fold(engines, events) {
    const { allProjections, consignmentList } = await import('../../dist/libs/domain/src/views/index.js');
    const { createProjector } = await import('../../dist/apps/projector/src/projector.js');
    const projections = allProjections.filter(({ name }) => name === consignmentList.name);
    const head = await engines.eventStore.lastPosition();
    return measure(async () => {
      createProjector({ engines, projections, logger });
      if (!(await engines.views.waitFor(consignmentList, head, 600_000))) throw new Error('the list did not catch up');
      return events;
    });
  },
};

const allTypes = async () => Object.keys((await import('../../dist/libs/events/src/index.js')).allEvents);

if (process.send) {
  const [, , name, events] = process.argv;
  process.once('message', () => process.exit(0));
  const { openEngines } = await import('../../dist/libs/engines/src/index.js');
  process.send(await parts[name](await openEngines(process.env), Number(events)));
}
