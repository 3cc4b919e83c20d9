import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { create } from 'qrcode';
import { createQRCode, createQRCodeKey } from '#contract';
import { consignmentIn } from '../consignments/testing/stages.js';
import { startService, type Service } from '../testing/service.js';
import { pixelsOf, type Pixels } from './testing/pixels.js';

jest.setTimeout(60_000); // the import of a whole catalogue, on machines with other work too

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

/** The dark modules of a drawn code, read back from its pixels; `quiet` modules of white around it. */
const modulesOf = (png: Pixels, side: number, quiet: number): boolean[] => {
  const scale = png.width / (side + 2 * quiet);
  return Array.from({ length: side * side }, (_, at) => {
    const [x, y] = [Math.floor((quiet + (at % side) + 0.5) * scale), Math.floor((quiet + Math.floor(at / side) + 0.5) * scale)];
    return (png.data[(y * png.width + x) * 4] ?? 255) < 128;
  });
};

describe('a QR code', () => {
  it('AK-006 SAPI-026 is made of a key, 120 pixels wide, and holds the text', async () => {
    const client = await service.as('client1');
    const { id } = await consignmentIn(service, 80);
    const key = await client.do(createQRCodeKey, { body: { ids: [id], data: 'signList', token: client.token ?? '' } });
    const plainText = `https://consign.example/mobile.html#/signList?key=${key}`;
    const { status, headers, sent } = await client.call(createQRCode, { query: { plainText, pixel: 300 } });
    expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
    const png = pixelsOf(Buffer.from(sent as Uint8Array));
    const { modules } = create(plainText, { errorCorrectionLevel: 'L' });
    expect([png.width, png.height]).toEqual([300, 300]);
    expect(modulesOf(png, modules.size, 2)).toEqual(Array.from(modules.data, Boolean));

    const short = pixelsOf(Buffer.from((await client.call(createQRCode, { query: { plainText: 'https://x.cn/?key=1' } })).sent as Uint8Array));
    expect([short.width, short.height]).toEqual([120, 120]);
    expect(modulesOf(short, create('https://x.cn/?key=1', { errorCorrectionLevel: 'L' }).modules.size, 2)).toEqual(Array.from(create('https://x.cn/?key=1', { errorCorrectionLevel: 'L' }).modules.data, Boolean));
  });

  it('is not drawn of nothing, of more than a phone reads, or in a size nobody shows', async () => {
    const client = await service.as('client1');
    for (const query of [{ plainText: '' }, { plainText: 'x'.repeat(2001) }, { plainText: 'x', pixel: 10 }, { plainText: 'x', pixel: 5000 }]) expect((await client.call(createQRCode, { query })).status).toBe(400);
  });
});
