import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Credentials } from '@eventstore/db-client';

/** The parsed EVENTSTORE_URL. */
export type ConnectionString = {
  /** The URL for the client: `esdb://`, user and password percent-encoded, only options that the client supports. */
  url: string;
  /** Null if the user is identified by the certificate of `userCertFile`. */
  credentials: Credentials | null;
  tls: boolean;
  /** All nodes in the URL. With several, or with `+discover`, the client asks them for the leader of their cluster. */
  nodes: { host: string; port: number; url: string }[];
  isCluster: boolean;
};

type Option = { name: string; valueType: 'file' | 'text' | 'whole number' | 'true or false' | readonly string[] };

/** The options that the client supports. For any other option it prints the whole URL, including the password. */
const OPTIONS: Option[] = [
  { name: 'tls', valueType: 'true or false' },
  { name: 'tlsCaFile', valueType: 'file' },
  { name: 'tlsVerifyCert', valueType: 'true or false' },
  { name: 'userCertFile', valueType: 'file' },
  { name: 'userKeyFile', valueType: 'file' },
  { name: 'connectionName', valueType: 'text' },
  { name: 'nodePreference', valueType: ['leader', 'follower', 'readOnlyReplica', 'random'] },
  { name: 'defaultDeadline', valueType: 'whole number' },
  { name: 'discoveryInterval', valueType: 'whole number' },
  { name: 'gossipTimeout', valueType: 'whole number' },
  { name: 'maxDiscoverAttempts', valueType: 'whole number' },
  { name: 'keepAliveInterval', valueType: 'whole number' },
  { name: 'keepAliveTimeout', valueType: 'whole number' },
  { name: 'throwOnAppendFailure', valueType: 'true or false' },
];

const SCHEME = /^(?:esdb|kurrentdb|kurrent|kdb)(\+discover)?:\/\//i;
const USER_INFO_PART = /^(?:[^\s:@/?#%]|%[0-9a-f]{2})+$/i;
const HOST = /^[\w.-]+(?::\d{1,5})?$/;
const DEFAULT_PORT = 2113;

/**
 * Parses a connection string before the client does, because the client quotes it in its messages. Names of options are
 * compared without case, `-` and `_`, as the client does.
 * @throws RangeError that names EVENTSTORE_URL and the mistake, without any text that could be a part of a password
 */
export const parseConnectionString = (input: string): ConnectionString => {
  const text = input
    .trim()
    .replace(/^(["'])(.*)\1$/s, '$2')
    .trim();
  const scheme = SCHEME.exec(text);
  if (!scheme)
    throw invalid('it begins with none of esdb://, esdb+discover://, kurrentdb:// and kurrentdb+discover://');
  const discover = scheme[1] ?? '';
  const { userInfo, hostsAndOptions } = splitUserInfo(text.slice(scheme[0].length));
  const user = userInfo === null ? null : parseCredentials(userInfo);
  const [, addresses = '', query] = /^([^?]*?)\/*(?:\?(.*))?$/s.exec(hostsAndOptions) ?? [];
  const nodes = addresses.split(',').map(parseNode);
  const options = parseOptions(query ?? '');
  const credentials = user ?? credentialsWithoutUser(options);
  const encodedUser = user ? `${encodeURIComponent(user.username)}:${encodeURIComponent(user.password)}@` : '';
  const parameters = [...options].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  const toUrl = (prefix: string, hosts: string) =>
    `esdb${prefix}://${encodedUser}${hosts}${parameters ? `?${parameters}` : ''}`;
  const addressOf = ({ host, port }: { host: string; port: number }) => `${host}:${port}`;
  return {
    url: toUrl(discover, nodes.map(addressOf).join(',')),
    credentials,
    tls: options.get('tls') !== 'false',
    nodes: nodes.map((node) => ({ ...node, url: toUrl('', addressOf(node)) })),
    isCluster: discover !== '' || nodes.length > 1,
  };
};

const invalid = (problem: string): RangeError => new RangeError(`EVENTSTORE_URL: ${problem}`);

/**
 * Splits off user and password. If a character in the password ended it early, the remaining part would be parsed as
 * hosts and options.
 */
const splitUserInfo = (text: string): { userInfo: string | null; hostsAndOptions: string } => {
  const parts = text.split('@');
  if (parts.length > 2) throw invalid('percent-encode the password, and every @ but the one before the host (as %40)');
  const [first = '', second] = parts;
  return second === undefined
    ? { userInfo: null, hostsAndOptions: first }
    : { userInfo: first, hostsAndOptions: second };
};

const parseCredentials = (userInfo: string): Credentials => {
  const [username = '', password, ...extraParts] = userInfo.split(':');
  if (!password && extraParts.length === 0 && (username === '' || USER_INFO_PART.test(username)))
    throw invalid('it names a user without a password; user:password@ stands before the host');
  if (extraParts.length > 0 || !USER_INFO_PART.test(username) || !USER_INFO_PART.test(password ?? ''))
    throw invalid('percent-encode the password (and the user)');
  try {
    return { username: decodeURIComponent(username), password: decodeURIComponent(password ?? '') };
  } catch {
    throw invalid('percent-encode the password (and the user)');
  }
};

/** A server without TLS ignores credentials, but the client behaves differently if there are none (ADR-006). */
const credentialsWithoutUser = (options: Map<string, string>): Credentials | null => {
  if (options.get('tls') === 'false') return { username: 'anonymous', password: '' };
  if (options.has('userCertFile')) return null;
  throw invalid(
    'it names no user: esdb://user:password@host:2113, or esdb://host:2113?tls=false for a server without users',
  );
};

const parseNode = (address: string): { host: string; port: number } => {
  if (!HOST.test(address.trim()))
    throw invalid('host:port, or several with commas between them, stand before the first / or ?');
  const [host = '', port = DEFAULT_PORT] = address.trim().split(':');
  return { host, port: Number(port) };
};

const normalizeName = (name: string): string => name.trim().toLowerCase().replaceAll(/[_-]/g, '');

/** If an option is repeated, the last value counts, as in the client. */
const parseOptions = (query: string): Map<string, string> => {
  const options = new Map<string, string>();
  for (const pair of query.split('&').filter((text) => text.trim() !== '')) {
    const [rawName = '', ...value] = pair.split('=');
    const option = OPTIONS.find(({ name }) => normalizeName(name) === normalizeName(rawName));
    if (!option) throw invalid(`there is no option ${/^[\w-]{1,40}$/.test(rawName) ? rawName : 'of that name'}`);
    options.set(option.name, parseValue(option, value.join('=').trim()));
  }
  if (options.get('tlsVerifyCert') === 'false')
    throw invalid('tlsVerifyCert=false is not supported: name the CA of the server with tlsCaFile instead');
  if (options.get('throwOnAppendFailure') === 'false')
    throw invalid('throwOnAppendFailure=false would hide conflicts, and the client answers wrong revisions with it');
  if (options.has('userCertFile') !== options.has('userKeyFile'))
    throw invalid('userCertFile and userKeyFile belong together, and one of them is missing');
  return options;
};

const parseValue = ({ name, valueType }: Option, encodedValue: string): string => {
  const value = decodeValue(name, encodedValue);
  if (value === '') throw invalid(`${name} has no value`);
  if (valueType === 'file') return checkFile(name, value);
  if (valueType === 'text') return value;
  if (valueType === 'true or false') {
    if (value !== 'true' && value !== 'false') throw invalid(`${name} is neither true nor false`);
    return value;
  }
  if (valueType === 'whole number') {
    if (!/^(?:-1|\d{1,9})$/.test(value)) throw invalid(`${name} is no whole number`);
    return value;
  }
  const match = valueType.find((choice) => normalizeName(choice) === normalizeName(value));
  if (match === undefined) throw invalid(`${name} is none of ${valueType.join(', ')}`);
  return match;
};

const decodeValue = (name: string, value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    throw invalid(`the value of ${name} has a % that is no escape; write it as %25`);
  }
};

/**
 * The absolute path of a file.
 * @throws RangeError if the file cannot be read or, unless it is a key, contains no certificate
 */
const checkFile = (option: string, path: string): string => {
  const absolutePath = resolve(path);
  let content: Buffer;
  try {
    content = readFileSync(absolutePath);
  } catch (error) {
    throw invalid(`${option} names ${absolutePath}, which cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
  if (option === 'userKeyFile') return absolutePath;
  if (!isCertificate(content)) throw invalid(`${option} names ${absolutePath}, which holds no certificate (PEM)`);
  return absolutePath;
};

const isCertificate = (content: Buffer): boolean => {
  try {
    return content.includes('-----BEGIN ') && Boolean(new X509Certificate(content));
  } catch {
    return false;
  }
};
