import { setTimeout as sleep } from 'node:timers/promises';
import { emptyWriteAheadLog, openDatabase } from '../../../libs/engines/src/sqlite/database.js';
import type { Load } from './load.js';
import type { MachineClock } from './machine-clock.js';
import { PARTS, type ServiceProcesses } from './service.js';
import type { SmallDisk } from './small-disk.js';

export type FaultTarget = { service: ServiceProcesses; load: Load; clock: MachineClock };

/** A fault that happens to the service under load, once. When it resolves, everything is available again. */
export type Fault = (target: FaultTarget) => Promise<void>;

/** Number of running requests during an orderly stop. */
const CONCURRENT_REQUESTS = 8;
/** Longer than the timeout of any client. */
const FULL_MS = 4_000;
/** Time until commands are refused because the disk of the log is full, also on a busy machine. */
const REFUSED_WITHIN_MS = 60_000;
/** Longer than the busy timeout of a locked database. */
const LOCKED_MS = 3_000;
const MAX_HOURS = 12;
/** Number of commands that are acknowledged while the clock is wrong. */
const COMMANDS_WITH_SHIFTED_CLOCK = 8;

const randomItem = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

/**
 * Ends all processes with a signal while requests are running, and starts them again.
 * @throws Error if a request was cut off, or if a process did not exit with 0
 */
export const orderlyStop: Fault = async ({ service, load }) => {
  await service.waitUntilReady();
  await service.waitForSignalHandlers();
  const saves = await load.beginSaves(CONCURRENT_REQUESTS);
  const whenStopped = service.stop();
  await sleep(Math.random() * 500);
  const statuses = await saves.finish();
  const exitsByPart = await whenStopped;
  service.startAll();
  const failedExits = Object.entries(exitsByPart).filter(([, exit]) => exit !== 0);
  if (failedExits.length > 0)
    throw new Error(`after SIGTERM ${failedExits.map((partAndExit) => partAndExit.join(' ended with ')).join(', ')}`);
  const failed = statuses.filter((status) => status !== 200 && status !== 503);
  if (failed.length > 0) throw new Error(`during a stop requests got the status ${failed.join(', ')}`);
};

/** Sets the clock wrong by hours, kills and starts a process meanwhile, and corrects the clock. */
export const shiftedClock =
  (direction: 'ahead' | 'behind'): Fault =>
  async ({ service, load, clock }) => {
    const hours = 1 + Math.floor(Math.random() * MAX_HOURS);
    await clock.set(direction === 'ahead' ? hours : -hours);
    await load.progress(COMMANDS_WITH_SHIFTED_CLOCK);
    await service.killAndRestart(randomItem(PARTS));
    await load.progress(COMMANDS_WITH_SHIFTED_CLOCK);
    await clock.set(0);
  };

/**
 * Fills a disk until commands have been refused because of it, at most for some seconds. The write-ahead logs of
 * `databases` are emptied before, because they would have space for a while.
 */
export const fullDisk =
  (disk: SmallDisk, databases: readonly string[] = []): Fault =>
  async ({ load }) => {
    const refusalsBefore = load.countRefusals();
    for (const file of databases) emptyLog(file);
    disk.fill();
    const deadline = performance.now() + FULL_MS;
    while (performance.now() < deadline && load.countRefusals() < refusalsBefore + CONCURRENT_REQUESTS) await sleep(50);
    disk.release();
  };

/**
 * The same for the disk of the log, which every command needs: full until commands have been refused.
 * @throws Error if none was refused
 */
export const fullLogDisk =
  (disk: SmallDisk, log: string): Fault =>
  async ({ load }) => {
    const deadline = performance.now() + REFUSED_WITHIN_MS;
    // While a connection reads, the write-ahead log does not shrink and has space for the writes of a minute.
    while (!emptyLog(log) && performance.now() < deadline) await sleep(50);
    const refusalsBefore = load.countRefusals();
    try {
      while (load.countRefusals() < refusalsBefore + CONCURRENT_REQUESTS) {
        if (performance.now() > deadline)
          throw new Error('no command was refused although the disk of the log was full');
        disk.fill(); // includes space that a shortened write-ahead log has released
        await sleep(50);
      }
    } finally {
      disk.release();
    }
  };

/** Whether the write-ahead log of a database could be emptied, which fails while a connection reads. */
const emptyLog = (file: string): boolean => {
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
export const lockedDatabase =
  (file: string): Fault =>
  async () => {
    const database = openDatabase(file);
    try {
      database.exec('BEGIN IMMEDIATE');
      await sleep(LOCKED_MS);
      database.exec('ROLLBACK');
    } finally {
      database.close();
    }
  };

/** Runs one of several faults each time; they take turns. */
export const alternate = (faults: readonly Fault[]): Fault => {
  let lastIndex = -1;
  return async (target) => {
    lastIndex = (lastIndex + 1) % faults.length;
    await faults[lastIndex]?.(target);
  };
};
