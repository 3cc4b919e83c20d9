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
/** An address of the public internet by its form; its range is not assigned. */
const UNASSIGNED = '2d00::1';

let folder: string;
let authority: Authority;
const cleanups: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outbound-'));
  authority = newAuthority(folder);
});
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const listen = async (server: Server | ReturnType<typeof createSocketServer>): Promise<string> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
};
const startServer = (listener: RequestListener) => listen(createServer(listener));
const openTestOutbound = (allowedHosts: string[], options: Partial<OutboundOptions> = {}): Outbound => {
  const outbound = openOutbound({ allowedHosts, ...options });
  cleanups.push(() => outbound.close());
  return outbound;
};
const request = (outbound: Outbound, url: string, options: Partial<OutboundRequest> = {}) =>
  outbound.request({ url, method: 'GET', timeoutMs: 5_000, maxResponseBytes: 1_000, ...options });
/** How a request fails that gets no response. */
const failureKind = (pendingRequest: Promise<unknown>): Promise<string> =>
  pendingRequest.then(
    () => 'answered',
    (error: unknown) => {
      if (error instanceof OutboundFailed) return error.kind;
      if (error instanceof OutboundRefused) return error.reason;
      throw error;
    },
  );

describe('An outgoing request', () => {
  it('sends method, headers and body, and returns the whole response', async () => {
    const host = await startServer((incoming, response) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('end', () => {
        const { method, url, headers } = incoming;
        response.writeHead(201, { 'x-answer': 'yes' });
        response.end(JSON.stringify([method, url, headers['unit-code'], Buffer.concat(chunks).toString()]));
      });
    });
    const result = await request(openTestOutbound([host]), `http://${host}/a?b=c`, {
      method: 'POST',
      headers: { 'unit-code': 'AB' },
      body: '预委托',
    });
    expect(result).toMatchObject({ status: 201, headers: { 'x-answer': 'yes' }, truncated: false });
    expect(JSON.parse(result.body.toString())).toEqual(['POST', '/a?b=c', 'AB', '预委托']);
    expect(result.ms).toBeGreaterThanOrEqual(0);
  });

  it('follows no redirect', async () => {
    const requestedPaths: string[] = [];
    const host = await startServer((incoming, response) => {
      requestedPaths.push(incoming.url ?? '');
      response.writeHead(302, { location: '/elsewhere' }).end();
    });
    expect(await request(openTestOutbound([host]), `http://${host}/here`)).toMatchObject({ status: 302 });
    expect(requestedPaths).toEqual(['/here']);
  });

  it('reads a response of a gigabyte up to its limit, and then closes the connection', async () => {
    let sentBytes = 0;
    let resolveClosed: () => void = () => undefined;
    const closed = new Promise<void>((resolve) => (resolveClosed = resolve));
    const host = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': String(GIGABYTE) });
      const chunk = Buffer.alloc(65_536, 'x');
      const writeMore = () => {
        while (!response.destroyed && sentBytes < GIGABYTE) {
          sentBytes += chunk.length;
          if (!response.write(chunk)) return void response.once('drain', writeMore);
        }
      };
      response.on('close', () => resolveClosed());
      writeMore();
    });
    const result = await request(openTestOutbound([host]), `http://${host}/`);
    expect([result.body.length, result.truncated]).toEqual([1_000, true]);
    await closed;
    expect(sentBytes).toBeLessThan(GIGABYTE / 10);
  });

  it('ends at its deadline whether the server is silent, slow or sends only headers', async () => {
    const hosts = [
      await startServer(() => undefined),
      await startServer((_, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write('x'), 10);
        response.on('close', () => clearInterval(timer));
      }),
      await listen(
        createSocketServer((socket: Socket) => {
          socket.on('error', () => undefined);
          const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 10);
          socket.on('close', () => clearInterval(timer));
        }),
      ),
    ];
    for (const host of hosts) {
      const startedAt = performance.now();
      expect(await failureKind(request(openTestOutbound([host]), `http://${host}/`, { timeoutMs: 200 }))).toBe(
        'timeout',
      );
      expect(performance.now() - startedAt).toBeLessThan(4_000);
    }
  });

  it('reports whether the connection, the size of the response head or TLS was the problem', async () => {
    const closing = await startServer((_, response) => void response.destroy());
    const truncating = await startServer((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setImmediate(() => response.destroy());
    });
    const oversized = await startServer((_, response) => void response.writeHead(200, { x: 'x'.repeat(20_000) }).end());
    const notHttp = await listen(createSocketServer((socket: Socket) => void socket.end('SSH-2.0-OpenSSH\r\n')));
    const outbound = openTestOutbound([closing, truncating, oversized, notHttp, '127.0.0.1:1']);
    const kinds = [closing, truncating, '127.0.0.1:1', oversized, notHttp].map((host) =>
      failureKind(request(outbound, `http://${host}/`)),
    );
    expect(await Promise.all(kinds)).toEqual(['connection', 'connection', 'connection', 'too-large', 'connection']);
    expect(await failureKind(request(outbound, `https://${notHttp}/`))).toBe('tls');
  });

  it('trusts only a valid certificate of a known authority that names the host', async () => {
    const ca = readFileSync(authority.ca, 'utf8');
    const startSecureServer = async (names: string[], days = 2) => {
      const { certificate, key } = authority.certificateOf('lims', { names, days });
      const keys = { cert: readFileSync(certificate), key: readFileSync(key) };
      return listen(createSecureServer(keys, (_, response) => void response.end('secret')));
    };
    const [valid, foreign, expired] = [
      await startSecureServer(['IP:127.0.0.1']),
      await startSecureServer(['DNS:other.example.com']),
      await startSecureServer(['IP:127.0.0.1'], -1),
    ];
    const trusting = openTestOutbound([valid, foreign, expired], { trustedCertificates: ca });
    expect((await request(trusting, `https://${valid}/`, { requireHttps: true })).body.toString()).toBe('secret');
    expect(await failureKind(request(trusting, `https://${foreign}/`))).toBe('tls');
    expect(await failureKind(request(trusting, `https://${expired}/`))).toBe('tls');
    expect(await failureKind(request(openTestOutbound([valid]), `https://${valid}/`))).toBe('tls');
  });

  it('does not reach a host of the internal network, neither by address nor by a name that resolves to it', async () => {
    let requestCount = 0;
    const host = await startServer((_, response) => void response.end(String((requestCount += 1))));
    const { port } = new URL(`http://${host}`);
    expect(await failureKind(request(openTestOutbound([]), `http://${host}/`))).toBe('not-public');
    for (const addresses of [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::1'], ['::ffff:127.0.0.1'], []]) {
      const lookup = resolvingTo(() => addresses);
      expect(await failureKind(request(openTestOutbound([], { lookup }), `http://lims.example.com:${port}/`))).toBe(
        'not-public',
      );
    }
    expect(requestCount).toBe(0);
  });

  it('connects only to the address that was checked, even if the name resolves to another one a moment later', async () => {
    let requestCount = 0;
    const host = await startServer((_, response) => void response.end(String((requestCount += 1))));
    const { port } = new URL(`http://${host}`);
    let lookups = 0;
    const lookup = resolvingTo(() => [(lookups += 1) === 1 ? UNASSIGNED : '127.0.0.1']);
    const outbound = openTestOutbound([], { lookup, keepAlive: true });
    const url = `http://rebound.example.com:${port}/`;
    expect(['timeout', 'connection']).toContain(await failureKind(request(outbound, url, { timeoutMs: 300 })));
    expect([lookups, await failureKind(request(outbound, url)), requestCount]).toEqual([1, 'not-public', 0]);
  });

  it('can be aborted by a signal, and ends when the client is closed', async () => {
    const host = await startServer(() => undefined);
    const outbound = openTestOutbound([host]);
    const abortController = new AbortController();
    const pendingRequest = request(outbound, `http://${host}/`, { signal: abortController.signal });
    abortController.abort(new Error('the job was given back'));
    await expect(pendingRequest).rejects.toThrow('the job was given back');
    await expect(request(outbound, `http://${host}/`, { signal: abortController.signal })).rejects.toThrow(
      'given back',
    );
    const pendingFailure = failureKind(request(outbound, `http://${host}/`));
    outbound.close();
    expect([await pendingFailure, await failureKind(request(outbound, `http://${host}/`))]).toEqual([
      'connection',
      'connection',
    ]);
  });

  it('reuses an open connection, and opens a new one if that was closed meanwhile', async () => {
    const ports: (number | undefined)[] = [];
    const sockets: Socket[] = [];
    const server = createServer({ keepAliveTimeout: 60_000 }, (incoming, response) => {
      ports.push(incoming.socket.remotePort);
      response.end('ok');
    }).on('connection', (socket: Socket) => sockets.push(socket));
    const host = await listen(server);
    const keepAliveOutbound = openTestOutbound([host], { keepAlive: true });
    for (let count = 0; count < 3; count += 1)
      await request(keepAliveOutbound, `http://${host}/`, { method: 'POST', body: 'x' });
    expect(new Set(ports).size).toBe(1);
    // Reset without the client's having noticed: it writes its request first.
    const nextResponse = request(keepAliveOutbound, `http://${host}/`, { method: 'POST', body: 'x' });
    for (const socket of sockets.splice(0)) socket.resetAndDestroy();
    expect((await nextResponse).status).toBe(200);
    expect(new Set(ports).size).toBe(2);

    const singleUseOutbound = openTestOutbound([host]);
    for (let count = 0; count < 2; count += 1) await request(singleUseOutbound, `http://${host}/`);
    expect(new Set(ports).size).toBe(4);
  });
});

/** Name resolution that returns these addresses. */
const resolvingTo =
  (addresses: () => readonly string[]): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(
      null,
      addresses().map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
