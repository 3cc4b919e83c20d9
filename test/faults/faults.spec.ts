import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { retryUntilAvailable, openEngines, type Engines } from '#engines';
import { importDemo } from '../../apps/standalone/src/import/import-demo.js';
import { importReference } from '../../apps/standalone/src/import/import-reference.js';
import { problemsOf, readLog, requestsWithoutResult, waitForViews } from './support/check.js';
import { fullDisk, orderlyStop, shiftedClock, type Fault } from './support/faults.js';
import { embeddedSet, serversSet, type EngineSet } from './support/engine-sets.js';
import { Load } from './support/load.js';
import { MachineClock } from './support/machine-clock.js';
import { PARTS, ServiceProcesses } from './support/service.js';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.js';
import { Tally } from './support/tally.js';

/** Number of faults of all kinds together; by default each kind happens once. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 0);
/** Matches the names of the kinds to run. */
const KINDS = new RegExp(process.env['FAULT_KINDS'] ?? '');
/** Maximum number of commands that are acknowledged between two faults. */
const MAX_COMMANDS_BETWEEN_FAULTS = 12;
/** A long run prints its progress after this number of faults. */
const PROGRESS_EVERY = 50;
/** Size of a disk, and its increase for each fault of a long run. */
const [MEGABYTES, MEGABYTES_PER_ROUND] = [96, 1];
const TIMEOUT_MS = 600_000 + ROUNDS * 30_000;
const silentLogger = { info: () => {} };

/**
 * On a busy machine servers may take longer than the deadline of a call, so it is retried, as a service does at its
 * start.
 */
const withEngines = <Result>({ env }: EngineSet, run: (engines: Engines) => Promise<Result>): Promise<Result> =>
  retryUntilAvailable(async () => {
    const engines = await openEngines(env);
    try {
      return await run(engines);
    } finally {
      await engines.close();
    }
  });

/** Faults by name: of the processes, of their machine, and of the engines of the set. */
const kindsOf = ({ faults }: EngineSet, output: SmallDisk | null): [name: string, cause: Fault][] => {
  const all: Record<string, Fault> = {
    ...Object.fromEntries(PARTS.map((part) => [`${part} killed`, ({ service }) => service.killAndRestart(part)])),
    'orderly stop of all processes during requests': orderlyStop,
    'clock hours ahead, then corrected': shiftedClock('ahead'),
    'clock hours behind, then corrected': shiftedClock('behind'),
    ...(output && { 'disk of the output of processes full': fullDisk(output) }),
    ...faults,
  };
  if (!output) process.stderr.write('The disk of the output is not filled: no disk can be mounted here\n');
  return Object.entries(all).filter(([name]) => KINDS.test(name));
};

/** Causes faults at random moments under load, then checks log, views and effects. */
const runUnderFaults = async (set: EngineSet): Promise<{ problems: string[]; commands: number; faults: number }> => {
  await withEngines(set, async (engines) => {
    await importReference(engines, silentLogger);
    await importDemo(engines, silentLogger);
  });
  const output = mountSmallDisk(MEGABYTES + ROUNDS * MEGABYTES_PER_ROUND);
  const clock = new MachineClock(set.folder);
  const service = await ServiceProcesses.start({
    env: set.env,
    clock,
    log: join(output?.folder ?? set.folder, 'output.log'),
  });
  let load: Load | null = null;
  try {
    load = await Load.start(service.url);
    const kinds = kindsOf(set, output);
    const tally = new Tally();
    for (let round = 0; round < (ROUNDS || kinds.length); round++) {
      await Promise.race([
        load.progress(1 + Math.floor(Math.random() * MAX_COMMANDS_BETWEEN_FAULTS)),
        service.unexpectedExit,
      ]);
      // The kinds take turns, so that a short run includes each of them. Only the moment is random.
      const [name, cause] = kinds[round % kinds.length] ?? [];
      if (!name || !cause) break;
      const [startedAt, refusalsBefore] = [performance.now(), load.countRefusals()];
      await Promise.race([cause({ service, load, clock }), service.unexpectedExit]);
      tally.add(name, (performance.now() - startedAt) / 1000, load.countRefusals() - refusalsBefore);
      if (round % PROGRESS_EVERY === PROGRESS_EVERY - 1)
        process.stderr.write(`${round + 1} faults, ${load.countCommands()} commands\n`);
    }
    await Promise.race([load.progress(MAX_COMMANDS_BETWEEN_FAULTS), service.unexpectedExit]);
    await load.stop();
    await service.waitUntilReady();
    await withEngines(set, async (engines) => {
      await waitForPdfResults(engines);
      await waitForViews(engines);
    });
    await service.waitUntilReady();
    await service.stop();
    if (ROUNDS > 0) process.stderr.write(`${load.countCommands()} commands\n${String(tally)}`);
    const { acknowledged } = load;
    const commands = load.countCommands();
    return await withEngines(set, async (engines) => ({
      problems: await problemsOf(engines, acknowledged),
      commands,
      faults: tally.faults,
    }));
  } finally {
    load?.abandon();
    await service.stop();
    output?.remove();
    await set.stop();
  }
};

/** Waits until each PDF request has a result. If one never has, the test times out. */
const waitForPdfResults = async (engines: Engines): Promise<void> => {
  const stop = new AbortController();
  for (;;) {
    const events = await readLog(engines);
    if (requestsWithoutResult(events).length === 0) return stop.abort();
    const lastPosition = events.at(-1)?.position ?? (await engines.eventStore.lastPosition());
    for await (const _ of engines.eventStore.subscribe(lastPosition, ['PdfGenerated', 'PdfFailed'], stop.signal)) break;
  }
};

const describeOnServers = ['EVENTSTORE_URL', 'MONGO_URL', 'REDIS_URL'].every((variable) => process.env[variable])
  ? describe
  : describe.skip;

describe('after faults under load, on the embedded engines', () => {
  it(
    'each acknowledged command is in the log once and in order, chains are intact, views equal a new fold, effects happened once',
    async () => {
      const { problems, commands, faults } = await runUnderFaults(
        await embeddedSet(MEGABYTES + ROUNDS * MEGABYTES_PER_ROUND),
      );
      expect(problems).toEqual([]);
      expect(commands).toBeGreaterThan(faults);
    },
    TIMEOUT_MS,
  );
});

describeOnServers('after faults under load, on EventStoreDB, MongoDB and Redis (where their URLs are set)', () => {
  it(
    'each acknowledged command is in the log once and in order, chains are intact, views equal a new fold, effects happened once',
    async () => {
      const { problems, commands, faults } = await runUnderFaults(await serversSet());
      expect(problems).toEqual([]);
      expect(commands).toBeGreaterThan(faults);
    },
    TIMEOUT_MS,
  );
});
