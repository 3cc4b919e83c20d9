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
    started: string | null,
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
  [state, delayed, [data, timestamp, processedOn, finishedOn, failedReason, progress, started]]: Entry,
): Job => {
  const { payload, subject, maxAttempts, runAt } = JSON.parse(data) as JobData;
  return {
    id: idOf(queueId),
    name,
    payload,
    subject,
    state,
    attempts: Math.min(Number(started), maxAttempts),
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
type Place = { name: string; id: string; at: number };
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
    const adding = this.redis.multi().sadd(this.keys.names, name).zadd(this.keys.of(name).listed, 'NX', at, id);
    if (subject !== null) adding.zadd(this.keys.subject(subject), 'NX', at, `${name} ${id}`);
    await adding.exec();
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
      const jobs = (await this.ofSubject(subject, name)).filter((job) => state === undefined || job.state === state);
      return { jobs: jobs.slice(page.skip, page.skip + page.limit), total: jobs.length };
    }
    const lists = await Promise.all(
      (await this.namesOf(name)).map((jobName) => this.places(jobName, state, page.skip + page.limit)),
    );
    const places = lists
      .flatMap((list) => list.places)
      .toSorted(newestFirst)
      .slice(page.skip, page.skip + page.limit);
    // A job whose state has changed meanwhile is left out.
    const jobs = (await this.load(places)).filter((job) => state === undefined || job.state === state);
    return { jobs, total: lists.reduce((sum, { total }) => sum + total, 0) };
  }

  async counts({ name, subject }: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>> {
    if (subject !== undefined)
      return jobCounts((await this.ofSubject(subject, name)).map(({ state }) => [state, 1] as const));
    const names = await this.namesOf(name);
    const counted = names.flatMap((jobName) =>
      JOB_STATES.map(async (state) => [state, await this.total(jobName, state)] as const),
    );
    return jobCounts(await Promise.all(counted));
  }

  private async namesOf(name: string | undefined): Promise<string[]> {
    return name === undefined ? this.names() : [name];
  }

  private async ofSubject(subject: string, name: string | undefined): Promise<Job[]> {
    const members = await this.redis.zrevrange(this.keys.subject(subject), 0, -1, 'WITHSCORES');
    const places = pairs(members).map(([member, at]): Place => ({
      name: member.slice(0, member.indexOf(' ')),
      id: member.slice(member.indexOf(' ') + 1),
      at: Number(at),
    }));
    return this.load(places.filter((place) => name === undefined || place.name === name));
  }

  /** The newest `count` jobs of a name, in one state or in any, and their total number. */
  private async places(
    name: string,
    state: JobState | undefined,
    count: number,
  ): Promise<{ places: Place[]; total: number }> {
    const { listed } = this.keys.of(name);
    if (state === undefined) {
      const [newest, total] = await Promise.all([
        this.redis.zrevrange(listed, 0, count - 1, 'WITHSCORES'),
        this.redis.zcard(listed),
      ]);
      return { places: pairs(newest).map(([id, at]) => ({ name, id, at: Number(at) })), total };
    }
    const [ids, total] = await Promise.all([this.idsIn(name, state, count + WINDOW), this.total(name, state)]);
    if (ids.length === 0) return { places: [], total };
    const times = await this.redis.zmscore(listed, ids);
    const places = ids.map((id, index) => ({ name, id, at: Number(times[index] ?? 0) }));
    return { places: places.toSorted(newestFirst).slice(0, count), total };
  }

  private async idsIn(name: string, state: JobState, limit: number): Promise<string[]> {
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

  private async total(name: string, state: JobState): Promise<number> {
    const { wait, delayed, active, completed, failed, cancelled } = this.keys.of(name);
    switch (state) {
      case 'waiting': {
        const [due, later] = await Promise.all([this.redis.llen(wait), this.redis.zcard(delayed)]);
        return due + later;
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

  /** The jobs at these places, in their order, without those that no longer exist. */
  private async load(places: readonly Place[]): Promise<Job[]> {
    const names = [...new Set(places.map(({ name }) => name))];
    const read = await Promise.all(
      names.map((name) =>
        this.read(
          name,
          places.filter((place) => place.name === name).map(({ id }) => id),
        ),
      ),
    );
    const jobsByPlace = new Map(read.flat().map((job) => [`${job.name} ${queueIdOf(job.id)}`, job]));
    return places.flatMap(({ name, id }) => jobsByPlace.get(`${name} ${id}`) ?? []);
  }

  private async read(name: string, ids: readonly string[]): Promise<Job[]> {
    const { jobs, active, delayed, completed, failed, cancelled } = this.keys.of(name);
    const entries = (await this.redis.readJobs(
      active,
      delayed,
      completed,
      failed,
      cancelled,
      jobs,
      ...ids,
    )) as (Entry | null)[];
    return ids.flatMap((id, index) => {
      const entry = entries[index];
      return entry ? [jobOf(name, id, entry)] : [];
    });
  }
}

const newestFirst = (one: Place, other: Place): number => other.at - one.at || (one.id < other.id ? 1 : -1);

/** Pairs members with their scores; Redis returns them alternately. */
const pairs = (members: string[]): [member: string, score: string][] =>
  members.flatMap((member, index): [string, string][] =>
    index % 2 === 0 ? [[member, members[index + 1] ?? '0']] : [],
  );

/** The keys in Redis: those of BullMQ, one queue for each name of jobs, and our own. */
export const redisKeys = (prefix: string) => {
  const queues = `${prefix}:jobs`;
  return {
    /** Prefix of the keys of BullMQ. */
    queues,
    /** All names of jobs that have been used. */
    names: `${prefix}:names`,
    /** Jobs of a subject as "<name> <id>", sorted by creation. */
    subject: (subject: string) => `${prefix}:subject:${subject}`,
    /** Results of reconciliation for the jobs of a name. */
    reconciled: (name: string) => `${prefix}:reconciled:${name}`,
    checkpoint: (reader: string) => `${prefix}:checkpoint:${reader}`,
    of: (name: string) => {
      const queue = `${queues}:${name}:`;
      const places = {
        wait: `${queue}wait`,
        active: `${queue}active`,
        delayed: `${queue}delayed`,
        completed: `${queue}completed`,
        failed: `${queue}failed`,
        /** Cancelled jobs sorted by their end; BullMQ has no such list. */
        cancelled: `${prefix}:cancelled:${name}`,
      };
      return {
        ...places,
        /**
         * Every list that a job can be in, in the order that the scripts expect, including those for paused queues and
         * for jobs with a priority.
         */
        everywhere: [
          places.wait,
          `${queue}paused`,
          places.active,
          places.delayed,
          `${queue}prioritized`,
          places.completed,
          places.failed,
          places.cancelled,
        ],
        /** Prefix of the id of a job. */
        jobs: queue,
        stalled: `${queue}stalled`,
        job: (id: string) => `${queue}${id}`,
        lock: (id: string) => `${queue}${id}:lock`,
        /** All jobs sorted by creation; BullMQ has no such list. */
        listed: `${prefix}:listed:${name}`,
      };
    },
  };
};
export type RedisKeys = ReturnType<typeof redisKeys>;
