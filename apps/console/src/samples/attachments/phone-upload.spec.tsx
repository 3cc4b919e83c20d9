import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { create } from 'qrcode';
import { createQRCodeKey, getPhoneUploads, type PhoneFile, type PhoneUploads } from '#contract';
import '../../i18n/language.js';
import { timeOfDay } from '../../lib/china-time.js';
import { errorLog } from '../../lib/failures.js';
import { renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { PhoneUpload } from './phone-upload.js';

const ID = 'a0000000-0000-4000-8000-000000000001';
const EXPIRES = '2026-11-21T04:10:00.000Z';
const file = (name: string): PhoneFile => ({ id: name, name, size: 1, creationTime: EXPIRES, accessoryTypeID: '' });
const withFiles = (...files: PhoneFile[]): PhoneUploads => ({
  expiresAt: EXPIRES,
  consignCode: '',
  projectName: '',
  testContent: '',
  kinds: [],
  files,
  extensions: ['.jpg'],
  maxBytes: 1,
  limit: 10,
});

let server: StubServer;
let arrivals = 0;
const afterSeconds = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const press = async () => {
  fireEvent.click(screen.getByRole('button', { name: '手机上传' }));
  await afterSeconds(0.1);
};

/** The dark modules of a rendered code, as in its path. */
const visibleModules = (label: string): string[] =>
  (screen.getByRole('img', { name: label }).querySelector('path')?.getAttribute('d') ?? '')
    .split('M')
    .filter(Boolean)
    .map((each) => each.split('h')[0] ?? '');
const modulesOf = (text: string): string[] => {
  const { modules } = create(text, { errorCorrectionLevel: 'L' });
  return Array.from(modules.data).flatMap((dark, index) =>
    dark ? [`${index % modules.size} ${Math.floor(index / modules.size)}`] : [],
  );
};

beforeEach(() => {
  jest.useFakeTimers();
  arrivals = 0;
  errorLog.set([]);
  server = stubServer();
  server.respondWith(createQRCodeKey, 'the-key');
  server.respondWith(getPhoneUploads, withFiles(file('旧.pdf')));
  renderConsole(
    <PhoneUpload
      page="sampleUploadFilesinfo"
      id={ID}
      onArrived={() => {
        arrivals += 1;
      }}
    />,
  );
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the upload by phone', () => {
  it('AT-012 shows a QR code of origin, page and key, 120 pixels wide, with its time of expiry', async () => {
    expect(server.requestsTo(createQRCodeKey)).toEqual([]);
    await press();
    expect(server.requestsTo(createQRCodeKey).map(({ body }) => body)).toEqual([
      { ids: [ID], data: 'sampleUploadFilesinfo' },
    ]);
    const image = screen.getByRole('img', { name: '上传二维码' });
    expect([image.getAttribute('width'), image.getAttribute('height')]).toEqual(['120', '120']);
    expect(visibleModules('上传二维码')).toEqual(
      modulesOf(`${location.origin}/mobile.html#/sampleUploadFilesinfo?key=the-key`),
    );
    expect(screen.getByText(`有效至 ${timeOfDay(EXPIRES)}`)).toBeTruthy();
  });

  it('reports only files that were added after the code was shown, each once, and stops polling when it is collapsed', async () => {
    await press();
    await afterSeconds(6);
    expect([arrivals, screen.getByRole('status').textContent]).toEqual([0, '等待手机上传']);
    server.respondWith(getPhoneUploads, withFiles(file('旧.pdf'), file('照片.jpg')));
    await afterSeconds(3.1);
    expect([arrivals, screen.getByRole('status').textContent]).toEqual([1, '已从手机收到 1 个文件，最近：照片.jpg']);
    await afterSeconds(6);
    expect(arrivals).toBe(1);
    fireEvent.click(screen.getByRole('button', { name: '收起' }));
    const requestCount = server.requestsTo(getPhoneUploads).length;
    await afterSeconds(6);
    expect(server.requestsTo(getPhoneUploads)).toHaveLength(requestCount);
  });

  it('AT-012 QR-008 shows no QR code if the key cannot be created, but the reason, and logs one error', async () => {
    server.refuse(createQRCodeKey, { status: 409, message: '待审核，不能添加附件' });
    await press();
    await afterSeconds(6);
    expect(screen.getByRole('alert').textContent).toBe('待审核，不能添加附件');
    expect(screen.queryByRole('img', { name: '上传二维码' })).toBeNull();
    expect(errorLog.get()).toHaveLength(1);
  });

  it('offers a new QR code when the old one has expired', async () => {
    await press();
    server.refuse(getPhoneUploads, {
      status: 409,
      code: 'KEY_EXPIRED',
      message: '二维码已过期，请在电脑上刷新后重新扫码',
    });
    await afterSeconds(3.1);
    expect([screen.getByRole('alert').textContent, screen.queryByRole('img', { name: '上传二维码' })]).toEqual([
      '二维码已过期',
      null,
    ]);
    server.respondWith(createQRCodeKey, 'another-key');
    server.respondWith(getPhoneUploads, withFiles());
    fireEvent.click(screen.getByRole('button', { name: '刷新二维码' }));
    await afterSeconds(0.1);
    expect(screen.getByRole('img', { name: '上传二维码' })).toBeTruthy();
  });
});
