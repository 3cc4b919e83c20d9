import { expect, it } from '@jest/globals';
import { networkOfAddress } from './network-limits.js';

it('an IPv4 address is counted by itself, and IPv6 addresses of one /64 network together, in any notation', () => {
  for (const address of ['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107', '203.0.113.7:51234', ' 203.0.113.7 '])
    expect(networkOfAddress(address)).toBe('203.0.113.7');
  for (const address of [
    '2001:db8:1:2::1',
    '2001:DB8:1:2:ffff::9',
    '2001:0db8:0001:0002:0:0:0:1',
    '[2001:db8:1:2::1]:443',
    '[2001:db8:1:2::1]',
    '2001:db8:1:2::1%eth0',
  ])
    expect(networkOfAddress(address)).toBe('2001:db8:1:2::');
  expect(networkOfAddress('2001:db8:1:3::1')).toBe('2001:db8:1:3::');
  expect([networkOfAddress('::1'), networkOfAddress('2001:db8::1')]).toEqual(['0:0:0:0::', '2001:db8:0:0::']);
});

it('all values that are not addresses count as one network', () => {
  expect(['', 'unknown', '_hidden', 'a'.repeat(400), '1.2.3'].map(networkOfAddress)).toEqual(
    Array.from({ length: 5 }, () => 'unknown'),
  );
});
