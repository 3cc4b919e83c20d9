import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { createServer as createSocketServer, type AddressInfo, type LookupFunction, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { newAuthority, type Authority } from '../../../test/eventstoredb/certificates.mjs';
import { OutboundRefused } from './address.js';
import { openOutbound, OutboundFailed, type Outbound, type OutboundOptions, type OutboundRequest } from './outbound.js';

const GIGABYTE = 1024 ** 3;
/** Of the public internet by its form; the range is assigned to nobody. */
const NOBODY = '2d00::1';

let folder: string;
let authority: Authority;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbound-'));
  authority = newAuthority(folder);
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const listening = async (server: Server | ReturnType<typeof createSocketServer>): Promise<string> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const serverWith = (listener: RequestListener) => listening(createServer(listener));
const outboundFor = (allowedHosts: string[], more: Partial<OutboundOptions> = {}): Outbound => {
  const outbound = openOutbound({ allowedHosts, ...more });
  ends.push(() => outbound.close());
  return outbound;
};
const request = (outbound: Outbound, url: string, more: Partial<OutboundRequest> = {}) =>
  outbound.request({ url, method: 'GET', timeoutMs: 5_000, maxResponseBytes: 1_000, ...more });
/** How a request ends that has no answer. */
const failureOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'answered',
    (error: unknown) => {
      if (error instanceof OutboundFailed) return error.kind;
      if (error instanceof OutboundRefused) return error.reason;
      throw error;
    },
  );

describe('An outgoing request', () => {
  it('sends method, headers and body, and returns the whole response', async () => {
    const host = await serverWith((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { method, url, headers } = incoming;
        response.writeHead(201, { 'x-answer': 'yes' });
        response.end(JSON.stringify([method, url, headers['unit-code'], Buffer.concat(chunks).toString()]));
      });
    });
    const answer = await request(outboundFor([host]), `http://${host}/a?b=c`, {
      method: 'POST',
      headers: { 'unit-code': 'AB' },
      body: '预委托',
    });
    expect(answer).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' }, truncated: false });
    expect(JSON.parse(answer.body.toString())).toEqual(['POST', '/a?b=c', 'AB', '预委托']);
    expect(answer.ms).toBeGreaterThanOrEqual(0);
  });

  it('follows no redirect', async () => {
    const asked: string[] = [];
    const host = await serverWith((incoming, response) => {
      asked.push(incoming.url ?? '');
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await request(outboundFor([host]), `http://${host}/here`)).toMatchObject({ status: 302 });
    expect(asked).toEqual(['/here']);
  });

  it('reads a response of a gigabyte up to its limit, and then closes the connection', async () => {
    let sent = 0;
    let noteCut: () => void = () => undefined;
    const cut = new Promise<void>((resolve) => (noteCut = resolve));
    const host = await serverWith((_, response) => {
      response.writeHead(200, { 'content-length': String(GIGABYTE) });
      const chunk = Buffer.alloc(65_536, 'x');
      const more = () => {
        while (!response.destroyed && sent < GIGABYTE) {
          sent += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', more);
        }
      };
      response.on('close', () => noteCut());
      more();
    });
    const answer = await request(outboundFor([host]), `http://${host}/`);
    expect([answer.body.length, answer.truncated]).toEqual([1_000, true]);
    await cut;
    expect(sent).toBeLessThan(GIGABYTE / 10);
  });

  it('ends at its deadline whether the server is silent, slow or sends only headers', async () => {
    const asked = [
      await serverWith(() => undefined),
      await serverWith((_, response) => {
        response.writeHead(200);
        const dripping = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(dripping));
      }),
      await listening(
        createSocketServer((socket: Socket) => {
          socket.on('error', () => undefined);
          const dripping = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 10);
          socket.on('close', () => clearInterval(dripping));
        }),
      ),
    ];
    for (const host of asked) {
      const before = performance.now();
      expect(await failureOf(request(outboundFor([host]), `http://${host}/`, { timeoutMs: 200 }))).toBe('timeout');
      expect(performance.now() - before).toBeLessThan(4_000);
    }
  });

  it('reports whether the connection, the size of the response head or TLS was the problem', async () => {
    const broken = await serverWith((_, response) => void response.destroy());
    const half = await serverWith((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    });
    const large = await serverWith((_, response) => void response.writeHead(200, { x: 'x'.repeat(20_000) }).end());
    const noHttp = await listening(createSocketServer((socket: Socket) => void socket.end('SSH-2.0-OpenSSH\r\n')));
    const outbound = outboundFor([broken, half, large, noHttp, '127.0.0.1:1']);
    const kinds = [broken, half, '127.0.0.1:1', large, noHttp].map((host) =>
      failureOf(request(outbound, `http://${host}/`)),
    );
    expect(await Promise.all(kinds)).toEqual(['connection', 'connection', 'connection', 'too-large', 'connection']);
    expect(await failureOf(request(outbound, `https://${noHttp}/`))).toBe('tls');
  });

  it('trusts only a valid certificate of a known authority that names the host', async () => {
    const ca = readFileSync(authority.ca, 'utf8');
    const secured = async (names: string[], days = 2) => {
      const { certificate, key } = authority.certificateOf('lims', { names, days });
      const keys = { cert: readFileSync(certificate), key: readFileSync(key) };
      return listening(createSecureServer(keys, (_, response) => void response.end('secret')));
    };
    const [right, foreign, old] = [
      await secured(['IP:127.0.0.1']),
      await secured(['DNS:other.example.com']),
      await secured(['IP:127.0.0.1'], -1),
    ];
    const knowing = outboundFor([right, foreign, old], { trustedCertificates: ca });
    expect((await request(knowing, `https://${right}/`, { requireHttps: true })).body.toString()).toBe('secret');
    expect(await failureOf(request(knowing, `https://${foreign}/`))).toBe('tls');
    expect(await failureOf(request(knowing, `https://${old}/`))).toBe('tls');
    expect(await failureOf(request(outboundFor([right]), `https://${right}/`))).toBe('tls');
  });

  it('does not reach a host of the internal network, neither by address nor by a name that resolves to it', async () => {
    let asked = 0;
    const host = await serverWith((_, response) => void response.end(String((asked += 1))));
    const { port } = new URL(`http://${host}`);
    expect(await failureOf(request(outboundFor([]), `http://${host}/`))).toBe('not-public');
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], []]) {
      const lookup = answering(() => addresses);
      expect(await failureOf(request(outboundFor([], { lookup }), `http://lims.example.com:${port}/`))).toBe(
        'not-public',
      );
    }
    expect(asked).toBe(0);
  });

  it('connects only to the address that was checked, even if the name resolves to another one a moment later', async () => {
    let asked = 0;
    const host = await serverWith((_, response) => void response.end(String((asked += 1))));
    const { port } = new URL(`http://${host}`);
    let lookups = 0;
    const lookup = answering(() => [(lookups += 1) === 1 ? NOBODY : '127.0.0.1']);
    const outbound = outboundFor([], { lookup, keepAlive: true });
    const url = `http://rebound.example.com:${port}/`;
    expect(['timeout', 'connection']).toContain(await failureOf(request(outbound, url, { timeoutMs: 300 })));
    expect([lookups, await failureOf(request(outbound, url)), asked]).toEqual([1, 'not-public', 0]);
  });

  it('can be aborted by a signal, and ends when the client is closed', async () => {
    const host = await serverWith(() => undefined);
    const outbound = outboundFor([host]);
    const ending = new AbortController();
    const asked = request(outbound, `http://${host}/`, { signal: ending.signal });
    ending.abort(new Error('the job was given back'));
    await expect(asked).rejects.toThrow('the job was given back');
    await expect(request(outbound, `http://${host}/`, { signal: ending.signal })).rejects.toThrow('given back');
    const open = failureOf(request(outbound, `http://${host}/`));
    outbound.close();
    expect([await open, await failureOf(request(outbound, `http://${host}/`))]).toEqual(['connection', 'connection']);
  });

  it('reuses an open connection, and opens a new one if that was closed meanwhile', async () => {
    const ports: (number | undefined)[] = [];
    const sockets: Socket[] = [];
    const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
      ports.push(incoming.socket.remotePort);
      response.end('ok');
    }).on('connection', (socket: Socket) => sockets.push(socket));
    const host = await listening(server);
    const keeping = outboundFor([host], { keepAlive: true });
    for (let count = 0; count < 3; count += 1) await request(keeping, `http://${host}/`, { method: 'POST', body: 'x' });
    expect(new Set(ports).size).toBe(1);
    // Reset without the client's having noticed: it writes its request first.
    const next = request(keeping, `http://${host}/`, { method: 'POST', body: 'x' });
    for (const socket of sockets.splice(0)) socket.resetAndDestroy();
    expect((await next).status).toBe(200);
    expect(new Set(ports).size).toBe(2);

    const single = outboundFor([host]);
    for (let count = 0; count < 2; count += 1) await request(single, `http://${host}/`);
    expect(new Set(ports).size).toBe(4);
  });
});

/** Name resolution that answers these addresses. */
const answering =
  (addresses: () => readonly string[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
