import { describe, expect, it, jest } from '@jest/globals';
import { openEngines, type Engines } from '#engines';
import { importDemo } from '../../apps/standalone/src/import/import-demo.js';
import { importReference } from '../../apps/standalone/src/import/import-reference.js';
import { problemsOf, unanswered, wholeLog } from './support/check.js';
import { embeddedSet, serversSet, type EngineSet } from './support/engine-sets.js';
import { Load } from './support/load.js';
import { PARTS, ServiceProcesses } from './support/service.js';

/** Of all kinds together; without it each kind happens once, and where there are few, twice. */
const ROUNDS = Number(process.env['FAULT_ROUNDS'] ?? 0);
const FEWEST_ROUNDS = 6;
/** Commands acknowledged between two faults, at most. */
const BETWEEN = 12;
/** A long run says how far it is. */
const SAID_EVERY = 50;
jest.setTimeout(420_000 + ROUNDS * 30_000);

const silent = { info: () => {} };

const withEngines = async <Result>({ env }: EngineSet, use: (engines: Engines) => Promise<Result>): Promise<Result> => {
  const engines = await openEngines(env);
  try {
    return await use(engines);
  } finally {
    await engines.close();
  }
};

/** Faults at random moments under load, then rest, then the verdict. */
const survives = async (set: EngineSet): Promise<{ problems: string[]; commands: number; faults: string[] }> => {
  await withEngines(set, async (engines) => {
    await importReference(engines, silent);
    await importDemo(engines, silent);
  });
  const service = await ServiceProcesses.start(set.env);
  try {
    const load = await Load.start(service.url);
    const kinds = [
      ...PARTS.map((part) => [`${part} killed`, () => service.killAndRestart(part)] as const),
      ...Object.entries(set.disturbances),
    ];
    const faults: string[] = [];
    const rounds = ROUNDS || Math.max(FEWEST_ROUNDS, kinds.length);
    for (let round = 0; round < rounds; round++) {
      await Promise.race([load.progress(1 + Math.floor(Math.random() * BETWEEN)), service.endedByItself]);
      // Each kind in turn, so that a short run sees them all; the moment is what is left to chance.
      const [name, disturb] = kinds[round % kinds.length] ?? [];
      if (!name || !disturb) break;
      faults.push(name);
      await disturb();
      if (round % SAID_EVERY === SAID_EVERY - 1)
        process.stderr.write(`${round + 1} faults, ${load.commands()} commands\n`);
    }
    await Promise.race([load.progress(BETWEEN), service.endedByItself]);
    await load.stop();
    await service.ready();
    await withEngines(set, (engines) => allAnswered(engines));
    await service.ready();
    await service.stop();
    return await withEngines(set, async (engines) => ({
      problems: await problemsOf(engines, load.acknowledged),
      commands: load.commands(),
      faults,
    }));
  } finally {
    await service.stop();
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
  it('every acknowledged command is there once and in order, chains are whole, views equal a fresh fold, effects happened once', async () => {
    const { problems, commands, faults } = await survives(await embeddedSet());
    expect(problems).toEqual([]);
    expect(commands).toBeGreaterThan(faults.length);
  });
});

onServers('after faults under load, on EventStoreDB, MongoDB and Redis (where their URLs are set)', () => {
  it('every acknowledged command is there once and in order, chains are whole, views equal a fresh fold, effects happened once', async () => {
    const { problems, commands, faults } = await survives(await serversSet());
    expect(problems).toEqual([]);
    expect(commands).toBeGreaterThan(faults.length);
  });
});
