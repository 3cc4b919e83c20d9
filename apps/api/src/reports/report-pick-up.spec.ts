import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createQRCodeKey,
  createUser,
  erasePerson,
  getPhoneUploads,
  getReportHistory,
  getReportPickUp,
  getTestUnit,
  iLisAuthenticate,
  pickUpByKey,
  renewLabSystemCode,
  updateReportStatus,
  withdrawReport,
} from '#contract';
import { createConsignmentAt } from '#harness/consignments/stages';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import {
  ifMatch,
  scheduleItem,
  publishNewReport,
  registerNewReport,
  type RegisteredReport,
} from '#harness/reports/reports';

const MINUTE = 60_000;
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

let now = Date.parse('2026-11-21T04:00:00.000Z');
let service: Service;
let lab: Client;
let client: Client;
let consignId: string;

beforeAll(async () => {
  service = await startService({ now: () => new Date(now) });
  [lab, client] = [await service.as('lab1'), await service.as('client1')];
  consignId = (await createConsignmentAt(service, 60)).id;
});
afterAll(() => service.close());
beforeEach(() => {
  now += 60 * MINUTE;
});

const keyFor = (...reports: Pick<RegisteredReport, 'reportId'>[]) =>
  lab.do(createQRCodeKey, { body: { ids: reports.map(({ reportId }) => reportId), data: 'reportTakeSign' } });
/** A phone: it has the key and nothing else. */
const phone = {
  look: (key: string) => service.stranger.call(getReportPickUp, { query: { key } }),
  sign: (key: string, { press = '', signImage = PNG, name = ' 王强 ' } = {}) =>
    service.stranger.call(pickUpByKey, {
      query: { key },
      body: { signImage, name },
      headers: press === '' ? {} : { 'idempotency-key': press },
    }),
};
const statusOf = async (report: RegisteredReport) => (await scheduleItem(lab, report)).reportStatus;

describe('signing for reports on a phone', () => {
  it('marks the reports of the key as collected, and their history shows the signer and the signature', async () => {
    const reports = [await publishNewReport(lab, consignId), await publishNewReport(lab, consignId)] as const;
    const key = await keyFor(...reports);
    const page = await phone.look(key);
    expect(page.result).toMatchObject({
      state: 'waiting',
      expiresAt: new Date(now + 10 * MINUTE).toISOString(),
      consignUnitName: expect.stringMatching(/./),
      testUnitName: expect.stringMatching(/./),
      reports: reports.map(({ reportNumber }) => ({ reportNumber, testContent: '普通硅酸盐水泥' })),
    });
    now += MINUTE;
    expect((await phone.sign(key)).result).toEqual({ signed: 2 });
    expect((await phone.look(key)).result.state).toBe('signed');
    for (const report of reports) {
      expect(await scheduleItem(client, report)).toMatchObject({ reportStatus: 60, reportStatusStr: '已领取' });
      const history = await client.do(getReportHistory, { query: { id: report.reportId } });
      expect(history.map(({ type, reportStatus }) => [type, reportStatus])).toEqual([
        ['ReportRegistered', 10],
        ['ReportFileUploaded', 10],
        ['ReportPublished', 40],
        ['ReportPickedUp', 60],
      ]);
      expect(history.map(({ detail }) => detail)).toEqual([report.reportNumber, '检测报告.pdf', '', '王强']);
      const last = history.at(-1);
      expect(last).toMatchObject({
        at: new Date(now).toISOString(),
        by: expect.stringMatching(/./),
        reportStatusStr: '已领取',
      });
      const image = await fetch(service.url + (last?.signUrl ?? ''));
      expect([image.headers.get('content-type'), Buffer.from(await image.arrayBuffer())]).toEqual([
        'image/png',
        Buffer.from(PNG, 'base64'),
      ]);
    }
  });

  it('is marked if the key is from a session of the laboratory’s system, and refused once that system’s secret is replaced', async () => {
    const report = await publishNewReport(lab, consignId);
    const { authCode } = await lab.do(renewLabSystemCode, { body: {} });
    const { unitNo: unitCode = '' } = (await lab.do(getTestUnit)) ?? {};
    const { accessToken } = await service.stranger.do(iLisAuthenticate, {
      body: { unitCode, userName: 'lab1', authCode: authCode ?? '' },
    });
    const keyOf = ({ reportId }: typeof report) =>
      service.withToken(accessToken).do(createQRCodeKey, { body: { ids: [reportId], data: 'reportTakeSign' } });
    const later = await keyOf(await publishNewReport(lab, consignId));
    expect((await phone.sign(await keyOf(report))).status).toBe(200);
    now += 1;
    await lab.do(renewLabSystemCode, { body: {} });
    expect((await phone.sign(later)).failure?.code).toBe('NO_SUCH_KEY');
    const history = await lab.do(getReportHistory, { query: { id: report.reportId } });
    expect(history.map(({ type, via }) => [type, via]).slice(-2)).toEqual([
      ['ReportPublished', undefined],
      ['ReportPickedUp', 'labSystem'],
    ]);
  });

  it('is done once: another request is refused, and a repeated one returns the first result, even 30 minutes later', async () => {
    const report = await publishNewReport(lab, consignId);
    const key = await keyFor(report);
    expect((await phone.sign(key, { press: 'one press' })).status).toBe(200);
    expect((await phone.sign(key)).failure).toMatchObject({
      code: 'PICKED_UP_ALREADY',
      message: '该二维码已完成领取签名，无需重复签名',
    });
    now += 30 * MINUTE;
    expect(await phone.sign(key, { press: 'one press' })).toMatchObject({ status: 200, result: { signed: 1 } });
    const history = await lab.do(getReportHistory, { query: { id: report.reportId } });
    expect(history.filter(({ type }) => type === 'ReportPickedUp')).toHaveLength(1);
  });

  it('is refused if another key has collected some of its reports, and the others do not change', async () => {
    const reports = [await publishNewReport(lab, consignId), await publishNewReport(lab, consignId)] as const;
    const [bothKey, singleKey] = [await keyFor(...reports), await keyFor(reports[0])];
    now += MINUTE;
    expect((await phone.sign(singleKey)).status).toBe(200);
    for (const refused of [await phone.look(bothKey), await phone.sign(bothKey)])
      expect(refused.failure?.code).toBe('REPORT_NOT_IN_THIS_STATUS');
    expect([await statusOf(reports[0]), await statusOf(reports[1])]).toEqual([60, 40]);
  });

  it('accepts only a complete PNG', async () => {
    const report = await publishNewReport(lab, consignId);
    const key = await keyFor(report);
    for (const signImage of ['', Buffer.from('<svg/>').toString('base64'), PNG.slice(0, 40)])
      expect((await phone.sign(key, { signImage })).failure?.code).toBe('SIGN_IMAGE_INVALID');
    expect(await statusOf(report)).toBe(40);
  });

  it('requires the name of the signer, which is sealed in the log', async () => {
    const report = await publishNewReport(lab, consignId);
    const key = await keyFor(report);
    for (const [name, code, message] of [
      [' ', 'PERSON_NAME_REQUIRED', '请输入姓名'],
      ['王'.repeat(51), 'TEXT_TOO_LONG', expect.stringContaining('50')],
    ] as const)
      expect((await phone.sign(key, { name })).failure).toMatchObject({ code, message });
    expect(await statusOf(report)).toBe(40);
    expect((await phone.sign(key, { name: '独孤求败' })).status).toBe(200);
    expect((await client.do(getReportHistory, { query: { id: report.reportId } })).at(-1)?.detail).toBe('独孤求败');
    expect(
      await service.engines.eventStore.erase(`report-${report.reportId}`, (_, person) => person['name'] === '独孤求败'),
    ).toBe(1);
    expect((await client.do(getReportHistory, { query: { id: report.reportId } })).at(-1)?.detail).toBe('已删除');
  });

  it('QR-009 is refused with a key that is expired, of another page, or of a void report', async () => {
    const [report, withdrawnReport] = [await publishNewReport(lab, consignId), await publishNewReport(lab, consignId)];
    const [oldKey, key] = [await keyFor(report), await keyFor(withdrawnReport)];
    const draftKey = await keyFor(report);
    expect((await service.stranger.call(getPhoneUploads, { query: { key: draftKey } })).failure?.code).toBe(
      'NO_SUCH_KEY',
    );
    await lab.do(withdrawReport, {
      query: { id: withdrawnReport.reportId },
      body: { reason: '数据有误' },
      headers: ifMatch(withdrawnReport.revision),
    });
    for (const { status, failure } of [await phone.look(key), await phone.sign(key)])
      expect([status, failure?.message]).toEqual([409, '已作废，不能领取签名']);
    now += 10 * MINUTE;
    for (const { failure } of [await phone.look(oldKey), await phone.sign(oldKey)])
      expect(failure?.code).toBe('KEY_EXPIRED');
    expect((await phone.sign('made-up')).status).toBe(404);
    expect(await statusOf(report)).toBe(40);
  });
});

it('the name of a person who collected a report is replaced by 已删除 after the erasure, matched by name alone; others stay', async () => {
  const admin = await service.as('admin');
  const [erasedPersonReport, otherReport] = [
    await publishNewReport(lab, consignId),
    await publishNewReport(lab, consignId),
  ];
  await phone.sign(await keyFor(erasedPersonReport), { name: '周小川' });
  await phone.sign(await keyFor(otherReport));
  const { id } = await client.do(createUser, {
    body: {
      userName: 'zhou.xiaochuan',
      name: '周小川',
      mobile: '13900008801',
      password: 'Bridges-2027!',
      roleNames: [],
      isActive: true,
    },
  });
  await admin.do(erasePerson, { query: { userId: id }, body: { reason: '本人要求' } });
  const readRecipient = async ({ reportId }: RegisteredReport) =>
    (await client.do(getReportHistory, { query: { id: reportId } })).at(-1)?.detail;
  expect([await readRecipient(erasedPersonReport), await readRecipient(otherReport)]).toEqual(['已删除', '王强']);
});

describe('a key for reports', () => {
  it('is issued only to the laboratory, for its own reports that are published and not yet collected', async () => {
    const [published, drafted, fetched] = [
      await publishNewReport(lab, consignId),
      await registerNewReport(lab, consignId),
      await publishNewReport(lab, consignId),
    ];
    await lab.do(updateReportStatus, { body: { reportIds: [fetched.reportId], reportStatus: 60 } });
    const refusalOf = async (caller: Client, report: RegisteredReport) => {
      const { status, failure } = await caller.call(createQRCodeKey, {
        body: { ids: [report.reportId], data: 'reportTakeSign' },
      });
      return [status, failure?.message];
    };
    expect(await refusalOf(lab, drafted)).toEqual([409, '检测中，不能领取签名']);
    expect(await refusalOf(lab, fetched)).toEqual([409, '已领取，不能领取签名']);
    expect((await refusalOf(client, published))[0]).toBe(403);
    expect((await refusalOf(await service.as('lab2'), published))[0]).toBe(403);
  });
});

describe('the history of a report', () => {
  it('shows no persons and no signature to an auditor, and is refused to another laboratory', async () => {
    const report = await publishNewReport(lab, consignId);
    await phone.sign(await keyFor(report));
    const auditorHistory = await (await service.as('auditor')).do(getReportHistory, { query: { id: report.reportId } });
    expect(auditorHistory.map(({ by, signUrl }) => [by, signUrl])).toEqual(auditorHistory.map(() => ['', null]));
    expect(auditorHistory.at(-1)).toMatchObject({ type: 'ReportPickedUp', detail: '' });
    const drafted = await registerNewReport(lab, consignId);
    expect((await client.do(getReportHistory, { query: { id: drafted.reportId } })).map(({ type }) => type)).toEqual([
      'ReportRegistered',
    ]);
    expect((await (await service.as('lab2')).call(getReportHistory, { query: { id: report.reportId } })).status).toBe(
      403,
    );
  });
});
