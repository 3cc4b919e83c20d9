import { setTimeout as passes } from 'node:timers/promises';
import { emptyWriteAheadLog, openDatabase } from '../../../libs/engines/src/sqlite/database.js';
import type { Load } from './load.js';
import type { MachineClock } from './machine-clock.js';
import { PARTS, type ServiceProcesses } from './service.js';
import type { SmallDisk } from './small-disk.js';

export type UnderTest = { service: ServiceProcesses; load: Load; clock: MachineClock };

/** A fault that happens to the service under load, once. When it resolves, everything is available again. */
export type Disturbance = (under: UnderTest) => Promise<void>;

/** Number of running requests during an orderly stop. */
const UNDER_WAY = 8;
/** Longer than the timeout of any client. */
const FULL_MS = 4_000;
/** Time in which commands notice that the disk of the log is full, also on a busy machine. */
const BITES_WITHIN_MS = 60_000;
/** Longer than the busy timeout of a locked database. */
const HELD_MS = 3_000;
const MAX_HOURS = 12;
/** Number of commands that are acknowledged while the clock is wrong. */
const MEANWHILE = 8;

const anyOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

/**
 * Ends all processes with a signal while requests are running, and starts them again.
 * @throws Error if a request was cut off, or if a process did not exit with 0
 */
export const stoppedInOrder: Disturbance = async ({ service, load }) => {
  await service.ready();
  await service.hearsSignals();
  const saves = await load.beginSaves(UNDER_WAY);
  const stopped = service.stop();
  await passes(Math.random() * 500);
  const answers = await saves.finish();
  const endings = await stopped;
  service.startAll();
  const wrong = Object.entries(endings).filter(([, ending]) => ending !== 0);
  if (wrong.length > 0) throw new Error(`asked to end, ${wrong.map((each) => each.join(' ended with ')).join(', ')}`);
  const failed = answers.filter((status) => status !== 200 && status !== 503);
  if (failed.length > 0) throw new Error(`under way at a stop, requests were answered ${failed.join(', ')}`);
};

/** Sets the clock wrong by hours, kills and starts a process meanwhile, and corrects the clock. */
export const clockWrong =
  (direction: 'ahead' | 'behind'): Disturbance =>
  async ({ service, load, clock }) => {
    const hours = 1 + Math.floor(Math.random() * MAX_HOURS);
    await clock.set(direction === 'ahead' ? hours : -hours);
    await load.progress(MEANWHILE);
    await service.killAndRestart(anyOf(PARTS));
    await load.progress(MEANWHILE);
    await clock.set(0);
  };

/**
 * Fills a disk until commands have been refused because of it, at most for some seconds. The write-ahead logs of
 * `databases` are emptied before, because they would have space for a while.
 */
export const fullDisk =
  (disk: SmallDisk, databases: readonly string[] = []): Disturbance =>
  async ({ load }) => {
    const before = load.refusals();
    for (const file of databases) emptied(file);
    disk.fill();
    const until = performance.now() + FULL_MS;
    while (performance.now() < until && load.refusals() < before + UNDER_WAY) await passes(50);
    disk.makeRoom();
  };

/**
 * The same for the disk of the log, which every command needs: full until commands have been refused.
 * @throws Error if none was refused
 */
export const fullLogDisk =
  (disk: SmallDisk, log: string): Disturbance =>
  async ({ load }) => {
    const deadline = performance.now() + BITES_WITHIN_MS;
    // While a connection reads, the write-ahead log does not shrink and has space for the writes of a minute.
    while (!emptied(log) && performance.now() < deadline) await passes(50);
    const before = load.refusals();
    try {
      while (load.refusals() < before + UNDER_WAY) {
        if (performance.now() > deadline) throw new Error('the disk of the log was full and commands were not refused');
        disk.fill(); // includes space that a shortened write-ahead log has released
        await passes(50);
      }
    } finally {
      disk.makeRoom();
    }
  };

/** Whether the write-ahead log of a database could be emptied, which fails while a connection reads. */
const emptied = (file: string): boolean => {
  const database = openDatabase(file);
  try {
    emptyWriteAheadLog(database);
    return true;
  } catch {
    return false;
  } finally {
    database.close();
  }
};

/** This process locks a database, so that no other one can write to it. */
export const databaseHeld =
  (file: string): Disturbance =>
  async () => {
    const database = openDatabase(file);
    try {
      database.exec('BEGIN IMMEDIATE');
      await passes(HELD_MS);
      database.exec('ROLLBACK');
    } finally {
      database.close();
    }
  };

/** Runs one of several faults each time, in turn. */
export const inTurn = (disturbances: readonly Disturbance[]): Disturbance => {
  let last = -1;
  return async (under) => {
    last = (last + 1) % disturbances.length;
    await disturbances[last]?.(under);
  };
};
