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
        /** Every list that a job can be in, as the scripts take them: also those for paused queues and for jobs that have a priority. */
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
