import { describe, expect, it } from '@jest/globals';
import { credentialsIn } from './credentials.js';

describe('credentials', () => {
  it('are those of the connection string', () => {
    expect(credentialsIn('esdb://platform:p%40ss@store:2113')).toEqual({ username: 'platform', password: 'p@ss' });
    expect(credentialsIn('esdb+discover://platform:secret@a:2113,b:2113?tls=true')).toEqual({
      username: 'platform',
      password: 'secret',
    });
  });

  it('are given to a server without users, too, which ignores them', () => {
    expect(credentialsIn('esdb://store:2113?keepAliveInterval=10000&tls=false')).toEqual({
      username: 'anonymous',
      password: '',
    });
  });

  it('are missed where they are needed', () => {
    for (const url of ['esdb://store:2113', 'esdb://store:2113?tls=true', 'esdb://a:2113,b:2113'])
      expect(() => credentialsIn(url)).toThrow(RangeError);
  });
});
