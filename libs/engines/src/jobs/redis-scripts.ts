import type { Redis } from 'ioredis';

/**
 * Steps that BullMQ does not have and that must happen at once. They know its keys (6.7): the lists `wait` and `active`, the sorted
 * sets `delayed`, `completed` and `failed`, the hash of a job and its lock. Keys of jobs are made inside, so a Redis cluster will not do.
 */
const scripts = {
  /** State, due time if delayed, and fields of each job; nothing for an id that is unknown. */
  readJobs: {
    numberOfKeys: 5,
    lua: `
      local active, delayed, completed, failed, cancelled = unpack(KEYS)
      local found = {}
      local stateOf = function(id)
        if redis.call('ZSCORE', completed, id) then return 'done' end
        if redis.call('ZSCORE', cancelled, id) then return 'cancelled' end
        if redis.call('ZSCORE', failed, id) then return 'failed' end
        return redis.call('LPOS', active, id) and 'active' or 'waiting'
      end
      for number = 2, #ARGV do
        local id = ARGV[number]
        local fields = redis.call('HMGET', ARGV[1] .. id, 'data', 'timestamp', 'processedOn', 'finishedOn', 'failedReason', 'progress', 'ats')
        found[number - 1] = fields[1] and { stateOf(id), redis.call('ZSCORE', delayed, id), fields } or false
      end
      return found`,
  },
  /** Takes a job out of BullMQ's hands: its worker, if any, finds its lock gone. */
  cancelJob: {
    numberOfKeys: 7,
    lua: `
      local wait, delayed, active, stalled, cancelled, job, lock = unpack(KEYS)
      local id, now = unpack(ARGV)
      if redis.call('LREM', wait, 0, id) + redis.call('ZREM', delayed, id) + redis.call('LREM', active, 0, id) == 0 then return 0 end
      redis.call('DEL', lock)
      redis.call('SREM', stalled, id)
      redis.call('HSET', job, 'finishedOn', now)
      redis.call('ZADD', cancelled, now, id)
      return 1`,
  },
  /** A cancelled job counts as failed again, which BullMQ knows how to retry. */
  reopenJob: {
    numberOfKeys: 2,
    lua: `
      local cancelled, failed = unpack(KEYS)
      local id, now = unpack(ARGV)
      if redis.call('ZREM', cancelled, id) == 1 then redis.call('ZADD', failed, now, id) end`,
  },
  /** A job added with the delay of parked ones becomes a failed one. A job that was known has another delay and stays as it is. */
  parkJob: {
    numberOfKeys: 3,
    lua: `
      local delayed, failed, job = unpack(KEYS)
      local id, now, delay, reason = unpack(ARGV)
      if redis.call('HGET', job, 'delay') ~= delay or redis.call('ZREM', delayed, id) == 0 then return end
      redis.call('HSET', job, 'finishedOn', now, 'failedReason', reason)
      redis.call('ZADD', failed, now, id)`,
  },
  /** 0 when the job is no longer this worker's: then nothing was written. */
  reportProgress: {
    numberOfKeys: 2,
    lua: `
      local job, lock = unpack(KEYS)
      local token, percent = unpack(ARGV)
      if redis.call('GET', lock) ~= token then return 0 end
      redis.call('HSET', job, 'progress', percent)
      return 1`,
  },
  /** 0 when the checkpoint is gone, of another log, or before \`from\`. */
  advanceCheckpoint: {
    numberOfKeys: 1,
    lua: `
      local logId, from, to = unpack(ARGV)
      local saved = redis.call('HMGET', KEYS[1], 'logId', 'position')
      if saved[1] ~= logId or saved[2] < from then return 0 end
      if saved[2] < to then redis.call('HSET', KEYS[1], 'position', to) end
      return 1`,
  },
  /** Deletes up to a thousand jobs of a set that ended before a time, and their places in the lists; how many. */
  forgetJobs: {
    numberOfKeys: 2,
    lua: `
      local ended, listed = unpack(KEYS)
      local before, jobs, subjects, name = unpack(ARGV)
      local ids = redis.call('ZRANGEBYSCORE', ended, '-inf', '(' .. before, 'LIMIT', 0, 1000)
      for _, id in ipairs(ids) do
        local data = redis.call('HGET', jobs .. id, 'data')
        local subject = data and cjson.decode(data).subject
        if type(subject) == 'string' then redis.call('ZREM', subjects .. subject, name .. ' ' .. id) end
        redis.call('DEL', jobs .. id)
        redis.call('ZREM', listed, id)
        redis.call('ZREM', ended, id)
      end
      return #ids`,
  },
} as const;

type Scripts = Record<keyof typeof scripts, (...keysAndArguments: (string | number)[]) => Promise<unknown>>;
export type ScriptedRedis = Redis & Scripts;

/** Teaches a connection these steps. */
export const withScripts = (redis: Redis): ScriptedRedis => {
  for (const [name, script] of Object.entries(scripts)) redis.defineCommand(name, script);
  return redis as ScriptedRedis;
};
