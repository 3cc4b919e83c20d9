import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { getReportPickUp, pickUpByKey, type ReportPickUp } from '#contract';
import '../../i18n/language.js';
import { drawSignature, DRAWN_IMAGE, stubCanvas } from '../../testing/pen.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { MobileApp } from '../mobile-app.js';

const BOX = '请在框内手写签名';
const pickUp = (some: Partial<ReportPickUp> = {}): ReportPickUp => ({
  state: 'waiting',
  expiresAt: '2026-11-21T04:10:00.000Z',
  consignUnitName: '云岭交通建设集团第三工程公司',
  testUnitName: '浙东交通工程检测中心',
  reports: [
    {
      id: 'a',
      reportNumber: 'BG-2026-0019',
      consignCode: 'TU001-2026-00019',
      projectName: '云岭至安溪高速公路工程',
      testContent: '钢绞线',
    },
  ],
  ...some,
});

let server: StubServer;
const passing = (seconds = 0) => act(() => jest.advanceTimersByTimeAsync(seconds * 1000));
const open = async () => {
  location.hash = '#/reportTakeSign?key=the-key';
  render(<MobileApp />);
  await act(() => import('./report-take-sign.page.js')); // loading a page takes real time
  await passing();
};
const signIt = async () => {
  fireEvent.change(screen.getByRole('textbox', { name: '领取人姓名' }), { target: { value: ' 王强 ' } });
  drawSignature(BOX);
  fireEvent.click(screen.getByRole('checkbox', { name: '我已收到以上纸质报告，同意以此签名作为领取人签字' }));
  fireEvent.click(screen.getByRole('button', { name: '提交签名' }));
  await passing();
};

beforeEach(() => {
  jest.useFakeTimers();
  stubCanvas();
  localStorage.clear();
  server = stubServer();
  server.respondWith(getReportPickUp, pickUp());
  server.respondWith(pickUpByKey, { signed: 1 });
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('the pick-up page of the phone', () => {
  it('QR-006 shows the reports and their laboratory, and signs for them', async () => {
    await open();
    expect(screen.getByRole('heading', { level: 1, name: '领取报告签名' })).toBeTruthy();
    for (const text of ['本次领取 1 份报告', 'BG-2026-0019', '云岭交通建设集团第三工程公司', '浙东交通工程检测中心'])
      expect(screen.getByText(text)).toBeTruthy();
    await signIt();
    expect(server.requestsTo(pickUpByKey).map(({ query, body }) => [query, body])).toEqual([
      [{ key: 'the-key' }, { signImage: DRAWN_IMAGE, name: '王强' }],
    ]);
    expect(screen.getByRole('status').textContent).toContain('这些报告已签名领取');
  });

  it('requires the name of the signer', async () => {
    await open();
    drawSignature(BOX);
    fireEvent.click(screen.getByRole('checkbox'));
    const submit = screen.getByRole<HTMLButtonElement>('button', { name: '提交签名' });
    expect(submit.disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: '领取人姓名' }), { target: { value: ' ' } });
    expect(submit.disabled).toBe(true);
    fireEvent.change(screen.getByRole('textbox', { name: '领取人姓名' }), { target: { value: '王强' } });
    expect(submit.disabled).toBe(false);
  });

  it('retries with the same idempotency key when the connection drops', async () => {
    await open();
    server.disconnect(pickUpByKey);
    await signIt();
    expect(screen.getByRole('status').textContent).toBe('网络不稳定，正在重试，请不要关闭此页。');
    await passing(3);
    server.respondWith(pickUpByKey, { signed: 1 });
    await act(async () => {
      window.dispatchEvent(new Event('online'));
    });
    await passing();
    expect(screen.getByText('签名成功')).toBeTruthy();
    expect(new Set(server.requestsTo(pickUpByKey).map(({ headers }) => headers['Idempotency-Key'])).size).toBe(1);
  });

  it.each([
    ['was used', 409, 'PICKED_UP_ALREADY', '该二维码已完成领取签名，无需重复签名', 'status', /这些报告已签名领取/],
    ['is void', 409, 'REPORT_NOT_IN_THIS_STATUS', '已作废，不能领取签名', 'alert', /无法签名已作废，不能领取签名/],
  ])('shows the state of a key that %s', async (_, status, code, message, role, text) => {
    await open();
    server.refuse(pickUpByKey, { status, code, message });
    await signIt();
    expect(screen.getByRole(role).textContent).toMatch(text);
  });
});
