import { isIP, isIPv6 } from 'node:net';
import { SIGN_IN_LIMITS } from '#domain/users';

/**
 * The network whose attempts are counted together: an IPv4 address, or the /64 of an IPv6 address, because one line can
 * use another address of its /64 for every attempt. A port that a proxy appends is ignored. All texts that are not
 * addresses count as one network.
 */
export const networkOfAddress = (text: string): string => {
  const address = withoutPort(text.trim());
  if (isIP(address) === 0) return 'unknown';
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const groups = groupsOf(address);
  const isMapped = groups.length === 8 && groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 0xff])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::`;
};

/** The address in `[2001:db8::1]:443`, `203.0.113.7:443` and `fe80::1%eth0`. */
const withoutPort = (text: string): string =>
  (/^\[(.*)\](?::\d+)?$/.exec(text)?.[1] ?? /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text)?.[1] ?? text).replace(/%.*$/, '');

const groupsOf = (address: string): number[] => {
  const [head = '', tail] = address.split('::');
  const leadingGroups = head === '' ? [] : head.split(':');
  const trailingGroups = tail ? tail.split(':') : [];
  const missing = tail === undefined ? 0 : 8 - leadingGroups.length - trailingGroups.length;
  return [...leadingGroups, ...Array.from({ length: missing }, () => '0'), ...trailingGroups].map((group) =>
    Number.parseInt(group, 16),
  );
};

/**
 * The limits of one network without a session: failed sign-ins within 15 minutes (0: no limit), and requests for codes.
 */
export type AddressLimits = { signInFailuresPerAddress: number; codesPerMinute: number; codesPerDay: number };

export const ADDRESS_LIMITS: AddressLimits = {
  signInFailuresPerAddress: SIGN_IN_LIMITS.addressFailures,
  codesPerMinute: 5,
  codesPerDay: 50,
};
