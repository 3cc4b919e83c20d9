import type { Redis } from 'ioredis';

/**
 * Atomic steps that BullMQ does not have. They use its keys (version 6.7): the lists `wait` and `active`, the sorted
 * sets `delayed`, `completed` and `failed`, the hash of a job and its lock. The scripts make keys of jobs themselves,
 * so they do not work on a Redis cluster.
 */
const scripts = {
  /** State, due time if delayed, and fields of each job; nothing for an unknown id. */
  readJobs: {
    numberOfKeys: 5,
    lua: `
      local active, delayed, completed, failed, cancelled = unpack(KEYS)
      local found = {}
      local stateOf = function(id)
        if redis.call('ZSCORE', completed, id) then return 'done' end
        if redis.call('ZSCORE', cancelled, id) then return 'cancelled' end
        if redis.call('ZSCORE', failed, id) then return 'failed' end
        if redis.call('LPOS', active, id) then return 'active' end
        -- It has ended and its place among the ended ones is lost.
        local ended = redis.call('HMGET', ARGV[1] .. id, 'finishedOn', 'returnvalue', 'cancelled')
        if not ended[1] then return 'waiting' end
        return ended[2] and 'done' or ended[3] and 'cancelled' or 'failed'
      end
      for number = 2, #ARGV do
        local id = ARGV[number]
        local fields = redis.call('HMGET', ARGV[1] .. id,
          'data', 'timestamp', 'processedOn', 'finishedOn', 'failedReason', 'progress', 'ats')
        found[number - 1] = fields[1] and { stateOf(id), redis.call('ZSCORE', delayed, id), fields } or false
      end
      return found`,
  },
  /**
   * The location of each job, see JobLocation. The lists are read once, because a search for each of many ids would
   * take too long.
   */
  locateJobs: {
    numberOfKeys: 9,
    lua: `
      local wait, paused, active, delayed, prioritized, completed, failed, cancelled, listed = unpack(KEYS)
      local place = {}
      local note = function(ids, where)
        for _, id in ipairs(ids) do place[id] = where end
      end
      note(redis.call('ZRANGE', delayed, 0, -1), 'later')
      for _, list in ipairs({ wait, paused }) do note(redis.call('LRANGE', list, 0, -1), 'due') end
      note(redis.call('ZRANGE', prioritized, 0, -1), 'due')
      note(redis.call('LRANGE', active, 0, -1), 'active')
      local found = {}
      local whereIs = function(id)
        local job = ARGV[1] .. id
        if redis.call('HEXISTS', job, 'data') == 0 then return 'lost' end
        if redis.call('ZSCORE', completed, id) then return 'done' end
        if not redis.call('ZSCORE', listed, id) then return 'lost' end
        if place[id] then return place[id] end
        if redis.call('ZSCORE', failed, id) or redis.call('ZSCORE', cancelled, id) then return 'unsettled' end
        return redis.call('EXISTS', job .. ':lock') == 1 and 'active' or 'lost'
      end
      for number = 2, #ARGV do found[number - 1] = whereIs(ARGV[number]) end
      return found`,
  },
  /**
   * Removes what is left of a lost job, its record or its id in the lists, so that it can be added again. A job that
   * has ended is put back into the list of ended jobs. A job that is in its list, or that a worker has locked, is not
   * changed.
   */
  clearLostJob: {
    numberOfKeys: 12,
    lua: `
      local wait, paused, active, delayed, prioritized, completed, failed, cancelled, stalled, listed, job, lock = unpack(KEYS)
      local id = ARGV[1]
      if redis.call('HEXISTS', job, 'data') == 1 then
        for _, set in ipairs({ delayed, prioritized, completed, failed, cancelled }) do
          if redis.call('ZSCORE', set, id) then return end
        end
        if redis.call('EXISTS', lock) == 1 then return end
        for _, list in ipairs({ wait, paused, active }) do
          if redis.call('LPOS', list, id) then return end
        end
        local ended = redis.call('HMGET', job, 'finishedOn', 'returnvalue', 'cancelled')
        if ended[1] then
          redis.call('ZADD', ended[2] and completed or ended[3] and cancelled or failed, ended[1], id)
        else
          redis.call('DEL', job)
        end
      elseif redis.call('EXISTS', job) == 1 or redis.call('ZSCORE', listed, id) then
        for _, list in ipairs({ wait, paused, active }) do redis.call('LREM', list, 0, id) end
        for _, set in ipairs({ delayed, prioritized, completed, failed, cancelled }) do redis.call('ZREM', set, id) end
        redis.call('SREM', stalled, id)
        redis.call('DEL', job, lock)
      end`,
  },
  /** Removes a job from the lists of BullMQ. A worker that runs it finds its lock missing. */
  cancelJob: {
    numberOfKeys: 7,
    lua: `
      local wait, delayed, active, stalled, cancelled, job, lock = unpack(KEYS)
      local id, now = unpack(ARGV)
      if redis.call('LREM', wait, 0, id) + redis.call('ZREM', delayed, id) + redis.call('LREM', active, 0, id) == 0 then return 0 end
      redis.call('DEL', lock)
      redis.call('SREM', stalled, id)
      redis.call('HSET', job, 'finishedOn', now, 'cancelled', 1)
      redis.call('ZADD', cancelled, now, id)
      return 1`,
  },
  /** Makes a cancelled job a failed one, which BullMQ can retry. */
  reopenJob: {
    numberOfKeys: 3,
    lua: `
      local cancelled, failed, job = unpack(KEYS)
      local id, now = unpack(ARGV)
      if redis.call('ZREM', cancelled, id) == 0 then return end
      redis.call('HDEL', job, 'cancelled')
      redis.call('ZADD', failed, now, id)`,
  },
  /**
   * Makes a job that was added with the delay of parked jobs a failed one. A job that existed before has another delay
   * and is not changed.
   */
  parkJob: {
    numberOfKeys: 3,
    lua: `
      local delayed, failed, job = unpack(KEYS)
      local id, now, delay, reason = unpack(ARGV)
      if redis.call('HGET', job, 'delay') ~= delay or redis.call('ZREM', delayed, id) == 0 then return end
      redis.call('HSET', job, 'finishedOn', now, 'failedReason', reason)
      redis.call('ZADD', failed, now, id)`,
  },
  /** Returns 0 and writes nothing if the job no longer belongs to this worker. */
  reportProgress: {
    numberOfKeys: 2,
    lua: `
      local job, lock = unpack(KEYS)
      local token, percent = unpack(ARGV)
      if redis.call('GET', lock) ~= token then return 0 end
      redis.call('HSET', job, 'progress', percent)
      return 1`,
  },
  /** Returns 0 if the checkpoint is missing, of another log, or before `from`. */
  advanceCheckpoint: {
    numberOfKeys: 1,
    lua: `
      local logId, from, to = unpack(ARGV)
      local saved = redis.call('HMGET', KEYS[1], 'logId', 'position')
      if saved[1] ~= logId or saved[2] < from then return 0 end
      if saved[2] < to then redis.call('HSET', KEYS[1], 'position', to) end
      return 1`,
  },
  /**
   * Deletes up to a thousand jobs of a set that ended before a time, and removes them from the lists. Returns their
   * number.
   */
  deleteEndedJobs: {
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
  /**
   * Deletes the records of old jobs that are in no list. Their requests have been answered; otherwise reconciliation
   * would have put them back.
   */
  deleteLostJobs: {
    numberOfKeys: 9,
    lua: `
      local wait, paused, active, delayed, prioritized, completed, failed, cancelled, listed = unpack(KEYS)
      local before, jobs = unpack(ARGV)
      local isSomewhere = function(id)
        for _, set in ipairs({ delayed, prioritized, completed, failed, cancelled }) do
          if redis.call('ZSCORE', set, id) then return true end
        end
        for _, list in ipairs({ active, wait, paused }) do
          if redis.call('LPOS', list, id) then return true end
        end
        return redis.call('EXISTS', jobs .. id .. ':lock') == 1
      end
      for _, id in ipairs(redis.call('ZRANGEBYSCORE', listed, '-inf', '(' .. before, 'LIMIT', 0, 100)) do
        if not isSomewhere(id) then
          redis.call('DEL', jobs .. id)
          redis.call('ZREM', listed, id)
        end
      end
      return 0`,
  },
} as const;

type Scripts = Record<keyof typeof scripts, (...keysAndArguments: (string | number)[]) => Promise<unknown>>;
export type ScriptedRedis = Redis & Scripts;

/** Adds the scripts to a connection. */
export const withScripts = (redis: Redis): ScriptedRedis => {
  for (const [name, script] of Object.entries(scripts)) redis.defineCommand(name, script);
  return redis as ScriptedRedis;
};
