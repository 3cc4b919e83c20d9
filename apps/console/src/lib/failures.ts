import { ApiError } from './http.js';
import { createStore } from './store.js';

/** What the one alert shows (ERR-001 to ERR-004): the login has expired, or a message. */
export type Failure = { kind: 'loginExpired' } | { kind: 'message'; message: string };

/** The alert on screen, or null. One at a time: what fails while it is open fails for the same reason. */
export const currentFailure = createStore<Failure | null>(null);

/** Errors of this page since it was loaded, for the badge in the header (NAV-012). Newest first, at most 50. */
export const errorLog = createStore<{ at: Date; message: string; source: string; requestId: string }[]>([]);

const log = (error: unknown): void => {
  const entry =
    error instanceof ApiError
      ? {
          at: error.at,
          message: error.message,
          source: `${error.operation} ${error.status}`,
          requestId: error.requestId,
        }
      : { at: new Date(), message: error instanceof Error ? error.message : String(error), source: '', requestId: '' };
  errorLog.set((entries) => [entry, ...entries].slice(0, 50));
};

/**
 * The global handler of ERR-001 to ERR-004: every failed call ends here unless its caller shows the failure itself. An
 * expired login replaces a message that is already open.
 */
export const reportFailure = (error: unknown): void => {
  if (error instanceof Error && error.name === 'AbortError') return;
  log(error);
  if (error instanceof ApiError && error.loginExpired) currentFailure.set({ kind: 'loginExpired' });
  else
    currentFailure.set(
      (current) => current ?? { kind: 'message', message: error instanceof Error ? error.message : String(error) },
    );
};

/**
 * Logs errors that no code has caught: errors of scripts and unhandled rejections (SH-004).
 * @returns how to stop
 */
export const watchScriptErrors = (): (() => void) => {
  // A picture or a script that did not load has no error, and two resize measurements in one frame are not a failure.
  const onError = ({ error, message }: ErrorEvent) => {
    if (!message.startsWith('ResizeObserver loop')) log(error ?? message);
  };
  const onRejection = ({ reason }: PromiseRejectionEvent) => {
    if (!(reason instanceof Error && reason.name === 'AbortError')) log(reason);
  };
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
};

/**
 * For failures that the caller shows itself: they count in the error log and open no alert, except for an expired
 * login.
 */
export const logHandledFailure = (error: unknown): void => {
  if (error instanceof ApiError && error.loginExpired) reportFailure(error);
  else log(error);
};
