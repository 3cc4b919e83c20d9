import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v4 } from 'uuid';
import {
  addInstruction,
  deleteFileByPath,
  deleteInstructions,
  downloadFile,
  getTestUnitById,
  updateInstruction,
  updateTestUnit,
  uploadFile,
  uploadImg,
} from '#contract';
import { handle } from '#domain/event-sourcing';
import { IMAGE_QUOTA_BYTES, richTextImage } from '#domain/files';
import { ROLE } from '#events';
import { waitUntil } from '#harness/worker/test-engines';
import { LAB1, LAB2 } from '#harness/consignments/units';
import { Client, type UploadedFilePart } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { pictureMemory } from './rich-text-images.js';
import { fileOf, icoOf, jpgOf, pngOf } from '#harness/files/files';

let service: Service;
let admin: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService();
  [admin, lab] = [await service.as('admin'), await service.as('lab1')];
});
afterAll(() => service.close());

const png: UploadedFilePart = { name: '取样步骤 1.png', content: pngOf(1200, 800) };
const send = (file: UploadedFilePart, { by = lab, headers = {}, directory = 'RichTextImages' as const } = {}) =>
  by.call(uploadImg, { body: { directory }, file, headers });
/** A png of so many bytes, made of one piece over and over. */
const sendBytes = async (bytes: number, language: string) => {
  const chunk = new Uint8Array(1024 * 1024);
  const form = new FormData();
  form.append('directory', 'RichTextImages');
  form.append(
    'file',
    new Blob([
      Uint8Array.from(png.content),
      ...Array.from({ length: Math.ceil(bytes / chunk.length) }, () => chunk),
    ]).slice(0, bytes),
    'a.png',
  );
  const response = await fetch(service.url + uploadImg.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${lab.token ?? ''}`, 'accept-language': language },
    body: form,
  });
  const { error } = (await response.json()) as { error: { code: string; message: string } };
  return [response.status, error.code, error.message];
};
const uploadImage = async (file = png, by = lab) => (await send(file, { by })).result;
const openPath = (path: string) => fetch(service.url + path);
const deleted = (path: string, by = lab) => by.call(deleteFileByPath, { query: { path } });
const codeOf = async (reply: Promise<{ status: number; failure: { code: string | number } | null }>) => {
  const { status, failure } = await reply;
  return [status, failure?.code];
};

describe('a picture in rich text', () => {
  it('FI-001 is stored as PNG, JPG or ICO under RichTextImages and served without a session with restrictive headers', async () => {
    for (const [name, content, type] of [
      ['a.png', pngOf(8, 8), 'image/png'],
      ['b.JPG', jpgOf(8, 8), 'image/jpeg'],
      ['c.ico', icoOf(pngOf(8, 8)), 'image/x-icon'],
    ] as const) {
      const path = await uploadImage({ name, content });
      expect(path).toMatch(/^\/RichTextImages\/[0-9a-f-]{36}\.(png|jpg|ico)$/);
      const response = await openPath(path);
      expect([
        response.status,
        response.headers.get('content-type'),
        response.headers.get('x-content-type-options'),
        response.headers.get('content-security-policy'),
        response.headers.get('cross-origin-resource-policy'),
      ]).toEqual([200, type, 'nosniff', "default-src 'none'; sandbox", 'same-origin']);
      expect(Buffer.from(await response.arrayBuffer())).toEqual(content);
    }
  });

  it('FI-001 is refused for another or a missing directory', async () => {
    for (const directory of ['', '../RichTextImages', 'Reports'])
      expect(await codeOf(send(png, { directory: directory as 'RichTextImages' }))).toEqual([400, 'INVALID']);
  });

  it('FI-010 is refused if disguised, of another type, or too large in bytes or pixels, in three languages, and not stored', async () => {
    const put = jest.spyOn(service.engines.files, 'put');
    const refused: [string, Buffer, string][] = [
      ['a.gif', Buffer.from('GIF89a'), 'IMAGE_TYPE_UNSUPPORTED'],
      ['a.svg', Buffer.from('<svg onload="x"/>'), 'IMAGE_TYPE_UNSUPPORTED'],
      ['a.jpeg', jpgOf(1, 1), 'IMAGE_TYPE_UNSUPPORTED'],
      ['a.png', Buffer.from('<html><script>steal()</script>'), 'FILE_CONTENT_DIFFERS'],
      ['a.png', jpgOf(1, 1), 'FILE_CONTENT_DIFFERS'],
      ['a.ico', pngOf(1, 1), 'FILE_CONTENT_DIFFERS'],
      ['a.png', Buffer.alloc(0), 'FILE_EMPTY'],
      ['../a.png', pngOf(1, 1), 'FILE_NAME_INVALID'],
      ['a.png', pngOf(16_385, 1), 'IMAGE_TOO_MANY_PIXELS'],
      ['a.jpg', jpgOf(10_001, 5000), 'IMAGE_TOO_MANY_PIXELS'],
      ['a.ico', icoOf(pngOf(1, 20_000)), 'IMAGE_TOO_MANY_PIXELS'],
    ];
    for (const [name, content, code] of refused)
      expect([name, ...(await codeOf(send({ name, content })))]).toEqual([name, 400, code]);
    expect(await sendBytes(102_400 * 1024, 'en')).toEqual([400, 'IMAGE_TOO_LARGE', 'file size cannot exceed 100M']);
    expect(put).not.toHaveBeenCalled();
    put.mockRestore();
    const failures = await Promise.all(
      ['zh', 'en', 'es'].map(
        async (language) =>
          (await send({ name: 'a.gif', content: png.content }, { headers: { 'accept-language': language } })).failure
            ?.message,
      ),
    );
    expect(failures).toEqual([
      '上传文件只能是 png、jpg、ico 格式',
      'uploaded file can only be png, jpg, ico format',
      'el archivo solo puede ser de formato png, jpg o ico',
    ]);
  });

  it('is stored once if its upload is repeated', async () => {
    const headers = { 'idempotency-key': v4() };
    const [first, repeated] = [await send(png, { headers }), await send(png, { headers })];
    expect([repeated.status, repeated.result]).toEqual([200, first.result]);
  });

  it('FI-004 is no longer served after it was deleted by its path, and the repeated request succeeds', async () => {
    const path = await uploadImage();
    const headers = { 'idempotency-key': v4() };
    for (const _ of [1, 2])
      expect(await lab.call(deleteFileByPath, { query: { path }, headers })).toMatchObject({
        status: 200,
        result: true,
      });
    expect((await openPath(path)).status).toBe(404);
    expect(await codeOf(lab.call(downloadFile, { query: { path } }))).toEqual([404, 'NO_SUCH_FILE']);
    expect(await codeOf(deleted(path))).toEqual([404, 'NO_SUCH_FILE']);
  });

  it('FI-004 is not deleted by a path that points elsewhere', async () => {
    const path = await uploadImage();
    for (const invalidPath of [
      '../data/log.sqlite',
      `/RichTextImages/../${path}`,
      `${path}/../../x`,
      `https://elsewhere.example${path}`,
      path.slice(1),
      `${path}?x`,
      path.replace('.png', '.exe'),
    ])
      expect([invalidPath, ...(await codeOf(deleted(invalidPath)))]).toEqual([invalidPath, 400, 'FILE_NAME_INVALID']);
    expect(await codeOf(deleted(path.replace('.png', '.jpg')))).toEqual([404, 'NO_SUCH_FILE']);
    expect((await openPath(path)).status).toBe(200);
  });

  it('FI-004 cannot be deleted by another unit, nor by a laboratory if it belongs to the platform', async () => {
    const [labImage, platformImage] = [await uploadImage(), await uploadImage(png, admin)];
    const lab2 = await service.as('lab2');
    for (const path of [labImage, platformImage])
      expect(await codeOf(deleted(path, lab2))).toEqual([404, 'NO_SUCH_FILE']);
    expect(await codeOf(deleted(platformImage))).toEqual([404, 'NO_SUCH_FILE']);
    for (const path of [labImage, platformImage]) expect((await openPath(path)).status).toBe(200);
    expect(await codeOf(deleted(labImage, await service.as('client1')))).toEqual([403, 'FORBIDDEN']);
    expect((await deleted(labImage, admin)).status).toBe(200);
  });

  it('FI-004 cannot be deleted while a text shows it, until the text is saved without it or deleted', async () => {
    const [deletedImage, remainingImage] = [await uploadImage(png, admin), await uploadImage(png, admin)];
    const guide = {
      type: '0',
      title: '取样说明',
      content: `<p>步骤</p><img src="${deletedImage}" alt="一"><img src="${remainingImage}">`,
    };
    const { id } = await admin.do(addInstruction, { body: guide });
    expect((await deleted(deletedImage, admin)).failure).toMatchObject({
      code: 'IMAGE_IN_USE',
      message: '该图片仍被使用，请先从正文中移除并保存',
    });
    await admin.do(updateInstruction, { body: { id, ...guide, content: `<p>步骤</p><img src="${remainingImage}">` } });
    expect((await deleted(deletedImage, admin)).status).toBe(200);
    await admin.do(deleteInstructions, { body: [id] });
    expect((await deleted(remainingImage, admin)).status).toBe(200);
  });

  it('is not deleted, and the request fails temporarily, while its use in texts cannot be determined', async () => {
    const path = await uploadImage();
    const views = jest.spyOn(service.engines.views, 'waitFor').mockResolvedValue(false);
    expect(await codeOf(deleted(path))).toEqual([503, 'UNAVAILABLE']);
    views.mockRestore();
    expect((await openPath(path)).status).toBe(200);
    expect((await deleted(path)).status).toBe(200);
  });

  it('is refused in three languages and not stored if its unit has used up 1 GB; other units and repeated uploads are unaffected', async () => {
    const [lab2, headers] = [await service.as('lab2'), { 'idempotency-key': v4() }];
    const { result: first } = await send(png, { by: lab2, headers });
    const [full, at] = [v4(), new Date().toISOString()];
    const by = { userId: v4(), role: ROLE.lab, unitId: LAB2.testUnitId };
    const image = {
      name: 'a.png',
      size: IMAGE_QUOTA_BYTES - 2 * png.content.length,
      mediaType: 'image/png',
      hash: 'f'.repeat(64),
      width: 1,
      height: 1,
      unitId: LAB2.testUnitId,
    };
    await handle(
      service.engines.eventStore,
      richTextImage,
      full,
      { type: 'UploadImage', image },
      { by, at, commandId: v4(), correlationId: v4() },
    );
    await service.catchUp();
    expect((await send(png, { by: lab2 })).status).toBe(200); // fills it to the last byte
    await service.catchUp();
    const put = jest.spyOn(service.engines.files, 'put');
    const tiny: UploadedFilePart = { name: 'b.png', content: pngOf(1, 1) };
    const failures = await Promise.all(
      ['zh', 'en', 'es'].map(
        async (language) => (await send(tiny, { by: lab2, headers: { 'accept-language': language } })).failure,
      ),
    );
    expect([failures[0]?.code, put.mock.calls.length]).toEqual(['IMAGE_QUOTA_FULL', 0]);
    expect(failures.map((failure) => failure?.message)).toEqual([
      expect.stringContaining('7 天后自动清除'),
      expect.stringContaining('after 7 days'),
      expect.stringContaining('a los 7 días'),
    ]);
    put.mockRestore();
    expect([(await send(png)).status, (await send(png, { by: lab2, headers })).result]).toEqual([200, first]);
    expect((await deleted(first, lab2)).status).toBe(200);
    await service.catchUp();
    expect((await send(png, { by: lab2 })).status).toBe(200);
  });

  it('is not read while uploads fill the memory, and releases its own memory after it was read', async () => {
    const [path, EACH] = [await uploadImage(), 200 * 1024 * 1024];
    const requests = {
      opened: () => openPath(path).then(({ status }) => status),
      downloaded: () => lab.call(downloadFile, { query: { path } }).then(({ status }) => status),
    };
    const reserveAll = () => ['one', 'two'].map((holder) => pictureMemory.reserve(holder, EACH));
    const release = () => ['one', 'two'].forEach((holder) => pictureMemory.release(holder, EACH));
    const read = jest.spyOn(service.engines.files, 'get');
    expect(reserveAll()).toEqual([true, true]);
    expect([await requests.opened(), await requests.downloaded(), read.mock.calls.length]).toEqual([503, 503, 0]);
    read.mockRestore();
    release();
    expect([await requests.opened(), await requests.downloaded()]).toEqual([200, 200]);
    await waitUntil(async () => {
      const reservations = reserveAll();
      ['one', 'two'].forEach((holder, n) => reservations[n] && pictureMemory.release(holder, EACH));
      return !reservations.includes(false);
    });
  });

  it('cannot be deleted while the introduction of a testing unit shows it', async () => {
    const path = await uploadImage();
    const { result: unit, revision } = await lab.call(getTestUnitById, { query: { testUnitID: LAB1.testUnitId } });
    await lab.do(updateTestUnit, {
      body: { ...unit, inroduce: `<p>简介</p><img src="${path}">` } as never,
      headers: { 'if-match': `"${String(revision)}"` },
    });
    expect(await codeOf(deleted(path))).toEqual([409, 'IMAGE_IN_USE']);
  });
});

describe('downloading by path', () => {
  it('FI-001 FI-005 returns a stored file with the same bytes and name to its uploader only', async () => {
    const pdf = { name: '检测报告（正本）.pdf', content: fileOf['.pdf'] };
    const { uploadId } = await lab.do(uploadFile, { file: pdf });
    const response = await fetch(`${service.url}${downloadFile.path}?path=${encodeURIComponent(uploadId)}`, {
      headers: { authorization: `Bearer ${lab.token ?? ''}` },
    });
    expect([response.headers.get('content-disposition'), Buffer.from(await response.arrayBuffer())]).toEqual([
      `inline; filename*=UTF-8''${encodeURIComponent('检测报告').concat(encodeURIComponent('（正本）.pdf'))}`,
      pdf.content,
    ]);
    expect(await codeOf((await service.as('lab2')).call(downloadFile, { query: { path: uploadId } }))).toEqual([
      400,
      'UPLOAD_UNKNOWN',
    ]);
    const path = await uploadImage();
    expect(Buffer.from((await lab.call(downloadFile, { query: { path } })).rawBody as Uint8Array)).toEqual(png.content);
    for (const invalidPath of ['../../etc/passwd', '/data/log.sqlite', 'a.b'])
      expect((await lab.call(downloadFile, { query: { path: invalidPath } })).status).toBe(400);
  });
});
