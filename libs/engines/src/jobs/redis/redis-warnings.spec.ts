import { describe, expect, it } from '@jest/globals';
import { warningsOf } from './redis-connection.js';

const infoText = (...lines: string[]): string => ['# Server', ...lines].join('\r\n');

describe('the information that a Redis server reports', () => {
  it('causes a warning if keys may be evicted or the version of Redis or Valkey is too old', () => {
    expect(warningsOf(infoText('redis_version:7.0.15', 'maxmemory_policy:noeviction'))).toEqual([]);
    expect(warningsOf(infoText('redis_version:7.4.6', 'maxmemory_policy:noeviction'))).toEqual([]);
    expect(warningsOf(infoText('redis_version:7.0.2', 'maxmemory_policy:volatile-lru'))).toEqual([
      { code: 'EVICTION_POLICY', found: 'volatile-lru', wanted: 'noeviction' },
      { code: 'VERSION', found: 'redis 7.0.2', wanted: 'redis 7.0.15' },
    ]);
    const valkey = (version: string) =>
      infoText('redis_version:7.2.4', `valkey_version:${version}`, 'maxmemory_policy:noeviction');
    expect(warningsOf(valkey('8.1.4'))).toEqual([]);
    expect(warningsOf(valkey('7.1.0'))).toMatchObject([{ code: 'VERSION', found: 'valkey 7.1.0' }]);
    expect(warningsOf(infoText('maxmemory_policy:noeviction'))).toMatchObject([{ code: 'VERSION' }]);
  });
});
