import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { uploadImg } from '#contract';
import { waitUntil } from '#harness/worker/test-engines';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { uploadMemory } from './upload-input.js';
import { pngOf } from '#harness/files/files';

const ALL = 400 * 1024 * 1024;
const EACH = ALL / 2;
const IDLE_MS = 500;

let service: Service;
let lab: Client;

beforeAll(async () => {
  service = await startService({ uploadIdleMs: IDLE_MS });
  lab = await service.as('lab1');
});
afterAll(() => service.close());

const file = [
  '--x',
  'content-disposition: form-data; name="directory"',
  '',
  'RichTextImages',
  '--x',
  'content-disposition: form-data; name="file"; filename="a.png"',
  'content-type: image/png',
  '',
  'a'.repeat(5000),
].join('\r\n');
/** Sends the beginning of an upload, of which more may follow. */
const begin = (beginning: string) => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  socket.write(
    `POST ${uploadImg.path} HTTP/1.1\r\nhost: x\r\naccept-language: en\r\nauthorization: Bearer ${lab.token ?? ''}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1000000\r\n\r\n${beginning}`,
  );
  return socket;
};
/** Sends nothing more; resolves with what came until the server ended the connection. */
const stall = (beginning: string): Promise<string> =>
  new Promise((resolve, reject) => {
    let received = '';
    const socket = begin(beginning);
    socket.on('data', (bytes) => {
      received += bytes.toString();
    });
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
/** Whether nothing of all that memory is held: it is asked for by two holders, as none may have all of it. */
const isFree = (): boolean => {
  const reservedHolders = ['one', 'two'].filter((holder) => uploadMemory.reserve(holder, EACH));
  for (const holder of reservedHolders) uploadMemory.release(holder, EACH);
  return reservedHolders.length === 2;
};
const send = () =>
  lab.call(uploadImg, { body: { directory: 'RichTextImages' }, file: { name: 'a.png', content: pngOf(8, 8) } });

describe('a stalled upload', () => {
  it.each([
    ['within its file', file],
    ['after its file', `${file}\r\n--x\r\ncontent-disposition: form-data; name="more"\r\n\r\n`],
  ])('%s is aborted with status 408, and its memory is released', async (_, beginning) => {
    const pendingResponse = stall(beginning);
    await waitUntil(() => Promise.resolve(!isFree()));
    const response = await pendingResponse;
    expect(response).toMatch(/^HTTP\/1\.1 408 /);
    expect(response).toContain('The upload stood still for too long and nothing was stored, please try again');
    await waitUntil(() => Promise.resolve(isFree()));
    expect((await send()).status).toBe(200);
  });
});

describe('the memory of uploads', () => {
  it('is released for a file that no longer fits, while the rest is still being received', async () => {
    const ROOM = 10_000;
    const isRoomFree = () => uploadMemory.reserve('three', ROOM) && (uploadMemory.release('three', ROOM), true);
    expect([uploadMemory.reserve('one', EACH), uploadMemory.reserve('two', EACH - ROOM)]).toEqual([true, true]);
    const socket = begin(file);
    await waitUntil(() => Promise.resolve(!isRoomFree()));
    socket.write('a'.repeat(2 * ROOM));
    const timer = setInterval(() => socket.write('a'), IDLE_MS / 20);
    try {
      await waitUntil(() => Promise.resolve(isRoomFree()));
    } finally {
      clearInterval(timer);
      socket.destroy();
      uploadMemory.release('one', EACH);
      uploadMemory.release('two', EACH - ROOM);
    }
    await waitUntil(() => Promise.resolve(isFree()));
  });

  it('refuses an upload while it is full, and accepts one afterwards', async () => {
    for (const holder of ['one', 'two']) expect(uploadMemory.reserve(holder, EACH)).toBe(true);
    const refused = await send();
    for (const holder of ['one', 'two']) uploadMemory.release(holder, EACH);
    expect([refused.status, refused.failure?.code]).toEqual([503, 'BUSY']);
    await waitUntil(() => Promise.resolve(isFree()));
    expect((await send()).status).toBe(200);
  });
});
