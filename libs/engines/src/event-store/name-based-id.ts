import { hash } from 'node:crypto';

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
