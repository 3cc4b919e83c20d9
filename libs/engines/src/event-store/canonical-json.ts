import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { StoredEvent } from './event-log.js';

const EXOTIC = Symbol('exotic');

/**
 * Canonical JSON of RFC 8785. JSON.stringify writes numbers and strings as the RFC wants them, so only members have to
 * be sorted; that is three times as fast as the package, to which is left what JSON.stringify would order or write
 * differently.
 * @throws TypeError, Error for what JSON cannot hold: NaN, bigint, functions, lone surrogates, circles.
 */
export const canonicalJson = (value: unknown): string => {
  const copy = sorted(value);
  const text = copy === EXOTIC ? undefined : JSON.stringify(copy);
  const canonical = text === undefined || text.includes('\\ud') ? canonicalize(value) : text;
  if (canonical === undefined) throw new TypeError('undefined is not JSON');
  return canonical;
};

const sorted = (value: unknown): unknown => {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'undefined':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : EXOTIC;
    case 'object':
      if (value === null) return null;
      return Array.isArray(value) ? sortedList(value) : sortedMembers(value as Record<string, unknown>);
    case 'bigint':
    case 'symbol':
    case 'function':
      throw new TypeError(`a ${typeof value} is not JSON`);
  }
};

const sortedList = (list: unknown[]): unknown => {
  const copy = list.map(sorted);
  return copy.includes(EXOTIC) ? EXOTIC : copy;
};

const sortedMembers = (object: Record<string, unknown>): unknown => {
  if ('toJSON' in object) return EXOTIC;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object).sort()) {
    const member = isExoticName(name) ? EXOTIC : sorted(object[name]);
    if (member === EXOTIC) return EXOTIC;
    copy[name] = member;
  }
  return copy;
};

/** An object lists names that are numbers first, whatever the order of assignment. */
const isExoticName = (name: string): boolean => {
  const first = name.charCodeAt(0);
  return (first >= 48 && first <= 57) || name === '__proto__';
};

type Hashed = Omit<StoredEvent, 'hash'>;

/**
 * SHA-256 (hex) over the canonical JSON of { id, stream, revision, type, data, metadata without hash }.
 * `data` and `metadata` must be canonical already: their text is put in place, in the order of member names.
 */
export const hashOf = ({ data, id, metadata, revision, stream, type }: Hashed): string =>
  hash(
    'sha256',
    `{"data":${data},"id":${JSON.stringify(id)},"metadata":${metadata},"revision":${revision},"stream":${JSON.stringify(stream)},"type":${JSON.stringify(type)}}`,
  );

/** The same hash for an event as it was found, whatever order of members its engine gives back. */
export const hashOfStored = (event: Hashed): string =>
  hashOf({
    ...event,
    data: canonicalJson(JSON.parse(event.data)),
    metadata: canonicalJson(JSON.parse(event.metadata)),
  });

const NOT_HEX = /[^0-9a-f]/gi;

/**
 * Name-based UUID, version 5 of RFC 9562, lower case: the same as v5 of the package uuid, at a fifth of its time,
 * which was a third of the time to prepare an event.
 * @throws TypeError when `namespace` is no UUID.
 */
export const nameBasedId = (name: string, namespace: string): string => {
  const space = Buffer.from(namespace.replace(NOT_HEX, ''), 'hex');
  if (space.length !== 16) throw new TypeError(`"${namespace}" is not a UUID`);
  const hex = hash('sha1', Buffer.concat([space, Buffer.from(name)]));
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
};
