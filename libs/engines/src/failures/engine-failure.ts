import { StoreUnavailable } from '#events/event-store';

/**
 * Primary result codes of SQLite that tell of the file, its disk or somebody else's lock, and nothing about what was
 * asked: PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB.
 */
const OF_SQLITE: ReadonlySet<number> = new Set([3, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);
/**
 * Of these SQLITE_BUSY, LOCKED, NOMEM, IOERR, FULL: nothing has to be repaired but room to be made or somebody else to
 * finish.
 */
const PASSING_OF_SQLITE: ReadonlySet<number> = new Set([5, 6, 7, 10, 13]);

/**
 * SQLITE_FULL, and of SQLITE_IOERR what a full disk does to a write-ahead log and its index: IOERR_WRITE,
 * IOERR_SHMOPEN, IOERR_SHMSIZE.
 */
const FULL_OF_SQLITE: ReadonlySet<number> = new Set([13, 778, 4618, 4874]);
const FULL_OF_SYSTEM: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Errors of the system that tell of a disk, of a limit of this process, or of a connection. */
const PASSING_OF_SYSTEM: ReadonlySet<string> = new Set(
  [
    'ENOSPC EDQUOT EFBIG EIO EBUSY EAGAIN EMFILE ENFILE ENOMEM',
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN',
  ].flatMap((codes) => codes.split(' ')),
);
const OF_SYSTEM: ReadonlySet<string> = new Set([...PASSING_OF_SYSTEM, 'EROFS', 'EACCES', 'EPERM', 'ENODEV', 'ENXIO']);

/**
 * Whether an error tells that an engine cannot do its work: a disk that is full or broken, a file that somebody else
 * holds, a server that is away. This is the one place where that is decided; requests then answer 503 and background
 * tasks try again.
 */
export const isEngineFailure = (error: unknown): boolean => fits(error, OF_SQLITE, OF_SYSTEM);

/**
 * Of those, what may pass while a process waits at its start. A file that is damaged or must not be opened needs an
 * operator.
 */
export const isTransientFailure = (error: unknown): boolean => fits(error, PASSING_OF_SQLITE, PASSING_OF_SYSTEM);

/** Whether what failed, or its cause, needed room on a disk that has none. */
export const isOutOfSpace = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return FULL_OF_SQLITE.has(error.errcode);
  if ('code' in error && 'syscall' in error) return FULL_OF_SYSTEM.has(String(error.code));
  return 'cause' in error && isOutOfSpace(error.cause);
};

/** The error as callers of an engine see it; one that tells of the caller's mistake stays what it is. */
export const toStoreUnavailable = (error: unknown, engine: string): unknown => {
  if (error instanceof StoreUnavailable || !isEngineFailure(error)) return error;
  return new StoreUnavailable(`${engine} cannot answer: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
};

const fits = (error: unknown, sqlite: ReadonlySet<number>, system: ReadonlySet<string>): boolean => {
  if (error instanceof StoreUnavailable) return true;
  if (typeof error !== 'object' || error === null) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return sqlite.has(error.errcode & 0xff);
  // Only errors of system calls have both: a library's own error may use such a code for something else.
  return 'code' in error && 'syscall' in error && typeof error.code === 'string' && system.has(error.code);
};

/**
 * An engine as its callers have it: whatever its file, its disk or its server fails with is thrown as StoreUnavailable,
 * by every method of its class. What is assigned to the object itself (tests do that) is called as it is.
 */
export const withFailureMapping = <Engine extends object>(name: string, engine: Engine): Engine => {
  const methods = new WeakMap<object, unknown>();
  return new Proxy(engine, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || Object.hasOwn(target, key)) return value;
      const method = methods.get(value) ?? guardedCall(name, target, value);
      methods.set(value, method);
      return method;
    },
  });
};

// eslint-disable-next-line typescript/no-unsafe-function-type -- whatever method an engine has
const guardedCall = (name: string, target: object, method: Function) => {
  const refuse = (error: unknown): never => {
    throw toStoreUnavailable(error, name);
  };
  return (...args: unknown[]): unknown => {
    let answer: unknown;
    try {
      answer = Reflect.apply(method, target, args);
    } catch (error) {
      return refuse(error);
    }
    if (answer instanceof Promise) return answer.catch(refuse);
    return isAsyncIterable(answer) ? guardedItems(answer, refuse) : answer;
  };
};

const guardedItems = (
  items: AsyncIterable<unknown>,
  refuse: (error: unknown) => never,
): AsyncIterableIterator<unknown> => {
  const iterator = items[Symbol.asyncIterator]();
  return {
    next: () => iterator.next().catch(refuse),
    return: async (value) => (await iterator.return?.(value)) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
