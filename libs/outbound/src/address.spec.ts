import { describe, expect, it } from '@jest/globals';
import { checkAddress, isPublicAddress, OutboundRefused } from './address.js';

const allowedHosts = ['lims.local', '10.0.0.5:8080'];
/** The URL as it would be called, or why it is not. */
const hrefOrReason = (url: string, requireHttps = false): string => {
  try {
    return checkAddress(url, { allowedHosts, requireHttps }).href;
  } catch (error) {
    if (error instanceof OutboundRefused) return error.reason;
    throw error;
  }
};

describe('An address that the platform calls', () => {
  it('is classified as public or not public by its IP address', () => {
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

  it('is refused, however its URL is written, if it is not public, no HTTP URL or contains credentials', () => {
    for (const url of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0177.0.0.1/',
      'http://0x7f.0.0.1/',
      'http://127.1/',
      'http://127.0.0.1./',
      'http://127。0。0。1/',
      'http://①②⑦.⓪.⓪.①/',
      'http://%31%32%37.0.0.1/',
      'http://127.0.\n0.1/',
      'http://[::1]/',
      'http://[::ffff:127.0.0.1]/',
      'http://[::ffff:7f00:1]/',
      'http://[fd12:3456::1]/',
      'http://169.254.169.254/latest/meta-data/',
      'http://localhost/',
      'http://localhost./',
      'http://LOCALHOST:8080/',
      'http://printer/',
      'http://db.internal/',
      'http://nas.local./',
      'http://router.home.arpa/',
      'http://0/',
    ])
      expect([url, hrefOrReason(url)]).toEqual([url, 'not-public']);
    for (const url of ['', 'lims', 'http://', 'http://[fe80::1%25eth0]/', 'http://a\0b/', 'http://a b/'])
      expect([url, hrefOrReason(url)]).toEqual([url, 'not-a-url']);
    for (const url of ['file:///etc/passwd', 'ftp://example.com/', 'gopher://example.com/', 'javascript:1', 'data:,1'])
      expect([url, hrefOrReason(url)]).toEqual([url, 'scheme']);
    expect([hrefOrReason('http://user@example.com/'), hrefOrReason('https://127.0.0.1@example.com/')]).toEqual([
      'credentials',
      'credentials',
    ]);
    expect(hrefOrReason('HTTPS://Example.com.:8443/a?b=c')).toBe('https://example.com.:8443/a?b=c');
  });

  it('may be in the internal network if the operator names its host, for all ports or for one', () => {
    expect([
      hrefOrReason('https://LIMS.local/x'),
      hrefOrReason('http://lims.local:81'),
      hrefOrReason('http://10.0.0.5:8080/lims'),
      hrefOrReason('http://10.0.0.5'),
      hrefOrReason('http://10.0.0.5:8081'),
      hrefOrReason('http://lims.local.example.com'),
    ]).toEqual([
      'https://lims.local/x',
      'http://lims.local:81/',
      'http://10.0.0.5:8080/lims',
      'not-public',
      'not-public',
      'http://lims.local.example.com/',
    ]);
  });

  it('must use HTTPS where that is required, except for hosts that the operator names', () => {
    expect([
      hrefOrReason('http://example.com/', true),
      hrefOrReason('https://example.com/', true),
      hrefOrReason('http://10.0.0.5:8080/', true),
    ]).toEqual(['https-required', 'https://example.com/', 'http://10.0.0.5:8080/']);
  });
});
