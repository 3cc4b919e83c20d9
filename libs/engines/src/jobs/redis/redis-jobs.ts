import { Queue } from 'bullmq';
import { DAY_MS, HOUR_MS } from '#domain/time';
import type { Position, StoreUnavailable } from '#events';
import {
  KEPT_JOBS_MS,
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

const ATTEMPTS = 5;
/** By this delay the script that parks a job knows it. */
const PARKED_MS = 3_650 * DAY_MS;
/** So many of a set, and no more, the script forgets in one call. */
const FORGOTTEN_AT_ONCE = 1_000;
/** One script looks for so many jobs: Redis serves nobody else meanwhile. */
const LOOKED_FOR_AT_ONCE = 1_000;

type Timing = RedisTiming & {
  /** Within this time a caller is answered, or told that Redis is away. */
  deadlineMs: number;
  /** How long ended jobs stay; done ones at least a day, so that a job derived again is known. */
  keptMs: { done: number; others: number };
};

const TIMING: Timing = {
  random: Math.random,
  leaseMs: 30_000,
  lookMs: 1_000,
  silent: false,
  patienceMs: 3_000,
  stopMs: 2_000,
  deadlineMs: 5_000,
  keptMs: KEPT_JOBS_MS,
};

/**
 * Opens the jobs on a Redis server (redis://host:port/db), which any number of processes may share. All keys begin with
 * `prefix`. Redis may be emptied at any time: what is lost is derived again from the log (ADR-025). With `whenAway`
 * they are also opened while Redis is away, of which it is told, and work when it comes.
 * @throws StoreUnavailable when Redis does not answer in time and `whenAway` is not given; Error when the URL is wrong.
 */
export const openRedisJobs = async (
  url: string,
  {
    prefix = 'consign',
    whenAway,
    ...timing
  }: Partial<Timing> & { prefix?: string; whenAway?: (why: StoreUnavailable) => void } = {},
): Promise<Jobs> => {
  const all = { ...TIMING, ...timing };
  return new RedisJobs(url, await connectCaller(url, all.deadlineMs, whenAway), redisKeys(prefix), all);
};

class RedisJobs implements Jobs {
  private readonly queues = new Map<string, Queue<JobData>>();
  private readonly workers = new Set<RedisJobWorker>();
  private readonly list: RedisJobList;
  private forgotAt = 0;

  constructor(
    private readonly url: string,
    private readonly redis: ScriptedRedis,
    private readonly keys: RedisKeys,
    private readonly timing: Timing,
  ) {
    this.list = new RedisJobList(redis, keys);
  }

  /** What lies in the server's files is the server's. */
  async overwriteDeleted(): Promise<void> {}

  enqueue(
    name: string,
    payload: unknown,
    { id, subject, maxAttempts = ATTEMPTS, runAt, parked }: EnqueueOptions,
  ): Promise<void> {
    return this.answered(async () => {
      const now = Date.now();
      const queueId = queueIdOf(id);
      const data: JobData = {
        payload: payload ?? null,
        subject: subject ?? null,
        maxAttempts,
        runAt: runAt?.getTime() ?? now,
      };
      const { everywhere, delayed, failed, stalled, listed, job, lock } = this.keys.of(name);
      const delay = parked === undefined ? Math.max(0, data.runAt - now) : PARKED_MS;
      const cleared = this.redis.clearLostJob(...everywhere, stalled, listed, job(queueId), lock(queueId), queueId);
      // Both go over one connection, in this order.
      const added = this.queue(name).add(name, data, {
        jobId: queueId,
        attempts: maxAttempts,
        backoff: { type: 'custom' },
        delay,
        timestamp: now,
        stackTraceLimit: 0,
      });
      await Promise.all([cleared, added]);
      if (parked !== undefined)
        await this.redis.parkJob(delayed, failed, job(queueId), queueId, now, PARKED_MS, parked);
      // A process that ends before this is done leaves a job that runs unlisted, until its event is read again.
      await this.list.add(name, queueId, data.subject, now);
      await this.forgetOld(now);
    });
  }

  checkpoint(reader: string): Promise<LogCheckpoint | null> {
    return this.answered(async () => {
      const { logId, position } = await this.redis.hgetall(this.keys.checkpoint(reader));
      return logId !== undefined && position !== undefined ? { logId, position } : null;
    });
  }

  async saveCheckpoint(reader: string, { logId, position }: LogCheckpoint): Promise<void> {
    await this.answered(() => this.redis.hset(this.keys.checkpoint(reader), { logId, position }));
  }

  advanceCheckpoint(reader: string, { logId, position }: LogCheckpoint, to: Position): Promise<boolean> {
    return this.answered(
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
    return this.answered(() => this.list.find({ ...filter, skip, limit }));
  }

  get(id: string): Promise<Job | null> {
    return this.answered(() => this.list.get(id));
  }

  locate(name: string, ids: readonly string[]): Promise<JobLocation[]> {
    const { everywhere, listed, jobs } = this.keys.of(name);
    return this.answered(async () => {
      const found: JobLocation[] = [];
      for (let first = 0; first < ids.length; first += LOOKED_FOR_AT_ONCE)
        found.push(
          ...((await this.redis.locateJobs(
            ...everywhere,
            listed,
            jobs,
            ...ids.slice(first, first + LOOKED_FOR_AT_ONCE).map(queueIdOf),
          )) as JobLocation[]),
        );
      return found;
    });
  }

  noteReconciled(found: readonly Omit<ReconciliationResult, 'putBackAt'>[]): Promise<void> {
    return this.answered(async () => {
      const noting = this.redis.multi();
      for (const { name, at, overdue, putBack } of found) {
        const key = this.keys.reconciled(name);
        // The names are noted again, because Redis may have lost them.
        noting.sadd(this.keys.names, name).hset(key, { at, overdue }).hincrby(key, 'putBack', putBack);
        if (putBack > 0) noting.hset(key, { putBackAt: at });
      }
      await noting.exec();
    });
  }

  reconciled(): Promise<ReconciliationResult[]> {
    return this.answered(async () => {
      const read = (await this.list.names()).map(async (name) => ({
        name,
        ...(await this.redis.hgetall(this.keys.reconciled(name))),
      }));
      return (await Promise.all(read)).flatMap(({ name, at, overdue, putBack, putBackAt }: Record<string, string>) =>
        name === undefined || at === undefined
          ? []
          : [{ name, at, overdue: Number(overdue), putBack: Number(putBack), putBackAt: putBackAt ?? null }],
      );
    });
  }

  warnings(): Promise<JobsWarning[]> {
    return this.answered(() => redisWarnings(this.redis));
  }

  counts(filter: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>> {
    return this.answered(() => this.list.counts(filter));
  }

  retry(id: string): Promise<boolean> {
    return this.answered(async () => {
      const [found, queueId] = [await this.list.get(id), queueIdOf(id)];
      if (!found) return false;
      const { cancelled, failed, job: jobKey } = this.keys.of(found.name);
      await this.redis.reopenJob(cancelled, failed, jobKey(queueId), queueId, Date.now());
      const job = await this.queue(found.name).getJob(queueId);
      if (!job) return false;
      return job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true }).then(() => true, notInState);
    });
  }

  cancel(id: string): Promise<boolean> {
    return this.answered(async () => {
      const [found, queueId] = [await this.list.get(id), queueIdOf(id)];
      if (!found) return false;
      const { wait, delayed, active, stalled, cancelled, job, lock } = this.keys.of(found.name);
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

  /** Waits for running handlers, and gives back what takes too long. */
  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.stop()));
    this.redis.disconnect();
  }

  private answered<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    return withDeadline(this.timing.deadlineMs, ask);
  }

  private queue(name: string): Queue<JobData> {
    const existing = this.queues.get(name);
    if (existing) return existing;
    const queue = new Queue<JobData>(name, {
      connection: this.redis,
      prefix: this.keys.queues,
      streams: { events: { maxLen: 100 } },
      skipVersionCheck: true,
    });
    this.queues.set(name, queue);
    queue.on('error', () => undefined);
    // A queue that could not begin would never do: the next call makes another.
    queue.waitUntilReady().catch(() => this.queues.delete(name));
    return queue;
  }

  /** Once an hour, where jobs are added; each time until there are no more than one look forgets. */
  private async forgetOld(now: number): Promise<void> {
    const { done, others } = this.timing.keptMs;
    if (now - this.forgotAt < Math.min(HOUR_MS, done)) return;
    this.forgotAt = now;
    for (const name of await this.list.names()) {
      const { everywhere, completed, failed, cancelled, listed, jobs } = this.keys.of(name);
      const forget = (ended: string, keptMs: number) =>
        this.redis.forgetJobs(ended, listed, now - keptMs, jobs, this.keys.subject(''), name);
      const forgotten = await Promise.all([
        forget(completed, done),
        forget(failed, others),
        forget(cancelled, others),
        this.redis.forgetLostJobs(...everywhere, listed, now - Math.max(done, others), jobs),
      ]);
      if (forgotten.includes(FORGOTTEN_AT_ONCE)) this.forgotAt = 0;
    }
  }
}

/** BullMQ's code for a job that is not where it was thought to be, or not at all. */
const notInState = (error: unknown): false => {
  if (error instanceof Error && 'code' in error && (error.code === -3 || error.code === -1)) return false;
  throw error;
};
