import { describe, expect, it } from '@jest/globals';
import { isAllowedHost, isPublicAddress } from './lab-address.js';

describe('the address of a laboratory system', () => {
  it('is public or it is not', () => {
    for (const address of ['8.8.8.8', '1.2.3.4', '172.32.0.1', '2400:3200::1', '2606:4700::1111'])
      expect([address, isPublicAddress(address)]).toEqual([address, true]);
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '172.16.0.1',
      '192.168.1.1',
      '169.254.169.254',
      '100.64.0.1',
      '0.0.0.0',
      '224.0.0.1',
      '255.255.255.255',
      '::1',
      '::',
      'fd00::1',
      'fe80::1',
      '::ffff:127.0.0.1',
      '::ffff:8.8.8.8',
      '64:ff9b::a00:1',
      '2002:7f00:1::',
      '2001:0:1::',
      'ff02::1',
      'not-an-address',
    ]) {
      expect([address, isPublicAddress(address)]).toEqual([address, false]);
    }
  });

  it('may be in the own network where the operator names its host, for all its ports or for one', () => {
    const allowed = ['lims.local', '10.0.0.5:8080'];
    const may = (address: string) => isAllowedHost(new URL(address), allowed);
    expect([
      may('https://LIMS.local/x'),
      may('http://lims.local:81'),
      may('http://10.0.0.5:8080/lims'),
      may('http://10.0.0.5'),
      may('http://10.0.0.5:8081'),
      may('http://lims.local.example.com'),
    ]).toEqual([true, true, true, false, false, false]);
  });
});
