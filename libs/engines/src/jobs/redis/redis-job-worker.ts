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
  /** How long a worker may be silent before another takes its job over. */
  leaseMs: number;
  /** How often is looked whether what runs is still its worker's. */
  lookMs: number;
  /** A worker that renews no lease, as if it had been killed: for tests. */
  silent: boolean;
  /** How long a worker that stops waits for its running jobs before it gives them back. */
  patienceMs: number;
  /** How long it is waited for Redis to note what ran, once a worker is to stop. */
  stopMs: number;
};

/** `id`: as the queue knows it. */
type Running = { id: string; token: string; abort: AbortController; job: QueueJob<JobData> };

const DIED = 'its worker died';

/** BullMQ orders delayed jobs by their time in milliseconds times this. */
const TIME_FACTOR = 0x1000;
/** So many jobs that a wrong clock made wait are put right at one look. */
const PUT_RIGHT_AT_ONCE = 100;

/** While Redis is away BullMQ waits for it even when it is closed. */
class QueueWorker extends Worker<JobData> {
  /** Ends its renewing of leases, by which it would stay for ever. */
  letGo(): Promise<void> {
    return this.lockManager.close();
  }
}

/** Works off the jobs of one name, several at a time. */
export class RedisJobWorker {
  private readonly running = new Map<Running, Promise<void>>();
  private readonly connection: ReturnType<typeof connectWorker>;
  private readonly worker: QueueWorker;
  private readonly looking: PeriodicTask;

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
      prefix: keys.queues,
      concurrency,
      ...(limit && { limiter: { max: limit.max, duration: limit.perMs } }),
      lockDuration: timing.leaseMs,
      stalledInterval: timing.leaseMs / 2,
      // Attempts are counted here: those that took their worker with them too.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      skipLockRenewal: timing.silent,
      skipStalledCheck: timing.silent,
      skipVersionCheck: true,
      settings: { backoffStrategy: (failures) => backoff(failures, timing.random) },
    });
    // Redis being away, or a job that was taken from it: the worker goes on by itself.
    this.worker.on('error', () => undefined);
    this.looking = startPeriodic({ everyMs: timing.lookMs, failure: 'leases cannot be looked at' }, async () => {
      await this.look();
      await this.putRight();
    });
  }

  /**
   * Takes no more jobs, waits for those running and gives back those that take longer than `patienceMs`; then waits for
   * a while for Redis to note how they ended.
   */
  async stop(): Promise<void> {
    const closed = this.worker.close();
    if (await settlesWithin(this.timing.patienceMs, Promise.allSettled(this.running.values())))
      await settlesWithin(this.timing.stopMs, closed);
    else await settlesWithin(this.timing.stopMs, this.giveBackAll());
    await this.looking.stop();
    await this.worker.letGo();
    this.connection.disconnect();
  }

  /** Their attempts do not count: whoever takes the jobs next begins them anew. */
  private async giveBackAll(): Promise<void> {
    const giveBack = async (running: Running): Promise<void> => {
      running.abort.abort(new Error(`job ${idOf(running.id)} was given back, because its worker stops`));
      await this.putBack(running, null);
    };
    // One whose lease was lost meanwhile is somebody else's.
    await Promise.allSettled([...this.running.keys()].map(giveBack));
  }

  private async putBack({ id, token, job }: Running, againAfterMs: number | null): Promise<void> {
    await this.redis.hincrby(this.keys.of(this.name).job(id), 'ats', -1);
    if (againAfterMs === null) await job.moveToWait(token);
    else await job.moveToDelayed(Date.now() + Math.min(againAfterMs, MAX_BACKOFF_MS), token);
  }

  private track(job: QueueJob<JobData>, token: string): Promise<void> {
    const running = { id: job.id ?? '', token, abort: new AbortController(), job };
    const ended = this.run(job, running).finally(() => this.running.delete(running));
    this.running.set(running, ended);
    return ended;
  }

  private async run(
    { attemptsStarted: attempt, progress, data }: QueueJob<Partial<JobData>>,
    running: Running,
  ): Promise<void> {
    // Redis evicted the record and kept the id. The job is derived again by the next round of reconciliation.
    if (data.maxAttempts === undefined) throw new UnrecoverableError('its record is lost');
    const { payload, maxAttempts } = data;
    // A job that took its worker with it at every attempt, and then the one that was to answer for it, would do so for
    // ever.
    if (attempt > maxAttempts + 1) throw new UnrecoverableError(DIED);
    const abandoned = attempt > maxAttempts;
    const lastAttempt = attempt >= maxAttempts;
    if (progress !== 0) await this.report(running, 0);
    const context: JobContext = {
      id: idOf(running.id),
      attempt,
      lastAttempt,
      abandoned,
      signal: running.abort.signal,
      progress: (percent) => this.progress(running, percent),
    };
    const failure = await (async () => this.handler(payload, context))().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (abandoned) throw new UnrecoverableError(DIED);
    if (!failure) return;
    const { error } = failure;
    if (error instanceof JobReleased) {
      await this.putBack(running, error.againAfterMs);
      throw error.againAfterMs === null ? new WaitingError() : new DelayedError();
    }
    const message = error instanceof Error ? error.message : String(error);
    // A new error, because BullMQ tells some apart by their names.
    throw error instanceof PermanentFailure || lastAttempt ? new UnrecoverableError(message) : new Error(message);
  }

  private async progress(running: Running, percent: number): Promise<void> {
    await this.report(running, Math.min(100, Math.max(0, percent)));
    running.abort.signal.throwIfAborted();
  }

  /** Work is not given up because its progress cannot be shown. */
  private async report(running: Running, percent: number): Promise<void> {
    const { job, lock } = this.keys.of(this.name);
    const isOwner = await this.redis
      .reportProgress(job(running.id), lock(running.id), running.token, percent)
      .catch(() => 1);
    if (isOwner === 0) this.lost(running);
  }

  private async look(): Promise<void> {
    const looked = [...this.running.keys()];
    if (looked.length === 0) return;
    const { lock } = this.keys.of(this.name);
    const tokens = await this.redis.mget(looked.map(({ id }) => lock(id)));
    // One that has ended meanwhile has given its lock back.
    looked.forEach((running, index) => {
      if (tokens[index] !== running.token && this.running.has(running)) this.lost(running);
    });
  }

  /**
   * Retries that wait for longer than any does, and what was asked for later than now: a clock dated them that has been
   * put right since.
   */
  private async putRight(): Promise<void> {
    const now = Date.now();
    const beyond = (now + MAX_BACKOFF_MS + CLOCK_SKEW_MS) * TIME_FACTOR;
    const { delayed } = this.keys.of(this.name);
    const ids = await this.redis.zrangebyscore(delayed, beyond, '+inf', 'LIMIT', 0, PUT_RIGHT_AT_ONCE);
    for (const id of ids) {
      const job: QueueJob<JobData> | undefined = await QueueJob.fromId(this.worker, id);
      // Another process may have been faster.
      if (job && (job.processedOn !== undefined || isImpossible(job.timestamp, now)))
        await job.promote().catch(() => undefined);
    }
  }

  private lost({ id, abort }: Running): void {
    abort.abort(new Error(`job ${idOf(id)} was cancelled or has been taken over by another worker`));
  }
}
