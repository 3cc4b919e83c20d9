import { type Job, JOB_STATES, jobCounts, type JobFilter, type JobState } from '../jobs.js';
import type { ScriptedRedis } from './redis-scripts.js';

/** What a queue's job carries. `runAt` in milliseconds. */
export type JobData = { payload: unknown; subject: string | null; maxAttempts: number; runAt: number };

/** As the script readJobs answers it. */
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

/** BullMQ keeps in the score of a delayed job when it is due, in units of 1/4096 ms. */
const UNITS_PER_MS = 4096;

/**
 * A job's id in its queue: BullMQ keeps jobs beside keys of its own (wait, marker ...), and takes neither numbers nor
 * colons.
 */
export const queueIdOf = (id: string): string => `job.${encodeURIComponent(id)}`;
export const idOf = (queueId: string): string => decodeURIComponent(queueId.slice('job.'.length));

/** `queueId`: as the queue knows it. */
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

/** `id`: as the queue knows it, here and below. */
type Place = { name: string; id: string; at: number };
type Page = { skip: number; limit: number };

/**
 * Beyond a page, so many jobs of a state are looked at to put them in the order of their creation: a queue keeps them
 * in others.
 */
const WINDOW = 2_000;

/** What BullMQ does not have: all jobs by their creation and by whom they serve, in pages with a total. */
export class RedisJobList {
  constructor(
    private readonly redis: ScriptedRedis,
    private readonly keys: RedisKeys,
  ) {}

  /** Does nothing when the job is listed. */
  async add(name: string, id: string, subject: string | null, at: number): Promise<void> {
    const adding = this.redis.multi().sadd(this.keys.names, name).zadd(this.keys.of(name).listed, 'NX', at, id);
    if (subject !== null) adding.zadd(this.keys.subject(subject), 'NX', at, `${name} ${id}`);
    await adding.exec();
  }

  names(): Promise<string[]> {
    return this.redis.smembers(this.keys.names);
  }

  async get(id: string): Promise<Job | null> {
    const found = await Promise.all((await this.names()).map((name) => this.read(name, [queueIdOf(id)])));
    return found.flat()[0] ?? null;
  }

  async find({ name, state, subject, ...page }: JobFilter & Page): Promise<{ jobs: Job[]; total: number }> {
    if (subject !== undefined) {
      const jobs = (await this.ofSubject(subject, name)).filter((job) => state === undefined || job.state === state);
      return { jobs: jobs.slice(page.skip, page.skip + page.limit), total: jobs.length };
    }
    const found = await Promise.all(
      (await this.namesOf(name)).map((one) => this.places(one, state, page.skip + page.limit)),
    );
    const places = found
      .flatMap((one) => one.places)
      .toSorted(newestFirst)
      .slice(page.skip, page.skip + page.limit);
    // One that has left the state meanwhile is of the next look.
    const jobs = (await this.load(places)).filter((job) => state === undefined || job.state === state);
    return { jobs, total: found.reduce((sum, { total }) => sum + total, 0) };
  }

  async counts({ name, subject }: Omit<JobFilter, 'state'>): Promise<Record<JobState, number>> {
    if (subject !== undefined)
      return jobCounts((await this.ofSubject(subject, name)).map(({ state }) => [state, 1] as const));
    const names = await this.namesOf(name);
    const counted = names.flatMap((one) =>
      JOB_STATES.map(async (state) => [state, await this.total(one, state)] as const),
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

  /** The newest `wanted` jobs of a name, of one state or of any, and how many there are. */
  private async places(
    name: string,
    state: JobState | undefined,
    wanted: number,
  ): Promise<{ places: Place[]; total: number }> {
    const { listed } = this.keys.of(name);
    if (state === undefined) {
      const [newest, total] = await Promise.all([
        this.redis.zrevrange(listed, 0, wanted - 1, 'WITHSCORES'),
        this.redis.zcard(listed),
      ]);
      return { places: pairs(newest).map(([id, at]) => ({ name, id, at: Number(at) })), total };
    }
    const [ids, total] = await Promise.all([this.idsIn(name, state, wanted + WINDOW), this.total(name, state)]);
    if (ids.length === 0) return { places: [], total };
    const times = await this.redis.zmscore(listed, ids);
    const places = ids.map((id, index) => ({ name, id, at: Number(times[index] ?? 0) }));
    return { places: places.toSorted(newestFirst).slice(0, wanted), total };
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

  /** The jobs in these places, in their order, without those that are no longer there. */
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
    const found = new Map(read.flat().map((job) => [`${job.name} ${queueIdOf(job.id)}`, job]));
    return places.flatMap(({ name, id }) => found.get(`${name} ${id}`) ?? []);
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

/** Members with their scores, as Redis lists them one after the other. */
const pairs = (members: string[]): [member: string, score: string][] =>
  members.flatMap((member, index): [string, string][] =>
    index % 2 === 0 ? [[member, members[index + 1] ?? '0']] : [],
  );

/** Where everything lies in Redis: the keys of BullMQ's queues, one queue a name of jobs, and ours beside them. */
export const redisKeys = (prefix: string) => {
  const queues = `${prefix}:jobs`;
  return {
    /** Prefix of BullMQ's own keys. */
    queues,
    /** Names of jobs there have been. */
    names: `${prefix}:names`,
    /** Jobs that serve a subject, as "<name> <id>", by their creation. */
    subject: (subject: string) => `${prefix}:subject:${subject}`,
    /** What rounds of reconciliation found of the jobs of a name. */
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
        /** BullMQ does not know the cancelled jobs by their end. */
        cancelled: `${prefix}:cancelled:${name}`,
      };
      return {
        ...places,
        /**
         * Every list that a job can be in, as the scripts take them: also those for paused queues and for jobs that
         * have a priority.
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
        /** Before the id of a job. */
        jobs: queue,
        stalled: `${queue}stalled`,
        job: (id: string) => `${queue}${id}`,
        lock: (id: string) => `${queue}${id}:lock`,
        /** All jobs by their creation, which BullMQ does not know either. */
        listed: `${prefix}:listed:${name}`,
      };
    },
  };
};
export type RedisKeys = ReturnType<typeof redisKeys>;
