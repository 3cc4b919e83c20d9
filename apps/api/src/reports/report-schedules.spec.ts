import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addReportApply,
  getReportConsignSchedule,
  getReportConsignScheduleCount,
  getReportConsignScheduleCountingNew,
  getReportConsignScheduleNew,
  getReportSchedule,
  getReportScheduleCountingNew,
  getReportScheduleNew,
  updateReportStatus,
  type ReportScheduleItem,
} from '#contract';
import { createConsignmentAt } from '#harness/consignments/stages';
import { LAB2, newLaboratory, type Laboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { scheduleItem, publishNewReport, registerNewReport } from '#harness/reports/reports';

const ELEVEN = [
  'testUnitName',
  'mailNumber',
  'consignCode',
  'preStatus',
  'consignUnitName',
  'projectName',
  'testContent',
  'acceptTime',
  'reportSchedule',
  'isSelected',
  'consignFormaNumber',
];
const reportOperations = [getReportScheduleNew, getReportSchedule];
const consignmentOperations = [getReportConsignScheduleNew, getReportConsignSchedule];

let service: Service;
/** A laboratory of this file's own, so that its counts are nobody else's. */
let laboratory: Laboratory;
let lab: Client;
let client: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  laboratory = await newLaboratory(service, {});
  lab = await service.as(laboratory.userName);
  client = await service.as('client1');
});
afterAll(() => service.close());

const received = (status: 60 | 70 | 80 = 60) => createConsignmentAt(service, status, { lab: laboratory });
const inOrder = (counts: readonly { reportStatus: number; count: number }[]) =>
  Object.fromEntries(counts.map(({ reportStatus, count }) => [reportStatus, count]));
/** How often each status occurs among items. */
const tally = (items: readonly ReportScheduleItem[]): Record<number, number> =>
  items.reduce<Record<number, number>>(
    (counts, { reportStatus }) => ({ ...counts, [reportStatus]: (counts[reportStatus] ?? 0) + 1 }),
    {},
  );

describe('report progress', () => {
  it('API-029 AAPI-022 lists reports of two statuses with the eleven members everywhere, and every count matches', async () => {
    const [publishedConsignment, draftedConsignment, withoutReports] = [
      await received(),
      await received(),
      await received(),
    ];
    const published = await publishNewReport(lab, publishedConsignment.id);
    const drafted = await registerNewReport(lab, draftedConsignment.id);
    await lab.do(updateReportStatus, { body: { reportIds: [drafted.reportId], reportStatus: 20 } });

    for (const operation of reportOperations) {
      const { items, totalCount } = await lab.do(operation, {});
      expect(totalCount).toBe(2);
      expect(items.map(({ reportId, reportStatus }) => [reportId, reportStatus])).toEqual([
        [drafted.reportId, 20],
        [published.reportId, 40],
      ]);
      for (const item of items) expect(Object.keys(item)).toEqual(expect.arrayContaining(ELEVEN));
    }
    for (const operation of consignmentOperations) {
      const { items } = await lab.do(operation, {});
      expect(items.map(({ consignId, reportStatus }) => [consignId, reportStatus])).toEqual([
        [withoutReports.id, 0],
        [draftedConsignment.id, 20],
        [publishedConsignment.id, 40],
      ]);
      for (const item of items) expect(Object.keys(item)).toEqual(expect.arrayContaining(ELEVEN));
    }
    const counts = await lab.do(getReportScheduleCountingNew, {});
    expect(counts).toEqual([
      { reportStatus: 20, count: 1 },
      { reportStatus: 40, count: 1 },
    ]);
    expect(inOrder(counts)).toEqual(tally((await lab.do(getReportScheduleNew, {})).items));
    for (const operation of [getReportConsignScheduleCountingNew, getReportConsignScheduleCount]) {
      expect(inOrder(await lab.do(operation, {}))).toEqual(
        tally((await lab.do(getReportConsignScheduleNew, {})).items),
      );
    }
  });

  it('describes a report with the specified fields', async () => {
    const { id, consignCode, projectName, consignUnitName } = await received(80);
    const report = await publishNewReport(lab, id);
    expect(await scheduleItem(client, report)).toMatchObject({
      testUnitName: laboratory.testUnitName,
      mailNumber: '',
      consignCode,
      preStatus: '待签名',
      consignUnitName,
      projectName,
      testContent: '普通硅酸盐水泥',
      acceptTime: expect.stringMatching(/^\d{4}-.*Z$/),
      reportSchedule: '已发布',
      isSelected: false,
      consignFormaNumber: '',
      reportNumber: report.reportNumber,
      reportStatusStr: '已发布',
      progress: 100,
    });
  });

  it('is filtered by status, keyword and date of receipt, and paged', async () => {
    const { id, consignCode } = await received();
    const report = await registerNewReport(lab, id);
    const findIds = async (query: object) =>
      (await lab.do(getReportScheduleNew, { query: { keyword: consignCode, ...query } })).items.map(
        ({ reportId }) => reportId,
      );
    expect(await findIds({})).toEqual([report.reportId]);
    expect(await findIds({ reportStatus: '10,20' })).toEqual([report.reportId]);
    expect(await findIds({ reportStatus: '40' })).toEqual([]);
    expect(await findIds({ from: '2020-01-01', to: '2020-12-31' })).toEqual([]);
    expect(await findIds({ from: '2020-01-01' })).toEqual([report.reportId]);
    expect(await lab.do(getReportScheduleCountingNew, { query: { keyword: consignCode } })).toEqual([
      { reportStatus: 10, count: 1 },
    ]);
    const all = (await lab.do(getReportScheduleNew, { query: { maxResultCount: 100 } })).items.map(
      ({ reportId }) => reportId,
    );
    expect(
      (await lab.do(getReportScheduleNew, { query: { skipCount: 1, maxResultCount: 2 } })).items.map(
        ({ reportId }) => reportId,
      ),
    ).toEqual(all.slice(1, 3));
    expect((await lab.call(getReportScheduleNew, { query: { reportStatus: '41' } })).status).toBe(400);
  });

  it('has status names in the reader’s language', async () => {
    const { id } = await received();
    const report = await registerNewReport(lab, id);
    const reply = await lab.call(getReportScheduleNew, {
      query: { keyword: report.reportNumber },
      headers: { 'accept-language': 'en' },
    });
    expect(reply.result.items[0]).toMatchObject({
      reportStatusStr: 'Testing',
      reportSchedule: 'Testing 25%',
      preStatus: 'Samples received',
    });
  });
});

describe('an application for a report', () => {
  it('API-029 AAPI-021 is stored for its report, and only once if it is repeated', async () => {
    const { id } = await received();
    const report = await publishNewReport(lab, id);
    const application = { reportId: report.reportId, reportCount: 2, remark: '请邮寄两份纸质报告' };
    for (let time = 0; time < 2; time++) expect(await client.do(addReportApply, { body: application })).toBe(true);
    await client.do(addReportApply, { body: { consignId: id, reportCount: 1 } });
    const applied = [
      { ...application, appliedAt: expect.any(String) },
      { reportId: null, reportCount: 1, remark: '', appliedAt: expect.any(String) },
    ];
    expect((await scheduleItem(lab, report)).applications).toEqual(applied);
  });

  it('can be made before there is a report, but not before the samples were received', async () => {
    const { id, consignCode } = await received();
    await client.do(addReportApply, { body: { consignId: id, remark: '加急' } });
    const { items } = await lab.do(getReportConsignScheduleNew, { query: { keyword: consignCode } });
    expect(items[0]).toMatchObject({ reportStatus: 0, reportSchedule: '待出报告', applications: [{ remark: '加急' }] });
    const unconfirmed = await createConsignmentAt(service, 30, { lab: laboratory });
    expect(await client.call(addReportApply, { body: { consignId: unconfirmed.id } })).toMatchObject({
      status: 409,
      failure: { code: 'SAMPLES_NOT_RECEIVED' },
    });
    expect((await client.call(addReportApply, { body: {} })).status).toBe(400);
  });
});

describe('access to report progress', () => {
  it('does not include reports of other units in any list or count', async () => {
    await publishNewReport(lab, (await received()).id);
    for (const stranger of ['client2', LAB2.userName]) {
      const otherClient = await service.as(stranger);
      const lists = await Promise.all(
        [...reportOperations, ...consignmentOperations].map(
          async (operation) => (await otherClient.do(operation, { query: { maxResultCount: 100 } })).items,
        ),
      );
      expect(lists.flat().filter(({ testUnitName }) => testUnitName === laboratory.testUnitName)).toEqual([]);
      for (const operation of [
        getReportScheduleCountingNew,
        getReportConsignScheduleCountingNew,
        getReportConsignScheduleCount,
      ]) {
        expect(await otherClient.do(operation, { query: { keyword: laboratory.testUnitName } })).toEqual([]);
      }
    }
  });

  it('includes all reports for an administrator and an auditor', async () => {
    const report = await registerNewReport(lab, (await received()).id);
    for (const reader of ['admin', 'auditor'])
      expect((await scheduleItem(await service.as(reader), report)).reportId).toBe(report.reportId);
  });
});
