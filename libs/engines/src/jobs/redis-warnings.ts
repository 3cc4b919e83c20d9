import type { Redis } from 'ioredis';
import type { JobsWarning } from './jobs.js';

const POLICY = 'noeviction';
/** The oldest releases that the contract of the jobs is run on. */
const OLDEST = { redis: '7.0.15', valkey: '7.2.0' } as const;

/** What is wrong with how a server is set up. INFO is read and not CONFIG, which providers of Redis often forbid. */
export const redisWarnings = async (redis: Redis): Promise<JobsWarning[]> => {
  const read = await Promise.all([redis.info('server'), redis.info('memory')]).catch((error: unknown) => {
    if (error instanceof Error && /^(NOPERM|ERR unknown command)/.test(error.message)) return null;
    throw error;
  });
  return read ? warningsOf(read.join('\n')) : [{ code: 'UNKNOWN_SETTINGS', found: '', wanted: 'INFO' }];
};

/** `info`: the sections "server" and "memory" as the command INFO answers them. */
export const warningsOf = (info: string): JobsWarning[] => {
  const fields = new Map(Array.from(info.matchAll(/^(\w+):(.*?)\r?$/gm), ([, name = '', value = '']) => [name, value]));
  const warnings: JobsWarning[] = [];
  const policy = fields.get('maxmemory_policy') ?? '';
  if (policy !== POLICY) warnings.push({ code: 'EVICTION_POLICY', found: policy, wanted: POLICY });
  // Valkey also tells a version of Redis, the one that it behaves like.
  const [product, oldest] = fields.has('valkey_version')
    ? (['valkey', OLDEST.valkey] as const)
    : (['redis', OLDEST.redis] as const);
  const version = fields.get(`${product}_version`) ?? '';
  if (isOlder(version, oldest))
    warnings.push({ code: 'VERSION', found: `${product} ${version}`, wanted: `${product} ${oldest}` });
  return warnings;
};

const isOlder = (version: string, other: string): boolean => {
  const [parts, others] = [version, other].map((text) => text.split('.').map(Number));
  const at = others?.findIndex((part, index) => part !== parts?.[index]) ?? -1;
  return at >= 0 && !((parts?.[at] ?? NaN) > (others?.[at] ?? NaN));
};
