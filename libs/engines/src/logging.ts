import { writeSync } from 'node:fs';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import type { LoggerOptions } from 'pino';

const STDOUT = 1;
const KEY = 'dropped log lines';
/**
 * A reader that is slower than the log is waited for so long, once: the lines after one that was dropped wait for
 * nobody.
 */
const BLOCKED_WRITE_LIMIT_MS = 50;
const STEP_MS = 5;

/** One count for all threads of the process: new threads get the environment data of the one that starts them. */
const shared = (getEnvironmentData(KEY) as SharedArrayBuffer | undefined) ?? new SharedArrayBuffer(4);
setEnvironmentData(KEY, shared);
const dropped = new Uint32Array(shared);

/** Lines of the log that could not be written since the process started, of all its threads. */
export const droppedLogLines = (): number => Atomics.load(dropped, 0);

/**
 * Standard output as the destination of a log, for `pino(options, logLines())`. A line that cannot be written, because
 * the file's disk is full or nobody reads, is dropped and counted: neither answers nor the end of the process wait for
 * the log.
 */
export const logLines = (fd = STDOUT, write: typeof writeSync = writeSync): { write(line: string): void } => {
  let isTorn = false;
  let isStuck = false;
  return {
    write(line) {
      // What was written of a line that was dropped must not swallow the next one.
      const bytes = Buffer.from(isTorn ? `\n${line}` : line);
      let done = 0;
      for (let waited = 0; done < bytes.length;) {
        try {
          done += write(fd, bytes, done);
        } catch (error) {
          if (Object(error).code === 'EINTR') continue;
          if (Object(error).code === 'EAGAIN' && !isStuck && waited < BLOCKED_WRITE_LIMIT_MS) {
            waited += STEP_MS;
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, STEP_MS);
            continue;
          }
          Atomics.add(dropped, 0, 1);
          isStuck = true;
          isTorn ||= done > 0;
          return;
        }
      }
      isTorn = false;
      isStuck = false;
    },
  };
};

/** An error as the log may have it. */
type LoggedError = { type: string; message: string; stack?: string; code?: string | number; cause?: LoggedError };

/** Causes of causes: what lies deeper says nothing new. */
const MAX_CAUSES = 5;
/** Some of the words of a library repeat what it was given. */
const MAX_CHARACTERS = 2_000;
const MAX_STACK_CHARACTERS = 8_000;

const logged = (error: unknown, depth: number): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? cut(error) : '' };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: cut(error.message),
    ...(error.stack === undefined ? {} : { stack: cut(error.stack, MAX_STACK_CHARACTERS) }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause === undefined || cause === null || depth === 0 ? {} : { cause: logged(cause, depth - 1) }),
  };
};

const cut = (text: string, most = MAX_CHARACTERS): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/**
 * How every logger of the service prints errors: a fixed list of their properties. Libraries and our own errors carry
 * what they failed at, such as an event, a request or a document, and that names persons.
 */
export const logSerializers: NonNullable<LoggerOptions['serializers']> = {
  err: (error: unknown) => logged(error, MAX_CAUSES),
};
