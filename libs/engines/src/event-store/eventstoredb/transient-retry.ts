import { setTimeout as pause } from 'node:timers/promises';
import { StoreMisconfigured, StoreUnavailable } from '#events';
import { AppendInDoubt } from '../event-log.js';
import { ServerSilent } from './connection.js';

const FIRST_AGAIN_AFTER_MS = 50;
const AGAIN_AFTER_MS = 500;
/** Calls that wait at a time; more are told at once that the server is away. */
const MAX_WAITING = 1_000;

/**
 * A cluster that elects a leader, a node that restarts and a connection that is reset answer again within seconds.
 * Calls that they fail are made again until then, so that a person sees a slow answer instead of an error. A server
 * that says nothing is not asked again: its deadline has passed already. Nor is an append whose outcome is in doubt,
 * which the store repeats with the same bytes.
 */
export class TransientRetry {
  private waiting = 0;

  /** `waitMs`: how long a call is made again; `isOver` tells that the log is closed. */
  constructor(
    private readonly waitMs: number,
    private readonly isOver: () => boolean,
  ) {}

  /** @throws what the last try throws */
  async with<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const giveUpAt = performance.now() + this.waitMs;
    for (let againAfterMs = FIRST_AGAIN_AFTER_MS; ; againAfterMs = Math.min(2 * againAfterMs, AGAIN_AFTER_MS)) {
      try {
        return await call();
      } catch (error) {
        if (!mayPassSoon(error) || this.isOver() || this.waiting >= MAX_WAITING) throw error;
        if (performance.now() + againAfterMs > giveUpAt) throw error;
      }
      this.waiting += 1;
      await pause(againAfterMs).finally(() => (this.waiting -= 1));
    }
  }
}

const mayPassSoon = (error: unknown): boolean =>
  error instanceof StoreUnavailable &&
  !(error instanceof StoreMisconfigured || error instanceof AppendInDoubt || error instanceof ServerSilent);
