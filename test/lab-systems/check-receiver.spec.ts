import { execFile } from 'node:child_process';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const MAX_BODY_BYTES = 64 * 1024;
const program = join(import.meta.dirname, '../../scripts/lab-check-receiver.mjs');

type Answer = (body: string, headers: Record<string, string>, seen: Set<string>) => number | Promise<number>;

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

const read = async (request: IncomingMessage): Promise<string | null> => {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request as AsyncIterable<Buffer>)
    if ((size += part.length) <= MAX_BODY_BYTES) parts.push(part);
  return size > MAX_BODY_BYTES ? null : Buffer.concat(parts).toString();
};

/** A receiver on a port of its own, which answers what it is told to; null of `bounded` reads bodies of any size. */
const receiver = async (answer: Answer, { bounded = true } = {}): Promise<string> => {
  const seen = new Set<string>();
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = bounded ? await read(request) : await new Response(request as unknown as ReadableStream).text();
    const status = body === null ? 413 : await answer(body, request.headers as Record<string, string>, seen);
    response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end();
  };
  const server = createServer((request, response) => void handle(request, response));
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`;
};

const check = (url: string) =>
  new Promise<{ code: number; report: string; broken: string[] }>((resolve) => {
    execFile(process.execPath, [program, '--url', url, '--secret', SECRET], (error, report) => {
      const broken = [...report.matchAll(/^ {2}broken {2}(.*)$/gm)].map(([, name = '']) => name);
      resolve({ code: error ? Number(error.code) : 0, report, broken });
    });
  });

const verified = (body: string, headers: Record<string, string>): boolean => {
  try {
    return new Webhook(SECRET).verify(body, headers) !== null;
  } catch {
    return false;
  }
};
const right: Answer = (body, headers) => (verified(body, headers) ? 204 : 401);

/** Receivers as people write them, and the checks that notice. */
const wrong: Record<string, { answer: Answer; bounded?: boolean; notices: string[] }> = {
  'verifies nothing': {
    answer: () => 200,
    notices: [
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
    answer: (body, headers) => {
      const expected = new Webhook(SECRET).sign(
        headers['webhook-id'] ?? '',
        new Date(Number(headers['webhook-timestamp']) * 1000),
        body,
      );
      return (headers['webhook-signature'] ?? '').split(' ').includes(expected) ? 204 : 401;
    },
    notices: ['a stale delivery is refused', 'a delivery from the future is refused'],
  },
  'refuses what it has seen': {
    answer: (body, headers, seen) => {
      if (!verified(body, headers)) return 401;
      const id = headers['webhook-id'] ?? '';
      if (seen.has(id)) return 409;
      seen.add(id);
      return 204;
    },
    notices: ['a repeated delivery is accepted again'],
  },
  'reads one signature only': {
    answer: (body, headers) =>
      verified(body, { ...headers, 'webhook-signature': (headers['webhook-signature'] ?? '').split(' ')[0] ?? '' })
        ? 204
        : 401,
    notices: [
      'one of two signatures suffices, while a secret is replaced',
      'a signature of a kind it does not know is passed over',
    ],
  },
  'refuses types it does not know': {
    answer: (body, headers) => {
      if (!verified(body, headers)) return 401;
      return (JSON.parse(body) as { type: string }).type.includes('invented') ? 422 : 204;
    },
    notices: ['a type and members it does not know are accepted'],
  },
  'answers 410 to what it does not like': {
    answer: (body, headers) => (verified(body, headers) ? 204 : 410),
    notices: ['another secret is refused'],
  },
  'reads bodies of any size': {
    answer: right,
    bounded: false,
    notices: ['an oversized delivery is refused, and the next one accepted'],
  },
  redirects: { answer: () => 302, notices: ['a valid delivery is accepted'] },
  'works before it answers': {
    answer: async (body, headers, seen) => {
      seen.add(headers['webhook-id'] ?? '');
      if (seen.size === 2) await new Promise((resolve) => setTimeout(resolve, 2_100)); // its work on the second delivery
      return right(body, headers, seen);
    },
    notices: ['it is answered within two seconds'],
  },
};

describe('the check of a receiver', () => {
  it('ILIS reports no problem of a correct receiver', async () => {
    const { code, report, broken } = await check(await receiver(right));
    expect([broken, code]).toEqual([[], 0]);
    expect(report).toContain('19 ok, 0 broken, 0 skipped');
  });

  it.each(Object.entries(wrong))('reports the fault of a receiver that %s', async (_, { answer, bounded, notices }) => {
    const { code, broken } = await check(await receiver(answer, { bounded }));
    expect(broken).toEqual(expect.arrayContaining(notices));
    expect(code).toBe(1);
  });

  it('reports that no server responds, and prints its usage', async () => {
    const { code, report } = await check('http://127.0.0.1:9/webhooks');
    expect([code, report]).toEqual([1, expect.stringContaining('the connection failed')]);
    const misused = await new Promise((resolve) => {
      execFile(process.execPath, [program, '--url', 'x'], (error, _out, usage) => resolve([error?.code, usage]));
    });
    expect(misused).toEqual([2, expect.stringContaining('--secret whsec_')]);
  });
});
