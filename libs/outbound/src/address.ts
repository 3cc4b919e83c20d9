import { lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/**
 * Everything that is not the public internet: an outgoing call must not reach the network that this service runs in.
 */
const NOT_PUBLIC = new BlockList();
for (const [address, prefixLength] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const)
  NOT_PUBLIC.addSubnet(address, prefixLength, 'ipv4');
/** Public IPv6 is 2000::/3, without the ranges for tunnels to IPv4 and those that are not routed. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
for (const [address, prefixLength] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(address, prefixLength, 'ipv6');

/**
 * Names that never mean a host of the public internet (RFC 6761, RFC 6762, RFC 8375, and the private-use name
 * `internal`).
 */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/** The platform does not call this address. Another attempt cannot succeed. */
export class OutboundRefused extends Error {
  override name = 'OutboundRefused';

  constructor(
    readonly reason: 'not-a-url' | 'scheme' | 'credentials' | 'https-required' | 'not-public',
    message: string,
  ) {
    super(message);
  }
}

/** `allowedHosts`: hosts, with or without a port, that may be in the private network and be called without TLS. */
export type AddressRules = { allowedHosts: readonly string[]; requireHttps?: boolean };

/** Whether an IPv4 or IPv6 address belongs to the public internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
    : isIP(address) === 4 && !NOT_PUBLIC.check(address, 'ipv4');

/** Whether the operator allows this host, for its port or for all ports. */
export const isAllowedHost = ({ host, hostname }: URL, allowedHosts: readonly string[]): boolean =>
  allowedHosts.includes(host.toLowerCase()) || allowedHosts.includes(hostname.toLowerCase());

/**
 * Checks the text of a URL: http or https, no user or password, and a host that can be public or that the operator
 * allows. An IPv4 address can be written in many forms (decimal, octal, hexadecimal, full-width digits); the parser
 * converts them all to one. The address that a name resolves to is checked when the connection is made, because it can
 * change.
 * @returns the URL as it will be called
 * @throws OutboundRefused with the reason
 */
export const checkAddress = (input: string | URL, { allowedHosts, requireHttps = false }: AddressRules): URL => {
  if (!(input instanceof URL) && !URL.canParse(input)) throw new OutboundRefused('not-a-url', 'The text is not a URL');
  const url = new URL(input);
  if (!['http:', 'https:'].includes(url.protocol))
    throw new OutboundRefused('scheme', `${url.protocol} is not http or https`);
  if (url.username !== '' || url.password !== '')
    throw new OutboundRefused('credentials', 'The URL holds a user or a password');
  if (isAllowedHost(url, allowedHosts)) return url;
  if (requireHttps && url.protocol !== 'https:') throw new OutboundRefused('https-required', 'The URL is not https');
  const address = url.hostname.replace(/^\[|\]$/g, '');
  const isPublic = isIP(address) !== 0 ? isPublicAddress(address) : isPublicName(url.hostname);
  if (!isPublic) throw new OutboundRefused('not-public', `${url.hostname} is not a public host`);
  return url;
};

/** A public name contains a dot. A dot at the end does not count: it only marks the name as complete. */
const isPublicName = (hostname: string): boolean => {
  const name = hostname.toLowerCase().replace(/\.$/, '');
  return name.includes('.') && !LOCAL_NAME.test(name);
};

/**
 * Name resolution that returns public addresses only. The connection uses the address that was checked, so the name
 * cannot resolve to another one in between. A name is refused if any of its addresses is not public.
 */
export const publicLookup =
  (lookup: LookupFunction = lookUpName as LookupFunction): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, result) => {
      if (error) return callback(error, []);
      const addresses = Array.isArray(result) ? result : [];
      if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
        return callback(new OutboundRefused('not-public', `${hostname} is not a public host`), []);
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first?.address ?? '', first?.family);
    });
  };
