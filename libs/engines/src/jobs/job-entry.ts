import type { Job, JobState } from './jobs.js';

/** A row of the table. */
export type Entry = {
  id: string;
  name: string;
  subject: string | null;
  payload: string;
  state: JobState;
  attempts: number;
  max_attempts: number;
  progress: number;
  error: string | null;
  created_at: string;
  run_at: string;
  started_at: string | null;
  finished_at: string | null;
};

export const jobOf = (entry: Entry): Job => ({
  id: entry.id,
  name: entry.name,
  payload: JSON.parse(entry.payload) as unknown,
  subject: entry.subject,
  state: entry.state,
  attempts: Math.min(entry.attempts, entry.max_attempts),
  maxAttempts: entry.max_attempts,
  progress: entry.progress,
  error: entry.error,
  createdAt: entry.created_at,
  runAt: entry.run_at,
  startedAt: entry.started_at,
  finishedAt: entry.finished_at,
});
