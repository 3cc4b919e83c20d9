import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  cancelConsignInfo,
  deleteConsignInfo,
  getAllowedReportActions,
  getEnumValues,
  getReportConsignScheduleCountingNew,
  getReportConsignScheduleNew,
  getReportFile,
  getReportScheduleCountingNew,
  getReportScheduleNew,
  publishReport,
  registerReport,
  reportMailNumberSetting,
  updateReportStatus,
  updateReportStatusNew,
  uploadFile,
  uploadReport,
  withdrawReport,
} from '#contract';
import { createConsignmentAt } from '#harness/consignments/stages';
import { LAB2 } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import {
  ifMatch,
  scheduleItem,
  pdfWithText,
  publishNewReport,
  registerNewReport,
  uploadReportFile,
} from '#harness/reports/reports';

let service: Service;
let lab: Client;
let client: Client;
let consignId: string;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [lab, client] = [await service.as('lab1'), await service.as('client1')];
  consignId = (await createConsignmentAt(service, 60)).id;
});
afterAll(() => service.close());

describe('the mail number', () => {
  it('API-030 AAPI-021 is set for two reports at once and shown for both, and cannot be set by the client', async () => {
    const reports = [await registerNewReport(lab, consignId), await publishNewReport(lab, consignId)];
    const reportIds = reports.map(({ reportId }) => reportId);
    expect((await client.call(reportMailNumberSetting, { body: { reportIds, val: 'SF-77' } })).status).toBe(403);
    expect(await lab.do(reportMailNumberSetting, { body: { reportIds, val: 'SF-77' } })).toBe(true);
    expect(await Promise.all(reports.map(async (report) => (await scheduleItem(client, report)).mailNumber))).toEqual([
      'SF-77',
      'SF-77',
    ]);
    expect(await Promise.all(reports.map(async (report) => (await scheduleItem(client, report)).reportStatus))).toEqual(
      [10, 50],
    );
    await lab.do(reportMailNumberSetting, { query: { reportIds: reportIds.join(','), val: 'SF-78' } });
    expect((await scheduleItem(lab, reports[0] as (typeof reports)[0])).mailNumber).toBe('SF-78');
  });

  it('is set for all reports or for none', async () => {
    const [valid, deletedReport] = [await registerNewReport(lab, consignId), await registerNewReport(lab, consignId)];
    await lab.do(withdrawReport, {
      query: { id: deletedReport.reportId },
      body: { reason: '登记错误' },
      headers: ifMatch(deletedReport.revision),
    });
    const refused = await lab.call(reportMailNumberSetting, {
      body: { reportIds: [valid.reportId, deletedReport.reportId], val: 'SF-1' },
    });
    expect(refused).toMatchObject({
      status: 409,
      failure: { code: 'REPORT_NOT_IN_THIS_STATUS', message: '已作废，不能填写邮寄单号' },
    });
    expect((await scheduleItem(lab, valid)).mailNumber).toBe('');
    expect((await lab.call(reportMailNumberSetting, { body: { val: 'SF-1' } })).status).toBe(400);
    expect(
      (await lab.call(reportMailNumberSetting, { body: { reportIds: [valid.reportId], val: ' ' } })).failure?.message,
    ).toBe('请输入邮寄单号');
  });
});

describe('the status of a report', () => {
  it.each([
    ['UpdateReportStatus', updateReportStatus],
    ['UpdateReportStatusNew', updateReportStatusNew],
  ] as const)(
    'API-030 AAPI-021 changed by %s appears in the list, and cannot be changed by the client',
    async (_, operation) => {
      const reports = [await registerNewReport(lab, consignId), await registerNewReport(lab, consignId)];
      const reportIds = reports.map(({ reportId }) => reportId);
      expect((await client.call(operation, { body: { reportIds, reportStatus: 30 } })).status).toBe(403);
      expect(await lab.do(operation, { body: { reportIds, reportStatus: 30 } })).toBe(true);
      for (const report of reports)
        expect(await scheduleItem(client, report)).toMatchObject({
          reportStatus: 30,
          reportStatusStr: '已签发',
          reportSchedule: '已签发 75%',
        });
    },
  );

  it('is also used to publish a report and to make it void, under the same rules', async () => {
    const report = await registerNewReport(lab, consignId);
    const change = (reportStatus: 40 | 90 | 60, reason?: string) =>
      lab.call(updateReportStatus, {
        body: { reportIds: [report.reportId], reportStatus, ...(reason === undefined ? {} : { reason }) },
      });
    expect((await change(40)).failure).toMatchObject({
      code: 'REPORT_FILE_MISSING',
      message: '请先上传报告文件再发布',
    });
    await uploadReportFile(lab, report);
    expect((await change(40)).result).toBe(true);
    expect((await change(60)).result).toBe(true);
    expect((await change(90, 'x'.repeat(201))).status).toBe(400);
    expect((await change(90, '数据有误')).result).toBe(true);
    expect((await scheduleItem(client, report)).reports[0]).toMatchObject({
      reportStatus: 90,
      withdrawnBecause: '数据有误',
      file: null,
    });
  });

  it('has the names that the enumeration returns', async () => {
    const values = await client.do(getEnumValues, { query: { enumTypeName: 'ReportStatus' } });
    expect(values.map(({ value, name }) => `${value} ${name}`)).toEqual([
      '0 待出报告',
      '10 检测中',
      '20 编制中',
      '30 已签发',
      '40 已发布',
      '50 已邮寄',
      '60 已领取',
      '90 已作废',
    ]);
    const englishNames = await client.call(getEnumValues, {
      query: { enumTypeName: 'ReportStatus' },
      headers: { 'accept-language': 'en' },
    });
    expect(englishNames.result.map(({ text }) => text)).toEqual([
      'Awaiting report',
      'Testing',
      'Being drafted',
      'Issued',
      'Published',
      'Mailed',
      'Collected',
      'Void',
    ]);
  });
});

describe('the allowed actions for a report', () => {
  it('state the reason if they are not allowed, in line with the operations', async () => {
    const report = await registerNewReport(lab, consignId);
    const allowedActions = async (caller: Client) => {
      const { actions, nextStatuses, revision } = await caller.do(getAllowedReportActions, {
        query: { id: report.reportId },
      });
      return {
        revision,
        nextStatuses,
        ...Object.fromEntries(actions.map(({ action, reason }) => [action, reason?.message ?? true])),
      };
    };
    expect(await allowedActions(lab)).toEqual({
      revision: 0,
      nextStatuses: [20, 30],
      upload: true,
      changeStatus: true,
      publish: '请先上传报告文件再发布',
      setMailNumber: true,
      pickUp: '检测中，不能领取签名',
      withdraw: true,
    });
    expect(await allowedActions(client)).toMatchObject({ nextStatuses: [], publish: '当前角色不能发布报告' });
    await uploadReportFile(lab, report);
    expect(await allowedActions(lab)).toMatchObject({ revision: 1, publish: true });
  });
});

describe('a report number', () => {
  it('is unique within the testing unit, even if several registrations run at the same time', async () => {
    const reportNumber = `BG-${v4()}`;
    const replies = await Promise.all(
      [1, 2, 3].map(() => lab.call(registerReport, { body: { consignId, reportNumber } })),
    );
    expect(replies.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409', '409']);
    expect(replies.find(({ status }) => status === 409)?.failure?.message).toBe(`报告编号“${reportNumber}”已被使用`);
    const otherConsignId = (await createConsignmentAt(service, 60, { lab: LAB2 })).id;
    expect(
      (await (await service.as('lab2')).call(registerReport, { body: { consignId: otherConsignId, reportNumber } }))
        .status,
    ).toBe(200);
  });

  it('is available again if the report became void before publication, and never afterwards', async () => {
    const mistaken = await registerNewReport(lab, consignId);
    await lab.do(withdrawReport, {
      query: { id: mistaken.reportId },
      body: { reason: '登记错误' },
      headers: ifMatch(mistaken.revision),
    });
    await registerNewReport(lab, consignId, mistaken.reportNumber);
    const voidedReport = await publishNewReport(lab, consignId);
    await lab.do(updateReportStatus, { body: { reportIds: [voidedReport.reportId], reportStatus: 90 } });
    expect(
      (await lab.call(registerReport, { body: { consignId, reportNumber: voidedReport.reportNumber } })).failure?.code,
    ).toBe('REPORT_NUMBER_TAKEN');
  });

  it('is used once by a repeated request', async () => {
    const [reportNumber, headers] = [`BG-${v4()}`, { 'idempotency-key': v4() }];
    const [first, repeated] = [
      await lab.do(registerReport, { body: { consignId, reportNumber }, headers }),
      await lab.do(registerReport, { body: { consignId, reportNumber }, headers }),
    ];
    expect(repeated).toEqual(first);
  });

  it('is not used up by a registration that is refused', async () => {
    const reportNumber = `BG-${v4()}`;
    const unconfirmed = await createConsignmentAt(service, 30);
    expect(
      (await lab.call(registerReport, { body: { consignId: unconfirmed.id, reportNumber } })).failure?.message,
    ).toBe('待收样，收样后才能出具报告');
    expect((await lab.call(registerReport, { body: { consignId, reportNumber } })).status).toBe(200);
    expect((await lab.call(registerReport, { body: { consignId } })).failure?.message).toBe('请输入报告编号');
  });
});

describe('the file of a report', () => {
  it('can be downloaded by the client once it is published, until the report is void', async () => {
    const [report, content] = [await registerNewReport(lab, consignId), pdfWithText('第一份报告')];
    const revision = await uploadReportFile(lab, report, content);
    const link = (reader: Client) => reader.call(getReportFile, { query: { id: report.reportId } });
    expect((await link(lab)).status).toBe(200);
    expect(await link(client)).toMatchObject({ status: 403, failure: { message: '报告检测中，发布后才能下载' } });
    expect((await scheduleItem(client, report)).reports[0]).toMatchObject({ reportStatus: 10, file: null });
    expect((await scheduleItem(lab, report)).reports[0]?.file).toEqual({
      name: '检测报告.pdf',
      size: content.byteLength,
    });

    const published = await lab.do(publishReport, { query: { id: report.reportId }, headers: ifMatch(revision) });
    const { url, name } = (await link(client)).result;
    const file = await fetch(`${service.url}${url}`);
    expect([file.status, name, new Uint8Array(await file.arrayBuffer())]).toEqual([200, '检测报告.pdf', content]);
    expect(file.headers.get('content-type')).toBe('application/pdf');

    await lab.do(withdrawReport, {
      query: { id: report.reportId },
      body: { reason: '数据有误' },
      headers: ifMatch(published.revision),
    });
    expect(await link(client)).toMatchObject({ status: 403, failure: { message: '报告已作废，不能下载' } });
    expect((await link(await service.as('admin'))).status).toBe(200);
  });

  it('of a report that became void before publication is hidden from the client, with its number, reason and count', async () => {
    const { id, consignCode } = await createConsignmentAt(service, 60);
    const [mistaken, right] = [await registerNewReport(lab, id), await publishNewReport(lab, id)];
    await lab.do(withdrawReport, {
      query: { id: mistaken.reportId },
      body: { reason: '内部登记错误' },
      headers: ifMatch(mistaken.revision),
    });
    const visibilityFor = async (reader: Client) => {
      const request = { query: { keyword: consignCode } };
      const [reportList, consignmentProgress, counts] = [
        await reader.do(getReportScheduleNew, request),
        await reader.do(getReportConsignScheduleNew, request),
        await reader.do(getReportScheduleCountingNew, request),
      ];
      const text = JSON.stringify([reportList, consignmentProgress]);
      return [
        reportList.totalCount,
        counts.length,
        text.includes(mistaken.reportNumber),
        text.includes('内部登记错误'),
        text.includes(right.reportNumber),
      ];
    };
    expect(await visibilityFor(client)).toEqual([1, 1, false, false, true]);
    expect(await visibilityFor(lab)).toEqual([2, 2, true, true, true]);
    const request = { query: { id: mistaken.reportId } };
    for (const operation of [getReportFile, getAllowedReportActions])
      expect(await client.call(operation, request)).toMatchObject({ status: 404, failure: { code: 'NO_SUCH_REPORT' } });
    expect((await lab.call(getAllowedReportActions, request)).status).toBe(200);
  });

  it('of a deleted consignment is gone for both units, and its report from every list, except for an auditor', async () => {
    const { id, consignCode } = await createConsignmentAt(service, 80);
    const report = await publishNewReport(lab, id);
    await client.do(cancelConsignInfo, { query: { ids: id } });
    const lists = (reader: Client) =>
      Promise.all([
        ...[getReportScheduleNew, getReportConsignScheduleNew].map(
          async (list) => (await reader.do(list, { query: { keyword: consignCode } })).totalCount,
        ),
        ...[getReportScheduleCountingNew, getReportConsignScheduleCountingNew].map(
          async (count) => (await reader.do(count, { query: { keyword: consignCode } })).length,
        ),
      ]);
    expect(await lists(client)).toEqual([1, 1, 1, 1]);
    await client.do(deleteConsignInfo, { query: { ids: id } });
    const auditor = await service.as('auditor');
    for (const reader of [client, lab, await service.as('admin')]) {
      expect(await lists(reader)).toEqual([0, 0, 0, 0]);
      expect(await reader.call(getReportFile, { query: { id: report.reportId } })).toMatchObject({
        status: 404,
        failure: { code: 'NO_SUCH_REPORT' },
      });
    }
    expect(
      (
        await lab.call(withdrawReport, {
          query: { id: report.reportId },
          body: { reason: '已删除' },
          headers: ifMatch(report.revision),
        })
      ).status,
    ).toBe(404);
    expect(await lists(auditor)).toEqual([1, 1, 1, 1]);
    expect((await auditor.call(getAllowedReportActions, { query: { id: report.reportId } })).status).toBe(200);
  });

  it('is not available to an auditor, who sees persons masked', async () => {
    const report = await publishNewReport(lab, consignId);
    const auditor = await service.as('auditor');
    expect(await auditor.call(getReportFile, { query: { id: report.reportId } })).toMatchObject({
      status: 403,
      failure: { code: 'FILE_WITHHELD', message: '文件含有姓名、电话等个人信息，不向当前角色显示' },
    });
    expect((await scheduleItem(auditor, report)).reports[0]).toMatchObject({ reportId: report.reportId, file: null });
  });

  it('must have been uploaded by the same user, and can be replaced only before publication', async () => {
    const report = await registerNewReport(lab, consignId);
    const foreign = await (
      await service.as('lab2')
    ).do(uploadFile, { file: { name: '报告.pdf', content: pdfWithText('x') } });
    const stolen = await lab.call(uploadReport, {
      query: { id: report.reportId },
      body: { uploadId: foreign.uploadId },
      headers: ifMatch(report.revision),
    });
    expect(stolen.failure?.code).toBe('UPLOAD_UNKNOWN');
    const published = await publishNewReport(lab, consignId);
    const { uploadId } = await lab.do(uploadFile, { file: { name: '报告.pdf', content: pdfWithText('y') } });
    const lateReply = await lab.call(uploadReport, {
      query: { id: published.reportId },
      body: { uploadId },
      headers: ifMatch(published.revision),
    });
    expect(lateReply.failure?.message).toBe('已发布，不能上传报告');
  });

  it('can be written only on the revision that the caller saw', async () => {
    const report = await registerNewReport(lab, consignId);
    await uploadReportFile(lab, report);
    const { uploadId } = await lab.do(uploadFile, { file: { name: '报告.pdf', content: pdfWithText('z') } });
    expect(
      (
        await lab.call(uploadReport, {
          query: { id: report.reportId },
          body: { uploadId },
          headers: ifMatch(report.revision),
        })
      ).status,
    ).toBe(412);
    expect((await lab.call(uploadReport, { query: { id: report.reportId }, body: { uploadId } })).status).toBe(428);
  });
});
