import { Queue } from 'bullmq';
import { DAY_MS, HOUR_MS } from '#domain/time';
import type { Position, StoreUnavailable } from '#events';
import {
  JOB_RETENTION_MS,
  type EnqueueOptions,
  type Job,
  type JobFilter,
  type JobHandler,
  type Jobs,
  type JobState,
  type JobsWarning,
  type LogCheckpoint,
  type ReconciliationResult,
  type JobLocation,
  type WorkOptions,
} from '../jobs.js';
import { withDeadline, connectCaller, redisWarnings } from './redis-connection.js';
import { type JobData, queueIdOf, RedisJobList, redisKeys, type RedisKeys } from './redis-job-list.js';
import { RedisJobWorker, type RedisTiming } from './redis-job-worker.js';
import type { ScriptedRedis } from './redis-scripts.js';

const DEFAULT_ATTEMPTS = 5;
/** The delay by which the script parkJob recognises a job to park. */
const PARKED_DELAY_MS = 3_650 * DAY_MS;
/** Maximum number of jobs that the script deleteEndedJobs deletes in one call. */
const MAX_DELETED = 1_000;
/** Maximum number of jobs that one script locates, because Redis serves no other caller meanwhile. */
const MAX_LOCATED_JOBS = 1_000;

type Timing = RedisTiming & {
  /** Within this time a call is answered or fails with StoreUnavailable. */
  deadlineMs: number;
  /** How long ended jobs are kept; done ones at least a day, so that a job that is derived again is recognised. */
  retentionMs: { done: number; unsettled: number };
};

const TIMING: Timing = {
  random: Math.random,
  leaseMs: 30_000,
  checkMs: 1_000,
  skipsRenewal: false,
  stopTimeoutMs: 3_000,
  recordTimeoutMs: 2_000,
  deadlineMs: 5_000,
  retentionMs: JOB_RETENTION_MS,
};

/**
 * Opens the jobs on a Redis server (redis://host:port/db), which any number of processes may share. All keys begin with
 * `prefix`. Redis may be emptied at any time: lost jobs are derived again from the log (ADR-025). With `onUnavailable` the
 * jobs can be opened while Redis is unavailable; it is called with the reason, and they work once Redis answers.
 * @throws StoreUnavailable if Redis does not answer in time and there is no `onUnavailable`; Error if the URL is wrong
 */
export const openRedisJobs = async (
  url: string,
  {
    prefix = 'consign',
    onUnavailable,
    ...timing
  }: Partial<Timing> & { prefix?: string; onUnavailable?: (reason: StoreUnavailable) => void } = {},
): Promise<Jobs> => {
  const allTiming = { ...TIMING, ...timing };
  return new RedisJobs(
    url,
    await connectCaller(url, allTiming.deadlineMs, onUnavailable),
    redisKeys(prefix),
    allTiming,
  );
};

class RedisJobs implements Jobs {
  private readonly queues = new Map<string, Queue<JobData>>();
  private readonly workers = new Set<RedisJobWorker>();
  private readonly list: RedisJobList;
  private lastCleanupAt = 0;

  constructor(
    private readonly url: string,
    private readonly redis: ScriptedRedis,
    private readonly keys: RedisKeys,
    private readonly timing: Timing,
  ) {
    this.list = new RedisJobList(redis, keys);
  }

  /** The files of the server are not managed by the platform. */
  async overwriteDeleted(): Promise<void> {}

  enqueue(
    name: string,
    payload: unknown,
    { id, subject, maxAttempts = DEFAULT_ATTEMPTS, runAt, parkedReason }: EnqueueOptions,
  ): Promise<void> {
    return this.call(async () => {
      const now = Date.now();
      const queueId = queueIdOf(id);
      const data: JobData = {
        payload: payload ?? null,
        subject: subject ?? null,
        maxAttempts,
        runAt: runAt?.getTime() ?? now,
      };
      const { allLists, delayed, failed, stalled, jobList, job, lock } = this.keys.of(name);
      const delay = parkedReason === undefined ? Math.max(0, data.runAt - now) : PARKED_DELAY_MS;
      const cleared = this.redis.clearLostJob(...allLists, stalled, jobList, job(queueId), lock(queueId), queueId);
      // Both commands go over one connection in this order.
      const added = this.queue(name).add(name, data, {
        jobId: queueId,
        attempts: maxAttempts,
        backoff: { type: 'custom' },
        delay,
        timestamp: now,
        stackTraceLimit: 0,
      });
      await Promise.all([cleared, added]);
      if (parkedReason !== undefined)
        await this.redis.parkJob(delayed, failed, job(queueId), queueId, now, PARKED_DELAY_MS, parkedReason);
      // If the process ends before this, the job runs without being listed until its event is read again.
      await this.list.add(name, queueId, data.subject, now);
      await this.deleteOldJobs(now);
    });
  }

  checkpoint(reader: string): Promise<LogCheckpoint | null> {
    return this.call(async () => {
      const { logId, position } = await this.redis.hgetall(this.keys.checkpoint(reader));
      return logId !== undefined && position !== undefined ? { logId, position } : null;
    });
  }

  async saveCheckpoint(reader: string, { logId, position }: LogCheckpoint): Promise<void> {
    await this.call(() => this.redis.hset(this.keys.checkpoint(reader), { logId, position }));
  }

  advanceCheckpoint(reader: string, { logId, position }: LogCheckpoint, to: Position): Promise<boolean> {
    return this.call(
      async () => (await this.redis.advanceCheckpoint(this.keys.checkpoint(reader), logId, position, to)) === 1,
    );
  }

  work(name: string, handler: JobHandler, options: WorkOptions = {}): () => Promise<void> {
    const worker = new RedisJobWorker(this.url, this.redis, this.keys, name, handler, options, this.timing);
    this.workers.add(worker);
    return async () => {
      await worker.stop();
      this.workers.delete(worker);
    };
  }

  find({ skip = 0, limit = 50, ...filter }: Parameters<Jobs['find']>[0]): Promise<{ jobs: Job[]; total: number }> {
    return this.call(() => this.list.find({ ...filter, skip, limit }));
  }

  get(id: string): Promise<Job | null> {
    return this.call(() => this.list.get(id));
  }

  locate(name: string, ids: readonly string[]): Promise<JobLocation[]> {
    const { allLists, jobList, jobPrefix } = this.keys.of(name);
    return this.call(async () => {
      const locations: JobLocation[] = [];
      for (let offset = 0; offset < ids.length; offset += MAX_LOCATED_JOBS)
        locations.push(
          ...((await this.redis.locateJobs(
            ...allLists,
            jobList,
            jobPrefix,
            ...ids.slice(offset, offset + MAX_LOCATED_JOBS).map(queueIdOf),
          )) as JobLocation[]),
        );
      return locations;
    });
  }

  recordReconciliation(results: readonly Omit<ReconciliationResult, 'putBackAt'>[]): Promise<void> {
    return this.call(async () => {
      const transaction = this.redis.multi();
      for (const { name, at, overdue, putBack } of results) {
        const key = this.keys.reconciliation(name);
        // The names are added again, because Redis may have lost them.
        transaction.sadd(this.keys.names, name).hset(key, { at, overdue }).hincrby(key, 'putBack', putBack);
        if (putBack > 0) transaction.hset(key, { putBackAt: at });
      }
      await transaction.exec();
    });
  }

  reconciliationResults(): Promise<ReconciliationResult[]> {
    return this.call(async () => {
      const readResults = (await this.list.names()).map(async (name) => ({
        name,
        ...(await this.redis.hgetall(this.keys.reconciliation(name))),
      }));
      return (await Promise.all(readResults)).flatMap(
        ({ name, at, overdue, putBack, putBackAt }: Record<string, string>) =>
          name === undefined || at === undefined
            ? []
            : [{ name, at, overdue: Number(overdue), putBack: Number(putBack), putBackAt: putBackAt ?? null }],
      );
    });
  }

  warnings(): Promise<JobsWarning[]> {
    return this.call(() => redisWarnings(this.redis));
  }

  counts(filter: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>> {
    return this.call(() => this.list.counts(filter));
  }

  retry(id: string): Promise<boolean> {
    return this.call(async () => {
      const [listedJob, queueId] = [await this.list.get(id), queueIdOf(id)];
      if (!listedJob) return false;
      const { cancelled, failed, job } = this.keys.of(listedJob.name);
      await this.redis.reopenJob(cancelled, failed, job(queueId), queueId, Date.now());
      const queueJob = await this.queue(listedJob.name).getJob(queueId);
      if (!queueJob) return false;
      return queueJob
        .retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true })
        .then(() => true, falseIfNotInState);
    });
  }

  cancel(id: string): Promise<boolean> {
    return this.call(async () => {
      const [listedJob, queueId] = [await this.list.get(id), queueIdOf(id)];
      if (!listedJob) return false;
      const { wait, delayed, active, stalled, cancelled, job, lock } = this.keys.of(listedJob.name);
      return (
        (await this.redis.cancelJob(
          wait,
          delayed,
          active,
          stalled,
          cancelled,
          job(queueId),
          lock(queueId),
          queueId,
          Date.now(),
        )) === 1
      );
    });
  }

  /** Waits for running handlers, and releases jobs that take too long. */
  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.stop()));
    this.redis.disconnect();
  }

  private call<Result>(work: () => Promise<Result>): Promise<Result> {
    return withDeadline(this.timing.deadlineMs, work);
  }

  private queue(name: string): Queue<JobData> {
    const existing = this.queues.get(name);
    if (existing) return existing;
    const queue = new Queue<JobData>(name, {
      connection: this.redis,
      prefix: this.keys.queuePrefix,
      streams: { events: { maxLen: 100 } },
      skipVersionCheck: true,
    });
    this.queues.set(name, queue);
    queue.on('error', () => undefined);
    // A queue that could not start never works: the next call makes a new one.
    queue.waitUntilReady().catch(() => this.queues.delete(name));
    return queue;
  }

  /** Deletes old jobs, once an hour when a job is added; at the next one if there may be more of them. */
  private async deleteOldJobs(now: number): Promise<void> {
    const { done, unsettled } = this.timing.retentionMs;
    if (now - this.lastCleanupAt < Math.min(HOUR_MS, done)) return;
    this.lastCleanupAt = now;
    for (const name of await this.list.names()) {
      const { allLists, completed, failed, cancelled, jobList, jobPrefix } = this.keys.of(name);
      const deleteEnded = (listKey: string, ageMs: number) =>
        this.redis.deleteEndedJobs(listKey, jobList, now - ageMs, jobPrefix, this.keys.subject(''), name);
      const deletedCounts = await Promise.all([
        deleteEnded(completed, done),
        deleteEnded(failed, unsettled),
        deleteEnded(cancelled, unsettled),
        this.redis.deleteLostJobs(...allLists, jobList, now - Math.max(done, unsettled), jobPrefix),
      ]);
      if (deletedCounts.includes(MAX_DELETED)) this.lastCleanupAt = 0;
    }
  }
}

/** The error codes of BullMQ for a job that is in another state or does not exist. */
const falseIfNotInState = (error: unknown): false => {
  if (error instanceof Error && 'code' in error && (error.code === -3 || error.code === -1)) return false;
  throw error;
};
