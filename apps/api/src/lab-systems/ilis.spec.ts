import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  getBuConsignInfoList,
  getConsignInfoDetail,
  getConsignLogOfLab,
  getConsingInfo,
  getGuid,
  getReportConsignScheduleNew,
  issueAccessKey,
  listPersonalReads,
  pushConsignBillGenStatus,
  pushConsignStatus,
  pushExpressInfo,
  pushReportInfo,
  renewLabSystemCode,
  uploadLabReport,
} from '#contract';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { consignmentList } from '#domain/views';
import type { Scope } from '#events';
import type { ApiOptions } from '../injection-tokens.js';
import { UnitFeeds } from './feed.queries.js';
import { ListForLabSystem, ListForLabSystemHandler } from './ilis.queries.js';
import { createConsignmentAt } from '#harness/consignments/stages';
import { LAB1 } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const SCOPES: Scope[] = [
  'events:read',
  'consignments:read',
  'status:write',
  'bills:write',
  'express:write',
  'reports:write',
];
const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');

let service: Service;
let lab: Client;
let machine: Client;
let otherMachine: Client;
let authCode: string;

const machineOf = async (userName: string, scopes = SCOPES): Promise<Client> => {
  const key = await (await service.as(userName)).do(issueAccessKey, { body: { name: 'LIMS', scopes } });
  return service.withToken(key.secret);
};

beforeAll(async () => {
  service = await startService();
  lab = await service.as('lab1');
  [machine, otherMachine] = [await machineOf('lab1'), await machineOf('lab2')];
  authCode = (await lab.do(renewLabSystemCode, { body: { enabled: true, reason: '' } })).authCode ?? '';
});
afterAll(() => service.close());

const statusOf = async (id: string): Promise<number | undefined> => {
  const { state } = await load(service.engines.eventStore, consignment, id);
  return state.phase === 'absent' ? undefined : state.consignStatus;
};
const eventsOf = async (id: string): Promise<string[]> =>
  (await load(service.engines.eventStore, consignment, id)).events.map(({ type }) => type);
const push = (caller: Client, ids: string[], consignStatus: 30 | 40 | 60 | 70 | 80 | 90, fields: object = {}) =>
  caller.call(pushConsignStatus, {
    body: {
      consignInfoIDs: ids,
      consignStatus,
      changeTime: '2026-11-25 10:00:00',
      changeDescription: '系统推送',
      operUserNameFriendly: '赵试验',
      ...fields,
    },
  });

describe('the operations for a laboratory’s system', () => {
  it('ILIS-001 return the consignments submitted to the unit, their details and their steps', async () => {
    const { id } = await createConsignmentAt(service, 60);
    await service.catchUp();
    const page = await machine.do(getBuConsignInfoList, { query: { consignStatuses: '60', maxResultCount: 200 } });
    expect(page.items.find(({ consignInfoID }) => consignInfoID === id)).toMatchObject({
      consignStatus: 60,
      consignStatusStr: '已收样',
      changedAt: expect.any(String),
      reportID: '',
    });
    expect(page.items.every(({ consignStatus }) => consignStatus === 60)).toBe(true);
    const otherList = await otherMachine.do(getBuConsignInfoList, { query: { maxResultCount: 200 } });
    expect(otherList.items.map(({ consignInfoID }) => consignInfoID)).not.toContain(id);

    const next = await createConsignmentAt(service, 20);
    await service.catchUp();
    const changed = await machine.do(getBuConsignInfoList, { query: { changedAfter: page.cursor } });
    expect(changed.items.map(({ consignInfoID }) => consignInfoID)).toEqual([next.id]);

    const detail = await machine.do(getConsignInfoDetail, { query: { id } });
    expect(detail).toMatchObject({ id, samples: [expect.anything()], attachments: [] });
    expect(detail.linkPerson).toMatch(/^[^*]+$/);
    const personalReads = await (await service.as('admin')).do(listPersonalReads, { query: {} });
    expect(JSON.stringify(personalReads)).toContain('实验室系统 (LIMS)');
    expect((await otherMachine.call(getConsignInfoDetail, { query: { id } })).status).toBe(404);
    const log = await machine.do(getConsignLogOfLab, { query: { consignId: id } });
    expect(log.map(({ exeType }) => exeType)).toEqual(['submit', 'pass', 'confirm']);
    expect((await otherMachine.call(getConsignLogOfLab, { query: { consignId: id } })).status).toBe(404);
  });

  it('ILIS-001 return a cursor that skips no change, whether a page or one read leaves it out', async () => {
    const { engines } = service;
    const { cursor: start } = await machine.do(getBuConsignInfoList, { query: {} });
    const submitted = [(await createConsignmentAt(service, 20)).id, (await createConsignmentAt(service, 20)).id];
    await service.catchUp();
    const feeds = new UnitFeeds(engines, { publicUrl: service.url } as ApiOptions);
    const singleChangeHandler = new ListForLabSystemHandler(engines, feeds, 1);
    const filters = { keyword: '', consignStatuses: [], skipCount: 0, maxResultCount: 20 };
    const listed = async (
      read: (cursor: string) => Promise<{ items: { consignInfoID: string }[]; cursor: string }>,
    ) => {
      const listedIds = new Set<string>();
      for (let cursor = start, isEnd = false; !isEnd;) {
        const page = await read(cursor);
        page.items.forEach(({ consignInfoID }) => listedIds.add(consignInfoID));
        isEnd = page.cursor === cursor || page.items.length === 0;
        ({ cursor } = page);
      }
      return [...listedIds];
    };
    expect(
      await listed((changedAfter) =>
        singleChangeHandler.execute(new ListForLabSystem(LAB1.testUnitId, { ...filters, changedAfter })),
      ),
    ).toEqual(submitted);
    expect(
      await listed((changedAfter) => machine.do(getBuConsignInfoList, { query: { changedAfter, maxResultCount: 1 } })),
    ).toEqual(submitted);
  });

  it('ILIS-001 return a cursor that is not ahead of the list of consignments', async () => {
    const { views } = service.engines;
    const { cursor: start } = await machine.do(getBuConsignInfoList, { query: {} });
    const oldCheckpoint = await views.checkpoint(consignmentList);
    await createConsignmentAt(service, 20);
    await service.catchUp();
    const checkpoint = views.checkpoint.bind(views);
    views.checkpoint = (view) => (view === consignmentList ? Promise.resolve(oldCheckpoint) : checkpoint(view));
    const { cursor } = await machine.do(getBuConsignInfoList, { query: { changedAfter: start } });
    views.checkpoint = checkpoint;
    expect(cursor).toBe(start);
  });

  it('ILIS-001 find by keyword the same consignments with and without changedAfter', async () => {
    const { cursor } = await machine.do(getBuConsignInfoList, { query: {} });
    const { id } = await createConsignmentAt(service, 60);
    await machine.call(pushExpressInfo, {
      body: { dataType: 1, dataKeys: [id], expressNos: ['SF7788990011'], expressBusiness: '顺丰' },
    });
    await service.catchUp();
    const query = { keyword: 'SF7788990011' };
    for (const list of [
      await machine.do(getBuConsignInfoList, { query }),
      await machine.do(getBuConsignInfoList, { query: { ...query, changedAfter: cursor } }),
    ])
      expect(list.items.map(({ consignInfoID }) => consignInfoID)).toEqual([id]);
  });

  it('ILIS-002 advance several consignments together or not at all, with the operator in the log', async () => {
    const [idA, idB] = [(await createConsignmentAt(service, 30)).id, (await createConsignmentAt(service, 30)).id];
    const reply = await push(machine, [idA, idB], 60);
    expect(reply.result.items.map(({ consignStatus }) => consignStatus)).toEqual([60, 60]);
    const row = (await machine.do(getConsignLogOfLab, { query: { consignId: idA } })).at(-1);
    expect(row).toMatchObject({ exeUserName: '赵试验', exeDescription: '系统推送', nextStep: '已收样' });
    const { events } = await load(service.engines.eventStore, consignment, idA);
    expect(events.at(-1)).toMatchObject({
      metadata: { by: { kind: 'key', keyId: expect.any(String), unitId: expect.any(String) } },
      data: { pushed: { changeTime: '2026-11-25 10:00:00' } },
    });

    const underAuditId = (await createConsignmentAt(service, 20)).id;
    const refused = await push(machine, [idA, underAuditId], 70);
    expect(refused.failure).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
    expect(refused.failure?.details).toContain(underAuditId);
    expect([await statusOf(idA), await statusOf(underAuditId)]).toEqual([60, 20]);
    expect((await push(machine, [underAuditId], 30)).status).toBe(200);
    expect((await push(machine, [idA], 80)).status).toBe(200);
    expect((await push(machine, [idA], 60, { changeTime: '2026-11-25 11:00:00' })).status).toBe(200);
  });

  it('ILIS-006 require a key or the secret of the unit, and do not reach consignments of another unit', async () => {
    const { id } = await createConsignmentAt(service, 20);
    expect((await push(service.stranger, [id], 30)).status).toBe(401);
    expect((await push(service.stranger, [id], 30, { authCode: 'x'.repeat(43) })).status).toBe(401);
    expect((await push(otherMachine, [id], 30)).status).toBe(404);
    expect((await push(otherMachine, [id], 30, { authCode })).status).toBe(401);
    expect((await push(await machineOf('lab1', ['events:read']), [id], 30)).failure).toMatchObject({
      code: 'scope_missing',
    });
    expect((await push(lab, [id], 30)).status).toBe(403);
    expect(await statusOf(id)).toBe(20);
    expect((await push(service.stranger, [id], 30, { authCode })).status).toBe(200);
    expect(await statusOf(id)).toBe(30);
  });

  it('ILIS-006 find nothing of another unit with the caller’s own secret, whatever the request contains', async () => {
    const foreign = (await createConsignmentAt(service, 60)).id;
    const currentEvents = await eventsOf(foreign);
    const lab2 = await service.as('lab2');
    const ownCode = (await lab2.do(renewLabSystemCode, { body: { enabled: true, reason: '' } })).authCode ?? '';
    const { stranger } = service;
    const express = {
      authCode: ownCode,
      dataType: 1 as const,
      dataKeys: foreign,
      expressNos: 'a,b',
      expressBusiness: '',
    };
    const report = { authCode: ownCode, consignInfoID: foreign, reportID: v4(), reportNumber: 'BG-1' };
    const bill = {
      consignInfoID: foreign,
      isConsignBillGened: false,
      consignBillFile: 'https://lims.example.com/1.pdf',
    };
    const replies = [
      await push(stranger, [foreign], 70, { authCode: ownCode }),
      await push(stranger, [v4()], 70, { authCode: ownCode }),
      await stranger.call(pushExpressInfo, { body: express }),
      await stranger.call(pushReportInfo, { body: { ...report, reportStatus: '没有的状态' } }),
      await stranger.call(pushConsignBillGenStatus, { body: bill, headers: { 'auth-code': ownCode } }),
      await otherMachine.call(pushConsignBillGenStatus, { body: bill }),
    ];
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 404));
    // What is another unit's and what never was look alike.
    expect(new Set(replies.map(({ failure }) => failure?.code))).toEqual(new Set(['NOT_FOUND']));
    expect(await eventsOf(foreign)).toEqual(currentEvents);
    await lab2.do(renewLabSystemCode, { body: { enabled: false, reason: '停用' } });
    expect((await push(stranger, [foreign], 70, { authCode: ownCode })).status).toBe(401);
  });

  it('ILIS-007 change nothing when they are repeated', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const [first, repeated] = [await push(machine, [id], 30), await push(machine, [id], 30)];
    expect(repeated.result).toEqual(first.result);
    expect((await eventsOf(id)).filter((type) => type === 'AuditPassed')).toHaveLength(1);
    const changed = await push(machine, [id], 30, { changeDescription: '再次' });
    expect(changed.failure).toMatchObject({ code: 'TRANSITION_NOT_ALLOWED' });
  });

  it('ILIS-007 refuse another body under the same Idempotency-Key, and then change no consignment at all', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const { id: beside } = await createConsignmentAt(service, 20);
    const under = (ids: string[], consignStatus: 30 | 40) =>
      machine.call(pushConsignStatus, {
        body: { consignInfoIDs: ids, consignStatus, changeDescription: '同意', operUserNameFriendly: '赵试验' },
        headers: { 'idempotency-key': key },
      });
    const key = v4();
    const first = await under([id], 30);
    expect(first.status).toBe(200);
    expect((await under([id], 30)).result).toEqual(first.result);
    for (const ids of [[id], [beside, id]])
      expect(await under(ids, 40)).toMatchObject({ status: 422, failure: { code: 'KEY_REUSED' } });
    expect([await statusOf(id), await statusOf(beside)]).toEqual([30, 20]);
    expect((await eventsOf(id)).filter((type) => type.startsWith('Audit'))).toEqual(['AuditPassed']);
  });

  it('ILIS-002 ILIS-006 refuse 10,000 ids quickly and an empty list, and process an id that is given twice once', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const startedAt = performance.now();
    const manyIds = [id, ...Array.from({ length: 9_999 }, () => v4())];
    expect((await push(machine, manyIds, 30)).status).toBe(400);
    const express = { dataType: 1 as const, dataKeys: manyIds, expressNos: manyIds, expressBusiness: '顺丰速运' };
    expect((await machine.call(pushExpressInfo, { body: express })).status).toBe(400);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect((await push(machine, [], 30)).status).toBe(400);
    expect(await statusOf(id)).toBe(20);
    expect((await push(machine, [id, id.toUpperCase()], 30)).status).toBe(200);
    expect((await eventsOf(id)).filter((type) => type === 'AuditPassed')).toHaveLength(1);
  });

  it('ILIS-003 ILIS-004 record the bill and parcels', async () => {
    const { id } = await createConsignmentAt(service, 60);
    const consignBillFile = 'https://lims.example.com/bills/1.pdf';
    await machine.do(pushConsignBillGenStatus, {
      body: { consignInfoID: id, isConsignBillGened: true, consignBillFile },
    });
    expect(await lab.do(getConsingInfo, { query: { id } })).toMatchObject({
      isConsignBillGened: true,
      ext_ConsignBillFile: consignBillFile,
    });
    const express = { dataType: 1 as const, dataKeys: id, expressBusiness: '顺丰' };
    await machine.do(pushExpressInfo, { body: { ...express, expressNos: 'SF001' } });
    expect(await lab.do(getConsingInfo, { query: { id } })).toMatchObject({ mailOrderNumber: '顺丰 SF001' });
    const uneven = await machine.call(pushExpressInfo, { body: { ...express, expressNos: 'SF001,SF002' } });
    expect([uneven.status, JSON.stringify(uneven.rawBody)]).toEqual([400, expect.stringContaining('expressNos.1')]);
    expect((await otherMachine.call(pushExpressInfo, { body: { ...express, expressNos: 'x' } })).status).toBe(404);
  });

  it('ILIS-005 register reports, change their status and receive their file', async () => {
    const { id } = await createConsignmentAt(service, 60);
    const changedAt = async () => {
      await service.catchUp();
      const { items } = await machine.do(getBuConsignInfoList, { query: { maxResultCount: 200 } });
      return items.find(({ consignInfoID }) => consignInfoID === id)?.changedAt ?? '';
    };
    const received = await changedAt();
    const reportID = v4();
    const report = { consignInfoID: id, reportID, reportNumber: `BG-${v4().slice(0, 8)}` };
    expect(await machine.do(pushReportInfo, { body: { ...report, reportStatus: '检测中' } })).toMatchObject({
      reportStatus: 10,
    });
    const pushed = await machine.do(pushReportInfo, { body: { ...report, reportStatus: 30 } });
    expect(pushed).toMatchObject({ reportID, reportStatus: 30 });
    expect(await machine.do(pushReportInfo, { body: { ...report, reportStatus: 30 } })).toEqual(pushed);
    await machine.do(uploadLabReport, { query: { reportID }, file: { name: '报告.pdf', content: PDF } });
    const published = { ...report, reportStatus: '已发布', expressNumber: 'EMS 1' };
    expect(await machine.do(pushReportInfo, { body: published })).toMatchObject({ reportStatus: 50 });
    expect((await changedAt()) > received).toBe(true);
    const { items } = await lab.do(getReportConsignScheduleNew, { query: { keyword: report.reportNumber } });
    expect(items[0]?.reports).toMatchObject([{ reportId: reportID, reportStatus: 50, mailNumber: 'EMS 1' }]);
    expect((await otherMachine.call(pushReportInfo, { body: report })).status).toBe(404);
    expect((await machine.call(pushReportInfo, { body: { ...report, consignInfoID: v4() } })).status).toBe(404);
    const upload = { query: { reportID }, file: { name: '报告.pdf', content: PDF } };
    expect((await otherMachine.call(uploadLabReport, upload)).status).toBe(404);
  });

  it('ILIS-008 return a new GUID each time', async () => {
    const [firstGuid, secondGuid] = [await machine.do(getGuid), await machine.do(getGuid)];
    expect(firstGuid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(secondGuid).not.toBe(firstGuid);
  });
});
