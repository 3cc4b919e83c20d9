import { closeSync, openSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { BroadcastChannel } from 'node:worker_threads';
import type {
  backup as copyPages,
  DatabaseSync as Database,
  DatabaseSyncInstance,
  StatementSyncInstance,
} from '@photostructure/sqlite';
import { type PeriodicTask, startPeriodic } from '../background/periodic.js';
import { trackDatabaseCall } from './calls-of-threads.js';
import { type DatabaseName, databaseNameOf, measureFile, recordWriteWait, walBytesOf } from './database-files.js';

/** Databases that are made from the log, and can be made again; without its attempts that of deliveries. */
const DERIVED: ReadonlySet<string> = new Set(['views.db', 'jobs.db', 'last-writes.db', 'deliveries.db']);
export const isDerived = (file: string): boolean => DERIVED.has(basename(file));

/** Lies beside a database in which damage was found while it was in use: the next start sets it aside. */
export const damageMarkerOf = (file: string): string => `${file}.damaged`;

/** Told to all threads of the process. */
const CHANNEL = 'damaged database';

/** What SQLite finds is not what it has written: the disk is failing, or somebody else has written to the file. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase';
  /** SQLITE_CORRUPT, by which an engine's failure is known. */
  readonly errcode = 11;
  constructor(
    readonly file: string,
    readonly damage: string,
    options?: ErrorOptions,
  ) {
    super(
      isDerived(file)
        ? `${file} is damaged (${damage}). The next start of the service sets it aside and builds it anew.`
        : `${file} is damaged (${damage}), and what it holds is nowhere else. Keep the folder as it is, and restore the newest backup: docs/operations.md, "Damaged databases".`,
      options,
    );
  }
}

/** Remembers the damage for the next start, and tells the process, which cannot go on with it. */
const noteDamage = ({ file }: DamagedDatabase): void => {
  if (!isDerived(file)) return;
  try {
    writeFileSync(damageMarkerOf(file), '', { mode: 0o600 });
  } catch {
    // A disk that takes nothing more: the damage is found again.
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(file);
  channel.close();
};

/** Calls `act` with the file when any thread of the process finds that a derived database is damaged. */
export const onDamage = (act: (file: string) => void): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  channel.onmessage = (message) => act(String((message as { data: unknown }).data));
};

/** One connection. Keep it in a field: when only its statements are held, garbage collection closes it. */
export type DatabaseSync = DatabaseSyncInstance;
export type Statement = StatementSyncInstance;

const names = new WeakMap<DatabaseSync, DatabaseName | undefined>();

/** A private database in memory. */
export const MEMORY = ':memory:';
/** One with a name, which all connections of this process that know it share; it lives while one of them is open. */
const SHARED_MEMORY = '?vfs=memdb';
/** How long a write waits for whoever else holds the file. Requests are told then; background tasks try again. */
export const BUSY_MS = 2_000;
/** For connections that read on the main thread: in write-ahead mode nobody who writes is in their way for longer. */
export const READER_BUSY_MS = 10;
/** Bytes that a write-ahead log keeps once nobody needs more of it. */
export const WAL_LIMIT = 8 * 1024 * 1024;
/**
 * Megabytes of pages a connection keeps, unless it is opened for more: the system keeps the file at hand for all of
 * them, once.
 */
const USUAL_CACHE_MB = 4;

const PAGES_AT_ONCE = 100_000;
/** Each as patient as a writer. */
const CHECKPOINT_TRIES = 3;

const hasBuiltIn = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
};

// A variable, because the types of Node 20 do not know the module that newer ones have built in.
const module: string = hasBuiltIn(process.versions.node) ? 'node:sqlite' : '@photostructure/sqlite';
const { DatabaseSync: Connection, backup } = (await import(module)) as {
  DatabaseSync: typeof Database;
  backup: typeof copyPages;
};

export const sharedInMemory = (name: string): string => `file:/${name}${SHARED_MEMORY}`;
export const isInMemory = (file: string): boolean => file === MEMORY || file.endsWith(SHARED_MEMORY);

type OpenOptions = {
  readOnly?: boolean;
  cacheMb?: number;
  busyMs?: number;
  /** Told of damage before the caller is; without it the damage is noted for the next start of the service. */
  whenDamaged?: (damage: DamagedDatabase) => void;
};

/**
 * Opens a SQLite file (made when missing) or a private database in memory, durable and ready to be shared by processes:
 * WAL, every commit on disk before it returns, `busyMs` (2 s) of patience with other writers; the bytes of what is
 * deleted are overwritten. A process has a dozen connections, and each fills its cache in time: `cacheMb` is for those
 * that need more of one than others.
 * @throws Error when the file cannot be opened; with `readOnly` also when it does not exist.
 */
export const openDatabase = (file: string, options: OpenOptions = {}): DatabaseSync => {
  if (!isInMemory(file) && !options.readOnly) makePrivate(file);
  const database = trackDatabaseCall(() => new Connection(file, { readOnly: options.readOnly ?? false }));
  nameDamage(database, file, options.whenDamaged ?? noteDamage);
  refuseNul(database);
  const { busyMs = BUSY_MS, cacheMb = USUAL_CACHE_MB } = options;
  database.exec(`
    PRAGMA busy_timeout = ${busyMs};
    PRAGMA journal_size_limit = ${WAL_LIMIT};
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = ${-1024 * cacheMb};
    PRAGMA secure_delete = ON;
  `);
  if (!isInMemory(file) && !options.readOnly)
    patiently(busyMs, () => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;'));
  // Who waits without the patience of SQLite counts the waits, too.
  if (busyMs > 0) names.set(database, databaseNameOf(file));
  if (!isInMemory(file) && !options.readOnly) measureFile(file);
  return database;
};

/**
 * A new file is its owner's alone from the first moment, and so are the write-ahead log and its index, which have the
 * modes of their file.
 */
const makePrivate = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    // Never opened when it is there: to close it again would give up all locks that this process has on it.
    if (Object(error).code !== 'EEXIST') throw error;
  }
};

/** Damage is told with the name of the file: no caller can go on with it. */
const nameDamage = (database: DatabaseSync, file: string, whenDamaged: (damage: DamagedDatabase) => void): void => {
  const naming =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return trackDatabaseCall(() => act(...args));
      } catch (error) {
        if (!isDamage(error)) throw error;
        const damaged = new DamagedDatabase(file, error instanceof Error ? error.message : String(error), {
          cause: error,
        });
        whenDamaged(damaged);
        throw damaged;
      }
    };
  const prepare = database.prepare.bind(database);
  replace(database, 'exec', naming(database.exec.bind(database)));
  replace(database, 'close', naming(database.close.bind(database)));
  replace(
    database,
    'prepare',
    naming((...args: Parameters<typeof prepare>) => {
      const statement = prepare(...args);
      for (const method of ['run', 'get', 'all'] as const)
        replace(statement, method, naming(statement[method].bind(statement) as (...values: unknown[]) => unknown));
      return statement;
    }),
  );
};

/**
 * The bindings cut a bound text at its first NUL, so that `abc\0zzz` would find and overwrite `abc`. No statement of a
 * connection takes one: neither as a value nor as a name, in any way of binding.
 */
const refuseNul = (database: DatabaseSync): void => {
  const prepare = database.prepare.bind(database);
  replace(database, 'prepare', (...args: Parameters<typeof prepare>) => {
    const statement = prepare(...args);
    for (const method of ['run', 'get', 'all', 'iterate'] as const) {
      const act = statement[method].bind(statement) as (...values: unknown[]) => unknown;
      replace(statement, method, (...values: unknown[]) => {
        for (const value of values) refuseNulIn(value);
        return act(...values);
      });
    }
    return statement;
  });
};

/** The methods of the built-in module can be replaced on one object only by defining them there. */
const replace = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, configurable: true });
};

const refuseNulIn = (value: unknown): void => {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new Error('SQLite cannot keep a text with NUL whole');
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const member of Object.values(value)) refuseNulIn(member);
  }
};

/**
 * Empties the write-ahead log, where pages lie as they were before what was deleted since. It waits for readers of
 * other connections.
 * @throws Error when one of them reads for longer than that
 */
export const emptyWriteAheadLog = (database: DatabaseSync): void => {
  for (let tries = 0; tries < CHECKPOINT_TRIES; tries++) {
    const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    if (busy === 0) return;
  }
  throw Object.assign(new Error('The write-ahead log is being read'), { errcode: BUSY });
};

/** Writes a database over another one, page by page. */
export const copyDatabaseTo = async (from: DatabaseSync, to: string): Promise<void> => {
  await backup(from, to, { rate: PAGES_AT_ONCE });
};

/** The busy timeout does not cover the switch to WAL, which two processes may attempt at once on a new file. */
const patiently = (busyMs: number, act: () => void): void => {
  for (const deadline = performance.now() + busyMs; ;) {
    try {
      return act();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
};

/**
 * Runs `act` in one write transaction (BEGIN IMMEDIATE: a read that turns into a write could not be retried). Rolled
 * back when `act` throws; committed and on disk when this returns. Within another one it is a part of it, which is
 * taken back alone, and which is on disk when that one returns.
 */
export const inWriteTransaction = <Result>(database: DatabaseSync, act: () => Result): Result => {
  const { begin, commit, rollback } = database.isTransaction ? PART : WHOLE;
  const began = performance.now();
  try {
    database.exec(begin);
  } finally {
    if (begin === WHOLE.begin) recordWriteWait(names.get(database), performance.now() - began);
  }
  try {
    const result = act();
    database.exec(commit);
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec(rollback);
    throw error;
  }
};

const WHOLE = { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', rollback: 'ROLLBACK' };
const PART = { begin: 'SAVEPOINT part', commit: 'RELEASE part', rollback: 'ROLLBACK TO part; RELEASE part' };

const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;
const UNIQUE = 2067;
const PRIMARY_KEY = 1555;

// `code` is ERR_SQLITE_ERROR whatever happened; the low byte of `errcode` is the primary result, the rest refines it.
const errcodeOf = (error: unknown): number | undefined =>
  typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

/** Another connection holds the write lock, or wrote since this transaction began to read. */
export const isBusy = (error: unknown): boolean => ((errcodeOf(error) ?? 0) & 0xff) === BUSY;

/** What is in the file is not what SQLite has written. */
const isDamage = (error: unknown): boolean => [CORRUPT, NOT_A_DATABASE].includes((errcodeOf(error) ?? 0) & 0xff);

/** A row with this primary key or unique value is already there. */
export const isUniqueViolation = (error: unknown): boolean => [UNIQUE, PRIMARY_KEY].includes(errcodeOf(error) ?? 0);

const EVERY_MS = 2_000;

/**
 * Keeps the write-ahead log of a file short: who reads for long has it grow, and SQLite alone would shrink it at a
 * later write, if there is one. It is emptied when nobody is in the way; who is, is not waited for. For the thread that
 * writes the file.
 */
export const keepWriteAheadLogShort = (database: DatabaseSync, file: string, patienceMs = BUSY_MS): PeriodicTask =>
  startPeriodic({ everyMs: EVERY_MS, unref: true, failure: 'a write-ahead log could not be emptied' }, async () => {
    if ((await walBytesOf(file)) <= WAL_LIMIT || !database.isOpen) return;
    database.exec('PRAGMA busy_timeout = 0');
    try {
      database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
    } finally {
      database.exec(`PRAGMA busy_timeout = ${patienceMs}`);
    }
  });
