// Whole lives of consignments over HTTP by 1, 8, 48 and 128 writers, with the log embedded and on a server, and what
// the log's server was asked for. The server is the stand-in, without and with the delay of a network; with
// EVENTSTORE_URL it is that one, whose calls are not counted. `--writers=48,128` and `--seconds=8` choose other runs.
// Redis is used where it is there; the views are embedded in all runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer as startEventStore } from '../eventstoredb/start-server.mjs';
import { caller, choices, signIn } from './caller.mjs';
import { COMMANDS_A_LIFE, life } from './life.mjs';
import { startService } from './start-service.mjs';
import { at } from './timing.mjs';

const WRITERS = [1, 8, 48, 128];
/** Rate of the server as a share of the embedded one. */
const OF_EMBEDDED = 0.5;
const OF_NEAR = 0.5;

export default async ({ short }) => {
  const seconds = Number(option('seconds') ?? (short ? 4 : 20));
  const writers = option('writers')?.split(',').map(Number) ?? (short ? [1, 8] : WRITERS);
  const embedded = await onEngines({}, writers, seconds);
  const rows = [...rowsOf('embedded', writers, embedded)];
  const given = process.env.EVENTSTORE_URL;
  const near = await onServer(given, 0, writers, seconds);
  rows.push(...rowsOf(given ? 'EVENTSTORE_URL' : 'stand-in', writers, near, { of: embedded, target: OF_EMBEDDED }));
  if (!given) {
    const far = await onServer(undefined, 5, writers, seconds);
    rows.push(...rowsOf('stand-in, 5 ms away', writers, far, { of: near, target: OF_NEAR }));
  }
  return rows;
};

const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length);

const rowsOf = (name, writers, runs, compared) =>
  runs.flatMap(({ rate, took, calls }, n) => [
    {
      what: `${name}, ${writers[n]} writers`,
      figure: `${rate.toFixed(0)} / s`,
      ...(compared && { ratio: rate / compared.of[n].rate, target: writers[n] === 1 ? undefined : compared.target }),
    },
    {
      what: '  p50 of create, save, sample, commit, pass, confirm',
      figure: Object.values(took)
        .map((times) => at(times, 0.5).toFixed(0))
        .join(' '),
    },
    ...(calls
      ? [
          {
            what: `  calls a life: ${Object.entries(calls)
              .filter(([, count]) => count >= 0.05)
              .toSorted(([, left], [, right]) => right - left)
              .map(([kind, count]) => `${kind} ${count.toFixed(1)}`)
              .join('; ')}`,
            figure: Object.values(calls)
              .reduce((sum, count) => sum + count, 0)
              .toFixed(1),
          },
        ]
      : []),
  ]);

const onServer = async (url, delayMs, writers, seconds) => {
  if (url) return onEngines({ EVENTSTORE_URL: url }, writers, seconds);
  const server = await startEventStore({ delayMs });
  try {
    return await onEngines({ EVENTSTORE_URL: server.url }, writers, seconds, () => server.calls());
  } finally {
    await server.stop();
  }
};

const onEngines = async (environment, writers, seconds, callsOf) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const service = await startService(folder, environment);
  try {
    const call = caller(service.url, Math.max(...writers));
    const [client, lab] = [await signIn(call, 'client1'), await signIn(call, 'lab1')];
    const chosen = await choices(call, client);
    const runs = [];
    for (const count of writers) runs.push(await measure(call, { client, lab, chosen }, count, seconds, callsOf));
    return runs;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (call, { client, lab, chosen }, count, seconds, callsOf) => {
  const took = {};
  const timed = async (name, work) => {
    const started = performance.now();
    const answer = await work();
    (took[name] ??= []).push(performance.now() - started);
    return answer;
  };
  await life(call, client, lab, chosen, (_, work) => work());
  const before = await callsOf?.();
  const began = performance.now();
  const ends = began + seconds * 1000;
  let lives = 0;
  const write = async () => {
    while (performance.now() < ends) {
      await life(call, client, lab, chosen, timed);
      lives += 1;
    }
  };
  await Promise.all(Array.from({ length: count }, write));
  const rate = (lives * COMMANDS_A_LIFE * 1000) / (performance.now() - began);
  const after = await callsOf?.();
  return {
    rate,
    took,
    calls:
      after && Object.fromEntries(Object.entries(after).map(([kind, n]) => [kind, (n - (before[kind] ?? 0)) / lives])),
  };
};
