import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const MAX_BODY_BYTES = 64 * 1024;
const program = join(import.meta.dirname, '../../scripts/lab-check-receiver.mjs');

type Respond = (body: string, headers: Record<string, string>, deliveredIds: Set<string>) => number | Promise<number>;

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>)
    if ((size += part.length) <= MAX_BODY_BYTES) parts.push(part);
  return size > MAX_BODY_BYTES ? null : Buffer.concat(parts).toString();
};

/** A receiver on a port of its own, which answers what it is told to; `isBounded: false` reads bodies of any size. */
const receiver = async (respond: Respond, { isBounded = true } = {}): Promise<string> => {
  const deliveredIds = new Set<string>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = isBounded ? await readBody(request) : await new Response(request as unknown as ReadableStream).text();
    const status = body === null ? 413 : await respond(body, request.headers as Record<string, string>, deliveredIds);
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  };
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
};

const check = (url: string) =>
  new Promise<{ code: number; report: string; brokenChecks: string[] }>((resolve) => {
    execFile(process.execPath, [program, '--url', url, '--secret', SECRET], (error, report) => {
      const brokenChecks = [...report.matchAll(/^ {2}broken {2}(.*)$/gm)].map(([, name = '']) => name);
      resolve({ code: error ? Number(error.code) : 0, report, brokenChecks });
    });
  });

const isVerified = (body: string, headers: Record<string, string>): boolean => {
  try {
    return new Webhook(SECRET).verify(body, headers) !== null;
  } catch {
    return false;
  }
};
const correctReceiver: Respond = (body, headers) => (isVerified(body, headers) ? 204 : 401);

/** Receivers as people write them, and the checks that notice. */
const faultyReceivers: Record<string, { respond: Respond; isBounded?: boolean; failedChecks: string[] }> = {
  'verifies nothing': {
    respond: () => 200,
    failedChecks: [
      'another secret is refused',
      'a changed body is refused',
      'another id in the header is refused',
      'no signature is refused',
      'a signature of another kind alone is refused',
      'a stale delivery is refused',
      'a delivery from the future is refused',
      'a timestamp that is no number is refused',
      'a body that is not JSON is refused, and the next one accepted',
    ],
  },
  'does not look at the time': {
    respond: (body, headers) => {
      const expected = new Webhook(SECRET).sign(
        headers['webhook-id'] ?? '',
        new Date(Number(headers['webhook-timestamp']) * 1000),
        body,
      );
      return (headers['webhook-signature'] ?? '').split(' ').includes(expected) ? 204 : 401;
    },
    failedChecks: ['a stale delivery is refused', 'a delivery from the future is refused'],
  },
  'refuses what it has seen': {
    respond: (body, headers, deliveredIds) => {
      if (!isVerified(body, headers)) return 401;
      const id = headers['webhook-id'] ?? '';
      if (deliveredIds.has(id)) return 409;
      deliveredIds.add(id);
      return 204;
    },
    failedChecks: ['a repeated delivery is accepted again'],
  },
  'reads one signature only': {
    respond: (body, headers) =>
      isVerified(body, { ...headers, 'webhook-signature': (headers['webhook-signature'] ?? '').split(' ')[0] ?? '' })
        ? 204
        : 401,
    failedChecks: [
      'one of two signatures suffices, while a secret is replaced',
      'a signature of a kind it does not know is passed over',
    ],
  },
  'refuses types it does not know': {
    respond: (body, headers) => {
      if (!isVerified(body, headers)) return 401;
      return (JSON.parse(body) as { type: string }).type.includes('invented') ? 422 : 204;
    },
    failedChecks: ['a type and members it does not know are accepted'],
  },
  'answers 410 to what it does not like': {
    respond: (body, headers) => (isVerified(body, headers) ? 204 : 410),
    failedChecks: ['another secret is refused'],
  },
  'reads bodies of any size': {
    respond: correctReceiver,
    isBounded: false,
    failedChecks: ['an oversized delivery is refused, and the next one accepted'],
  },
  redirects: { respond: () => 302, failedChecks: ['a valid delivery is accepted'] },
  'works before it answers': {
    respond: async (body, headers, deliveredIds) => {
      deliveredIds.add(headers['webhook-id'] ?? '');
      if (deliveredIds.size === 2) await new Promise((resolve) => setTimeout(resolve, 2_100)); // its work on the second delivery
      return correctReceiver(body, headers, deliveredIds);
    },
    failedChecks: ['it is answered within two seconds'],
  },
};

describe('the check of a receiver', () => {
  it('ILIS reports no problem of a correct receiver', async () => {
    const { code, report, brokenChecks } = await check(await receiver(correctReceiver));
    expect([brokenChecks, code]).toEqual([[], 0]);
    expect(report).toContain('19 ok, 0 broken, 0 skipped');
  });

  it.each(Object.entries(faultyReceivers))(
    'reports the fault of a receiver that %s',
    async (_, { respond, isBounded, failedChecks }) => {
      const { code, brokenChecks } = await check(await receiver(respond, { isBounded }));
      expect(brokenChecks).toEqual(expect.arrayContaining(failedChecks));
      expect(code).toBe(1);
    },
  );

  it('reports that no server responds, and prints its usage', async () => {
    const { code, report } = await check('http://127.0.0.1:9/webhooks');
    expect([code, report]).toEqual([1, expect.stringContaining('the connection failed')]);
    const usageResult = await new Promise((resolve) => {
      execFile(process.execPath, [program, '--url', 'x'], (error, _out, usage) => resolve([error?.code, usage]));
    });
    expect(usageResult).toEqual([2, expect.stringContaining('--secret whsec_')]);
  });
});
