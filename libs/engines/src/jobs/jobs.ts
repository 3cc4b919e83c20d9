import type { Position } from '#events';

export type JobState = 'waiting' | 'active' | 'done' | 'failed';

export type Job = {
  id: string;
  name: string;
  payload: unknown;
  state: JobState;
  attempts: number;
  maxAttempts: number;
  /** 0 to 100 */
  progress: number;
  error: string | null;
  createdAt: string;
  runAt: string;
  finishedAt: string | null;
};

/**
 * `lastAttempt`: when this one fails too, the job stays failed. `signal` aborts when the lease was lost: somebody else has taken over.
 * `abandoned`: the last attempt took its worker with it. Nothing is to be tried any more, only to be answered; the job fails whatever the handler does.
 */
export type JobContext = { id: string; attempt: number; lastAttempt: boolean; abandoned: boolean; progress(percent: number): Promise<void>; signal: AbortSignal };
export type JobHandler = (payload: unknown, context: JobContext) => Promise<void>;

/** Thrown by a handler when trying again cannot help: the job fails at once and waits for an operator. */
export class PermanentFailure extends Error {
  override name = 'PermanentFailure';
}

/**
 * Port. At least once: a job whose worker dies is taken over when its lease ends, so every effect carries an idempotency key.
 * A job id is "<eventId>.<job name>"; enqueueing a known id does nothing. `parked` (a reason) stores it as failed, for an operator to retry.
 */
export interface Jobs {
  enqueue(name: string, payload: unknown, options: { id: string; maxAttempts?: number; runAt?: Date; parked?: string }): Promise<void>;
  /** How far the log has been turned into jobs. It lies with the jobs, so that losing them means deriving them again (DECISIONS 15). */
  checkpoint(reader: string): Promise<{ logId: string; position: Position } | null>;
  saveCheckpoint(reader: string, checkpoint: { logId: string; position: Position }): Promise<void>;
  /** Runs jobs of this name, `concurrency` at a time, until the returned stop function resolves (it waits for running handlers). */
  work(name: string, handler: JobHandler, options?: { concurrency?: number }): () => Promise<void>;
  /** Newest first; 50 of them unless `limit` says otherwise. */
  find(query: { name?: string; state?: JobState; skip?: number; limit?: number }): Promise<{ jobs: Job[]; total: number }>;
  /** Puts a failed job back to waiting with fresh attempts. False when it is not failed. */
  retry(id: string): Promise<boolean>;
  close(): Promise<void>;
}
