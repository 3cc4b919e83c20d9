import { writeSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { LoggerOptions } from 'pino';

const STDOUT = 1;
const KEY = 'dropped log lines';
/**
 * How long a line waits for a reader that is slower than the log. After a line was dropped, the next ones do not wait,
 * until one can be written.
 */
const BLOCKED_WRITE_LIMIT_MS = 50;
const STEP_MS = 5;

/** One count for all threads of the process: a new thread gets the environment data of the thread that starts it. */
const sharedCount = (getEnvironmentData(KEY) as SharedArrayBuffer | undefined) ?? new SharedArrayBuffer(4);
setEnvironmentData(KEY, sharedCount);
const droppedCount = new Uint32Array(sharedCount);

/** Number of log lines that could not be written since the process started, in all its threads. */
export const droppedLogLines = (): number => Atomics.load(droppedCount, 0);

/**
 * Standard output as the destination of a log, for `pino(options, logLines())`. A line that cannot be written, because
 * the disk is full or nobody reads, is dropped and counted: neither responses nor the end of the process wait for the
 * log.
 */
export const logLines = (fd = STDOUT, write: typeof writeSync = writeSync): { write(line: string): void } => {
  let isLineIncomplete = false;
  let isBlocked = false;
  return {
    write(line) {
      // If only a part of the last line was written, the next one starts on a line of its own.
      const bytes = Buffer.from(isLineIncomplete ? `\n${line}` : line);
      let writtenBytes = 0;
      for (let waitedMs = 0; writtenBytes < bytes.length;) {
        try {
          writtenBytes += write(fd, bytes, writtenBytes);
        } catch (error) {
          if (Object(error).code === 'EINTR') continue;
          if (Object(error).code === 'EAGAIN' && !isBlocked && waitedMs < BLOCKED_WRITE_LIMIT_MS) {
            waitedMs += STEP_MS;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
            continue;
          }
          Atomics.add(droppedCount, 0, 1);
          isBlocked = true;
          isLineIncomplete ||= writtenBytes > 0;
          return;
        }
      }
      isLineIncomplete = false;
      isBlocked = false;
    },
  };
};

/** The properties of an error that may be logged. */
type LoggedError = { type: string; message: string; stack?: string; code?: string | number; cause?: LoggedError };

/** Maximum depth of causes; deeper ones add nothing. */
const MAX_CAUSES = 5;
/** Some messages of libraries repeat their input. */
const MAX_CHARACTERS = 2_000;
const MAX_STACK_CHARACTERS = 8_000;

const toLoggedError = (error: unknown, depth: number): LoggedError => {
  if (!(error instanceof Error))
    return { type: typeof error, message: typeof error === 'string' ? truncate(error) : '' };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: truncate(error.message),
    ...(error.stack === undefined ? {} : { stack: truncate(error.stack, MAX_STACK_CHARACTERS) }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause === undefined || cause === null || depth === 0 ? {} : { cause: toLoggedError(cause, depth - 1) }),
  };
};

const truncate = (text: string, max = MAX_CHARACTERS): string => (text.length > max ? `${text.slice(0, max)}…` : text);

/**
 * How every logger of the service prints errors: a fixed list of their properties. Errors also carry the event, the
 * request or the document that failed, which may contain names of persons.
 */
export const logSerializers: NonNullable<LoggerOptions['serializers']> = {
  err: (error: unknown) => toLoggedError(error, MAX_CAUSES),
};
