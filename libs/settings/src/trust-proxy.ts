import { isIP } from 'node:net';

/** Whose X-Forwarded-For, -Host and -Proto are believed: nobody's, or what Fastify takes as `trustProxy`. */
export type TrustProxy = false | string[] | ((address: string, hop: number) => boolean);

/** Names for the usual private networks (Fastify's own). */
const NAMED = ['loopback', 'linklocal', 'uniquelocal'];
const MAX_HOPS = 10;

/** What TRUST_PROXY takes, in words for the operator. */
export const EXPECTED_PROXIES = `a number of proxies (0 to ${MAX_HOPS}) or a list of their addresses and networks, e.g. 10.0.0.0/8,2001:db8::/32,loopback`;

/**
 * The proxies in front of the service, as an operator names them: how many there are, or a list of their addresses and
 * networks. The caller's address is the right-most one that none of them has, so that what a caller writes itself is
 * never believed. Null for anything else.
 */
export const trustProxyIn = (value: string): TrustProxy | null => {
  if (/^\d+$/.test(value)) return Number(value) > MAX_HOPS ? null : hops(Number(value));
  const entries = value.split(',').map((entry) => entry.trim());
  return entries.every((entry) => NAMED.includes(entry) || isNetwork(entry)) ? entries : null;
};

/**
 * Fastify takes no number of its own: that alone does not tell a proxy from a caller who came past it
 * (docs/operations.md).
 */
const hops = (count: number): TrustProxy => (count === 0 ? false : (_address, hop) => hop < count);

const isNetwork = (entry: string): boolean => {
  const [address = '', bits, ...more] = entry.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
};
