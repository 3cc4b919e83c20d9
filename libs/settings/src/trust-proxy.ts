import { isIP } from 'node:net';

/**
 * The proxies whose X-Forwarded-For, -Host and -Proto are trusted: none, or a value for the option `trustProxy` of
 * Fastify.
 */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

/** Names of Fastify for the common private networks. */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_HOPS = 10;

/** Describes the values of TRUST_PROXY for the operator. */
export const EXPECTED_PROXIES =
  `a number of proxies (0 to ${MAX_HOPS}) or a list of their addresses and networks, e.g. ` +
  '10.0.0.0/8,2001:db8::/32,loopback';

/**
 * Parses the proxies in front of the service: their number, or a list of their addresses and networks. Null for any
 * other text. The caller's address is the right-most one that does not belong to a proxy, so an address that the caller
 * writes itself is never trusted.
 */
export const parseTrustProxy = (value: string): TrustProxy | null => {
  if (/^\d+$/.test(value)) return Number(value) > MAX_HOPS ? null : hops(Number(value));
  const entries = value.split(',').map((entry) => entry.trim());
  return entries.every((entry) => NAMED_NETWORKS.includes(entry) || isNetwork(entry)) ? entries : null;
};

/**
 * Fastify does not accept a number here, because a number does not distinguish a proxy from a caller that bypasses it
 * (docs/operations.md).
 */
const hops = (count: number): TrustProxy => (count === 0 ? false : (_address, hop) => hop < count);

const isNetwork = (entry: string): boolean => {
  const [address = '', prefixLength, ...rest] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    prefixLength === undefined ||
    (/^\d{1,3}$/.test(prefixLength) && Number(prefixLength) >= 1 && Number(prefixLength) <= (version === 4 ? 32 : 128))
  );
};
