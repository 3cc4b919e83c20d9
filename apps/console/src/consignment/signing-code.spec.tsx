import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQRCodeKey, getSigning, type Signing } from '#contract';
import '../i18n/language.js';
import { errorLog } from '../lib/failures.js';
import { timeOfDay } from '../lib/china-time.js';
import { renderConsole } from '../testing/render.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { SigningCode } from './sign.js';

const signing = (state: Signing['state']): Signing => ({
  state,
  version: '4',
  expiresAt: '2026-11-21T04:10:00.000Z',
  consignUnitName: '',
  signer: '',
  signerPhone: '',
  consignments: [],
});
const IDS = ['a0000000-0000-4000-8000-000000000001', 'a0000000-0000-4000-8000-000000000002'];

let server: StubServer;
let signed = 0;
const show = (ids: readonly string[] = IDS) =>
  renderConsole(
    <SigningCode
      ids={ids}
      onSigned={() => {
        signed += 1;
      }}
    />,
  );
const afterSeconds = (seconds: number) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));

beforeEach(() => {
  jest.useFakeTimers();
  signed = 0;
  server = stubServer();
  server.respondWith(createQRCodeKey, 'the-key');
  server.respondWith(getSigning, signing('waiting'));
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the QR code of the sign dialog', () => {
  it('is created for the chosen consignments and polled every 3 s until a signature arrives', async () => {
    show();
    await afterSeconds(0);
    expect(screen.getByRole('img', { name: '签名二维码' })).toBeTruthy();
    expect(server.requestsTo(createQRCodeKey).map(({ body }) => body)).toEqual([{ ids: IDS, data: 'signList' }]);
    expect(screen.getByRole('status').textContent).toBe('等待手机签名');
    await afterSeconds(2.9);
    expect(screen.getByText(`有效至 ${timeOfDay('2026-11-21T04:10:00.000Z')}`)).toBeTruthy();
    expect(server.requestsTo(getSigning)).toHaveLength(1);
    await afterSeconds(0.2);
    expect(server.requestsTo(getSigning).map(({ query }) => query)).toEqual([{ key: 'the-key' }, { key: 'the-key' }]);
    expect(signed).toBe(0);
    server.respondWith(getSigning, signing('signed'));
    await afterSeconds(3);
    expect(signed).toBe(1);
  });

  it('is replaced by a new one on request after it has expired', async () => {
    show();
    await afterSeconds(0);
    server.refuse(getSigning, { status: 409, code: 'KEY_EXPIRED', message: '二维码已过期，请在电脑上刷新后重新扫码' });
    await afterSeconds(3.1);
    expect(screen.getByText('二维码已过期')).toBeTruthy();
    expect(screen.queryByRole('img', { name: '签名二维码' })).toBeNull();
    const requestCount = server.requestsTo(getSigning).length;
    await afterSeconds(9);
    expect(server.requestsTo(getSigning)).toHaveLength(requestCount);
    jest.useRealTimers();
    server.respondWith(createQRCodeKey, 'another-key');
    server.respondWith(getSigning, signing('waiting'));
    await userEvent.click(screen.getByRole('button', { name: '刷新二维码' }));
    await screen.findByRole('img', { name: '签名二维码' });
    await waitFor(() => expect(server.requestsTo(getSigning).at(-1)?.query).toEqual({ key: 'another-key' }));
  });

  it('QR-008 is missing if it cannot be created; the reason is shown and one error is logged', async () => {
    server.refuse(createQRCodeKey, { status: 409, message: '所选委托的联系人电话号码不一致！' });
    show();
    await afterSeconds(1);
    expect(screen.getByRole('alert').textContent).toBe('所选委托的联系人电话号码不一致！');
    expect(screen.queryByRole('img', { name: '签名二维码' })).toBeNull();
    expect(errorLog.get()).toHaveLength(1);
  });

  it('is still polled while the network is down', async () => {
    show();
    await afterSeconds(0);
    server.disconnect(getSigning);
    await afterSeconds(7);
    expect(screen.getByRole('img', { name: '签名二维码' })).toBeTruthy();
    server.respondWith(getSigning, signing('signed'));
    await afterSeconds(3.1);
    expect(signed).toBe(1);
  });

  it('is not created for more than 20 consignments', async () => {
    show(Array.from({ length: 21 }, (_, n) => `${n}`));
    await afterSeconds(1);
    expect(screen.getByText('扫码一次最多签 20 份，请分次进行。')).toBeTruthy();
    expect(server.requestsTo(createQRCodeKey)).toHaveLength(0);
  });
});
