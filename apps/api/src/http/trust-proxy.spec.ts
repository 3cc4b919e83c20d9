import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authenticate } from '#contract';
import { compiledFile } from '#engines';
import { readSettings } from '#settings';
import { startService, type Service } from '#harness/service/service';

const FAILURES = 3;
const open: { close(): unknown }[] = [];
/** A service that locks a network after three failed sign-ins, whatever the name. */
const serviceBehind = async (TRUST_PROXY: string): Promise<Service> => {
  const service = await startService({
    demo: false,
    trustProxy: readSettings({ TRUST_PROXY }).settings.TRUST_PROXY ?? false,
    addressLimits: { signInFailuresPerAddress: FAILURES, codesPerMinute: 10, codesPerDay: 10 },
  });
  open.push(service);
  return service;
};
/** A proxy that appends the address of its caller to X-Forwarded-For, as nginx does; `from` stands for that address. */
const proxyTo = async (target: string, from?: string): Promise<string> => {
  const server: Server = createServer((incoming, outgoing) => {
    const forwarded = [incoming.headers['x-forwarded-for'], from ?? incoming.socket.remoteAddress];
    const outgoingRequest = ask(
      new URL(incoming.url ?? '/', target),
      {
        method: incoming.method,
        headers: { ...incoming.headers, 'x-forwarded-for': forwarded.filter(Boolean).join(', ') },
      },
      (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(outgoing);
      },
    );
    incoming.pipe(outgoingRequest);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  open.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

let name = 0;
/** The code of the refusal of one failed sign-in, under a name of its own. */
const failedAt = async (url: string, forwardedFor?: string): Promise<string> => {
  const response = await fetch(url + authenticate.path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor }),
    },
    body: JSON.stringify({ UserNameOrEmailAddress: `name-${name++}`, password: 'Wrong-guess-1' }),
  });
  return ((await response.json()) as { error: { code: string } }).error.code;
};
const failures = async (url: string, forwarded: (string | undefined)[]): Promise<string[]> => {
  const codes: string[] = [];
  for (const each of forwarded) codes.push(await failedAt(url, each));
  return codes;
};
const LOCKED_AFTER_THREE = ['BAD_CREDENTIALS', 'BAD_CREDENTIALS', 'BAD_CREDENTIALS', 'ADDRESS_LOCKED'];

afterAll(() => Promise.all(open.map((each) => each.close())));

describe.each(['1', 'loopback', '127.0.0.0/8, 10.0.0.0/8'])('behind one proxy, TRUST_PROXY=%s', (setting) => {
  let service: Service;
  beforeAll(async () => {
    service = await serviceBehind(setting);
  });

  it('a caller’s own X-Forwarded-For does not change which address is limited', async () => {
    const [firstProxy, secondProxy] = [
      await proxyTo(service.url, '203.0.113.7'),
      await proxyTo(service.url, '203.0.113.8'),
    ];
    const spoofed = ['198.51.100.1', '198.51.100.2, 10.0.0.1', 'nonsense, 127.0.0.1', '2001:db8::1'];
    expect(await failures(firstProxy, spoofed)).toEqual(LOCKED_AFTER_THREE);
    expect(await failedAt(secondProxy, '203.0.113.7')).toBe('BAD_CREDENTIALS');
  });

  it('IPv6 addresses of one /64 network are counted together, and those of another separately', async () => {
    const line = await Promise.all(
      ['2001:db8:1:2::1', '2001:db8:1:2::2', '[2001:db8:1:2:a::3]:4711', '2001:DB8:1:2:ffff::4'].map((from) =>
        proxyTo(service.url, from),
      ),
    );
    const codes: string[] = [];
    for (const each of line) codes.push(await failedAt(each));
    expect(codes).toEqual(LOCKED_AFTER_THREE);
    expect(await failedAt(await proxyTo(service.url, '2001:db8:1:3::1'))).toBe('BAD_CREDENTIALS');
  });
});

it.each(['2', 'loopback,192.0.2.9'])(
  'behind two proxies, the caller is the address that the outer proxy has seen, TRUST_PROXY=%s',
  async (setting) => {
    const inner = await proxyTo((await serviceBehind(setting)).url, '192.0.2.9');
    const [firstProxy, secondProxy] = [await proxyTo(inner, '203.0.113.7'), await proxyTo(inner, '203.0.113.8')];
    expect(await failures(firstProxy, [undefined, '198.51.100.1', '198.51.100.2, 192.0.2.9', '198.51.100.3'])).toEqual(
      LOCKED_AFTER_THREE,
    );
    expect(await failedAt(secondProxy)).toBe('BAD_CREDENTIALS');
  },
);

it('X-Forwarded-For is ignored without TRUST_PROXY, and from a caller outside the listed proxies', async () => {
  for (const setting of ['', '0', '10.0.0.0/8']) {
    const { url } = await serviceBehind(setting);
    expect(await failures(url, ['203.0.113.1', '203.0.113.2', '203.0.113.3', '203.0.113.4'])).toEqual(
      LOCKED_AFTER_THREE,
    );
  }
});

it('an invalid TRUST_PROXY ends the start with one line that names it', async () => {
  for (const invalidValue of [
    'true',
    '-1',
    '11',
    '10.0.0.0/33',
    '0.0.0.0/0',
    '10.0.0.1;10.0.0.2',
    'proxy.local',
    '1,,2',
  ])
    expect(readSettings({ TRUST_PROXY: invalidValue }).mistakes).toEqual([expect.stringMatching(/^TRUST_PROXY: .+$/)]);
  for (const main of ['../main.js', '../../../standalone/src/main.js']) {
    const child = spawn(process.execPath, [compiledFile(import.meta.url, main)], {
      env: {
        ...process.env,
        TRUST_PROXY: 'yes',
        DATA_DIR: '/nowhere',
        EVENTSTORE_URL: '',
        MONGO_URL: '',
        REDIS_URL: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [[code], failed] = await Promise.all([once(child, 'exit'), text(child.stderr), text(child.stdout)]);
    expect([code, failed]).toEqual([1, expect.stringMatching(/^TRUST_PROXY: "yes" is not a number of proxies .+\n$/)]);
  }
});
