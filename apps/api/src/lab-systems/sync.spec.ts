import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  confirmSample,
  getConsignLog,
  getConsingInfo,
  getReportConsignScheduleNew,
  passAuditConsignInfo,
  syncUpdateConsignInfo,
} from '#contract';
import { stubLaboratory, type StubLaboratory } from '#harness/catalogue/stub-laboratory';
import { hostsOf, laboratoryToIntegrate, submitTo } from '#harness/lab-systems/integrated-laboratory';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const DEADLINE_MS = 1_000;

let system: StubLaboratory;
let service: Service;
let staff: Client;
let id: string;

beforeAll(async () => {
  system = await stubLaboratory();
  service = await startService({ labSystemHosts: hostsOf(system), labSystemDeadlineMs: DEADLINE_MS });
});
afterAll(async () => {
  await service.close();
  await system.close();
});
beforeEach(async () => {
  const lab = await laboratoryToIntegrate(service);
  staff = await service.as(lab.userName);
  system.setPayload('pre/consign/state', []);
  id = await submitTo(service, lab, system);
  system.calls.length = 0;
});

const view = () => staff.do(getConsingInfo, { query: { id } });
const sync = async () => (await staff.do(syncUpdateConsignInfo, { body: { ids: [id] } })).items[0];
const isDown = () => system.setHandler('pre/consign/state', () => undefined);

describe('synchronising with a laboratory’s system', () => {
  it('API-025 AAPI-010 adopts its id, status, bill, parcel and reports once', async () => {
    const reportID = v4();
    system.setPayload('pre/consign/state', [
      {
        consignInfoID: id.replaceAll('-', ''),
        LimsConsignID: 'L-42',
        consignStatus: 60,
        changeTime: '2026-11-25 10:00:00',
        changeDescription: '样品完好',
        operUserNameFriendly: '赵试验',
        isConsignBillGened: true,
        consignBillFile: 'https://lims.example.com/bills/42.pdf',
        expressBusiness: '顺丰',
        expressNumber: 'SF042',
        reports: [{ reportID, reportNumber: `R-${reportID.slice(0, 8)}`, reportStatus: 20, expressNumber: null }],
      },
      { consignInfoID: v4(), consignStatus: 90 },
    ]);
    const first = await sync();
    expect(first).toMatchObject({
      id,
      isKnown: true,
      changed: ['labId', 'status', 'bill', 'express', 'reports'],
      problems: [],
      consignStatus: 60,
    });
    expect(system.callsTo('pre/consign/state').map(({ query }) => query)).toEqual([{ consignInfoIDs: id }]);
    expect(await view()).toMatchObject({
      consignStatus: 60,
      ext_ILISConsignID: 'L-42',
      ext_ConsignBillFile: 'https://lims.example.com/bills/42.pdf',
      mailOrderNumber: '顺丰 SF042',
    });
    const log = await staff.do(getConsignLog, { query: { consignId: id } });
    expect(log.map(({ exeType, exeUserName }) => [exeType, exeUserName]).slice(1, 3)).toEqual([
      ['pass', '赵试验'],
      ['confirm', '赵试验'],
    ]);
    await service.catchUp();
    const { items } = await staff.do(getReportConsignScheduleNew, { query: {} });
    expect(items.find(({ consignId }) => consignId === id)?.reports).toMatchObject([
      { reportId: reportID, reportStatus: 20 },
    ]);
    expect(await sync()).toEqual({ ...first, changed: [] });
  });

  it('API-025 skips changes that no rule allows, returns the reason, and adopts the rest', async () => {
    system.setPayload('pre/consign/state', { items: [{ consignInfoID: id, consignStatus: 80, expressNumber: 'SF1' }] });
    expect(await sync()).toMatchObject({ changed: ['status', 'express'], consignStatus: 80 });
    system.setPayload('pre/consign/state', [{ consignInfoID: id, consignStatus: 40, LimsConsignID: 'L-43' }]);
    expect(await sync()).toMatchObject({
      changed: ['labId'],
      problems: [{ part: 'status', code: 'TRANSITION_NOT_ALLOWED', message: expect.stringContaining('审核') }],
      consignStatus: 80,
    });
    system.setPayload('pre/consign/state', []);
    expect(await sync()).toMatchObject({ isKnown: false, changed: [], problems: [] });
  });

  it('changes nothing if the system does not respond or its response cannot be read', async () => {
    const currentView = await view();
    isDown();
    const reply = await staff.call(syncUpdateConsignInfo, { body: { ids: [id] } });
    expect([reply.status, reply.failure?.code]).toEqual([502, 'LAB_SYSTEM_AWAY']);
    system.setPayload('pre/consign/state', [{ consignInfoID: id, consignStatus: 'received' }]);
    expect((await staff.call(syncUpdateConsignInfo, { body: { ids: [id] } })).failure?.code).toBe(
      'LAB_SYSTEM_UNREADABLE',
    );
    expect(await view()).toEqual(currentView);
    expect((await (await service.as('lab2')).call(syncUpdateConsignInfo, { body: { ids: [id] } })).status).toBe(403);
  });
});

describe('the lab consignment id', () => {
  it('EM-007 is requested from the system with the audit and also returned with the receipt', async () => {
    system.setPayload('pre/consign/state', [{ consignInfoID: id, LimsConsignID: 7042 }]);
    expect(await staff.do(passAuditConsignInfo, { body: { ids: [id] } })).toEqual({
      items: [{ id, LimsConsignID: '7042' }],
    });
    expect((await view()).ext_ILISConsignID).toBe('7042');
    expect(await staff.do(confirmSample, { body: { ids: [id] } })).toMatchObject({ LimsConsignID: '7042' });
    // What is known is not asked for again.
    expect(system.callsTo('pre/consign/state')).toHaveLength(1);
  });

  it('EM-007 is empty while the system does not respond, and is returned with the receipt afterwards', async () => {
    isDown();
    expect(await staff.do(passAuditConsignInfo, { body: { ids: [id] } })).toEqual({
      items: [{ id, LimsConsignID: '' }],
    });
    expect((await view()).ext_ILISConsignID).toBe('');
    system.setPayload('pre/consign/state', [{ consignInfoID: id, LimsConsignID: 'L-7' }]);
    expect(await staff.do(confirmSample, { body: { ids: [id] } })).toMatchObject({
      items: [{ id, LimsConsignID: 'L-7' }],
    });
  });
});
