import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { retryUntilAvailable, openEngines, type Engines } from '#engines';
import { importDemo } from '../../apps/standalone/src/import/import-demo.js';
import { importReference } from '../../apps/standalone/src/import/import-reference.js';
import { problemsOf, unanswered, viewsCaughtUp, wholeLog } from './support/check.js';
import { clockWrong, fullDisk, stoppedInOrder, type Disturbance } from './support/disturbances.js';
import { embeddedSet, serversSet, type EngineSet } from './support/engine-sets.js';
import { Load } from './support/load.js';
import { MachineClock } from './support/machine-clock.js';
import { PARTS, ServiceProcesses } from './support/service.js';
import { mountSmallDisk, type SmallDisk } from './support/small-disk.js';
import { Tally } from './support/tally.js';

/** Of all kinds together; without it each kind happens once. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 0);
/** Which kinds happen, by their names. */
const KINDS = new RegExp(process.env['FAULT_KINDS'] ?? '');
/** Commands acknowledged between two faults, at most. */
const BETWEEN = 12;
/** A long run says how far it is. */
const SAID_EVERY = 50;
/** Of a disk, at the start and for each fault of a long run. */
const [MEGABYTES, MEGABYTES_A_ROUND] = [96, 1];
const TIMEOUT_MS = 600_000 + ROUNDS * 30_000;
const silent = { info: () => {} };

/**
 * On a machine with other work servers may take longer than the deadline of a call: it is asked again, as a service
 * does at its start.
 */
const withEngines = <Result>({ env }: EngineSet, use: (engines: Engines) => Promise<Result>): Promise<Result> =>
  retryUntilAvailable(async () => {
    const engines = await openEngines(env);
    try {
      return await use(engines);
    } finally {
      await engines.close();
    }
  });

/** What can happen to a service, by name: to its processes, to their machine, and to the engines of the set. */
const kindsOf = ({ disturbances }: EngineSet, output: SmallDisk | null): [name: string, happen: Disturbance][] => {
  const all: Record<string, Disturbance> = {
    ...Object.fromEntries(PARTS.map((part) => [`${part} killed`, ({ service }) => service.killAndRestart(part)])),
    'all stopped in order under requests': stoppedInOrder,
    'clock hours ahead and put right': clockWrong('ahead'),
    'clock hours behind and put right': clockWrong('behind'),
    ...(output && { 'disk of the output of processes full': fullDisk(output) }),
    ...disturbances,
  };
  if (!output) process.stderr.write('No disk is filled: none can be mounted here\n');
  return Object.entries(all).filter(([name]) => KINDS.test(name));
};

/** Faults at random moments under load, then rest, then the verdict. */
const survives = async (set: EngineSet): Promise<{ problems: string[]; commands: number; faults: number }> => {
  await withEngines(set, async (engines) => {
    await importReference(engines, silent);
    await importDemo(engines, silent);
  });
  const output = mountSmallDisk(MEGABYTES + ROUNDS * MEGABYTES_A_ROUND);
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
      await Promise.race([load.progress(1 + Math.floor(Math.random() * BETWEEN)), service.endedByItself]);
      // Each kind in turn, so that a short run sees them all; the moment is what is left to chance.
      const [name, happen] = kinds[round % kinds.length] ?? [];
      if (!name || !happen) break;
      const [began, refused] = [performance.now(), load.refusals()];
      await Promise.race([happen({ service, load, clock }), service.endedByItself]);
      tally.add(name, (performance.now() - began) / 1000, load.refusals() - refused);
      if (round % SAID_EVERY === SAID_EVERY - 1)
        process.stderr.write(`${round + 1} faults, ${load.commands()} commands\n`);
    }
    await Promise.race([load.progress(BETWEEN), service.endedByItself]);
    await load.stop();
    await service.ready();
    await withEngines(set, async (engines) => {
      await allAnswered(engines);
      await viewsCaughtUp(engines);
    });
    await service.ready();
    await service.stop();
    if (ROUNDS > 0) process.stderr.write(`${load.commands()} commands\n${String(tally)}`);
    const { acknowledged } = load;
    const commands = load.commands();
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

/** Follows the log until every request of a PDF has its answer; what hangs runs into the test's time limit. */
const allAnswered = async (engines: Engines): Promise<void> => {
  const over = new AbortController();
  for (;;) {
    const events = await wholeLog(engines);
    if (unanswered(events).length === 0) return over.abort();
    const after = events.at(-1)?.position ?? (await engines.eventStore.lastPosition());
    for await (const _ of engines.eventStore.subscribe(after, ['PdfGenerated', 'PdfFailed'], over.signal)) break;
  }
};

const onServers = ['EVENTSTORE_URL', 'MONGO_URL', 'REDIS_URL'].every((variable) => process.env[variable])
  ? describe
  : describe.skip;

describe('after faults under load, on the embedded engines', () => {
  it(
    'every acknowledged command is there once and in order, chains are whole, views equal a fresh fold, effects happened once',
    async () => {
      const { problems, commands, faults } = await survives(await embeddedSet(MEGABYTES + ROUNDS * MEGABYTES_A_ROUND));
      expect(problems).toEqual([]);
      expect(commands).toBeGreaterThan(faults);
    },
    TIMEOUT_MS,
  );
});

onServers('after faults under load, on EventStoreDB, MongoDB and Redis (where their URLs are set)', () => {
  it(
    'every acknowledged command is there once and in order, chains are whole, views equal a fresh fold, effects happened once',
    async () => {
      const { problems, commands, faults } = await survives(await serversSet());
      expect(problems).toEqual([]);
      expect(commands).toBeGreaterThan(faults);
    },
    TIMEOUT_MS,
  );
});
