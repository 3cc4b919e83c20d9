import type { LoggerOptions } from 'pino';

/** An error as the log may have it. */
type LoggedError = { type: string; message: string; stack?: string; code?: string | number; cause?: LoggedError };

/** Causes of causes: what lies deeper says nothing new. */
const MOST_CAUSES = 5;
/** Some of the words of a library repeat what it was given. */
const MOST_LETTERS = 2_000;
const MOST_STACK = 8_000;

const logged = (error: unknown, depth: number): LoggedError => {
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? cut(error) : '' };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  return {
    type: error.name,
    message: cut(error.message),
    ...(error.stack === undefined ? {} : { stack: cut(error.stack, MOST_STACK) }),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(cause === undefined || cause === null || depth === 0 ? {} : { cause: logged(cause, depth - 1) }),
  };
};

const cut = (text: string, most = MOST_LETTERS): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/**
 * How every logger of the service prints errors: a fixed list of their properties. Libraries and our own errors carry what they failed
 * at, such as an event, a request or a document, and that names persons.
 */
export const logSerializers: NonNullable<LoggerOptions['serializers']> = {
  err: (error: unknown) => logged(error, MOST_CAUSES),
};
