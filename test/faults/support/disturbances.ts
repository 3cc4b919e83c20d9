import { setTimeout as passes } from 'node:timers/promises';
import { emptyWriteAheadLog, openDatabase } from '../../../libs/engines/src/sqlite/database.js';
import type { Load } from './load.js';
import type { MachineClock } from './machine-clock.js';
import { PARTS, type ServiceProcesses } from './service.js';
import type { SmallDisk } from './small-disk.js';

export type UnderTest = { service: ServiceProcesses; load: Load; clock: MachineClock };

/** Something that happens to the service under load, once; what was taken away is there again when it resolves. */
export type Disturbance = (under: UnderTest) => Promise<void>;

/** Requests that an orderly stop meets. */
const UNDER_WAY = 8;
/** Longer than any client waits. */
const FULL_MS = 4_000;
/** Time for a full disk of the log to be noticed by commands, on machines with other work too. */
const BITES_WITHIN_MS = 60_000;
/** Longer than the patience with a database that is held. */
const HELD_MS = 3_000;
const MAX_HOURS = 12;
/** Commands acknowledged while the clock is wrong. */
const MEANWHILE = 8;

const anyOf = <Item>(items: readonly Item[]): Item => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

/**
 * All processes are asked to end while requests are under way, and started again. @throws Error when one was cut off,
 * or one did not exit with 0
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

/** The clock goes wrong by hours, a process is killed and started under it, and the clock is put right. */
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
 * A disk is full until commands have been refused for it, at most for some seconds. The write-ahead logs of `databases`
 * are emptied before: they would have room for a while.
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
 * The same for the disk of the log, which every command needs: full until commands have been refused, however long that
 * takes.
 * @throws Error when none was
 */
export const fullLogDisk =
  (disk: SmallDisk, log: string): Disturbance =>
  async ({ load }) => {
    const deadline = performance.now() + BITES_WITHIN_MS;
    // While somebody reads, the write-ahead log stays as large as it was, and has room for all that is written in a
    // minute.
    while (!emptied(log) && performance.now() < deadline) await passes(50);
    const before = load.refusals();
    try {
      while (load.refusals() < before + UNDER_WAY) {
        if (performance.now() > deadline) throw new Error('the disk of the log was full and commands were not refused');
        disk.fill(); // also what a shortened write-ahead log has given back
        await passes(50);
      }
    } finally {
      disk.makeRoom();
    }
  };

/** Whether the write-ahead log of a database could be emptied: not while somebody reads it. */
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

/** Another program holds a database so that nobody else can write to it: this process. */
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

/** One of several each time, in turn. */
export const inTurn = (disturbances: readonly Disturbance[]): Disturbance => {
  let last = -1;
  return async (under) => {
    last = (last + 1) % disturbances.length;
    await disturbances[last]?.(under);
  };
};
