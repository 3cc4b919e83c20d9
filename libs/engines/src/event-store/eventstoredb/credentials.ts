import type { Credentials } from '@eventstore/db-client';

/**
 * Those of a connection string. An insecure server ignores them, but the client looks whether there are any.
 * @throws RangeError when a secure server is to be asked by nobody.
 */
export const credentialsIn = (url: string): Credentials => {
  const [, username, password] = /^esdb(?:\+discover)?:\/\/([^:@/?]*):([^@/?]*)@/.exec(url) ?? [];
  if (username !== undefined && password !== undefined)
    return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
  if (/[?&]tls=false(&|$)/i.test(url)) return { username: 'anonymous', password: '' };
  throw new RangeError(
    'EVENTSTORE_URL names no user: esdb://user:password@host:2113, or esdb://host:2113?tls=false for a server without users',
  );
};
