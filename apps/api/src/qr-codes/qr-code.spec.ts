import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { create } from 'qrcode';
import {
  apk,
  authenticate,
  changeUserActive,
  createQRCode,
  createQRCodeKey,
  getQRCodeKeyInfo,
  getUserInfo,
  logout,
} from '#contract';
import { DEMO_PASSWORD } from '../../../standalone/src/import/import-demo.js';
import { PROJECT2, createSubmittableDraft } from '#harness/consignments/drafts';
import { createConsignmentAt } from '#harness/consignments/stages';
import { newClient } from '#harness/consignments/units';
import { startService, type Service } from '#harness/service/service';
import { pixelsOf, type Pixels } from '#harness/qr-codes/pixels';

const MINUTE = 60_000;
let now = Date.parse('2026-11-21T04:00:00.000Z');
const logged: string[] = [];
let service: Service;
beforeAll(async () => {
  service = await startService({
    now: () => new Date(now),
    logger: pino({ level: 'info' }, { write: (line: string) => void logged.push(line) }),
  });
});
afterAll(() => service.close());

/** The dark modules of a drawn code, read back from its pixels; `quiet` modules of white around it. */
const modulesOf = (png: Pixels, side: number, quietZone: number): boolean[] => {
  const scale = png.width / (side + 2 * quietZone);
  return Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [
      Math.floor((quietZone + (at % side) + 0.5) * scale),
      Math.floor((quietZone + Math.floor(at / side) + 0.5) * scale),
    ];
    return (png.data[(y * png.width + x) * 4] ?? 255) < 128;
  });
};

describe('a QR code', () => {
  it('QR-002 AK-006 SAPI-026 encodes an address with a key, 120 pixels wide by default', async () => {
    const client = await service.as('client1');
    const { id } = await createConsignmentAt(service, 80);
    const key = await client.do(createQRCodeKey, { body: { ids: [id], data: 'signList', token: client.token ?? '' } });
    const plainText = `https://consign.example/mobile.html#/signList?key=${key}`;
    const { status, headers, rawBody: body } = await client.call(createQRCode, { query: { plainText, pixel: 300 } });
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    const png = pixelsOf(Buffer.from(body as Uint8Array));
    const { modules } = create(plainText, { errorCorrectionLevel: 'L' });
    expect([png.width, png.height]).toEqual([300, 300]);
    expect(modulesOf(png, modules.size, 2)).toEqual(Array.from(modules.data, Boolean));

    const short = pixelsOf(
      Buffer.from(
        (await client.call(createQRCode, { query: { plainText: 'https://x.cn/?key=1' } })).rawBody as Uint8Array,
      ),
    );
    expect([short.width, short.height]).toEqual([120, 120]);
    expect(modulesOf(short, create('https://x.cn/?key=1', { errorCorrectionLevel: 'L' }).modules.size, 2)).toEqual(
      Array.from(create('https://x.cn/?key=1', { errorCorrectionLevel: 'L' }).modules.data, Boolean),
    );
  });

  it('is refused for an empty or overlong text and for an unsuitable size', async () => {
    const client = await service.as('client1');
    for (const query of [
      { plainText: '' },
      { plainText: 'x'.repeat(2001) },
      { plainText: 'x', pixel: 10 },
      { plainText: 'x', pixel: 5000 },
    ])
      expect((await client.call(createQRCode, { query })).status).toBe(400);
  });
});

describe('a QR code key', () => {
  it('QR-001 QR-003 reveals its ids and its page to anyone who has it, but not the token of its creator', async () => {
    const client = await service.as('client1');
    const {
      id,
      samples: [sample],
    } = await createSubmittableDraft(client);
    for (const [ids, data] of [
      [[id], 'entrustUploadFilesinfo'],
      [[sample?.id ?? ''], 'sampleUploadFilesinfo'],
    ] as const) {
      const key = await client.do(createQRCodeKey, { body: { ids: [...ids], data, token: client.token ?? '' } });
      const { status, result, rawBody: body } = await service.stranger.call(getQRCodeKeyInfo, { query: { key } });
      expect([status, result]).toEqual([200, { ids, data, expiresAt: new Date(now + 10 * MINUTE).toISOString() }]);
      expect(JSON.stringify(body)).not.toContain(client.token);
    }
  });

  it('from before its account was deactivated stays invalid when the account is activated again', async () => {
    const [client, admin] = [await service.as('client2'), await service.as('admin')];
    const { userId } = await client.do(getUserInfo);
    const { id } = await createSubmittableDraft(client, { projectId: PROJECT2 });
    const key = await client.do(createQRCodeKey, { body: { ids: [id], data: 'entrustUploadFilesinfo' } });
    expect((await service.stranger.call(getQRCodeKeyInfo, { query: { key } })).status).toBe(200);
    await admin.do(changeUserActive, { body: { userId, isActive: false, reason: '借调' } });
    now += 1;
    await admin.do(changeUserActive, { body: { userId, isActive: true } });
    expect((await service.stranger.call(getQRCodeKeyInfo, { query: { key } })).failure?.code).toBe('NO_SUCH_KEY');
  });

  it('ends with the session that created it, even if its user has another session', async () => {
    const firstSession = await service.as('client1');
    const secondSession = service.withToken(
      (
        await service.stranger.do(authenticate, {
          body: { UserNameOrEmailAddress: 'client1', password: DEMO_PASSWORD },
        })
      ).accessToken,
    );
    const { id } = await createSubmittableDraft(firstSession);
    const createKey = (client: typeof firstSession) =>
      client.do(createQRCodeKey, { body: { ids: [id], data: 'entrustUploadFilesinfo' } });
    const keys = [await createKey(firstSession), await createKey(secondSession)];
    const openKeys = () =>
      Promise.all(
        keys.map(async (key) => {
          const { status, failure } = await service.stranger.call(getQRCodeKeyInfo, { query: { key } });
          return failure?.code ?? status;
        }),
      );
    expect(await openKeys()).toEqual([200, 200]);
    await secondSession.do(logout);
    expect(await openKeys()).toEqual([200, 'KEY_EXPIRED']);
  });

  it('QR-003 that is unknown or expired is an error with a message, logged without the key', async () => {
    const client = await service.as('client1');
    const { id } = await createSubmittableDraft(client);
    const key = await client.do(createQRCodeKey, { body: { ids: [id], data: 'entrustUploadFilesinfo' } });
    logged.length = 0;
    expect((await service.stranger.call(getQRCodeKeyInfo, { query: { key: 'made-up' } })).failure).toMatchObject({
      code: 'NO_SUCH_KEY',
      message: '二维码无效，请在电脑上重新打开二维码后扫码',
    });
    now += 10 * MINUTE;
    expect((await service.stranger.call(getQRCodeKeyInfo, { query: { key } })).failure).toMatchObject({
      code: 'KEY_EXPIRED',
      message: '二维码已过期，请在电脑上刷新后重新扫码',
    });
    const refused = logged.filter((line) => line.includes('a key was refused'));
    expect(refused).toHaveLength(2);
    expect(refused[1]).toContain('KEY_EXPIRED');
    expect(logged.join('')).not.toContain(key);
  });

  it('is created only for permitted actions on data of the creator’s unit, for one consignment or sample at a time', async () => {
    const [client, lab] = [await service.as('client1'), await service.as('lab1')];
    const [
      {
        id,
        samples: [sample],
      },
      { id: submitted },
    ] = [await createSubmittableDraft(client), await createConsignmentAt(service, 20)];
    const refusalOf = async (
      caller: typeof client,
      ids: string[],
      data: 'entrustUploadFilesinfo' | 'sampleUploadFilesinfo' | 'reportTakeSign',
    ) => {
      const { status, failure } = await caller.call(createQRCodeKey, { body: { ids, data } });
      return [status, failure?.message];
    };
    expect(await refusalOf(client, [id, submitted], 'entrustUploadFilesinfo')).toEqual([
      400,
      '一个上传二维码只对应一份委托或一个样品',
    ]);
    expect((await refusalOf(client, [submitted], 'entrustUploadFilesinfo'))[0]).toBe(409);
    expect((await refusalOf(lab, [submitted], 'entrustUploadFilesinfo'))[0]).toBe(403);
    expect((await refusalOf(client, [submitted], 'reportTakeSign'))[0]).toBe(403);
    const stranger = await newClient(service);
    expect((await refusalOf(stranger, [id], 'entrustUploadFilesinfo'))[0]).toBe(403);
    expect((await refusalOf(stranger, [sample?.id ?? ''], 'sampleUploadFilesinfo'))[0]).toBe(403);
    expect((await refusalOf(client, [id], 'sampleUploadFilesinfo'))[0]).toBe(404);
    expect((await refusalOf(client, [sample?.id ?? ''], 'entrustUploadFilesinfo'))[0]).toBe(404);
  });
});

describe('the phone app', () => {
  it('QR-004 is the address of the mobile pages at the requested origin', async () => {
    expect(await service.stranger.do(apk, { query: { webUrl: 'https://lab.example.cn/dashboard?x=1' } })).toBe(
      'https://lab.example.cn/mobile.html',
    );
    for (const webUrl of ['javascript:alert(1)', 'lab.example.cn', ''])
      expect((await service.stranger.call(apk, { query: { webUrl } })).status).toBe(400);
  });
});
