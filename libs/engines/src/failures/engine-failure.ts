import { StoreUnavailable } from '#events/event-store';

/**
 * Primary result codes of SQLite that are about the file, its disk or a lock of another connection, and not about the
 * statement: PERM, BUSY, LOCKED, NOMEM, READONLY, INTERRUPT, IOERR, CORRUPT, FULL, CANTOPEN, PROTOCOL, NOTADB.
 */
const SQLITE_CODES: ReadonlySet<number> = new Set([3, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 26]);
/**
 * The transient ones of them: SQLITE_BUSY, LOCKED, NOMEM, IOERR, FULL. Nothing has to be repaired; they end when there
 * is space again or another connection has finished.
 */
const TRANSIENT_SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 7, 10, 13]);

/**
 * SQLITE_FULL, and the kinds of SQLITE_IOERR that a full disk causes in a write-ahead log and its index: IOERR_WRITE,
 * IOERR_SHMOPEN, IOERR_SHMSIZE.
 */
const DISK_FULL_SQLITE_CODES: ReadonlySet<number> = new Set([13, 778, 4618, 4874]);
const DISK_FULL_SYSTEM_CODES: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** Codes of system errors about a disk, a limit of this process, or a connection. */
const TRANSIENT_SYSTEM_CODES: ReadonlySet<string> = new Set(
  [
    'ENOSPC EDQUOT EFBIG EIO EBUSY EAGAIN EMFILE ENFILE ENOMEM',
    'ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN',
  ].flatMap((codes) => codes.split(' ')),
);
const SYSTEM_CODES: ReadonlySet<string> = new Set([
  ...TRANSIENT_SYSTEM_CODES,
  'EROFS',
  'EACCES',
  'EPERM',
  'ENODEV',
  'ENXIO',
]);

/**
 * Whether an error means that an engine cannot work: a disk that is full or broken, a locked file, a server that is
 * unavailable. This is the only place where that is decided. Requests then answer 503, and background tasks try again.
 */
export const isEngineFailure = (error: unknown): boolean => hasCode(error, SQLITE_CODES, SYSTEM_CODES);

/**
 * Whether an engine failure may end by itself, so that a starting process waits for it. A file that is damaged or must
 * not be opened needs an operator.
 */
export const isTransientFailure = (error: unknown): boolean =>
  hasCode(error, TRANSIENT_SQLITE_CODES, TRANSIENT_SYSTEM_CODES);

/** Whether an error, or its cause, is due to a full disk. */
export const isOutOfSpace = (error: unknown): boolean => {
  if (typeof error !== 'object' || error === null) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return DISK_FULL_SQLITE_CODES.has(error.errcode);
  if ('code' in error && 'syscall' in error) return DISK_FULL_SYSTEM_CODES.has(String(error.code));
  return 'cause' in error && isOutOfSpace(error.cause);
};

/** Maps an engine failure to StoreUnavailable. Other errors, such as mistakes of the caller, are returned unchanged. */
export const toStoreUnavailable = (error: unknown, engine: string): unknown => {
  if (error instanceof StoreUnavailable || !isEngineFailure(error)) return error;
  return new StoreUnavailable(`${engine} cannot answer: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
};

const hasCode = (error: unknown, sqliteCodes: ReadonlySet<number>, systemCodes: ReadonlySet<string>): boolean => {
  if (error instanceof StoreUnavailable) return true;
  if (typeof error !== 'object' || error === null) return false;
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteCodes.has(error.errcode & 0xff);
  // Only errors of system calls have both. An error of a library may use such a code with another meaning.
  return 'code' in error && 'syscall' in error && typeof error.code === 'string' && systemCodes.has(error.code);
};

/**
 * Wraps an engine so that every method of its class throws StoreUnavailable for a failure of its file, disk or server.
 * Methods that are assigned to the object itself (tests do that) are not wrapped.
 */
export const withFailureMapping = <Engine extends object>(name: string, engine: Engine): Engine => {
  const methods = new WeakMap<object, unknown>();
  return new Proxy(engine, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function' || Object.hasOwn(target, key)) return value;
      const method = methods.get(value) ?? mappedMethod(name, target, value);
      methods.set(value, method);
      return method;
    },
  });
};

// eslint-disable-next-line typescript/no-unsafe-function-type -- whatever method an engine has
const mappedMethod = (name: string, target: object, method: Function) => {
  const rethrow = (error: unknown): never => {
    throw toStoreUnavailable(error, name);
  };
  return (...args: unknown[]): unknown => {
    let result: unknown;
    try {
      result = Reflect.apply(method, target, args);
    } catch (error) {
      return rethrow(error);
    }
    if (result instanceof Promise) return result.catch(rethrow);
    return isAsyncIterable(result) ? withMappedFailures(result, rethrow) : result;
  };
};

const withMappedFailures = (
  items: AsyncIterable<unknown>,
  rethrow: (error: unknown) => never,
): AsyncIterableIterator<unknown> => {
  const iterator = items[Symbol.asyncIterator]();
  return {
    next: () => iterator.next().catch(rethrow),
    return: async (value) => (await iterator.return?.(value)) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
};

const isAsyncIterable = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
