import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createQRCodeKey, getReportHistory, getReportPickUp, type ReportPickUp } from '#contract';
import { chooseLanguage } from '../../i18n/language.js';
import { laboratory, renderConsole } from '../../testing/render.js';
import { reportRowWith, scheduledReportWith } from '../../testing/report-rows.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { openPickUpDialog } from './pick-up.dialog.js';
import { openUploadDialog } from './register.dialog.js';
import { reportActions } from './report-actions.js';
import { showReports } from './reports.dialog.js';

const pickUp = (state: ReportPickUp['state']): ReportPickUp => ({
  state,
  expiresAt: '2026-11-21T04:10:00.000Z',
  consignUnitName: '',
  testUnitName: '',
  reports: [],
});

let server: StubServer;
beforeEach(() => {
  server = stubServer();
  server.respondWith(createQRCodeKey, 'the-key');
  server.respondWith(getReportPickUp, pickUp('waiting'));
  renderConsole(<div />, { user: laboratory });
});
afterEach(async () => {
  cleanup();
  await act(() => chooseLanguage('zh'));
});

describe('handing reports over', () => {
  it('QR-006 shows a QR code for exactly the selected reports, and closes after the signature', async () => {
    const reports = [
      scheduledReportWith({ reportNumber: 'BG-1', reportStatus: 40 }),
      scheduledReportWith({ reportNumber: 'BG-2', reportStatus: 50 }),
    ];
    let isPickedUp = Promise.resolve(false);
    await act(async () => {
      isPickedUp = openPickUpDialog(reports);
    });
    const dialog = within(await screen.findByRole('dialog', { name: '领取 2 份报告' }));
    expect(await dialog.findByRole('img', { name: '领取签名二维码' })).toBeTruthy();
    expect(dialog.getByText('BG-2')).toBeTruthy();
    expect(server.requestsTo(createQRCodeKey).map(({ body }) => body)).toEqual([
      { ids: reports.map(({ reportId }) => reportId), data: 'reportTakeSign' },
    ]);
    server.respondWith(getReportPickUp, pickUp('signed'));
    expect(await screen.findByText('已签名领取', {}, { timeout: 15_000 })).toBeTruthy();
    expect(await isPickedUp).toBe(true);
  }, 30_000);

  it('is allowed to the laboratory for published or mailed reports, and otherwise disabled with a reason', () => {
    const reasonAt = (reportStatus: 20 | 40 | 50 | 60) =>
      reportActions(reportRowWith({ reportStatus }), laboratory).find(({ name }) => name === 'pickUp')?.reason;
    expect([reasonAt(20), reasonAt(40), reasonAt(50), reasonAt(60)]).toEqual([
      '编制中，不能领取签名',
      null,
      null,
      '已领取，不能领取签名',
    ]);
  });
});

describe('the file of a report', () => {
  it('is shown with its size in the brackets of the chosen language', async () => {
    const file = { name: 'BG-1.pdf', size: 2048 };
    await act(async () => {
      void showReports(reportRowWith({ file }), laboratory);
      void openUploadDialog(scheduledReportWith({ file }));
    });
    expect(await screen.findAllByText('BG-1.pdf（2 KB）')).toHaveLength(2);
    await act(() => chooseLanguage('en'));
    expect(await screen.findAllByText('BG-1.pdf (2 KB)')).toHaveLength(2);
  });
});

describe('the history of a report', () => {
  const entry = { by: '沈惠兰', detail: '', signUrl: null };
  it('lists its events with the signature of the recipient; an error is shown and loading can be repeated', async () => {
    server.refuse(getReportHistory, { status: 409, message: '暂时不能读取' });
    await act(async () => {
      void showReports(reportRowWith({ reportNumber: 'BG-1', reportStatus: 60 }), laboratory);
    });
    await userEvent.click(await screen.findByText('历史'));
    expect((await screen.findByRole('alert')).textContent).toContain('历史没有加载出来：暂时不能读取');
    await act(() => chooseLanguage('en'));
    expect(screen.getByRole('alert').textContent).toContain('The history could not be loaded: 暂时不能读取');
    await act(() => chooseLanguage('zh'));
    server.respondWith(getReportHistory, [
      {
        ...entry,
        revision: 0,
        type: 'ReportRegistered',
        at: '2026-11-20T04:00:00.000Z',
        reportStatus: 10,
        reportStatusStr: '检测中',
        detail: 'BG-1',
      },
      {
        ...entry,
        revision: 1,
        type: 'ReportPickedUp',
        at: '2026-11-21T04:00:00.000Z',
        reportStatus: 60,
        reportStatusStr: '已领取',
        detail: '王强',
        signUrl: '/api/v1/documents/ticket',
      },
    ]);
    await userEvent.click(screen.getByRole('button', { name: '重试' }));
    const list = within(await screen.findByRole('list', { name: '历史' }));
    await waitFor(() =>
      expect(list.getAllByRole('listitem').map(({ textContent }) => textContent?.slice(19))).toEqual([
        '登记报告检测中　BG-1　沈惠兰',
        '签名领取已领取　领取人 王强　沈惠兰',
      ]),
    );
    expect(list.getByRole('img', { name: '领取人签名' }).getAttribute('src')).toBe('/api/v1/documents/ticket');
  });
});
