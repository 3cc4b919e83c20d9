import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { issueAccessKey } from '#contract';
import type { Scope } from '#events';
import { consignmentIn } from '../../apps/api/src/consignments/testing/stages.js';
import { startService, type Service } from '../../apps/api/src/testing/service.js';

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
const check = (key: string, more: string[] = []) =>
  new Promise<{ code: number; report: string; broken: string[]; skipped: string[] }>((resolve) => {
    execFile(process.execPath, [program, '--url', service.url, '--key', key, ...more], (error, report) => {
      const named = (outcome: string) =>
        [...report.matchAll(new RegExp(`^ {2}${outcome} +(.*)$`, 'gm'))].map(([, name = '']) => name);
      resolve({ code: error ? Number(error.code) : 0, report, broken: named('broken'), skipped: named('skipped') });
    });
  });

describe('the check of the platform from outside', () => {
  it('ILIS EM-010 finds every promise kept with a key of all scopes, and takes a step once', async () => {
    const { id } = await consignmentIn(service, 20);
    await consignmentIn(service, 60);
    await service.catchUp();
    const { code, report, broken, skipped } = await check(await keyWith(ALL), ['--consignment', id]);
    expect([broken, code]).toEqual([[], 0]);
    // Without --listen nobody takes deliveries.
    expect(report.match(/--listen <host:port> says/g)).toHaveLength(skipped.length);
  });

  it('leaves out, by name, what the scopes of a key do not allow', async () => {
    const { code, broken, report } = await check(await keyWith(['events:read']));
    expect([broken, code]).toEqual([[], 0]);
    for (const scope of ALL.filter((one) => one !== 'events:read'))
      expect(report).toContain(`the key has not the scope ${scope}`);
  });

  it('says what is broken where the key does not hold, and how it is called', async () => {
    const { code, broken } = await check(`lk_${'0'.repeat(32)}_${'A'.repeat(43)}`);
    expect([code, broken.length > 10]).toEqual([1, true]);
    const misused = await new Promise((resolve) => {
      execFile(process.execPath, [program], (error, _out, usage) => resolve([error?.code, usage]));
    });
    expect(misused).toEqual([2, expect.stringContaining('--key lk_')]);
  });
});
