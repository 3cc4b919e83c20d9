import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  cancelConsignInfo,
  changeTestingUnit,
  confirmSample,
  copyConsignInfo,
  createRawMateriaConsingInfo,
  getBuSampleInfo,
  getConsingInfo,
  getCreatePreSiteConsign,
  getDefaultConsignInfo,
  getPreConsignInfoLinkSample,
  getPreSiteOtherInfoByTestUnitId,
  getTuQualificationsByTestUnitId,
  noPassAuditConsignInfo,
  noPassConfirmSample,
  passAuditConsignInfo,
  saveConsignInfo,
  syncUpdateConsignInfo,
  updatePreSiteConsign,
  createBuSampleParamInfo,
} from '#contract';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { createDraft, filledHeader, PROJECT1, startConsignment } from '#harness/consignments/drafts';
import { createConsignmentAt, ifMatch, readConsignment } from '#harness/consignments/stages';
import { LAB1, LAB2, newClient } from '#harness/consignments/units';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

describe('the consignment operations of the specification', () => {
  it('AAPI-002 API-008 the defaults come from the unit’s last consignment, or from the requested testing unit', async () => {
    await createDraft(client, { lab: LAB1, changes: { consginTestType: '监督抽检' } });
    await service.catchUp();
    expect(await client.do(getDefaultConsignInfo)).toEqual({
      testUnitId: LAB1.testUnitId,
      testUnitName: LAB1.testUnitName,
      testUnitAddressId: LAB1.testUnitAddressId,
      testUnitAddressDetail: '浙江省宁波市鄞州区学士路北段618号',
      projectId: PROJECT1,
      projectName: '云岭至安溪高速公路工程',
      qualificationId: LAB1.tuqualificationId,
      qualificationName: '公路工程综合甲级',
      consginTestType: '监督抽检',
      reportCount: 3,
    });
    expect(await client.do(getDefaultConsignInfo, { query: { testUnitId: LAB2.testUnitId } })).toMatchObject({
      testUnitId: LAB2.testUnitId,
      testUnitName: LAB2.testUnitName,
      testUnitAddressId: LAB2.testUnitAddressId,
      projectId: PROJECT1,
    });
    expect((await client.call(getDefaultConsignInfo, { query: { testUnitId: v4() } })).failure?.code).toBe(
      'TESTING_UNIT_UNKNOWN',
    );
  });

  it('AAPI-007 API-017 a client can create a consignment, a testing unit cannot', async () => {
    const created = await client.do(createRawMateriaConsingInfo);
    expect(created).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      consignType: 1,
      consignStatus: 10,
      consignUnitName: '云岭交通建设集团第三工程公司',
    });
    expect((await lab.call(createRawMateriaConsingInfo)).status).toBe(403);
    expect((await client.call(createRawMateriaConsingInfo, { query: { consignType: 4 } })).status).toBe(400);
  });

  it('API-018 reading accepts an id with or without dashes, answers 403 for another unit’s consignment and 404 for an unknown id', async () => {
    const saved = await createDraft(client);
    expect(await client.do(getConsingInfo, { query: { id: saved.id.replaceAll('-', '').toUpperCase() } })).toEqual(
      saved,
    );
    const foreign = await (await service.as('client2')).call(getConsingInfo, { query: { id: saved.id } });
    expect([foreign.status, foreign.failure?.message]).toEqual([403, '该委托不属于您的单位']);
    const unknown = await client.call(getConsingInfo, { query: { id: v4() } });
    expect([unknown.status, unknown.failure?.message]).toEqual([404, '委托不存在或已删除']);
  });

  it('AAPI-008 API-021 copying puts data and samples into a new draft and leaves the original unchanged', async () => {
    const source = await createConsignmentAt(service, 60);
    const copy = await client.do(copyConsignInfo, { query: { id: source.id } });
    expect(copy).toMatchObject({
      consignStatus: 10,
      consignCode: '',
      projectId: source.projectId,
      testUnitId: source.testUnitId,
      linkPerson: source.linkPerson,
      actFee: null,
      buConsignInfoSign: [],
    });
    expect(copy.samples.map((sample) => ({ ...sample, id: '' }))).toEqual(
      source.samples.map((sample) => ({ ...sample, id: '' })),
    );
    expect(
      new Set([copy.id, source.id, ...copy.samples.map(({ id }) => id), ...source.samples.map(({ id }) => id)]).size,
    ).toBe(4);
    expect((await client.do(getBuSampleInfo, { query: { id: copy.samples[0]?.id ?? '' } })).consignId).toBe(copy.id);
    expect(await readConsignment(client, source.id)).toEqual(source);
  });

  it('API-023 returning samples requires a reason and stores it', async () => {
    const { id } = await createConsignmentAt(service, 30);
    expect((await lab.call(noPassConfirmSample, { body: { ids: [id] } })).status).toBe(400);
    expect((await readConsignment(client, id)).consignStatus).toBe(30);
    await lab.do(noPassConfirmSample, { query: { ids: id, reason: '样品受潮' } });
    expect(await readConsignment(client, id)).toMatchObject({ consignStatus: 90, rollbackCause: '样品受潮' });
  });

  it('AAPI-009 API-024 passing returns the lab consignment id, rejecting stores the reason, and both fail after a passed audit', async () => {
    const [first, second] = [await createConsignmentAt(service, 20), await createConsignmentAt(service, 20)];
    expect(await lab.do(passAuditConsignInfo, { body: { ids: [first.id], remark: '同意' } })).toEqual({
      items: [{ id: first.id, LimsConsignID: '' }],
    });
    await lab.do(noPassAuditConsignInfo, { body: { ids: [second.id], remark: '缺标准' } });
    expect([await readConsignment(client, first.id), await readConsignment(client, second.id)]).toMatchObject([
      { consignStatus: 30, ext_ILISConsignID: '' },
      { consignStatus: 40, rollbackCause: '缺标准' },
    ]);
    for (const operation of [passAuditConsignInfo, noPassAuditConsignInfo]) {
      const { rawBody: body } = await lab.call(operation, { body: { ids: [first.id], remark: '再来' } });
      expect(body).toMatchObject({
        success: false,
        error: { code: 'NOT_IN_THIS_STATUS', message: expect.stringContaining('待收样') },
      });
    }
  });

  it('cancelling, confirming and synchronising return the specified results', async () => {
    const [draft, passed] = [await createConsignmentAt(service, 10), await createConsignmentAt(service, 30)];
    expect(await client.do(cancelConsignInfo, { query: { ids: draft.id, description: '不要了' } })).toBe(true);
    expect((await readConsignment(client, draft.id)).consignStatus).toBe(50);
    expect(await lab.do(confirmSample, { body: { ids: [passed.id], remark: '已收' } })).toEqual({
      items: [{ id: passed.id, LimsConsignID: '' }],
      LimsConsignID: '',
    });
    const current = await readConsignment(client, passed.id);
    const synced = await lab.call(syncUpdateConsignInfo, { body: { ids: [passed.id] } });
    expect([synced.status, synced.failure?.code]).toEqual([200, 'NO_LAB_SYSTEM']);
    expect(await readConsignment(client, passed.id)).toEqual(current);
    const repeated = await lab.call(confirmSample, { body: { ids: [passed.id] } });
    expect([repeated.status, repeated.failure?.code]).toEqual([200, 'NOT_IN_THIS_STATUS']);
    expect((await (await service.as('lab2')).call(syncUpdateConsignInfo, { body: { ids: [passed.id] } })).status).toBe(
      403,
    );
  });

  it('AAPI-012 API-027 CF-013 an appointment is started, read and stored with the qualifications and addresses of its testing unit', async () => {
    const { id, preSiteOtherInfo } = await client.do(getCreatePreSiteConsign, { query: { consignType: 2 } });
    expect(preSiteOtherInfo).toEqual({ qualifications: expect.any(Array), baAddresss: expect.any(Array) });
    await client.do(updatePreSiteConsign, {
      body: { ...filledHeader(LAB1, 2), projectId: PROJECT1, id, memo: '请带灌砂筒' },
    });
    await client.do(createBuSampleParamInfo, {
      body: {
        consignId: id,
        tuTestSampleDTO: { id: '2f852a8c-1317-58f6-bd3b-83fd53c0b812', sampleName: '' },
        tuTestParamDtos: [{ tuTestParamId: '58b68616-5161-5dc9-b82d-ca8d3c8abcb2' }],
      },
    });

    const stored = await client.do(getCreatePreSiteConsign, { query: { id, consignType: 2 } });
    expect(stored).toMatchObject({
      id,
      consignType: 2,
      consignTime: null,
      expectTestTime: '2099-12-01T09:00:00+08:00',
      memo: '请带灌砂筒',
    });
    const otherInfo = await client.do(getPreSiteOtherInfoByTestUnitId, { query: { testUnitId: LAB1.testUnitId } });
    expect(stored.preSiteOtherInfo).toEqual(otherInfo);
    expect(otherInfo.baAddresss[0]).toEqual({ id: LAB1.testUnitAddressId, addressText: '浙江省宁波市鄞州区' });
    expect(otherInfo.qualifications).toContainEqual({ id: LAB1.tuqualificationId, name: '公路工程综合甲级' });
    expect(
      (await client.do(getTuQualificationsByTestUnitId, { query: { testUnitId: LAB1.testUnitId } })).map(
        ({ id: each }) => each,
      ),
    ).toEqual(otherInfo.qualifications.map(({ id: each }) => each));
    expect(await client.do(getPreConsignInfoLinkSample, { query: { id } })).toMatchObject([
      { projectUnit: '路基压实度', paramText: '含水率' },
    ]);
    expect((await client.call(getTuQualificationsByTestUnitId, { query: { testUnitId: v4() } })).status).toBe(404);
  });

  it('starting with reuse returns the caller’s untouched draft of the same type until it is edited or its defaults are outdated', async () => {
    const [newcomer, colleague] = [await newClient(service), await service.as('client2')];
    const open = async (caller = newcomer, consignType = 1) =>
      (await caller.do(createRawMateriaConsingInfo, { query: { consignType, reuse: 'true' } })).id;
    const first = await open();
    expect([await open(), await open()]).toEqual([first, first]);
    expect(await open(colleague)).not.toBe(first);
    expect((await startConsignment(newcomer)).id).not.toBe(first); // without it, as the specification has it, always a new one
    const onSite = await newcomer.do(getCreatePreSiteConsign, { query: { consignType: 2, reuse: 'true' } });
    expect(onSite.consignType).toBe(2);
    expect(await open(newcomer, 2)).toBe(onSite.id);

    const newest = await open();
    await newcomer.call(changeTestingUnit, {
      query: { id: newest },
      body: { testUnitId: LAB1.testUnitId },
      headers: ifMatch(0),
    });
    expect(await open()).not.toBe(newest);

    const firstDraftId = await open(client);
    const otherDraft = await createDraft(client, { lab: LAB2 });
    const newDraft = await client.do(createRawMateriaConsingInfo, { query: { reuse: 'true' } });
    expect([newDraft.id === firstDraftId, newDraft.testUnitId]).toEqual([false, otherDraft.testUnitId]);
    await createDraft(client, { lab: LAB1 });
  });

  it('a new consignment has its author as contact, with the phone of the account', async () => {
    expect(await startConsignment(await newClient(service))).toMatchObject({
      linkPerson: '委托员',
      linkPersonPhone: '13900008888',
    });
  });

  it('a raw material consignment stores no appointment time', async () => {
    const { id } = await startConsignment(client);
    await client.do(saveConsignInfo, {
      body: { ...filledHeader(), projectId: PROJECT1, expectTestTime: '2099-12-01T09:00:00+08:00', id },
    });
    expect((await readConsignment(client, id)).expectTestTime).toBeNull();
  });

  it('API-028 all operations have the paths of the specification, including its misspellings', async () => {
    const names: [string, string][] = [
      ['GET', 'GetDefaultConsignInfo'],
      ['GET', 'GetRawMateriaConsignInfoList'],
      ['GET', 'GetRawMateriaConsignInfoList_Mobile'],
      ['GET', 'GetSitePreConsignInfoList'],
      ['POST', 'SetMailOrderNumber'],
      ['POST', 'CreateRawMateriaConsingInfo'],
      ['GET', 'GetConsingInfo'],
      ['POST', 'SaveConsignInfo'],
      ['POST', 'CommitConsignInfo'],
      ['POST', 'CopyConsignInfo'],
      ['DELETE', 'DeleteConsignInfo'],
      ['POST', 'NoPassConfirmSample'],
      ['POST', 'NoPassAuditConsignInfo'],
      ['POST', 'PassAuditConsignInfo'],
      ['POST', 'CancelConsignInfo'],
      ['POST', 'ConfirmSample'],
      ['POST', 'SyncUpdateConsignInfo'],
      ['GET', 'GetConsignLog'],
      ['GET', 'GetPreConsignInfoLinkSample'],
      ['GET', 'GetPreSiteOtherInfoByTestUnitId'],
      ['GET', 'GetTuQualificationsByTestUnitId'],
      ['GET', 'GetCreatePreSiteConsign'],
      ['PUT', 'UpdatePreSiteConsign'],
      ['GET', 'GetPrintList'],
      ['POST', 'GenConsignPdf'],
      ['GET', 'GetPrintConsignInfoList'],
    ];
    const statuses = await Promise.all(
      names.map(async ([method, name]) => [
        name,
        (await fetch(`${service.url}/api/services/app/BuConsignInfo/${name}`, { method })).status,
      ]),
    );
    expect(statuses).toEqual(names.map(([, name]) => [name, 401]));
    expect((await fetch(`${service.url}/api/services/app/BuConsignInfo/GetConsignInfo`)).status).toBe(404);
    const view = await client.do(getConsingInfo, { query: { id: (await createDraft(client)).id } });
    expect(Object.keys(view)).toContain('consginTestType');
  });

  it('a client creates consignments for its own unit and cannot read those of another unit', async () => {
    const nowhere = await newClient(service);
    expect((await nowhere.do(createRawMateriaConsingInfo)).consignUnitName).toMatch(/^委托单位/);
    expect((await nowhere.call(getConsingInfo, { query: { id: (await createDraft(client)).id } })).status).toBe(403);
  });
});
