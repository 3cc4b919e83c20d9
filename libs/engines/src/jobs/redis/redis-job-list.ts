import { type Job, JOB_STATES, jobCounts, type JobFilter, type JobState } from '../jobs.js';
import type { ScriptedRedis } from './redis-scripts.js';

/** Data of a job in a queue of BullMQ. `runAt` in milliseconds. */
export type JobData = { payload: unknown; subject: string | null; maxAttempts: number; runAt: number };

/** One job in the answer of the script readJobs. */
type Entry = [
  state: JobState,
  delayed: string | null,
  fields: [
    data: string,
    timestamp: string,
    processedOn: string | null,
    finishedOn: string | null,
    failedReason: string | null,
    progress: string | null,
    attemptsStarted: string | null,
  ],
];

/** The score of a delayed job in BullMQ is the time when it is due, in units of 1/4096 ms. */
const UNITS_PER_MS = 4096;

/**
 * The id of a job in its queue. BullMQ stores jobs under keys beside its own ones (wait, marker ...) and does not
 * accept numbers or colons.
 */
export const queueIdOf = (id: string): string => `job.${encodeURIComponent(id)}`;
export const idOf = (queueId: string): string => decodeURIComponent(queueId.slice('job.'.length));

/** `queueId`: the id in the queue. */
const jobOf = (
  name: string,
  queueId: string,
  [state, delayed, [data, timestamp, processedOn, finishedOn, failedReason, progress, attemptsStarted]]: Entry,
): Job => {
  const { payload, subject, maxAttempts, runAt } = JSON.parse(data) as JobData;
  return {
    id: idOf(queueId),
    name,
    payload,
    subject,
    state,
    attempts: Math.min(Number(attemptsStarted), maxAttempts),
    maxAttempts,
    progress: state === 'done' ? 100 : Number(progress),
    error: state === 'done' ? null : failedReason,
    createdAt: iso(Number(timestamp)),
    runAt: iso(delayed === null ? runAt : Math.floor(Number(delayed) / UNITS_PER_MS)),
    startedAt: processedOn === null ? null : iso(Number(processedOn)),
    finishedAt: finishedOn === null ? null : iso(Number(finishedOn)),
  };
};

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Here and below `id` is the id in the queue. `at`: time of creation. */
type ListedJob = { name: string; id: string; at: number };
type Page = { skip: number; limit: number };

/**
 * Number of jobs of a state that are read in addition to a page to sort them by creation, because a queue has another
 * order.
 */
const WINDOW = 2_000;

/** Lists that BullMQ does not have: all jobs sorted by creation, and by subject, in pages with a total. */
export class RedisJobList {
  constructor(
    private readonly redis: ScriptedRedis,
    private readonly keys: RedisKeys,
  ) {}

  /** Does nothing if the job is listed already. */
  async add(name: string, id: string, subject: string | null, at: number): Promise<void> {
    const transaction = this.redis.multi().sadd(this.keys.names, name).zadd(this.keys.of(name).jobList, 'NX', at, id);
    if (subject !== null) transaction.zadd(this.keys.subject(subject), 'NX', at, `${name} ${id}`);
    await transaction.exec();
  }

  names(): Promise<string[]> {
    return this.redis.smembers(this.keys.names);
  }

  async get(id: string): Promise<Job | null> {
    const jobs = await Promise.all((await this.names()).map((name) => this.read(name, [queueIdOf(id)])));
    return jobs.flat()[0] ?? null;
  }

  async find({ name, state, subject, ...page }: JobFilter & Page): Promise<{ jobs: Job[]; total: number }> {
    if (subject !== undefined) {
      const jobs = (await this.findBySubject(subject, name)).filter(
        (job) => state === undefined || job.state === state,
      );
      return { jobs: jobs.slice(page.skip, page.skip + page.limit), total: jobs.length };
    }
    const lists = await Promise.all(
      (await this.namesOf(name)).map((jobName) => this.findListed(jobName, state, page.skip + page.limit)),
    );
    const listedJobs = lists
      .flatMap((list) => list.listedJobs)
      .toSorted(newestFirst)
      .slice(page.skip, page.skip + page.limit);
    // A job whose state has changed meanwhile is left out.
    const jobs = (await this.load(listedJobs)).filter((job) => state === undefined || job.state === state);
    return { jobs, total: lists.reduce((sum, { total }) => sum + total, 0) };
  }

  async counts({ name, subject }: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>> {
    if (subject !== undefined)
      return jobCounts((await this.findBySubject(subject, name)).map(({ state }) => [state, 1] as const));
    const names = await this.namesOf(name);
    const stateCounts = names.flatMap((jobName) =>
      JOB_STATES.map(async (state) => [state, await this.countInState(jobName, state)] as const),
    );
    return jobCounts(await Promise.all(stateCounts));
  }

  private async namesOf(name: string | undefined): Promise<string[]> {
    return name === undefined ? this.names() : [name];
  }

  private async findBySubject(subject: string, name: string | undefined): Promise<Job[]> {
    const members = await this.redis.zrevrange(this.keys.subject(subject), 0, -1, 'WITHSCORES');
    const listedJobs = pairs(members).map(([member, at]): ListedJob => ({
      name: member.slice(0, member.indexOf(' ')),
      id: member.slice(member.indexOf(' ') + 1),
      at: Number(at),
    }));
    return this.load(listedJobs.filter((listedJob) => name === undefined || listedJob.name === name));
  }

  /** The newest `count` jobs of a name, in one state or in any, and their total number. */
  private async findListed(
    name: string,
    state: JobState | undefined,
    count: number,
  ): Promise<{ listedJobs: ListedJob[]; total: number }> {
    const { jobList } = this.keys.of(name);
    if (state === undefined) {
      const [newest, total] = await Promise.all([
        this.redis.zrevrange(jobList, 0, count - 1, 'WITHSCORES'),
        this.redis.zcard(jobList),
      ]);
      return { listedJobs: pairs(newest).map(([id, at]) => ({ name, id, at: Number(at) })), total };
    }
    const [ids, total] = await Promise.all([
      this.idsInState(name, state, count + WINDOW),
      this.countInState(name, state),
    ]);
    if (ids.length === 0) return { listedJobs: [], total };
    const times = await this.redis.zmscore(jobList, ids);
    const listedJobs = ids.map((id, index) => ({ name, id, at: Number(times[index] ?? 0) }));
    return { listedJobs: listedJobs.toSorted(newestFirst).slice(0, count), total };
  }

  private async idsInState(name: string, state: JobState, limit: number): Promise<string[]> {
    const { wait, delayed, active, completed, failed, cancelled } = this.keys.of(name);
    switch (state) {
      case 'waiting':
        return (
          await Promise.all([this.redis.lrange(wait, 0, limit - 1), this.redis.zrange(delayed, 0, limit - 1)])
        ).flat();
      case 'active':
        return this.redis.lrange(active, 0, limit - 1);
      case 'done':
        return this.redis.zrevrange(completed, 0, limit - 1);
      case 'failed':
        return this.redis.zrevrange(failed, 0, limit - 1);
      case 'cancelled':
        return this.redis.zrevrange(cancelled, 0, limit - 1);
    }
  }

  private async countInState(name: string, state: JobState): Promise<number> {
    const { wait, delayed, active, completed, failed, cancelled } = this.keys.of(name);
    switch (state) {
      case 'waiting': {
        const [dueCount, delayedCount] = await Promise.all([this.redis.llen(wait), this.redis.zcard(delayed)]);
        return dueCount + delayedCount;
      }
      case 'active':
        return this.redis.llen(active);
      case 'done':
        return this.redis.zcard(completed);
      case 'failed':
        return this.redis.zcard(failed);
      case 'cancelled':
        return this.redis.zcard(cancelled);
    }
  }

  /** The records of these jobs, in their order, without those that no longer exist. */
  private async load(listedJobs: readonly ListedJob[]): Promise<Job[]> {
    const names = [...new Set(listedJobs.map(({ name }) => name))];
    const results = await Promise.all(
      names.map((name) =>
        this.read(
          name,
          listedJobs.filter((listedJob) => listedJob.name === name).map(({ id }) => id),
        ),
      ),
    );
    const jobsByKey = new Map(results.flat().map((job) => [`${job.name} ${queueIdOf(job.id)}`, job]));
    return listedJobs.flatMap(({ name, id }) => jobsByKey.get(`${name} ${id}`) ?? []);
  }

  private async read(name: string, ids: readonly string[]): Promise<Job[]> {
    const { jobPrefix, active, delayed, completed, failed, cancelled } = this.keys.of(name);
    const entries = (await this.redis.readJobs(
      active,
      delayed,
      completed,
      failed,
      cancelled,
      jobPrefix,
      ...ids,
    )) as (Entry | null)[];
    return ids.flatMap((id, index) => {
      const entry = entries[index];
      return entry ? [jobOf(name, id, entry)] : [];
    });
  }
}

const newestFirst = (a: ListedJob, b: ListedJob): number => b.at - a.at || (a.id < b.id ? 1 : -1);

/** Pairs members with their scores; Redis returns them alternately. */
const pairs = (members: string[]): [member: string, score: string][] =>
  members.flatMap((member, index): [string, string][] =>
    index % 2 === 0 ? [[member, members[index + 1] ?? '0']] : [],
  );

/** The keys in Redis: those of BullMQ, one queue for each name of jobs, and our own. */
export const redisKeys = (prefix: string) => {
  const queuePrefix = `${prefix}:jobs`;
  return {
    /** Prefix of the keys of BullMQ. */
    queuePrefix,
    /** All names of jobs that have been used. */
    names: `${prefix}:names`,
    /** Jobs of a subject as "<name> <id>", sorted by creation. */
    subject: (subject: string) => `${prefix}:subject:${subject}`,
    /** Results of reconciliation for the jobs of a name. */
    reconciliation: (name: string) => `${prefix}:reconciled:${name}`,
    checkpoint: (reader: string) => `${prefix}:checkpoint:${reader}`,
    of: (name: string) => {
      const queue = `${queuePrefix}:${name}:`;
      const lists = {
        wait: `${queue}wait`,
        active: `${queue}active`,
        delayed: `${queue}delayed`,
        completed: `${queue}completed`,
        failed: `${queue}failed`,
        /** Cancelled jobs sorted by their end; BullMQ has no such list. */
        cancelled: `${prefix}:cancelled:${name}`,
      };
      return {
        ...lists,
        /**
         * Every list that a job can be in, in the order that the scripts expect, including those for paused queues and
         * for jobs with a priority.
         */
        allLists: [
          lists.wait,
          `${queue}paused`,
          lists.active,
          lists.delayed,
          `${queue}prioritized`,
          lists.completed,
          lists.failed,
          lists.cancelled,
        ],
        /** Prefix of the id of a job. */
        jobPrefix: queue,
        stalled: `${queue}stalled`,
        job: (id: string) => `${queue}${id}`,
        lock: (id: string) => `${queue}${id}:lock`,
        /** All jobs sorted by creation; BullMQ has no such list. */
        jobList: `${prefix}:listed:${name}`,
      };
    },
  };
};
export type RedisKeys = ReturnType<typeof redisKeys>;
