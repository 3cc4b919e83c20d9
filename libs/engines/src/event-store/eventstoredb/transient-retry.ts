import { setTimeout as pause } from 'node:timers/promises';
import { StoreMisconfigured, StoreUnavailable } from '#events';
import { AppendInDoubt } from '../event-log.js';
import { ServerTimeout } from './connection.js';

const FIRST_RETRY_MS = 50;
const MAX_RETRY_MS = 500;
/** Maximum number of calls that wait for a retry; further calls fail at once. */
const MAX_WAITING_CALLS = 1_000;

/**
 * A cluster that elects a leader, a node that restarts and a connection that was reset work again within seconds.
 * Failed calls are repeated until then, so that a person sees a slow response instead of an error. A call without any
 * answer is not repeated, because its deadline has passed already. An append whose outcome is unknown is not repeated
 * here either; the store repeats it with the same bytes.
 */
export class TransientRetry {
  private waitingCalls = 0;

  /** `waitMs`: how long a call is repeated. `isClosed`: whether the log is closed. */
  constructor(
    private readonly waitMs: number,
    private readonly isClosed: () => boolean,
  ) {}

  /** @throws the error of the last attempt */
  async run<Result>(call: () => Promise<Result>): Promise<Result> {
    const deadline = performance.now() + this.waitMs;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)) {
      try {
        return await call();
      } catch (error) {
        if (!isTransient(error) || this.isClosed() || this.waitingCalls >= MAX_WAITING_CALLS) throw error;
        if (performance.now() + retryMs > deadline) throw error;
      }
      this.waitingCalls += 1;
      await pause(retryMs).finally(() => (this.waitingCalls -= 1));
    }
  }
}

const isTransient = (error: unknown): boolean =>
  error instanceof StoreUnavailable &&
  !(error instanceof StoreMisconfigured || error instanceof AppendInDoubt || error instanceof ServerTimeout);
