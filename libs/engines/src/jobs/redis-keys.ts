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
    checkpoint: (reader: string) => `${prefix}:checkpoint:${reader}`,
    of: (name: string) => {
      const queue = `${queues}:${name}:`;
      return {
        /** Before the id of a job. */
        jobs: queue,
        wait: `${queue}wait`,
        active: `${queue}active`,
        delayed: `${queue}delayed`,
        completed: `${queue}completed`,
        failed: `${queue}failed`,
        stalled: `${queue}stalled`,
        job: (id: string) => `${queue}${id}`,
        lock: (id: string) => `${queue}${id}:lock`,
        /** BullMQ does not know these two: all jobs by their creation, and the cancelled ones by their end. */
        listed: `${prefix}:listed:${name}`,
        cancelled: `${prefix}:cancelled:${name}`,
      };
    },
  };
};
export type RedisKeys = ReturnType<typeof redisKeys>;
