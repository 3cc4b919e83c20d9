import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Credentials } from '@eventstore/db-client';

/** EVENTSTORE_URL as it is understood. */
export type ConnectionString = {
  /** What the client is given: `esdb://`, user and password percent-encoded, options it knows. */
  url: string;
  /** Null when the user is the certificate of `userCertFile`. */
  credentials: Credentials | null;
  tls: boolean;
  /**
   * Every node that is named; with several, or with `+discover`, the client asks them for the leader of their cluster.
   */
  nodes: { host: string; port: number; url: string }[];
  isCluster: boolean;
};

type Option = { name: string; takes: 'file' | 'text' | 'whole number' | 'true or false' | readonly string[] };

/** What the client knows. It prints the whole URL, with the password, where it meets anything else. */
const OPTIONS: Option[] = [
  { name: 'tls', takes: 'true or false' },
  { name: 'tlsCaFile', takes: 'file' },
  { name: 'tlsVerifyCert', takes: 'true or false' },
  { name: 'userCertFile', takes: 'file' },
  { name: 'userKeyFile', takes: 'file' },
  { name: 'connectionName', takes: 'text' },
  { name: 'nodePreference', takes: ['leader', 'follower', 'readOnlyReplica', 'random'] },
  { name: 'defaultDeadline', takes: 'whole number' },
  { name: 'discoveryInterval', takes: 'whole number' },
  { name: 'gossipTimeout', takes: 'whole number' },
  { name: 'maxDiscoverAttempts', takes: 'whole number' },
  { name: 'keepAliveInterval', takes: 'whole number' },
  { name: 'keepAliveTimeout', takes: 'whole number' },
  { name: 'throwOnAppendFailure', takes: 'true or false' },
];

const SCHEME = /^(?:esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\//i;
const USER_INFO_PART = /^(?:[^\s:@/?#%]|%[0-9a-f]{2})+$/i;
const HOST = /^[\w.-]+(?::\d{1,5})?$/;
const DEFAULT_PORT = 2113;

/**
 * Reads a connection string before the client does, whose own messages quote it. Names of options are compared as the
 * client does: without regard to case, `-` and `_`.
 * @throws RangeError that names EVENTSTORE_URL and what is wrong with it, and quotes nothing that could be a piece of a
 * password.
 */
export const parseConnectionString = (input: string): ConnectionString => {
  const text = input
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  const scheme = SCHEME.exec(text);
  if (!scheme) throw wrong('it begins with none of esdb://, esdb+discover://, kurrentdb:// and kurrentdb+discover://');
  const discover = scheme[1] ?? '';
  const { userInfo, rest } = withoutUserInfo(text.slice(scheme[0].length));
  const user = userInfo === null ? null : credentialsIn(userInfo);
  const [, addresses = '', query] = /^([^?]*?)\/*(?:\?(.*))?$/s.exec(rest) ?? [];
  const nodes = addresses.split(',').map(nodeOf);
  const options = optionsIn(query ?? '');
  const credentials = user ?? withoutUser(options);
  const encoded = user ? `${encodeURIComponent(user.username)}:${encodeURIComponent(user.password)}@` : '';
  const parameters = [...options].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const urlOf = (prefix: string, hosts: string) =>
    `esdb${prefix}://${encoded}${hosts}${parameters ? `?${parameters}` : ''}`;
  const addressOf = ({ host, port }: { host: string; port: number }) => `${host}:${port}`;
  return {
    url: urlOf(discover, nodes.map(addressOf).join(',')),
    credentials,
    tls: options.get('tls') !== 'false',
    nodes: nodes.map((node) => ({ ...node, url: urlOf('', addressOf(node)) })),
    isCluster: discover !== '' || nodes.length > 1,
  };
};

const wrong = (what: string): RangeError => new RangeError(`EVENTSTORE_URL: ${what}`);

/** A password with a character that ends it early would leave its pieces in what is taken for hosts and options. */
const withoutUserInfo = (text: string): { userInfo: string | null; rest: string } => {
  const parts = text.split('@');
  if (parts.length > 2) throw wrong('percent-encode the password, and every @ but the one before the host (as %40)');
  const [first = '', rest] = parts;
  return rest === undefined ? { userInfo: null, rest: first } : { userInfo: first, rest };
};

const credentialsIn = (userInfo: string): Credentials => {
  const [username = '', password, ...more] = userInfo.split(':');
  if (!password && more.length === 0 && (username === '' || USER_INFO_PART.test(username)))
    throw wrong('it names a user without a password; user:password@ stands before the host');
  if (more.length > 0 || !USER_INFO_PART.test(username) || !USER_INFO_PART.test(password ?? ''))
    throw wrong('percent-encode the password (and the user)');
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password ?? '') };
  } catch {
    throw wrong('percent-encode the password (and the user)');
  }
};

/** An insecure server ignores credentials, but the client looks whether there are any (ADR-006). */
const withoutUser = (options: Map<string, string>): Credentials | null => {
  if (options.get('tls') === 'false') return { username: 'anonymous', password: '' };
  if (options.has('userCertFile')) return null;
  throw wrong(
    'it names no user: esdb://user:password@host:2113, or esdb://host:2113?tls=false for a server without users',
  );
};

const nodeOf = (address: string): { host: string; port: number } => {
  if (!HOST.test(address.trim()))
    throw wrong('host:port, or several with commas between them, stand before the first / or ?');
  const [host = '', port = DEFAULT_PORT] = address.trim().split(':');
  return { host, port: Number(port) };
};

const flat = (name: string): string => name.trim().toLowerCase().replaceAll(/[_-]/g, '');

/** Of an option that is given twice, the last value counts, as in the client. */
const optionsIn = (query: string): Map<string, string> => {
  const options = new Map<string, string>();
  for (const pair of query.split('&').filter((one) => one.trim() !== '')) {
    const [rawName = '', ...value] = pair.split('=');
    const option = OPTIONS.find(({ name }) => flat(name) === flat(rawName));
    if (!option) throw wrong(`there is no option ${/^[\w-]{1,40}$/.test(rawName) ? rawName : 'of that name'}`);
    options.set(option.name, valueOf(option, value.join('=').trim()));
  }
  if (options.get('tlsVerifyCert') === 'false')
    throw wrong('tlsVerifyCert=false is not supported: name the CA of the server with tlsCaFile instead');
  if (options.get('throwOnAppendFailure') === 'false')
    throw wrong('throwOnAppendFailure=false would hide conflicts, and the client answers wrong revisions with it');
  if (options.has('userCertFile') !== options.has('userKeyFile'))
    throw wrong('userCertFile and userKeyFile belong together, and one of them is missing');
  return options;
};

const valueOf = ({ name, takes }: Option, encoded: string): string => {
  const value = decoded(name, encoded);
  if (value === '') throw wrong(`${name} has no value`);
  if (takes === 'file') return checkedFile(name, value);
  if (takes === 'text') return value;
  if (takes === 'true or false') {
    if (value !== 'true' && value !== 'false') throw wrong(`${name} is neither true nor false`);
    return value;
  }
  if (takes === 'whole number') {
    if (!/^(?:-1|\d{1,9})$/.test(value)) throw wrong(`${name} is no whole number`);
    return value;
  }
  const accepted = takes.find((one) => flat(one) === flat(value));
  if (accepted === undefined) throw wrong(`${name} is none of ${takes.join(', ')}`);
  return accepted;
};

const decoded = (name: string, value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    throw wrong(`the value of ${name} has a % that is no escape; write it as %25`);
  }
};

/** The path of a file that can be read and, but for a key, holds certificates. */
const checkedFile = (option: string, path: string): string => {
  const absolute = resolve(path);
  let content: Buffer;
  try {
    content = readFileSync(absolute);
  } catch (error) {
    throw wrong(`${option} names ${absolute}, which cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (option === 'userKeyFile') return absolute;
  if (!isCertificate(content)) throw wrong(`${option} names ${absolute}, which holds no certificate (PEM)`);
  return absolute;
};

const isCertificate = (content: Buffer): boolean => {
  try {
    return content.includes('-----BEGIN ') && Boolean(new X509Certificate(content));
  } catch {
    return false;
  }
};
