import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { getSigning, signByKey, type Signing } from '#contract';
import '../../i18n/language.js';
import { drawSignature, DRAWN_IMAGE, stubCanvas } from '../../testing/pen.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { MobileApp } from '../mobile-app.js';

const BOX = '请在框内手写签名';
const signing = (some: Partial<Signing> = {}): Signing => ({
  state: 'waiting',
  version: '7.9',
  expiresAt: '2026-11-21T04:10:00.000Z',
  consignUnitName: '云岭交通建设集团第三工程公司',
  signer: '陈雨桐',
  signerPhone: '138****0011',
  consignments: [
    {
      id: 'a',
      consignCode: 'TU001-2026-00019',
      projectName: '云岭至安溪高速公路工程',
      testContent: '钢绞线、锚具',
      sampleCount: 4,
      fee: '3860.00',
    },
    {
      id: 'b',
      consignCode: 'TU001-2026-00020',
      projectName: '云岭至安溪高速公路工程',
      testContent: '塑料波纹管',
      sampleCount: 1,
      fee: null,
    },
  ],
  ...some,
});

let server: StubServer;
const passing = (seconds = 0) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const open = async (hash = '#/signList?key=the-key') => {
  location.hash = hash;
  render(<MobileApp />);
  await act(() => import('./sign-list.page.js')); // loading a page takes real time
  await passing();
};
const submit = () => screen.getByRole<HTMLButtonElement>('button', { name: '提交签名' });
const consent = () => screen.getByRole('checkbox', { name: '我已核对委托内容，同意以此签名作为委托人签字' });
const signIt = async () => {
  drawSignature(BOX);
  fireEvent.click(consent());
  fireEvent.click(submit());
  await passing();
};

beforeEach(() => {
  jest.useFakeTimers();
  stubCanvas();
  localStorage.clear();
  server = stubServer();
  server.respondWith(getSigning, signing());
  server.respondWith(signByKey, { signed: 2 });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the signing page of the phone', () => {
  it('shows the consignments and the signer, and requires strokes and consent', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: '委托签名' })).toBeTruthy();
    expect(screen.getByText('本次签名 2 份委托')).toBeTruthy();
    for (const text of ['TU001-2026-00019', '3,860.00', '委托人 陈雨桐', '138****0011', '云岭交通建设集团第三工程公司'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(submit().disabled).toBe(true);
    fireEvent.click(consent());
    expect(submit().disabled).toBe(true);
    drawSignature(BOX);
    expect(submit().disabled).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: '重写' }));
    expect(submit().disabled).toBe(true);
    drawSignature(BOX);
    fireEvent.click(submit());
    await passing();
    expect(server.requestsTo(signByKey).map(({ query, body }) => [query, body])).toEqual([
      [{ key: 'the-key' }, { version: '7.9', signImage: DRAWN_IMAGE }],
    ]);
    expect(screen.getByText('签名成功')).toBeTruthy();
  });

  it('retries with the same idempotency key when the connection drops', async () => {
    await open();
    server.disconnect(signByKey);
    await signIt();
    expect(screen.getByRole('status').textContent).toBe('网络不稳定，正在重试，请不要关闭此页。');
    await passing(3);
    server.respondWith(signByKey, { signed: 2 });
    await act(async () => {
      window.dispatchEvent(new Event('online'));
    });
    await passing();
    expect(screen.getByText('签名成功')).toBeTruthy();
    const keys = server.requestsTo(signByKey).map(({ headers }) => headers['Idempotency-Key']);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  });

  it('keeps the drawn signature when the server does not respond', async () => {
    await open();
    server.disconnect(signByKey);
    await signIt();
    await passing(61);
    expect(screen.getByRole('alert').textContent).toBe('没有连上服务器，签名还在，请检查网络后再次提交。');
    expect(submit().disabled).toBe(false);
  });

  it('requires a new check when the consignments have changed meanwhile', async () => {
    await open();
    server.refuse(signByKey, { status: 409, code: 'SIGNING_CHANGED', message: '委托内容已变更，请重新核对后签名' });
    server.respondWith(getSigning, signing({ version: '8.9' }));
    await signIt();
    expect(screen.getByRole('alert').textContent).toBe('委托内容已变更，请重新核对后签名');
    expect(submit().disabled).toBe(true);
    server.respondWith(signByKey, { signed: 2 });
    fireEvent.click(consent());
    fireEvent.click(submit());
    await passing();
    expect(server.requestsTo(signByKey).at(-1)?.body).toMatchObject({ version: '8.9' });
  });

  it.each([
    ['expired', 409, 'KEY_EXPIRED', '二维码已过期，请在电脑上刷新后重新扫码'],
    ['wrong', 404, 'NO_SUCH_KEY', '二维码无效，请在电脑上重新打开二维码后扫码'],
  ])('shows why a key is %s', async (_name, status, code, message) => {
    server.refuse(getSigning, { status, code, message });
    await open();
    expect(screen.getByRole('alert').textContent).toBe(`无法签名${message}`);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('shows that the consignments are already signed, before and after submitting', async () => {
    await open();
    server.refuse(signByKey, { status: 409, code: 'SIGNED_ALREADY', message: '该二维码已完成签名，无需重复签名' });
    await signIt();
    expect(screen.getByRole('status').textContent).toContain('这些委托已完成签名，无需重复签名');
    cleanup();
    server.respondWith(getSigning, signing({ state: 'signed' }));
    await open();
    expect(screen.getByRole('status').textContent).toContain('这些委托已完成签名，无需重复签名');
  });

  it('can be left for later, retried without a network, and read in three languages', async () => {
    server.disconnect(getSigning);
    await open();
    server.respondWith(getSigning, signing());
    fireEvent.click(screen.getByRole('button', { name: '重试' }));
    await passing();
    fireEvent.click(screen.getByRole('button', { name: '稍后再签' }));
    expect(screen.getByText('尚未签名')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '返回签名' }));
    await passing();
    fireEvent.change(screen.getByRole('combobox', { name: '语言' }), { target: { value: 'en' } });
    await passing();
    expect(screen.getByRole('heading', { level: 1, name: 'Sign consignments' })).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Language' }), { target: { value: 'es' } });
    await passing();
    expect(screen.getByText('Cliente 陈雨桐')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Idioma' }), { target: { value: 'zh' } });
    await passing();
  });

  it('opens only for its own address', async () => {
    await open('#/nothing?key=the-key');
    expect(screen.getByRole('alert').textContent).toContain('无法打开此页面');
    await act(async () => {
      location.hash = '#/signList?key=the-key';
      window.dispatchEvent(new HashChangeEvent('hashchange'));
    });
    await passing();
    expect(screen.getByText('本次签名 2 份委托')).toBeTruthy();
  });
});
