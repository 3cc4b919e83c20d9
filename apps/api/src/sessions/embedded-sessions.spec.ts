import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  authenticate,
  changeRole,
  changeUserActive,
  EMBEDDED_OPERATIONS,
  exchangeEmbeddingCode,
  getConsingInfo,
  getProjectList,
  getRecordChanges,
  getTokenByUnitCode,
  getUserInfo,
  issueEmbeddingCode,
  logout,
  operations,
  renewLabSystemCode,
  testUnitGet,
  updateTestUnit,
} from '#contract';
import { newLaboratory, type Laboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';

const LIMS = 'https://lims.example.com:8443';
let now = new Date('2026-03-02T01:00:00.000Z');
const pass = (seconds: number) => (now = new Date(now.getTime() + seconds * 1000));
let folder: string;
let service: Service;
let admin: Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  await writeFile(join(folder, 'index.html'), '<!doctype html><title>console</title>');
  service = await startService({ now: () => now, console: folder });
});
afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

type Embedded = Laboratory & { unitNo: string; staff: Client; authCode: string };
/** A laboratory whose own system may embed, with the secret of that system. */
const laboratory = async (embedOrigins = [LIMS]): Promise<Embedded> => {
  admin = await service.as('admin');
  const lab = await newLaboratory(service, {});
  const { unitNo } = await admin.do(updateTestUnit, { body: { id: lab.testUnitId, embedOrigins } });
  const staff = await service.as(lab.userName);
  const { authCode } = await staff.do(renewLabSystemCode, { body: {} });
  await service.catchUp();
  return { ...lab, unitNo, staff, authCode: authCode ?? '' };
};
const issue = ({ unitNo: unitCode, userName, authCode }: Embedded, overrides: object = {}) =>
  service.stranger.call(issueEmbeddingCode, { body: { unitCode, userName, authCode, origin: LIMS, ...overrides } });
const exchange = ({ unitNo: unitCode }: Embedded, code: string, overrides: object = {}) =>
  service.stranger.call(exchangeEmbeddingCode, { body: { unitCode, origin: LIMS, code, ...overrides } });
const codeFor = async (lab: Embedded) => (await issue(lab)).result.code;

describe('the token of a page embedded in a laboratory’s system', () => {
  it('API-036 is issued for a code with unit code and allowed origin; an unknown unit code or another origin is refused', async () => {
    const lab = await laboratory();
    const { result } = await exchange(lab, await codeFor(lab));
    expect(await service.withToken(result.accessToken).do(getUserInfo)).toMatchObject({
      userName: lab.userName,
      unitId: lab.testUnitId,
    });
    expect((await issue(lab, { origin: 'https://evil.example.com' })).failure?.code).toBe('EMBEDDING_NOT_ALLOWED');
    const code = await codeFor(lab);
    expect(await exchange(lab, code, { origin: 'https://evil.example.com' })).toMatchObject({
      status: 403,
      failure: { code: 'EMBEDDING_NOT_ALLOWED' },
    });
    expect((await exchange(lab, code, { unitCode: 'TU-none' })).status).toBe(404);
    expect((await issue(lab, { unitCode: 'TU-none' })).failure?.code).toBe('BAD_CREDENTIALS');
    expect((await issue(lab, { authCode: 'guessed' })).failure?.code).toBe('BAD_CREDENTIALS');
  });

  it('API-036 is issued to a signed-in user under the same rule, but not to a user of another laboratory', async () => {
    const lab = await laboratory();
    const client = await service.as('client1');
    const requestToken = (caller: Client, query: object) =>
      caller.call(getTokenByUnitCode, { query: { unitCode: lab.unitNo, origin: LIMS, ...query } });
    const { result } = await requestToken(client, {});
    expect((await service.withToken(result.accessToken).do(getUserInfo)).userName).toBe('client1');
    expect((await requestToken(client, { unitCode: 'TU-none' })).status).toBe(404);
    for (const refused of [
      await requestToken(client, { origin: 'https://evil.example.com' }),
      await requestToken(await service.as('lab1'), {}),
    ])
      expect(refused).toMatchObject({ status: 403, failure: { code: 'EMBEDDING_NOT_ALLOWED' } });
  });

  it('is issued once per code, within a minute, and not for a code of another unit', async () => {
    const [lab, otherLab] = [await laboratory(), await laboratory()];
    const code = await codeFor(lab);
    expect((await exchange(otherLab, code)).failure?.code).toBe('EMBEDDING_CODE_INVALID');
    const replies = await Promise.all([exchange(lab, code), exchange(lab, code), exchange(lab, code)]);
    expect(replies.map(({ status }) => status).filter((status) => status !== 200)).toEqual([403, 403]);
    await service.withToken(replies.find(({ status }) => status === 200)?.result.accessToken ?? '').do(logout);
    expect((await exchange(lab, code)).failure?.code).toBe('EMBEDDING_CODE_INVALID');
    const lateCode = await codeFor(lab);
    pass(61);
    expect((await exchange(lab, lateCode)).failure?.code).toBe('EMBEDDING_CODE_INVALID');
  });

  it('is issued for any spelling of the origin', async () => {
    const lab = await laboratory(['https://LIMS.example.com:8443/', 'https://plain.example.com:443']);
    expect((await admin.do(testUnitGet, { query: { id: lab.testUnitId } })).embedOrigins).toEqual([
      LIMS,
      'https://plain.example.com',
    ]);
    const { code } = (await issue(lab, { origin: 'https://plain.example.com:443/' })).result;
    expect((await exchange(lab, code, { origin: 'https://Plain.example.com' })).status).toBe(200);
  });

  it('is issued for the right secret while others guess it, even from the same address', async () => {
    const guarded = await startService({
      now: () => now,
      addressLimits: { signInFailuresPerAddress: 6, codesPerMinute: 2, codesPerDay: 3 },
      loginsPerMinute: 3,
    });
    try {
      const [staff, boss] = [await guarded.as('lab1'), await guarded.as('admin')];
      const { authCode } = await staff.do(renewLabSystemCode, { body: {} });
      const { unitId } = await staff.do(getUserInfo);
      const { unitNo: unitCode } = await boss.do(updateTestUnit, { body: { id: unitId ?? '', embedOrigins: [LIMS] } });
      const ask = (overrides: object) =>
        guarded.stranger.call(issueEmbeddingCode, {
          body: { unitCode, userName: 'lab1', authCode: authCode ?? '', origin: LIMS, ...overrides },
        });
      for (let guess = 0; guess < 5; guess++)
        expect((await ask({ authCode: `guess-${guess}` })).failure?.code).toBe('BAD_CREDENTIALS');
      expect((await ask({ authCode: 'guess' })).failure?.code).toBe('ACCOUNT_LOCKED');
      expect((await ask({ unitCode: 'TU-none' })).failure?.code).toBe('BAD_CREDENTIALS');
      expect((await ask({ unitCode: 'TU-none' })).failure?.code).toBe('ADDRESS_LOCKED');
      for (let page = 0; page < 5; page++) {
        const { code } = (await ask({})).result;
        expect(
          (await guarded.stranger.call(exchangeEmbeddingCode, { body: { unitCode, origin: LIMS, code } })).status,
        ).toBe(200);
      }
    } finally {
      await guarded.close();
    }
  });

  it('is not issued for a code from before the user’s sessions were ended or the secret was withdrawn', async () => {
    const lab = await laboratory();
    const { userId } = await lab.staff.do(getUserInfo);
    const earlyCode = await codeFor(lab);
    pass(1);
    await admin.do(changeUserActive, { body: { userId, isActive: false, reason: '核实' } });
    await admin.do(changeUserActive, { body: { userId, isActive: true } });
    expect((await exchange(lab, earlyCode)).failure?.code).toBe('EMBEDDING_CODE_INVALID');
    const lateCode = await codeFor(lab);
    const {
      result: { accessToken },
    } = await service.stranger.call(authenticate, {
      body: { UserNameOrEmailAddress: lab.userName, password: DEMO_PASSWORD },
    });
    await service.withToken(accessToken).do(renewLabSystemCode, { body: { enabled: false, reason: '停用对接' } });
    expect((await exchange(lab, lateCode)).failure?.code).toBe('EMBEDDING_CODE_INVALID');
  });

  it('ends with the secret that opened it, as do derived tokens, and earlier codes are refused', async () => {
    const lab = await laboratory();
    const embedded = service.withToken((await exchange(lab, await codeFor(lab))).result.accessToken);
    const { accessToken } = await embedded.do(getTokenByUnitCode, { query: { unitCode: lab.unitNo } });
    const renewed = service.withToken(accessToken);
    const earlyCode = await codeFor(lab);
    for (const page of [embedded, renewed]) expect((await page.call(getUserInfo)).status).toBe(200);
    const { authCode } = await lab.staff.do(renewLabSystemCode, { body: {} });
    for (const page of [embedded, renewed]) expect((await page.call(getUserInfo)).status).toBe(401);
    expect((await exchange(lab, earlyCode)).failure?.code).toBe('EMBEDDING_CODE_INVALID');
    expect((await exchange(lab, await codeFor({ ...lab, authCode: authCode ?? '' }))).status).toBe(200);
  });

  it('gives access only to what consignment pages need, cannot extend itself, and ends after an hour or with its origin', async () => {
    const lab = await laboratory();
    const embedded = service.withToken((await exchange(lab, await codeFor(lab))).result.accessToken);
    expect((await embedded.call(getProjectList)).status).toBe(200);
    expect((await embedded.call(getConsingInfo, { query: { id: lab.testUnitId } })).status).toBe(404);
    for (const refused of [
      await embedded.call(updateTestUnit, { body: { id: lab.testUnitId, shortName: '改' } }),
      await embedded.call(renewLabSystemCode, { body: {} }),
      await embedded.call(changeRole, { body: {} }),
    ])
      expect(refused.status).toBe(403);
    pass(1800);
    const renewed = await embedded.do(getTokenByUnitCode, { query: { unitCode: lab.unitNo } });
    expect(renewed.expireInSeconds).toBe(1800);
    expect((await service.withToken(renewed.accessToken).call(renewLabSystemCode, { body: {} })).status).toBe(403);
    await admin.do(updateTestUnit, { body: { id: lab.testUnitId, embedOrigins: [], reason: '停用嵌入' } });
    expect((await embedded.call(getUserInfo)).status).toBe(401);
    await admin.do(updateTestUnit, { body: { id: lab.testUnitId, embedOrigins: [LIMS] } });
    expect((await embedded.call(getUserInfo)).status).toBe(200);
    pass(1801);
    expect((await embedded.call(getUserInfo)).status).toBe(401);
  });

  it('allows only operations that exist', () => {
    const operationNames = new Set(operations.map(({ name }) => name));
    expect([...EMBEDDED_OPERATIONS].filter((name) => !operationNames.has(name))).toEqual([]);
  });
});

/** Of a path as no URL would spell it. */
const statusOf = (path: string) =>
  new Promise<number>(
    (resolve, reject) =>
      void request(service.url, { path, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end(),
  );

describe('the embedding origins', () => {
  it('are set by the administrator, removed with a reason, and recorded in the unit’s history', async () => {
    const lab = await laboratory();
    expect(
      (
        await lab.staff.call(updateTestUnit, {
          body: { id: lab.testUnitId, embedOrigins: ['https://mine.example.com'] },
        })
      ).failure?.code,
    ).toBe('FIELD_OF_THE_PLATFORM');
    for (const invalidOrigin of [
      'https://a.example.com;script-src *',
      'https://*.example.com',
      'ftp://a',
      'https://a/b',
      "'self'",
    ])
      expect(
        (await admin.call(updateTestUnit, { body: { id: lab.testUnitId, embedOrigins: [invalidOrigin] } })).failure
          ?.code,
      ).toBe('ORIGIN_INVALID');
    await admin.do(updateTestUnit, { body: { id: lab.testUnitId, embedOrigins: [], reason: '停用嵌入' } });
    expect((await admin.do(testUnitGet, { query: { id: lab.testUnitId } })).embedOrigins).toEqual([]);
    expect(
      JSON.stringify(await admin.do(getRecordChanges, { query: { kind: 'testingUnit', id: lab.testUnitId } })),
    ).toMatch(/embedOrigins.*停用嵌入|停用嵌入.*embedOrigins/);
  });

  it('may frame only the pre-consignment pages, and only for their own unit', async () => {
    const lab = await laboratory([LIMS, 'http://127.0.0.1:9000']);
    const page = async (path: string) => {
      const { headers } = await fetch(`${service.url}${path}`);
      return [
        /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1],
        headers.get('x-frame-options'),
      ];
    };
    for (const path of ['/preconsign-management', '/preconsign-management/detail'])
      expect(await page(`${path}?isLims=1&unitCode=${lab.unitNo}&origin=https://evil.example.com`)).toEqual([
        `'self' ${LIMS} http://127.0.0.1:9000`,
        null,
      ]);
    for (const path of [
      `/preconsign-management/detail?unitCode=${lab.unitNo}`,
      '/preconsign-management/detail?isLims=1&unitCode=TU001',
      `/dashboard?isLims=1&unitCode=${lab.unitNo}`,
      '/preconsign-management/detail?isLims=1&unitCode=TU-none',
    ])
      expect(await page(path)).toEqual(["'self'", 'SAMEORIGIN']);
    for (const odd of ['//', '///x', '//:99999']) expect([odd, await statusOf(odd)]).not.toEqual([odd, 500]);
  });
});
