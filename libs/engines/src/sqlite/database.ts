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
import { trackDatabaseCall } from './database-calls.js';
import { type DatabaseName, databaseNameOf, measureFile, recordWriteWait, walBytesOf } from './database-files.js';

/** Databases that are derived from the log and can be created again, the deliveries without their past attempts. */
const DERIVED_FILES: ReadonlySet<string> = new Set(['views.db', 'jobs.db', 'last-writes.db', 'deliveries.db']);
export const isDerived = (file: string): boolean => DERIVED_FILES.has(basename(file));

/** A file beside a database that was found damaged while it was in use: the next start sets the database aside. */
export const damageMarkerOf = (file: string): string => `${file}.damaged`;

/** Name of the channel that informs all threads of the process. */
const CHANNEL = 'damaged database';

/**
 * The content of the file is not what SQLite has written: the disk is failing, or another program has written to the
 * file.
 */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase';
  /** SQLITE_CORRUPT, which makes it an engine failure. */
  readonly errcode = 11;
  constructor(
    readonly file: string,
    readonly damage: string,
    options?: ErrorOptions,
  ) {
    super(
      isDerived(file)
        ? `${file} is damaged (${damage}). The next start of the service sets it aside and rebuilds it.`
        : `${file} is damaged (${damage}). Its data cannot be rebuilt. ` +
            'Keep the folder as it is, and restore the newest backup: docs/operations.md, "Damaged databases".',
      options,
    );
  }
}

/** Marks the damage for the next start and informs the process, which has to end. */
const reportDamage = ({ file }: DamagedDatabase): void => {
  if (!isDerived(file)) return;
  try {
    writeFileSync(damageMarkerOf(file), '', { mode: 0o600 });
  } catch {
    // The disk cannot be written. The damage will be found again.
  }
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(file);
  channel.close();
};

/** Calls `listener` with the file when any thread of the process finds that a derived database is damaged. */
export const onDamage = (listener: (file: string) => void): void => {
  const channel = new BroadcastChannel(CHANNEL);
  channel.unref();
  channel.onmessage = (message) => listener(String((message as { data: unknown }).data));
};

/** One connection. Keep it in a field: if only its statements are referenced, garbage collection closes it. */
export type DatabaseSync = DatabaseSyncInstance;
export type Statement = StatementSyncInstance;

const databaseNames = new WeakMap<DatabaseSync, DatabaseName | undefined>();

/** A private database in memory. */
export const MEMORY = ':memory:';
/**
 * A database in memory with a name, shared by all connections of this process that use the name. It exists while one of
 * them is open.
 */
const SHARED_MEMORY = '?vfs=memdb';
/** How long a write waits for a locked file. After that a request fails, and a background task tries again. */
export const BUSY_MS = 2_000;
/**
 * The same for connections that read on the main thread: in write-ahead mode a writer never blocks readers for longer.
 */
export const READER_BUSY_MS = 10;
/** Maximum size in bytes of a write-ahead log that is not in use. */
export const WAL_LIMIT = 8 * 1024 * 1024;
/**
 * Default size of the page cache of a connection. It is small because the operating system caches the file for all
 * connections.
 */
const DEFAULT_CACHE_MB = 4;

const PAGES_PER_STEP = 100_000;
/** Each try waits as long as a writer does. */
const MAX_CHECKPOINT_ATTEMPTS = 3;

const hasBuiltInSqlite = (version: string): boolean => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13);
};

// The specifier is a variable, because the types of Node 20 do not contain the built-in module of newer versions.
const module: string = hasBuiltInSqlite(process.versions.node) ? 'node:sqlite' : '@photostructure/sqlite';
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
  /** Called before the error is thrown. By default the damage is marked for the next start of the service. */
  whenDamaged?: (damage: DamagedDatabase) => void;
};

/**
 * Opens a SQLite file, which is created if it is missing, or a database in memory. Files can be shared by processes:
 * write-ahead mode, every commit is on disk before it returns, and a write waits up to `busyMs` (2 s) for other
 * writers. Deleted data is overwritten. A process has a dozen connections, and each fills its cache in time, so
 * `cacheMb` is only for those that need a larger one.
 * @throws Error if the file cannot be opened; with `readOnly` also if it does not exist
 */
export const openDatabase = (file: string, options: OpenOptions = {}): DatabaseSync => {
  if (!isInMemory(file) && !options.readOnly) createPrivateFile(file);
  const database = trackDatabaseCall(() => new Connection(file, { readOnly: options.readOnly ?? false }));
  detectDamage(database, file, options.whenDamaged ?? reportDamage);
  rejectNul(database);
  const { busyMs = BUSY_MS, cacheMb = DEFAULT_CACHE_MB } = options;
  database.exec(`
    PRAGMA busy_timeout = ${busyMs};
    PRAGMA journal_size_limit = ${WAL_LIMIT};
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = ${-1024 * cacheMb};
    PRAGMA secure_delete = ON;
  `);
  if (!isInMemory(file) && !options.readOnly)
    retryWhileBusy(busyMs, () => database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;'));
  // With `busyMs` 0 the caller waits itself and records the wait.
  if (busyMs > 0) databaseNames.set(database, databaseNameOf(file));
  if (!isInMemory(file) && !options.readOnly) measureFile(file);
  return database;
};

/** Creates a file with access for its owner only. The write-ahead log and its index get the same mode. */
const createPrivateFile = (file: string): void => {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    // An existing file is not opened here: closing it would release all locks that this process has on it.
    if (Object(error).code !== 'EEXIST') throw error;
  }
};

/** Throws DamagedDatabase with the name of the file if a call finds damage. */
const detectDamage = (database: DatabaseSync, file: string, whenDamaged: (damage: DamagedDatabase) => void): void => {
  const withDamageDetection =
    <Args extends unknown[], Result>(method: (...args: Args) => Result) =>
    (...args: Args): Result => {
      try {
        return trackDatabaseCall(() => method(...args));
      } catch (error) {
        if (!isDamage(error)) throw error;
        const damage = new DamagedDatabase(file, error instanceof Error ? error.message : String(error), {
          cause: error,
        });
        whenDamaged(damage);
        throw damage;
      }
    };
  const prepare = database.prepare.bind(database);
  replace(database, 'exec', withDamageDetection(database.exec.bind(database)));
  replace(database, 'close', withDamageDetection(database.close.bind(database)));
  replace(
    database,
    'prepare',
    withDamageDetection((...args: Parameters<typeof prepare>) => {
      const statement = prepare(...args);
      for (const method of ['run', 'get', 'all'] as const)
        replace(
          statement,
          method,
          withDamageDetection(statement[method].bind(statement) as (...values: unknown[]) => unknown),
        );
      return statement;
    }),
  );
};

/**
 * The SQLite bindings cut a bound text at its first NUL, so that `abc\0zzz` would match and overwrite `abc`. All
 * statements of the connection therefore reject texts with NUL, both as values and as names of objects.
 */
const rejectNul = (database: DatabaseSync): void => {
  const prepare = database.prepare.bind(database);
  replace(database, 'prepare', (...args: Parameters<typeof prepare>) => {
    const statement = prepare(...args);
    for (const method of ['run', 'get', 'all', 'iterate'] as const) {
      const originalMethod = statement[method].bind(statement) as (...values: unknown[]) => unknown;
      replace(statement, method, (...values: unknown[]) => {
        for (const value of values) rejectNulIn(value);
        return originalMethod(...values);
      });
    }
    return statement;
  });
};

/** The methods of the built-in module can only be replaced by defining a property on the object. */
const replace = (target: object, name: string, value: unknown): void => {
  Object.defineProperty(target, name, { value, configurable: true });
};

const rejectNulIn = (value: unknown): void => {
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new Error('SQLite cannot keep a text with NUL whole');
  } else if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    for (const member of Object.values(value)) rejectNulIn(member);
  }
};

/**
 * Empties the write-ahead log, which still contains pages with deleted data. Waits for readers of other connections.
 * @throws Error if one of them reads for too long
 */
export const emptyWriteAheadLog = (database: DatabaseSync): void => {
  for (let attempt = 0; attempt < MAX_CHECKPOINT_ATTEMPTS; attempt++) {
    const { busy } = database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    if (busy === 0) return;
  }
  throw Object.assign(new Error('The write-ahead log is being read'), { errcode: BUSY });
};

/** Copies a database over another one, page by page. */
export const copyDatabaseTo = async (from: DatabaseSync, to: string): Promise<void> => {
  await backup(from, to, { rate: PAGES_PER_STEP });
};

/** The busy timeout does not cover the switch to WAL, which two processes may attempt at once on a new file. */
const retryWhileBusy = (busyMs: number, action: () => void): void => {
  for (const deadline = performance.now() + busyMs; ;) {
    try {
      return action();
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
    }
  }
};

/**
 * Runs `action` in a write transaction (BEGIN IMMEDIATE, because a read transaction that becomes a write one cannot be
 * retried). It is rolled back if `action` throws, and on disk when this returns. Inside another transaction it is a
 * savepoint: it is rolled back on its own, and on disk when the outer transaction is.
 */
export const inWriteTransaction = <Result>(database: DatabaseSync, action: () => Result): Result => {
  const { begin, commit, rollback } = database.isTransaction ? SAVEPOINT : TRANSACTION;
  const startedAt = performance.now();
  try {
    database.exec(begin);
  } finally {
    if (begin === TRANSACTION.begin) recordWriteWait(databaseNames.get(database), performance.now() - startedAt);
  }
  try {
    const result = action();
    database.exec(commit);
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec(rollback);
    throw error;
  }
};

const TRANSACTION = { begin: 'BEGIN IMMEDIATE', commit: 'COMMIT', rollback: 'ROLLBACK' };
const SAVEPOINT = { begin: 'SAVEPOINT part', commit: 'RELEASE part', rollback: 'ROLLBACK TO part; RELEASE part' };

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

/** The content of the file is not what SQLite has written. */
const isDamage = (error: unknown): boolean => [CORRUPT, NOT_A_DATABASE].includes((errcodeOf(error) ?? 0) & 0xff);

/** A row with this primary key or unique value is already there. */
export const isUniqueViolation = (error: unknown): boolean => [UNIQUE, PRIMARY_KEY].includes(errcodeOf(error) ?? 0);

const WAL_CHECK_INTERVAL_MS = 2_000;

/**
 * Keeps the write-ahead log of a file short. It grows during long reads, and SQLite shrinks it only at a later write.
 * It is emptied when no other connection uses it, without waiting for one that does. To be called by the thread that
 * writes the file.
 */
export const keepWriteAheadLogShort = (database: DatabaseSync, file: string, busyMs = BUSY_MS): PeriodicTask =>
  startPeriodic(
    { everyMs: WAL_CHECK_INTERVAL_MS, unref: true, failure: 'a write-ahead log could not be emptied' },
    async () => {
      if ((await walBytesOf(file)) <= WAL_LIMIT || !database.isOpen) return;
      database.exec('PRAGMA busy_timeout = 0');
      try {
        database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
      } finally {
        database.exec(`PRAGMA busy_timeout = ${busyMs}`);
      }
    },
  );
