import { setTimeout as pause } from 'node:timers/promises';
import { load } from '#domain/event-sourcing';
import { message } from '#domain/messages';
import type { Engines } from '#engines';

const LOOK_EVERY_MS = 50;

/**
 * Whether it is known, within the time given, that a code did not go out: its message failed for good, or a try did and another follows.
 * Nothing known is no failure: the worker may be busy, or its jobs cannot be asked. `askedBy` is the event that asked for the code.
 */
export const codeSendingFailed = async (
  { eventStore, jobs }: Pick<Engines, 'eventStore' | 'jobs'>,
  askedBy: string,
  withinMs: number,
): Promise<boolean> => {
  const end = performance.now() + withinMs;
  for (;;) {
    const { state } = await load(eventStore, message, askedBy);
    if (state.stage !== 'unsent') return state.stage === 'failed';
    if (performance.now() >= end) break;
    await pause(LOOK_EVERY_MS);
  }
  const job = await jobs.get(`${askedBy}.send-code`).catch(() => null);
  return job !== null && job.error !== null;
};
