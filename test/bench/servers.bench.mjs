// Life cycles of consignments over HTTP by 1, 8, 48 and 128 writers, with the embedded log and with a log server, whose
// calls are counted. The server is the stand-in, without and with the delay of a network, or EVENTSTORE_URL, whose
// calls are not counted. `--writers=48,128` and `--seconds=8` select other runs. The jobs are on REDIS_URL if it is
// set. The views are embedded in all runs.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer as startEventStore } from '../eventstoredb/start-server.mjs';
import { caller, loadDemoChoices, signIn } from './caller.mjs';
import { COMMANDS_PER_LIFE_CYCLE, runLifeCycle } from './life-cycle.mjs';
import { startService } from './start-service.mjs';
import { quantile } from './timing.mjs';

const WRITERS = [1, 8, 48, 128];
/** Minimum rate relative to the embedded log. */
const MIN_OF_EMBEDDED = 0.5;
/** Minimum rate with the delay of a network relative to the rate without it. */
const MIN_OF_LOCAL = 0.5;

export default async ({ short }) => {
  const seconds = Number(option('seconds') ?? (short ? 4 : 20));
  const writers = option('writers')?.split(',').map(Number) ?? (short ? [1, 8] : WRITERS);
  const embedded = await runOnEngines({}, writers, seconds);
  const rows = [...rowsOf('embedded', writers, embedded)];
  const serverUrl = process.env.EVENTSTORE_URL;
  const local = await runOnServer(serverUrl, 0, writers, seconds);
  rows.push(
    ...rowsOf(serverUrl ? 'EVENTSTORE_URL' : 'stand-in', writers, local, {
      baseline: embedded,
      target: MIN_OF_EMBEDDED,
    }),
  );
  if (!serverUrl) {
    const delayed = await runOnServer(undefined, 5, writers, seconds);
    rows.push(...rowsOf('stand-in, 5 ms delay', writers, delayed, { baseline: local, target: MIN_OF_LOCAL }));
  }
  return rows;
};

const option = (name) => process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(`--${name}=`.length);

const rowsOf = (name, writers, runs, comparison) =>
  runs.flatMap(({ rate, durations, calls }, n) => [
    {
      label: `${name}, ${writers[n]} writers`,
      figure: `${rate.toFixed(0)} / s`,
      ...(comparison && {
        ratio: rate / comparison.baseline[n].rate,
        target: writers[n] === 1 ? undefined : comparison.target,
      }),
    },
    {
      label: '  p50 of create, save, sample, commit, pass, confirm',
      figure: Object.values(durations)
        .map((times) => quantile(times, 0.5).toFixed(0))
        .join(' '),
    },
    ...(calls
      ? [
          {
            label: `  calls per life cycle: ${Object.entries(calls)
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

const runOnServer = async (url, delayMs, writers, seconds) => {
  if (url) return runOnEngines({ EVENTSTORE_URL: url }, writers, seconds);
  const server = await startEventStore({ delayMs });
  try {
    return await runOnEngines({ EVENTSTORE_URL: server.url }, writers, seconds, () => server.calls());
  } finally {
    await server.stop();
  }
};

const runOnEngines = async (environment, writers, seconds, callsOf) => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const service = await startService(folder, environment);
  try {
    const call = caller(service.url, Math.max(...writers));
    const [client, lab] = [await signIn(call, 'client1'), await signIn(call, 'lab1')];
    const demoChoices = await loadDemoChoices(call, client);
    const runs = [];
    for (const count of writers) runs.push(await measure(call, { client, lab, demoChoices }, count, seconds, callsOf));
    return runs;
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
};

const measure = async (call, { client, lab, demoChoices }, count, seconds, callsOf) => {
  const durations = {};
  const runCommand = async (name, work) => {
    const startedAt = performance.now();
    const body = await work();
    (durations[name] ??= []).push(performance.now() - startedAt);
    return body;
  };
  await runLifeCycle(call, client, lab, demoChoices, (_, work) => work());
  const callsBefore = await callsOf?.();
  const measurementStartedAt = performance.now();
  const endsAt = measurementStartedAt + seconds * 1000;
  let lifeCycles = 0;
  const write = async () => {
    while (performance.now() < endsAt) {
      await runLifeCycle(call, client, lab, demoChoices, runCommand);
      lifeCycles += 1;
    }
  };
  await Promise.all(Array.from({ length: count }, write));
  const rate = (lifeCycles * COMMANDS_PER_LIFE_CYCLE * 1000) / (performance.now() - measurementStartedAt);
  const callsAfter = await callsOf?.();
  return {
    rate,
    durations,
    calls:
      callsAfter &&
      Object.fromEntries(
        Object.entries(callsAfter).map(([kind, n]) => [kind, (n - (callsBefore[kind] ?? 0)) / lifeCycles]),
      ),
  };
};
