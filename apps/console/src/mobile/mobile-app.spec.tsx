import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, render, screen } from '@testing-library/react';
import {
  getPhoneUploads,
  getReportPickUp,
  getSigning,
  MobilePage,
  type PhoneUploads,
  type ReportPickUp,
  type Signing,
} from '#contract';
import '../i18n/language.js';
import { stubCanvas } from '../testing/pen.js';
import { type StubServer, stubServer } from '../testing/stub-server.js';
import { MobileApp } from './mobile-app.js';

const expiresAt = '2026-11-21T04:10:00.000Z';
const signing: Signing = {
  state: 'waiting',
  version: '1',
  expiresAt,
  consignUnitName: '',
  signer: '',
  signerPhone: '',
  consignments: [],
};
const pickUp: ReportPickUp = { state: 'waiting', expiresAt, consignUnitName: '', testUnitName: '', reports: [] };
const uploads: PhoneUploads = {
  expiresAt,
  consignCode: '',
  projectName: '',
  testContent: '',
  kinds: [],
  files: [],
  extensions: ['.jpg'],
  maxBytes: 1,
  limit: 10,
};

const TITLES: Record<MobilePage, string> = {
  signList: '委托签名',
  entrustUploadFilesinfo: '上传委托附件',
  sampleUploadFilesinfo: '上传样品附件',
  reportTakeSign: '领取报告签名',
};

let server: StubServer;
beforeEach(() => {
  stubCanvas();
  server = stubServer();
  server.respondWith(getSigning, signing);
  server.respondWith(getReportPickUp, pickUp);
  server.respondWith(getPhoneUploads, uploads);
});
afterEach(cleanup);

describe('the phone pages', () => {
  it.each(MobilePage.options)(
    'SF-004 NAV-010 QR-005 %s opens by its name and key, without a login and without the desktop layout',
    async (page) => {
      location.hash = `#/${page}?key=the-key`;
      render(<MobileApp />);
      expect(await screen.findByRole('heading', { level: 1, name: TITLES[page] })).toBeTruthy();
      expect(await screen.findAllByRole('button')).not.toHaveLength(0);
      expect(server.received.map(({ query }) => query)).toEqual([{ key: 'the-key' }]);
      expect(server.received.flatMap(({ headers }) => Object.keys(headers))).not.toContain('Authorization');
      expect([screen.queryByRole('navigation'), document.querySelector('input[type=password]')]).toEqual([null, null]);
    },
  );

  it('show an error for an unknown name or a missing key, and send no request', async () => {
    for (const hash of ['#/nothing?key=the-key', '#/signList', '']) {
      location.hash = hash;
      render(<MobileApp />);
      expect((await screen.findByRole('alert')).textContent).toContain('无法打开此页面');
      cleanup();
    }
    expect(server.received).toEqual([]);
  });
});
