import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import type { StoredEvent } from './event-log.js';

const EXOTIC = Symbol('exotic');

/**
 * Canonical JSON (RFC 8785). JSON.stringify writes numbers and strings as the RFC requires, so only the members have to
 * be sorted. That is three times as fast as the package `canonicalize`, which is used for values that JSON.stringify
 * would order or write differently.
 * @throws TypeError, Error for values that are not JSON: NaN, bigint, functions, lone surrogates, circular references
 */
export const canonicalJson = (value: unknown): string => {
  const copy = withSortedMembers(value);
  const text = copy === EXOTIC ? undefined : JSON.stringify(copy);
  const canonical = text === undefined || text.includes('\\ud') ? canonicalize(value) : text;
  if (canonical === undefined) throw new TypeError('undefined is not JSON');
  return canonical;
};

const withSortedMembers = (value: unknown): unknown => {
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
  const copy = list.map(withSortedMembers);
  return copy.includes(EXOTIC) ? EXOTIC : copy;
};

const sortedMembers = (object: Record<string, unknown>): unknown => {
  if ('toJSON' in object) return EXOTIC;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(object).sort()) {
    const member = isExoticName(name) ? EXOTIC : withSortedMembers(object[name]);
    if (member === EXOTIC) return EXOTIC;
    copy[name] = member;
  }
  return copy;
};

/** An object lists numeric names first, regardless of the order of assignment. */
const isExoticName = (name: string): boolean => {
  const firstCode = name.charCodeAt(0);
  return (firstCode >= 48 && firstCode <= 57) || name === '__proto__';
};

type HashInput = Omit<StoredEvent, 'hash'>;

/**
 * SHA-256 (hex) over the canonical JSON of { id, stream, revision, type, data, metadata without hash }. `data` and
 * `metadata` must be canonical already: their texts are inserted as they are, in the order of member names.
 */
export const hashOf = ({ data, id, metadata, revision, stream, type }: HashInput): string =>
  hash(
    'sha256',
    `{"data":${data},"id":${JSON.stringify(id)},"metadata":${metadata},"revision":${revision},"stream":${JSON.stringify(stream)},"type":${JSON.stringify(type)}}`,
  );

/** The hash of a stored event, whose members may be in any order. */
export const hashOfStored = (event: HashInput): string =>
  hashOf({
    ...event,
    data: canonicalJson(JSON.parse(event.data)),
    metadata: canonicalJson(JSON.parse(event.metadata)),
  });

const NOT_HEX = /[^0-9a-f]/gi;

/**
 * Name-based UUID (version 5 of RFC 9562), lower case. Returns the same as v5 of the package uuid in a fifth of the
 * time, which was a third of the time to prepare an event.
 * @throws TypeError if `namespace` is not a UUID
 */
export const nameBasedId = (name: string, namespace: string): string => {
  const space = Buffer.from(namespace.replace(NOT_HEX, ''), 'hex');
  if (space.length !== 16) throw new TypeError(`"${namespace}" is not a UUID`);
  const hex = hash('sha1', Buffer.concat([space, Buffer.from(name)]));
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
};
