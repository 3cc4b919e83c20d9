import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { getPhoneUploads, type PhoneFile, type PhoneUploads } from '#contract';
import '../../i18n/language.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { stubUploads } from '../../testing/stub-uploads.js';
import { MobileApp } from '../mobile-app.js';

const RETRYING = '网络不稳定，正在重试，请不要关闭此页。';
const uploads = stubUploads();
const phoneFile = (some: Partial<PhoneFile> = {}): PhoneFile => ({
  id: crypto.randomUUID(),
  name: '委托书.pdf',
  size: 34_816,
  creationTime: '2026-11-20T08:42:00.000Z',
  accessoryTypeID: '',
  ...some,
});
const phoneUploads = (some: Partial<PhoneUploads> = {}): PhoneUploads => ({
  expiresAt: '2026-11-21T04:10:00.000Z',
  consignCode: 'TU001-2026-00019',
  projectName: '云岭至安溪高速公路工程',
  testContent: '钢绞线、锚具',
  kinds: [
    { id: 'k1', name: '委托书', isRequire: true },
    { id: 'k2', name: '取样照片', isRequire: false },
  ],
  files: [phoneFile()],
  extensions: ['.pdf', '.jpg'],
  maxBytes: 10_485_760,
  limit: 10,
  ...some,
});

let server: StubServer;
/** How a picture was drawn: its size, and its rotation. */
let drawings: { width: number; height: number; turned: unknown }[];
const passing = (seconds = 0) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const open = async (hash = '#/entrustUploadFilesinfo?key=the-key') => {
  location.hash = hash;
  render(<MobileApp />);
  // Loading a page takes real time.
  await act(() =>
    Promise.all([import('./entrust-upload-filesinfo.page.js'), import('./sample-upload-filesinfo.page.js')]),
  );
  await passing();
};
const photo = (name = 'image.jpg', bytes = 4_000_000): File =>
  new File([new Uint8Array(bytes)], name, { type: 'image/jpeg' });
const choose = async (label: '拍照' | '选择文件', ...files: File[]) => {
  fireEvent.change(screen.getByLabelText(label, { selector: 'input' }), { target: { files } });
  await passing();
};
const arrives = async (at = -1) => {
  const upload = uploads.received.at(at);
  upload?.respond(
    phoneFile({
      name: upload.file.name,
      size: upload.file.size,
      accessoryTypeID: upload.fields['accessoryTypeID'] ?? '',
    }),
  );
  await passing();
};

beforeEach(() => {
  jest.useFakeTimers({ now: new Date('2026-11-22T16:13:05+08:00') });
  localStorage.clear();
  server = stubServer();
  server.respondWith(getPhoneUploads, phoneUploads());
  drawings = [];
  const pen = { fillRect: () => undefined, drawImage: () => undefined };
  globalThis.createImageBitmap = ((_: Blob, options: ImageBitmapOptions) =>
    Promise.resolve({ width: 3000, height: 4000, close: () => undefined, turned: options.imageOrientation })) as never;
  Object.assign(HTMLCanvasElement.prototype, {
    getContext: () => ({
      ...pen,
      drawImage: (picture: { turned: unknown }, _x: number, _y: number, width: number, height: number) =>
        void drawings.push({ width, height, turned: picture.turned }),
    }),
    toBlob: (callback: (blob: Blob) => void, type: string) => callback(new Blob(['small'], { type })),
  });
  Object.assign(URL, { createObjectURL: () => 'blob:here', revokeObjectURL: () => undefined });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the upload page of the phone', () => {
  it('QR-007 shows the consignment and its files, and sends a photo upright and reduced with the chosen kind', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: '上传委托附件' })).toBeTruthy();
    for (const text of ['钢绞线、锚具', /TU001-2026-00019/, '委托书.pdf']) expect(screen.getByText(text)).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: '取样照片' }));
    await choose('拍照', photo());
    const [upload] = uploads.received;
    expect([upload?.path, upload?.fields, upload?.file.name, upload?.file.type, upload?.file.size]).toEqual([
      '/api/v1/phone-uploads/the-key',
      { accessoryTypeID: 'k2' },
      '照片-20261122-161305.jpg',
      'image/jpeg',
      5,
    ]);
    expect(drawings).toEqual([{ width: 1500, height: 2000, turned: 'from-image' }]);
    act(() => upload?.progress(0.4));
    expect(
      screen.getByRole<HTMLProgressElement>('progressbar', { name: '正在上传 照片-20261122-161305.jpg' }).value,
    ).toBe(40);
    await arrives();
    expect(screen.getByRole('status').textContent).toBe('已上传 1 个');
    expect(
      within(screen.getByRole('list', { name: '已有文件（2）' }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['照片-20261122-161305.jpg取样照片　5 B', '委托书.pdf34 KB']);
  });

  it('redraws a small photo at its own size, and sends a small png unchanged', async () => {
    server.respondWith(getPhoneUploads, phoneUploads({ extensions: ['.jpg', '.png'] }));
    globalThis.createImageBitmap = (() =>
      Promise.resolve({ width: 800, height: 600, close: () => undefined })) as never;
    await open();
    await choose('拍照', photo('小.jpg', 90_000));
    expect([drawings.map(({ width, height }) => [width, height]), uploads.received[0]?.file.size]).toEqual([
      [[800, 600]],
      5,
    ]);
    await arrives();
    await choose('选择文件', new File([new Uint8Array(90_000)], '截图.png', { type: 'image/png' }));
    expect([drawings.length, uploads.received[1]?.file.size]).toEqual([1, 90_000]);
  });

  it('retries a photo with the same idempotency key when the connection drops', async () => {
    await open();
    await choose('拍照', photo());
    uploads.received[0]?.drop();
    await passing();
    expect(screen.getByText(RETRYING)).toBeTruthy();
    await act(async () => {
      window.dispatchEvent(new Event('online'));
    });
    await passing();
    uploads.received[1]?.refuse(502, '');
    await passing(3);
    await arrives();
    expect(screen.getByRole('status').textContent).toBe('已上传 1 个');
    const keys = uploads.received.map(({ headers }) => headers['Idempotency-Key']);
    expect([keys.length, new Set(keys).size]).toEqual([3, 1]);
  });

  it('keeps a failed file to retry it with the same idempotency key, to save it to the phone or to discard it', async () => {
    await open();
    await choose('选择文件', new File(['%PDF'], '质保书.pdf', { type: 'application/pdf' }));
    for (let attempt = 1; attempt <= 7; attempt += 1) {
      expect(uploads.received).toHaveLength(attempt);
      uploads.received.at(-1)?.drop();
      await passing(31);
    }
    expect(screen.getByRole('alert').textContent).toBe('没有连上服务器，文件还在此页，请检查网络后重试。');
    expect(screen.getByRole('link', { name: '存到手机 质保书.pdf' }).getAttribute('download')).toBe('质保书.pdf');
    const leaving = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);

    fireEvent.click(screen.getByRole('button', { name: '重试 质保书.pdf' }));
    await passing();
    expect(new Set(uploads.received.map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
    uploads.received.at(-1)?.refuse(409, '二维码已过期，请在电脑上刷新后重新扫码', 'KEY_EXPIRED');
    await passing();
    expect(screen.getByRole('alert').textContent).toBe('二维码已过期，请在电脑上刷新后重新扫码');
    fireEvent.click(screen.getByRole('button', { name: '放弃 质保书.pdf' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('sends several files one by one with unique names, and refuses unsupported and oversized files', async () => {
    server.respondWith(
      getPhoneUploads,
      phoneUploads({ kinds: [], files: [phoneFile({ name: '桩基.jpg' })], extensions: ['.pdf', '.jpg', '.png'] }),
    );
    await open('#/sampleUploadFilesinfo?key=the-key');
    expect([screen.getByRole('heading', { level: 1 }).textContent, screen.queryByRole('radio')]).toEqual([
      '上传样品附件',
      null,
    ]);
    await choose('选择文件', photo('桩基.jpg'), photo('image.jpg'), photo('image.jpg'));
    expect(uploads.received).toHaveLength(1);
    for (let n = 0; n < 3; n += 1) await arrives();
    expect(uploads.received.map(({ file }) => file.name)).toEqual([
      '桩基-2.jpg',
      '照片-20261122-161305.jpg',
      '照片-20261122-161305-2.jpg',
    ]);

    globalThis.createImageBitmap = (() => Promise.reject(new Error('not a picture'))) as never;
    HTMLImageElement.prototype.decode = () => Promise.reject(new Error('not a picture'));
    await choose('选择文件', new File(['x'], 'IMG_1.heic', { type: 'image/heic' }));
    expect(screen.getByRole('alert').textContent).toBe('不支持的格式，仅支持：.pdf .jpg .png');
    await choose('选择文件', new File([new Uint8Array(10_485_761)], '大.pdf', { type: 'application/pdf' }));
    expect(screen.getAllByRole('alert').at(-1)?.textContent).toBe('文件大小不能超过10M');
    expect(uploads.received).toHaveLength(3);
  });

  it('shows why a key is refused, and is available in three languages', async () => {
    server.refuse(getPhoneUploads, {
      status: 409,
      code: 'KEY_EXPIRED',
      message: '二维码已过期，请在电脑上刷新后重新扫码',
    });
    await open();
    expect(screen.getByRole('alert').textContent).toBe('无法上传二维码已过期，请在电脑上刷新后重新扫码');
    cleanup();
    server.respondWith(getPhoneUploads, phoneUploads());
    await open();
    fireEvent.change(screen.getByRole('combobox', { name: '语言' }), { target: { value: 'en' } });
    await passing();
    expect(screen.getByRole('button', { name: 'Camera' })).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'es' } });
    await passing();
    expect(screen.getByRole('button', { name: 'Elegir archivos' })).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Idioma' }), { target: { value: 'zh' } });
    await passing();
  });
});
