import { DelayedError, Job as QueueJob, UnrecoverableError, WaitingError, Worker } from 'bullmq';
import { CLOCK_SKEW_MS, isImpossible } from '#domain/time';
import { type PeriodicTask, startPeriodic } from '../../background/periodic.js';
import {
  backoff,
  JobReleased,
  type JobContext,
  type JobHandler,
  MAX_BACKOFF_MS,
  PermanentFailure,
  type WorkOptions,
} from '../jobs.js';
import { settlesWithin } from '../settles-within.js';
import { connectWorker } from './redis-connection.js';
import { idOf, type JobData, type RedisKeys } from './redis-job-list.js';
import type { ScriptedRedis } from './redis-scripts.js';

export type RedisTiming = {
  random: () => number;
  /** How long a worker may not renew its lease before another one takes over its job. */
  leaseMs: number;
  /** Interval of checks whether running jobs still belong to the worker. */
  checkMs: number;
  /** For tests: a worker that renews no leases, as if it had been killed. */
  skipsRenewal: boolean;
  /** How long a worker that stops waits for its running jobs before it releases them. */
  stopTimeoutMs: number;
  /** How long a worker that stops waits for Redis to record the outcomes. */
  recordTimeoutMs: number;
};

/** `id`: the id in the queue. */
type RunningJob = { id: string; token: string; abort: AbortController; job: QueueJob<JobData> };

const WORKER_DIED = 'its worker died';

/** The score of a delayed job in BullMQ is its time in milliseconds times this. */
const TIME_FACTOR = 0x1000;
/** Maximum number of jobs with a wrong time that are corrected at once. */
const MAX_CORRECTED = 100;

/** A worker whose lock renewal can be ended: while Redis is unavailable, BullMQ waits for it even when it is closed. */
class QueueWorker extends Worker<JobData> {
  /** Ends the renewal of leases, which would keep the worker alive forever. */
  stopRenewal(): Promise<void> {
    return this.lockManager.close();
  }
}

/** Runs the jobs of one name, several at a time. */
export class RedisJobWorker {
  private readonly runningJobs = new Map<RunningJob, Promise<void>>();
  private readonly connection: ReturnType<typeof connectWorker>;
  private readonly worker: QueueWorker;
  private readonly checks: PeriodicTask;

  constructor(
    url: string,
    private readonly redis: ScriptedRedis,
    private readonly keys: RedisKeys,
    private readonly name: string,
    private readonly handler: JobHandler,
    { concurrency = 1, limit }: WorkOptions,
    private readonly timing: RedisTiming,
  ) {
    this.connection = connectWorker(url);
    this.worker = new QueueWorker(name, (job, token) => this.track(job, token ?? ''), {
      connection: this.connection.redis,
      prefix: keys.queuePrefix,
      concurrency,
      ...(limit && { limiter: { max: limit.max, duration: limit.perMs } }),
      lockDuration: timing.leaseMs,
      stalledInterval: timing.leaseMs / 2,
      // Attempts are counted by this class, including those in which the worker died.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      skipLockRenewal: timing.skipsRenewal,
      skipStalledCheck: timing.skipsRenewal,
      skipVersionCheck: true,
      settings: { backoffStrategy: (failures) => backoff(failures, timing.random) },
    });
    // If Redis is unavailable or a job was taken over, the worker goes on by itself.
    this.worker.on('error', () => undefined);
    this.checks = startPeriodic({ everyMs: timing.checkMs, failure: 'leases cannot be read' }, async () => {
      await this.checkLocks();
      await this.correctTimes();
    });
  }

  /**
   * Takes no more jobs, waits for running ones and releases those that take longer than `stopTimeoutMs`; then waits for
   * a while for Redis to record the outcomes.
   */
  async stop(): Promise<void> {
    const closing = this.worker.close();
    if (await settlesWithin(this.timing.stopTimeoutMs, Promise.allSettled(this.runningJobs.values())))
      await settlesWithin(this.timing.recordTimeoutMs, closing);
    else await settlesWithin(this.timing.recordTimeoutMs, this.releaseAll());
    await this.checks.stop();
    await this.worker.stopRenewal();
    this.connection.disconnect();
  }

  /** Releases all running jobs. Their attempts do not count: the workers that take them next begin them again. */
  private async releaseAll(): Promise<void> {
    const release = async (runningJob: RunningJob): Promise<void> => {
      runningJob.abort.abort(new Error(`job ${idOf(runningJob.id)} was given back, because its worker stops`));
      await this.returnToQueue(runningJob, null);
    };
    // A job whose lease was lost meanwhile belongs to another worker.
    await Promise.allSettled([...this.runningJobs.keys()].map(release));
  }

  private async returnToQueue({ id, token, job }: RunningJob, retryAfterMs: number | null): Promise<void> {
    await this.redis.hincrby(this.keys.of(this.name).job(id), 'ats', -1);
    if (retryAfterMs === null) await job.moveToWait(token);
    else await job.moveToDelayed(Date.now() + Math.min(retryAfterMs, MAX_BACKOFF_MS), token);
  }

  private track(job: QueueJob<JobData>, token: string): Promise<void> {
    const runningJob = { id: job.id ?? '', token, abort: new AbortController(), job };
    const completion = this.run(job, runningJob).finally(() => this.runningJobs.delete(runningJob));
    this.runningJobs.set(runningJob, completion);
    return completion;
  }

  private async run(
    { attemptsStarted: attempt, progress, data }: QueueJob<Partial<JobData>>,
    runningJob: RunningJob,
  ): Promise<void> {
    // Redis has evicted the record but not the id. The next round of reconciliation derives the job again.
    if (data.maxAttempts === undefined) throw new UnrecoverableError('its record is lost');
    const { payload, maxAttempts } = data;
    // If the worker died in every attempt, and also in the one that only records an answer, the job would never end.
    if (attempt > maxAttempts + 1) throw new UnrecoverableError(WORKER_DIED);
    const abandoned = attempt > maxAttempts;
    const lastAttempt = attempt >= maxAttempts;
    if (progress !== 0) await this.report(runningJob, 0);
    const context: JobContext = {
      id: idOf(runningJob.id),
      attempt,
      lastAttempt,
      abandoned,
      signal: runningJob.abort.signal,
      progress: (percent) => this.progress(runningJob, percent),
    };
    const failure = await (async () => this.handler(payload, context))().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (abandoned) throw new UnrecoverableError(WORKER_DIED);
    if (!failure) return;
    const { error } = failure;
    if (error instanceof JobReleased) {
      await this.returnToQueue(runningJob, error.retryAfterMs);
      throw error.retryAfterMs === null ? new WaitingError() : new DelayedError();
    }
    const message = error instanceof Error ? error.message : String(error);
    // A new error, because BullMQ treats some errors specially by name.
    throw error instanceof PermanentFailure || lastAttempt ? new UnrecoverableError(message) : new Error(message);
  }

  private async progress(runningJob: RunningJob, percent: number): Promise<void> {
    await this.report(runningJob, Math.min(100, Math.max(0, percent)));
    runningJob.abort.signal.throwIfAborted();
  }

  /** If the progress cannot be stored, the work goes on. */
  private async report(runningJob: RunningJob, percent: number): Promise<void> {
    const { job, lock } = this.keys.of(this.name);
    const isOwner = await this.redis
      .reportProgress(job(runningJob.id), lock(runningJob.id), runningJob.token, percent)
      .catch(() => 1);
    if (isOwner === 0) this.abortLostJob(runningJob);
  }

  private async checkLocks(): Promise<void> {
    const runningJobs = [...this.runningJobs.keys()];
    if (runningJobs.length === 0) return;
    const { lock } = this.keys.of(this.name);
    const tokens = await this.redis.mget(runningJobs.map(({ id }) => lock(id)));
    // A job that has ended meanwhile has released its lock.
    runningJobs.forEach((runningJob, index) => {
      if (tokens[index] !== runningJob.token && this.runningJobs.has(runningJob)) this.abortLostJob(runningJob);
    });
  }

  /**
   * Makes jobs due whose time was written with a wrong clock that has been corrected since: retries that wait longer
   * than the maximum, and jobs that were created in the future.
   */
  private async correctTimes(): Promise<void> {
    const now = Date.now();
    const minScore = (now + MAX_BACKOFF_MS + CLOCK_SKEW_MS) * TIME_FACTOR;
    const { delayed } = this.keys.of(this.name);
    const ids = await this.redis.zrangebyscore(delayed, minScore, '+inf', 'LIMIT', 0, MAX_CORRECTED);
    for (const id of ids) {
      const job: QueueJob<JobData> | undefined = await QueueJob.fromId(this.worker, id);
      // Another process may have done it first.
      if (job && (job.processedOn !== undefined || isImpossible(job.timestamp, now)))
        await job.promote().catch(() => undefined);
    }
  }

  private abortLostJob({ id, abort }: RunningJob): void {
    abort.abort(new Error(`job ${idOf(id)} was cancelled or has been taken over by another worker`));
  }
}
