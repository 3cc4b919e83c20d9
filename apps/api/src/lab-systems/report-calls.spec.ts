import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  applyForReportVideo,
  checkReportIssue,
  checkReportPdf,
  getReportEvaluation,
  listReportVideos,
} from '#contract';
import { stubLaboratory, type StubLaboratory } from '#harness/catalogue/stub-laboratory';
import { createConsignmentAt } from '#harness/consignments/stages';
import {
  hostsOf,
  connectLaboratory,
  laboratoryToIntegrate,
  type LaboratoryToIntegrate,
} from '#harness/lab-systems/integrated-laboratory';
import { pdfWithText, publishNewReport, registerNewReport } from '#harness/reports/reports';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let system: StubLaboratory;
let service: Service;
let client: Client;
let lab: LaboratoryToIntegrate;
let staff: Client;
let consignId: string;

beforeAll(async () => {
  system = await stubLaboratory();
  service = await startService({ repeatsCommands: true, labSystemHosts: hostsOf(system), labSystemDeadlineMs: 1_000 });
  client = await service.as('client1');
});
afterAll(async () => {
  await service.close();
  await system.close();
});
beforeEach(async () => {
  lab = await laboratoryToIntegrate(service);
  staff = await service.as(lab.userName);
  consignId = (await createConsignmentAt(service, 60, { lab })).id;
  system.calls.length = 0;
});

const integrated = () => connectLaboratory(service, lab, system.base);
const check = async (id: string) =>
  (await client.call(checkReportPdf, { query: { unitCode: lab.code, id } })).rawBody as {
    code: number;
    reason?: string;
    data: { exists: boolean; url: string | null };
  };

describe('report operations of a laboratory with its own system', () => {
  it('PRE-019 query that system for the file, the videos and the evaluation', async () => {
    const { reportId } = await registerNewReport(staff, consignId);
    await integrated();
    system.setPayload(`pre/report/pdf-file/${lab.code}/${reportId}/check`, {
      exists: true,
      url: 'https://lims.example.com/1.pdf',
    });
    expect(await check(reportId)).toMatchObject({ data: { exists: true, url: 'https://lims.example.com/1.pdf' } });
    system.setPayload(`pre/report/pdf-file/${lab.code}/${reportId}/check`, false);
    expect(await check(reportId)).toMatchObject({ data: { exists: false, url: null } });

    system.setPayload('pre/report/video/list', [
      { id: 1, name: '抗压', url: 'https://lims.example.com/1.mp4' },
      { id: 2, name: '抗折', url: 'javascript:alert(1)' },
    ]);
    expect(await client.do(listReportVideos, { query: { reportId } })).toEqual([
      { id: '1', name: '抗压', url: 'https://lims.example.com/1.mp4' },
      { id: '2', name: '抗折', url: null },
    ]);
    expect(system.callsTo('pre/report/video/list').map(({ query }) => query)).toEqual([{ reportId }]);

    const path = `pre/evaluate/write/${lab.code}/model/on/line`;
    const evaluation = () => client.do(getReportEvaluation, { query: { unitCode: lab.code, id: reportId } });
    system.setPayload(path, { questions: [] });
    expect(await evaluation()).toEqual({ address: `${system.base}/api/${path}?id=${reportId}` });
    system.setPayload(path, 'https://lims.example.com/evaluate/7');
    expect(await evaluation()).toEqual({ address: 'https://lims.example.com/evaluate/7' });
  });

  it('PRE-019 forward a video application and an issue once each, and return a refusal in the system’s words', async () => {
    const { reportId } = await registerNewReport(staff, consignId);
    await integrated();
    system.setPayload('pre/report/video/application', true);
    system.setPayload('pre/check/report/issue', null);
    await client.do(applyForReportVideo, { body: { reportId, remark: '请提供抗压视频' } });
    expect(await client.do(checkReportIssue, { body: { reportId, content: '样品编号有误' } })).toEqual({
      isForwarded: true,
      isIssued: false,
    });
    const requests = system.calls.map(({ method, path, body }) => [
      method,
      path.slice(10),
      JSON.parse(body) as unknown,
    ]);
    expect(requests).toEqual([
      ['POST', 'pre/report/video/application', { reportId, remark: '请提供抗压视频' }],
      ['POST', 'pre/check/report/issue', { reportId, content: '样品编号有误' }],
    ]);
    system.setHandler(
      'pre/check/report/issue',
      (_, response) => void response.end(JSON.stringify({ code: 50000, message: '该报告已归档', data: null })),
    );
    const refused = await client.call(checkReportIssue, { body: { reportId } });
    expect(refused.rawBody).toMatchObject({ reason: 'LAB_SYSTEM_REFUSED', message: '该报告已归档' });
  });

  it('open a file that is stored on the platform even if the system does not respond', async () => {
    const { reportId } = await publishNewReport(staff, consignId, pdfWithText('kept'));
    const { reportId: otherReportId } = await registerNewReport(staff, consignId);
    await integrated();
    for (const id of [reportId, otherReportId])
      system.setHandler(`pre/report/pdf-file/${lab.code}/${id}/check`, () => undefined);
    const { data } = await check(reportId);
    expect(await (await fetch(service.url + data.url)).text()).toContain('kept');
    expect(await check(otherReportId)).toMatchObject({ reason: 'LAB_SYSTEM_AWAY' });
  });
});

describe('report operations of a laboratory without a system', () => {
  it('PRE-019 use the reports of the platform, and refuse what only a system can provide', async () => {
    const { reportId } = await publishNewReport(staff, consignId, pdfWithText('ours'));
    const { reportId: unpublished } = await registerNewReport(staff, consignId);
    const { data } = await check(reportId);
    expect(await (await fetch(service.url + data.url)).text()).toContain('ours');
    expect(await check(unpublished)).toMatchObject({ data: { exists: false, url: null } });
    expect(await client.do(listReportVideos, { query: { reportId } })).toEqual([]);
    expect(await client.do(checkReportIssue, { body: { reportId } })).toEqual({ isForwarded: false, isIssued: true });
    expect((await client.call(applyForReportVideo, { body: { reportId } })).rawBody).toMatchObject({
      reason: 'NO_REPORT_VIDEOS',
      message: '该检测单位没有对接检测系统，不能在此申请检测视频',
    });
    expect(
      (await client.call(getReportEvaluation, { query: { unitCode: lab.code, id: reportId } })).rawBody,
    ).toMatchObject({
      reason: 'NO_LAB_SYSTEM',
    });
    expect((await client.call(checkReportPdf, { query: { unitCode: 'ANOTHER', id: reportId } })).rawBody).toMatchObject(
      {
        reason: 'NO_SUCH_UNIT_CODE',
      },
    );
    expect((await (await service.as('client2')).call(listReportVideos, { query: { reportId } })).status).toBe(403);
    expect(system.calls).toEqual([]);
  });
});
