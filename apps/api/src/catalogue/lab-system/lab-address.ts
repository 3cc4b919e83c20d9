import { lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';

/** Everything that is not the public internet: a laboratory's address must not lead into the network this service stands in. */
const NOT_PUBLIC = new BlockList();
for (const [address, bits] of [
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
  NOT_PUBLIC.addSubnet(address, bits, 'ipv4');
/** Of IPv6 what is routed in public is 2000::/3, without the ranges in it that lead elsewhere: to IPv4 through tunnels, and nowhere. */
const PUBLIC_V6 = new BlockList();
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6');
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  NOT_PUBLIC.addSubnet(address, bits, 'ipv6');

/** Whether an address is one of the public internet. */
export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
    : isIP(address) === 4 && !NOT_PUBLIC.check(address, 'ipv4');

/** A host that is not public and that nobody has allowed. */
export class AddressForbidden extends Error {}

/** Whether an operator has named this host, with its port or for all ports. */
export const isAllowedHost = ({ host, hostname }: URL, allowed: readonly string[]): boolean =>
  allowed.includes(host.toLowerCase()) || allowed.includes(hostname.toLowerCase());

/**
 * Name resolution that answers public addresses only. The connection is made to the very address that was looked at, so that a
 * name cannot mean something else a moment later.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookUpName(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address)))
      return callback(new AddressForbidden(`${hostname} is not a public host`), []);
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? '', first?.family);
  });
};
