import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authenticate, issueAccessKey } from '#contract';
import type { Scope } from '#events';
import { createConsignmentAt } from '#harness/consignments/stages';
import { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { DEMO_PASSWORD } from '../../apps/standalone/src/import/import-demo.js';
import { startPlatform } from '../../scripts/lab/processes.mjs';
import { freePort } from '../free-port.mjs';

const program = join(import.meta.dirname, '../../scripts/lab-check.mjs');
const ALL: Scope[] = [
  'events:read',
  'consignments:read',
  'status:write',
  'bills:write',
  'express:write',
  'reports:write',
  'webhooks:manage',
];

let service: Service;
beforeAll(async () => {
  service = await startService({ heartbeatMs: 500, publicUrl: 'https://platform.example' });
});
afterAll(() => service.close());

const keyWith = async (scopes: Scope[]): Promise<string> =>
  (await (await service.as('lab1')).do(issueAccessKey, { body: { name: 'lab:check', scopes } })).secret;
const check = (key: string, extraArgs: string[] = [], url = service.url) =>
  new Promise<{ code: number; report: string; broken: string[]; skipped: string[] }>((resolve) => {
    execFile(process.execPath, [program, '--url', url, '--key', key, ...extraArgs], (error, report) => {
      const checksWithOutcome = (outcome: string) =>
        [...report.matchAll(new RegExp(`^ {2}${outcome} +(.*)$`, 'gm'))].map(([, name = '']) => name);
      resolve({
        code: error ? Number(error.code) : 0,
        report,
        broken: checksWithOutcome('broken'),
        skipped: checksWithOutcome('skipped'),
      });
    });
  });

/** A platform that breaks some of its promises: the service behind something that changes its answers on the way. */
const brokenPlatform = async (): Promise<{ url: string; server: Server }> => {
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '';
    const proxyRequest = request(
      service.url + path,
      { method: incoming.method ?? 'GET', headers: incoming.headers },
      (upstreamResponse) => {
        const headers = { ...upstreamResponse.headers };
        delete headers['ratelimit-remaining'];
        if (path.startsWith('/api/v1/feed/stream')) {
          response.writeHead(upstreamResponse.statusCode ?? 500, headers);
          upstreamResponse.pipe(response);
          response.once('close', () => upstreamResponse.destroy());
          return;
        }
        const parts: Buffer[] = [];
        upstreamResponse.on('data', (part: Buffer) => parts.push(part));
        upstreamResponse.on('end', () => {
          const body = Buffer.concat(parts).toString();
          delete headers['content-length'];
          const isUnknown = path.includes('GetConsignLog') && upstreamResponse.statusCode === 404;
          response.writeHead(isUnknown ? 200 : (upstreamResponse.statusCode ?? 500), headers);
          response.end(path.startsWith('/api/v1/feed?') ? body.replaceAll(/"correlationid":"[^"]*",/g, '') : body);
        });
      },
    );
    proxyRequest.once('error', () => response.destroy());
    incoming.pipe(proxyRequest);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
};

describe('the check of the platform', () => {
  it('ILIS EM-010 passes with a key of all scopes, and carries out each step once', async () => {
    const { id } = await createConsignmentAt(service, 20);
    await createConsignmentAt(service, 60);
    await service.catchUp();
    const { code, report, broken, skipped } = await check(await keyWith(ALL), ['--consignment', id]);
    expect([broken, code]).toEqual([[], 0]);
    // Without --listen nobody takes deliveries.
    expect(report.match(/--listen <host:port> says/g)).toHaveLength(skipped.length);
  });

  it('EM-010 receives deliveries of a service with a worker: signed, repeated after failures, listed in its log', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'lab-check-'));
    const port = await freePort();
    const stop = await startPlatform({ port, labHost: '127.0.0.1', dataDir: folder });
    try {
      const url = `http://127.0.0.1:${port}`;
      const tracker = { position: null };
      const as = async (userName: string): Promise<Client> => {
        const { accessToken } = await new Client(url, null, tracker).do(authenticate, {
          body: { UserNameOrEmailAddress: userName, password: DEMO_PASSWORD },
        });
        return new Client(url, accessToken, tracker);
      };
      const { secret } = await (await as('lab1')).do(issueAccessKey, { body: { name: 'lab:check', scopes: ALL } });
      const { id } = await createConsignmentAt({ ...service, as }, 20);
      const options = ['--listen', `127.0.0.1:${await freePort()}`, '--consignment', id];
      const { report } = await check(secret, options, url);
      expect(report.match(/^ {2}(broken|skipped).*\n.*$/gm) ?? []).toEqual([]);
    } finally {
      await stop();
      await rm(folder, { recursive: true });
    }
  });

  it('names each broken promise, and no other', async () => {
    await createConsignmentAt(service, 60);
    await service.catchUp();
    const { url, server } = await brokenPlatform();
    const { code, broken } = await check(await keyWith(ALL), [], url);
    server.closeAllConnections();
    server.close();
    expect([code, broken]).toEqual([
      1,
      [
        'answers say how many requests are left',
        'a consignment that the unit does not have is 404',
        'events are CloudEvents 1.0 with every member, and no id comes twice',
        'the stream sends the same events, and goes on behind Last-Event-ID',
      ],
    ]);
  });

  it('skips and names the checks that the scopes of a key do not allow', async () => {
    const { code, broken, report } = await check(await keyWith(['events:read']));
    expect([broken, code]).toEqual([[], 0]);
    for (const scope of ALL.filter((name) => name !== 'events:read'))
      expect(report).toContain(`the key has not the scope ${scope}`);
  });

  it('reports an invalid key, and prints its usage', async () => {
    const { code, broken } = await check(`lk_${'0'.repeat(32)}_${'A'.repeat(43)}`);
    expect([code, broken.length > 10]).toEqual([1, true]);
    const usageResult = await new Promise((resolve) => {
      execFile(process.execPath, [program], (error, _out, usage) => resolve([error?.code, usage]));
    });
    expect(usageResult).toEqual([2, expect.stringContaining('--key lk_')]);
  });
});
