import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  commitConsignInfo,
  deleteConsignInfo,
  getConsignmentCounts,
  getConsingInfo,
  getRawMateriaConsignInfoList,
  getRawMateriaConsignInfoListMobile,
  getSitePreConsignInfoList,
  getStatistic,
  listConsignments,
  setMailOrderNumber,
  type ConsignmentListRow,
} from '#contract';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { addCement, createDraft, createSubmittableDraft, startConsignment } from '#harness/consignments/drafts';
import { appendEvents, headerInLog } from '#harness/consignments/record';
import { createConsignmentAt } from '#harness/consignments/stages';
import { newClient } from '#harness/consignments/units';

/** One o'clock at night on 2 March in Shanghai, still 1 March in UTC; it moves on with every look. */
let clock = Date.parse('2026-03-01T17:00:00.000Z');
let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({ now: () => new Date((clock += 1)) });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

const ALL = { maxResultCount: 1000 };
const rawOf = async (caller: Client, query: object = {}): Promise<ConsignmentListRow[]> =>
  (await caller.do(getRawMateriaConsignInfoList, { query: { ...ALL, ...query } })).items;
const idsOf = async (caller: Client, query: object = {}) => (await rawOf(caller, query)).map(({ id }) => id);
/** Of these, those that somebody is listed. */
const canSee = async (caller: Client, ...ids: string[]) => {
  const listed = await idsOf(caller);
  return ids.map((id) => listed.includes(id));
};

describe('the consignment list', () => {
  it('AAPI-005 API-015 is paged and filtered, in the mobile version too', async () => {
    const someone = `甲${v4().slice(0, 8)}`;
    const ids = [];
    for (let n = 0; n < 13; n++) ids.push((await createDraft(client, { changes: { linkPerson: someone } })).id);
    for (const id of ids.slice(0, 3)) {
      await addCement(client, id);
      await client.do(commitConsignInfo, { query: { consignInfoIds: id } });
    }
    await createDraft(client, { consignType: 2, changes: { linkPerson: someone } });
    const query = { linkPerson: someone, consignStatuses: '10,20', skipCount: 10, maxResultCount: 10 };
    for (const operation of [getRawMateriaConsignInfoList, getRawMateriaConsignInfoListMobile]) {
      const page = await client.do(operation, { query });
      expect([page.items.length, page.totalCount]).toEqual([3, 13]);
      expect(page.items.map(({ id }) => id)).toEqual(ids.slice(0, 3).toReversed());
      expect(
        (await client.do(operation, { query: { ...query, skipCount: 0, consignStatuses: '20' } })).totalCount,
      ).toBe(3);
    }
    expect((await client.do(getSitePreConsignInfoList, { query: { linkPerson: someone, type: 2 } })).totalCount).toBe(
      1,
    );
    expect((await client.do(getSitePreConsignInfoList, { query: { linkPerson: someone, type: 3 } })).totalCount).toBe(
      0,
    );
    expect(await client.do(getConsignmentCounts, { query: { linkPerson: someone, consignType: 1 } })).toMatchObject({
      total: 13,
      byStatus: expect.arrayContaining([
        { consignStatus: 10, count: 10 },
        { consignStatus: 20, count: 3 },
        { consignStatus: 90, count: 0 },
      ]),
    });
  });

  it('of all types states the type of each consignment and the test time of an appointment', async () => {
    const linkPerson = `乙${v4().slice(0, 8)}`;
    const rawMaterials = await createDraft(client, { changes: { linkPerson } });
    const site = await createDraft(client, {
      consignType: 2,
      changes: { linkPerson, expectTestTime: '2099-12-01T09:00' },
    });
    const handover = await createDraft(client, {
      consignType: 3,
      changes: { linkPerson, expectTestTime: '2099-12-02T09:00' },
    });
    const listed = async (query: object = {}) =>
      (await client.do(listConsignments, { query: { linkPerson, order: 'asc', ...query } })).items.map(
        ({ id, consignType, expectTestTime }) => [id, consignType, expectTestTime],
      );
    expect(await listed()).toEqual([
      [rawMaterials.id, 1, null],
      [site.id, 2, '2099-12-01T09:00:00+08:00'],
      [handover.id, 3, '2099-12-02T09:00:00+08:00'],
    ]);
    expect(await listed({ consignType: 3 })).toEqual([[handover.id, 3, '2099-12-02T09:00:00+08:00']]);
    expect(await (await service.as('client2')).do(listConsignments, { query: { linkPerson } })).toMatchObject({
      items: [],
      totalCount: 0,
    });
    expect(await lab.do(listConsignments, { query: { linkPerson } })).toMatchObject({ items: [], totalCount: 0 });
  });

  it('finds consignments by a part of the code, project name or sample name', async () => {
    const { id, consignCode } = await createConsignmentAt(service, 20);
    for (const keyword of [consignCode, consignCode.slice(-5), '安溪', '硅酸盐'])
      expect(await idsOf(client, { keyword })).toContain(id);
    expect(await idsOf(client, { keyword: '安溪海' })).toEqual([]);
  });

  it('finds consignments by any part of the contact’s name, also combined with a keyword', async () => {
    const { id, consignCode } = await createConsignmentAt(service, 20, { changes: { linkPerson: '欧阳Ruo兰' } });
    const otherConsignment = await createConsignmentAt(service, 20, { changes: { linkPerson: '欧阳Ruo竹' } });
    for (const linkPerson of ['兰', '阳ruo兰', ' 欧阳Ruo兰 '])
      expect(await idsOf(client, { linkPerson })).toEqual([id]);
    expect((await idsOf(client, { linkPerson: '欧阳' })).toSorted()).toEqual([id, otherConsignment.id].toSorted());
    expect(await idsOf(client, { linkPerson: '欧阳', keyword: consignCode })).toEqual([id]);
    expect(await idsOf(client, { linkPerson: '竹', keyword: consignCode })).toEqual([]);
    expect(await client.do(getConsignmentCounts, { query: { linkPerson: '兰', keyword: consignCode } })).toMatchObject({
      total: 1,
    });
  });

  it('returns rows with the fields that the screens show, with the status name in the requested language', async () => {
    const { id } = await createConsignmentAt(service, 40, { changes: { sendSampleType: 2, mailOrderNumber: 'SF7' } });
    const [row] = await rawOf(client, { keyword: 'SF7' });
    expect(row).toMatchObject({
      id,
      consignType: 1,
      consignStatus: 40,
      consignStatusStr: '审核不通过',
      consignCode: expect.stringMatching(/^TU001-\d{4}-\d{5}$/),
      consignUnit: '云岭交通建设集团第三工程公司',
      testContent: '普通硅酸盐水泥',
      mailOrderNumber: 'SF7',
      sendSampleType: 2,
      projectName: '云岭至安溪高速公路工程',
      sendPerson: '陈志远',
      sendPersonPhone: '13800000001',
      consignFormaNumber: '',
      commitConsignTime: expect.any(String),
      sampleCount: 1,
      isConsignBillGened: false,
      testUnitIsLimsCust: true,
      rollbackCause: '资料不全',
    });
    expect(row?.revision).toBe((await client.call(getConsingInfo, { query: { id } })).revision);
    expect((await rawOf(await service.as('client1'), { keyword: 'SF7' }))[0]).toEqual(row);
    const english = await client.call(getRawMateriaConsignInfoList, {
      query: { keyword: 'SF7' },
      headers: { 'accept-language': 'en' },
    });
    expect(english.result.items[0]?.consignStatusStr).toBe('Audit rejected');
  });

  it('AAPI-006 API-016 shows the mail number of a mailed consignment as soon as it is set', async () => {
    const { id } = await createConsignmentAt(service, 20, { changes: { sendSampleType: 2, mailOrderNumber: 'SF1' } });
    const number = `SF${v4()}`;
    await client.do(setMailOrderNumber, { body: { id, mailOrderNumber: number } });
    expect(await rawOf(client, { keyword: number })).toMatchObject([{ id, mailOrderNumber: number }]);
    const { id: consignmentId } = await createSubmittableDraft(client);
    expect(
      (await client.call(setMailOrderNumber, { query: { id: consignmentId, mailOrderNumber: 'SF2' } })).failure,
    ).toMatchObject({ code: 'NOT_SENT_BY_MAIL' });
  });

  it('filters by days in the Shanghai time zone', async () => {
    const { id } = await createSubmittableDraft(client);
    await appendEvents(service, id, {
      type: 'ConsignmentSaved',
      data: {
        toStatus: 10,
        header: { ...(await headerInLog(service, id)), contact: { name: '日界', phone: '13900000000' } },
      },
    });
    await client.do(commitConsignInfo, { query: { consignInfoIds: id } });
    const countMatches = async (query: object) => (await idsOf(client, { linkPerson: '日界', ...query })).length;
    expect(
      await Promise.all(
        [
          { commitFrom: '2026-03-02', commitTo: '2026-03-02' },
          { commitFrom: '2026-03-03' },
          { commitTo: '2026-03-01' },
          { commitTo: '2026-03-02' },
        ].map(countMatches),
      ),
    ).toEqual([1, 0, 0, 1]);
  });

  it('is marked as stale if the view has not reached the requested position', async () => {
    const future = '9'.repeat(20);
    const reply = await client.call(getRawMateriaConsignInfoList, { query: { atLeast: future } });
    expect([reply.status, reply.headers.get('x-stale')]).toEqual([200, 'true']);
    const { position } = await client.call(getConsingInfo, { query: { id: (await createDraft(client)).id } });
    expect(
      (await client.call(getRawMateriaConsignInfoList, { query: { atLeast: position ?? '' } })).headers.get('x-stale'),
    ).toBeNull();
  });
});

describe('visibility in the consignment list', () => {
  it('a client sees its unit’s consignments, a laboratory those submitted to it, also after a rejection', async () => {
    const [unsent, submitted, withdrawn] = [
      await createSubmittableDraft(client),
      await createConsignmentAt(service, 20),
      await createConsignmentAt(service, 40),
    ];
    const all = [unsent.id, submitted.id, withdrawn.id];
    expect(await canSee(client, ...all)).toEqual([true, true, true]);
    expect(await canSee(lab, ...all)).toEqual([false, true, true]);
    expect(await canSee(await service.as('lab2'), ...all)).toEqual([false, false, false]);
    expect(await canSee(await service.as('client2'), ...all)).toEqual([false, false, false]);
    for (const userName of ['admin', 'auditor'])
      expect(await canSee(await service.as(userName), ...all)).toEqual([true, true, true]);
  });

  it('a draft that was edited but never saved is visible only to its author, one that was never edited to nobody', async () => {
    const figures = async () => [
      (await client.do(getConsignmentCounts, { query: {} })).total,
      (await client.do(getStatistic)).byStatus.find(
        ({ consignStatus, consignType }) => consignStatus === 10 && consignType === 1,
      )?.count,
      (await client.do(listConsignments, { query: { maxResultCount: 1 } })).totalCount,
    ];
    const currentFigures = await figures();
    const { id } = await startConsignment(client);
    expect(await canSee(client, id)).toEqual([false]);
    expect(await figures()).toEqual(currentFigures);
    await addCement(client, id);
    const { consignUnitId } = await client.do(getConsingInfo, { query: { id } });
    const colleague = await newClient(service, consignUnitId);
    const callers = [client, colleague, lab, await service.as('admin'), await service.as('auditor')];
    expect((await Promise.all(callers.map((caller) => canSee(caller, id)))).flat()).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
    const { id: savedId } = await createDraft(client);
    expect(await canSee(colleague, savedId)).toEqual([true]);
  });

  it('a deleted consignment is visible only to an auditor', async () => {
    const { id } = await createConsignmentAt(service, 50);
    await client.do(deleteConsignInfo, { query: { ids: id, description: '作废' } });
    const auditor = await service.as('auditor');
    const callers = [client, await service.as('admin'), auditor];
    expect((await Promise.all(callers.map((caller) => canSee(caller, id)))).flat()).toEqual([false, false, true]);
    expect(
      await Promise.all(callers.map(async (caller) => (await caller.call(getConsingInfo, { query: { id } })).status)),
    ).toEqual([404, 404, 200]);
  });

  it('an auditor sees names, phone numbers and certificate numbers of persons masked', async () => {
    const { id } = await createConsignmentAt(service, 20, {
      changes: {
        linkPerson: '司马相如',
        needWitnessUnit: true,
        jhperson: '王五|赵六',
        jzcardNo: 'JZ1|JZ2',
        jzphone: '13800000011|13800000012',
      },
    });
    const auditor = await service.as('auditor');
    const [row] = (await rawOf(auditor)).filter((each) => each.id === id);
    expect(row).toMatchObject({ sendPerson: '司**', sendPersonPhone: '138****0001' });
    expect(await auditor.do(getConsingInfo, { query: { id } })).toMatchObject({
      linkPerson: '司**',
      linkPersonPhone: '138****0001',
      jhperson: '王**|赵**',
      jzcardNo: 'J**|J**',
      jzphone: '138****0011|138****0012',
    });
    expect(await (await service.as('admin')).do(getConsingInfo, { query: { id } })).toMatchObject({
      linkPerson: '司马相如',
      jzphone: '13800000011|13800000012',
    });
  });

  it('an auditor cannot identify masked persons by searching for them', async () => {
    const { id, consignCode } = await createConsignmentAt(service, 20, { changes: { linkPerson: '诸葛孔明' } });
    const auditor = await service.as('auditor');
    expect(await idsOf(auditor, { keyword: consignCode })).toEqual([id]);
    for (const keyword of ['诸葛孔明', '孔', '13800000001', '0000001']) {
      expect(await idsOf(auditor, { keyword })).toEqual([]);
      expect(await auditor.do(getConsignmentCounts, { query: { keyword } })).toMatchObject({ total: 0 });
    }
    for (const operation of [getRawMateriaConsignInfoList, getSitePreConsignInfoList, getConsignmentCounts])
      expect((await auditor.call(operation, { query: { linkPerson: '孔' } })).status).toBe(403);
    expect(await idsOf(await service.as('admin'), { linkPerson: '孔' })).toEqual([id]);
  });

  it('AAPI-008 API-022 several consignments are deleted together or not at all', async () => {
    const [withdrawn, two, submitted] = [
      await createConsignmentAt(service, 50),
      await createConsignmentAt(service, 50),
      await createConsignmentAt(service, 20),
    ];
    expect((await client.call(deleteConsignInfo, { query: { ids: [withdrawn.id, submitted.id] } })).status).toBe(409);
    expect(await canSee(client, withdrawn.id, two.id, submitted.id)).toEqual([true, true, true]);
    await client.do(deleteConsignInfo, { query: { ids: `${withdrawn.id},${two.id}`, description: '作废' } });
    expect(await canSee(client, withdrawn.id, two.id, submitted.id)).toEqual([false, false, true]);
  });
});
