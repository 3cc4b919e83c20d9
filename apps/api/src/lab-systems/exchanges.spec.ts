import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  checkLabCatalogue,
  getLabExchanges,
  getListByGroupId,
  getPreQualificationList,
  issueAccessKey,
  pushConsignBillGenStatus,
  pushConsignStatus,
  pushExpressInfo,
  pushReportInfo,
  renewLabSystemCode,
  uploadLabReport,
  type LabExchanges,
  type Operation,
} from '#contract';
import { users, type UserRow } from '#domain/users';
import { MAX_REFUSED_PUSHES } from '#engines';
import type { Scope } from '#events';
import { labParameter } from '#harness/catalogue/lab-catalogue';
import { stubLaboratory, type StubLaboratory } from '#harness/catalogue/stub-laboratory';
import { createConsignmentAt } from '#harness/consignments/stages';
import { connectLaboratory, hostsOf, laboratoryToIntegrate } from '#harness/lab-systems/integrated-laboratory';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const SCOPES: Scope[] = ['status:write', 'express:write', 'reports:write'];

let service: Service;
let system: StubLaboratory;
let lab: Client;

const keyOf = async (userName: string, name: string, scopes: Scope[] = SCOPES): Promise<Client> =>
  service.withToken((await (await service.as(userName)).do(issueAccessKey, { body: { name, scopes } })).secret);
const exchanges = (caller: Client = lab, headers = {}): Promise<LabExchanges> =>
  caller.do(getLabExchanges, { query: {}, headers });
const unitOf = async (userName: string): Promise<string> => {
  const { views } = service.engines;
  const { rows } = await views.find<UserRow>(users, { limit: 100 });
  return rows.find((user) => user.userName === userName)?.unitId ?? '';
};
const push = (caller: Client, ids: string[], fields: object = {}) =>
  caller.call(pushConsignStatus, {
    body: { consignInfoIDs: ids, consignStatus: 70, operUserNameFriendly: '赵试验 13800138000', ...fields },
  });

beforeAll(async () => {
  system = await stubLaboratory();
  service = await startService({ repeatsCommands: true, labSystemHosts: hostsOf(system) });
  lab = await service.as('lab1');
});
afterAll(async () => {
  await service.close();
  await system.close();
});

describe('pushes from a laboratory’s system', () => {
  it('ILIS-006 are shown to the laboratory if they were refused, with operation, key, consignment and reason', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const machine = await keyOf('lab1', 'LIMS 主服务');
    expect((await push(machine, [id])).status).toBe(409);
    expect((await push(machine, [id])).status).toBe(409);
    const [row, ...otherRows] = (await exchanges()).refused;
    expect(row).toMatchObject({
      push: 'PushConsignStatus',
      times: 2,
      keyName: 'LIMS 主服务',
      consignmentId: id,
      consignCode: expect.stringMatching(/\d/),
      others: 0,
      status: 409,
      code: 'TRANSITION_NOT_ALLOWED',
    });
    expect(otherRows).toEqual([]);
    expect(row?.reason).toContain(`委托 ${row?.consignCode} 不能变为`);
    const [englishRow] = (await exchanges(lab, { 'accept-language': 'en' })).refused;
    expect(englishRow?.reason).toMatch(new RegExp(`${row?.consignCode}.*cannot`, 'i'));
  });

  it('are listed if refused with the integration secret, without the scope, or for invalid content', async () => {
    const narrow = await keyOf('lab1', '只登记快递', ['express:write']);
    const wide = await keyOf('lab1', '全部');
    const authCode = (await lab.do(renewLabSystemCode, { body: { enabled: true, reason: '' } })).authCode ?? '';
    const { id } = await createConsignmentAt(service, 20);
    const unknown = v4();
    expect((await push(narrow, [id])).status).toBe(403);
    expect((await push(service.stranger, [id], { authCode })).status).toBe(409);
    expect((await push(wide, [unknown, id])).status).toBe(404);
    expect((await push(wide, [id], { consignStatus: 31 })).status).toBe(400);
    const report = { consignInfoID: id, reportID: v4(), reportNumber: 'BG-9', reportStatus: '张三 13900139000' };
    expect((await wide.call(pushReportInfo, { body: report })).status).toBe(400);
    const express = { dataType: 1 as const, dataKeys: id, expressNos: 'a,b', expressBusiness: '顺丰速运' };
    expect((await wide.call(pushExpressInfo, { body: express })).status).toBe(400);
    const rows = (await exchanges()).refused.filter(({ keyName }) => keyName !== 'LIMS 主服务');
    expect(
      rows.map(({ push: name, keyName, code, consignCode, others, fields }) => ({
        name,
        keyName,
        code,
        of: consignCode === '' ? null : 'own',
        others,
        fields,
      })),
    ).toEqual([
      {
        name: 'PushExpressInfo',
        keyName: '全部',
        code: 'EXPRESS_NUMBERS_DIFFER',
        of: 'own',
        others: 0,
        fields: ['expressNos'],
      },
      {
        name: 'PushReportInfo',
        keyName: '全部',
        code: 'PUSHED_REPORT_STATUS_UNKNOWN',
        of: 'own',
        others: 0,
        fields: ['reportStatus'],
      },
      { name: 'PushConsignStatus', keyName: '全部', code: 'INVALID', of: 'own', others: 0, fields: ['consignStatus'] },
      { name: 'PushConsignStatus', keyName: '全部', code: 'NOT_FOUND', of: null, others: 1, fields: [] },
      { name: 'PushConsignStatus', keyName: null, code: 'TRANSITION_NOT_ALLOWED', of: 'own', others: 0, fields: [] },
      { name: 'PushConsignStatus', keyName: '只登记快递', code: 'scope_missing', of: 'own', others: 0, fields: [] },
    ]);
    expect(rows.find(({ code }) => code === 'scope_missing')?.reason).toContain('status:write');
  });

  it('leave none of their content in the list, and no entry at all if the sender is not the unit’s system', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const previousCount = (await exchanges()).refused.reduce((sum, { times }) => sum + times, 0);
    expect((await push(service.stranger, [id], { authCode: 'x'.repeat(43) })).status).toBe(401);
    expect((await push(service.withToken(`lk_${v4()}_${'x'.repeat(43)}`), [id])).status).toBe(401);
    expect((await push(lab, [id])).status).toBe(403);
    const updated = await exchanges();
    expect(updated.refused.reduce((sum, { times }) => sum + times, 0)).toBe(previousCount);
    const { labExchanges } = service.engines;
    const unitId = await unitOf('lab1');
    const storedText = JSON.stringify([updated, await labExchanges.refusedPushes(unitId, new Date().toISOString())]);
    for (const text of ['赵试验', '张三', '138001', '139001', '顺丰', 'BG-9']) expect(storedText).not.toContain(text);
  });

  it('are listed only for their own unit, and without the code of another unit’s consignment', async () => {
    const otherLab = await service.as('lab2');
    expect((await exchanges(otherLab)).refused).toEqual([]);
    const { id } = await createConsignmentAt(service, 20);
    expect((await push(await keyOf('lab2', 'LIMS 2'), [id])).status).toBe(404);
    const [row] = (await exchanges(otherLab)).refused;
    expect(row).toMatchObject({ code: 'NOT_FOUND', consignmentId: null, consignCode: '', keyName: 'LIMS 2' });
    const unitId = await unitOf('lab1');
    expect((await otherLab.call(getLabExchanges, { query: { unitId } })).status).toBe(403);
    expect((await (await service.as('client1')).call(getLabExchanges, { query: {} })).status).toBe(403);
    expect((await (await keyOf('lab1', '机器')).call(getLabExchanges, { query: {} })).status).toBe(403);
    expect((await (await service.as('admin')).do(getLabExchanges, { query: { unitId } })).refused).not.toEqual([]);
  });

  it('ILIS-006 are listed with their consignment even if the rest of the body is invalid', async () => {
    const { id } = await createConsignmentAt(service, 20);
    const machine = await keyOf('lab2', 'LIMS', [...SCOPES, 'bills:write']);
    const fullKey = await keyOf('lab1', '核对', [...SCOPES, 'bills:write']);
    const undashedId = id.replaceAll('-', '').toUpperCase();
    const unreadable: [Operation, object][] = [
      [pushConsignStatus, { ConsignInfoIDs: `没有, ${undashedId},${v4()}`, consignStatus: 'x' }],
      [pushConsignBillGenStatus, { consignInfoID: id, isConsignBillGened: true }],
      [pushExpressInfo, { dataType: 'x', dataKeys: [id, 7, null], expressNos: [] }],
      [pushReportInfo, { consignInfoID: id, reportID: 'BG-77 李四' }],
    ];
    for (const [operation, body] of unreadable)
      for (const caller of [fullKey, machine])
        expect((await caller.call(operation, { body: body as never })).status).toBe(400);
    const rows = (await exchanges()).refused.filter(({ keyName }) => keyName === '核对');
    expect(rows.map(({ push: name, consignmentId, others }) => [name, consignmentId, others])).toEqual([
      ['PushReportInfo', id, 0],
      ['PushExpressInfo', id, 0],
      ['PushConsignBillGenStatus', id, 0],
      ['PushConsignStatus', id, 1],
    ]);
    const foreign = (await exchanges(await service.as('lab2'))).refused.filter(({ keyName }) => keyName === 'LIMS');
    expect(foreign.map(({ consignmentId, consignCode }) => consignmentId ?? consignCode)).toEqual(['', '', '', '']);
  });

  it('are counted by the hour, and the list of refused pushes is limited', async () => {
    const machine = await keyOf('lab1', '失控');
    const sum = async () => {
      const { hours } = await exchanges();
      return (['accepted', 'refused'] as const).map((of) => hours.reduce((all, hour) => all + hour[of], 0));
    };
    const [accepted = 0, refused = 0] = await sum();
    const { id } = await createConsignmentAt(service, 60);
    expect((await push(machine, [id], { changeDescription: '补正' })).status).toBe(200);
    for (let n = 0; n < MAX_REFUSED_PUSHES + 5; n += 1) await push(machine, [v4()]);
    expect(await sum()).toEqual([accepted + 1, refused + MAX_REFUSED_PUSHES + 5]);
    const { refused: rows, hours } = await exchanges();
    expect([rows.length, hours.length]).toEqual([MAX_REFUSED_PUSHES, 24]);
  });

  it('are listed without a consignment if the file of a report was refused', async () => {
    const machine = await keyOf('lab1', '报告');
    const reportID = v4();
    const file = { name: 'a.exe', content: Buffer.from('no pdf') };
    expect((await machine.call(uploadLabReport, { query: { reportID }, file })).status).toBe(400);
    expect((await exchanges()).refused[0]).toMatchObject({ push: 'UploadLabReport', consignmentId: null });
  });
});

describe('the responses of a laboratory’s system', () => {
  it('ILIS-012 are shown with the latest success and the latest failure', async () => {
    const unit = await laboratoryToIntegrate(service);
    await connectLaboratory(service, unit, system.base);
    const client = await service.as('client1');
    const admin = await service.as('admin');
    const health = async () => (await admin.do(getLabExchanges, { query: { unitId: unit.testUnitId } })).calls;
    expect(await health()).toEqual([]);
    system.setHandler('pre/qualification/list', (_, response) => void response.writeHead(500).end('down'));
    const query = { testUnitId: unit.testUnitId };
    expect((await client.call(getPreQualificationList, { query })).status).toBe(502);
    const [failing] = await health();
    expect(failing).toMatchObject({ kind: 'catalogue', lastStatus: 500, successAt: null, failure: 'status' });
    expect(failing?.failingSince).toBe(failing?.failureAt);

    system.setPayload('dictionaryController.do', [{ id: 'm1', typecode: 'LABX', typename: '实验室专送' }]);
    await client.do(getListByGroupId, {
      query: { getListByGroupId: '', dictGroupId: 'mailCompanies', testUnitId: unit.testUnitId },
    });
    const [well] = await health();
    expect(well).toMatchObject({ lastStatus: 200, failingSince: null, failure: 'status', failureStatus: 500 });
    expect(well?.failureAt).toBe(failing?.failureAt);
    expect(well?.successAt).toBe(well?.lastAt);
    expect(JSON.stringify(await health())).not.toContain('down');
  });

  it('ILIS-012 UN-021 of its catalogue can be checked at any time, even shortly after a failure', async () => {
    const unit = await laboratoryToIntegrate(service);
    const admin = await service.as('admin');
    const query = { unitId: unit.testUnitId };
    const check = () => admin.call(checkLabCatalogue, { query });
    expect((await check()).failure?.code).toBe('NO_LAB_SYSTEM');
    expect((await admin.do(getLabExchanges, { query })).system).toBeNull();

    await connectLaboratory(service, unit, system.base);
    expect((await admin.do(getLabExchanges, { query })).system).toEqual({ address: system.base, code: unit.code });
    system.setHandler('pre/qualification/list', (_, response) => void response.writeHead(503).end());
    expect(await check()).toMatchObject({ status: 502, failure: { code: 'LAB_SYSTEM_AWAY' } });
    const [failing] = (await admin.do(getLabExchanges, { query })).calls;
    expect(failing).toMatchObject({ kind: 'catalogue', failureStatus: 503 });

    const category = { id: v4(), name: '水泥', category: true };
    const sample = { id: v4(), name: '普通硅酸盐水泥', category: false, isLeaf: true, children: null };
    system.setPayload('pre/qualification/list', [{ id: v4(), name: '公路工程综合甲级' }]);
    system.setPayload('pre/category/list', { sampleTree: [category] });
    system.setPayload(`pre/category/sample/${category.id.replaceAll('-', '')}`, { sampleTree: [sample] });
    system.setPayload('pre/test/param', [labParameter({ name: '密度' }), labParameter({ name: '凝结时间' })]);
    // A failure holds for two seconds for who fills in a form; the check asks again.
    expect(await admin.do(checkLabCatalogue, { query })).toEqual({
      qualifications: 1,
      rawMaterialCategories: 1,
      onSiteCategories: 1,
      sample: { name: '普通硅酸盐水泥', parameters: 2 },
      ms: expect.any(Number),
    });
    const [well] = (await admin.do(getLabExchanges, { query })).calls;
    expect(well?.failingSince).toBeNull();
    system.setPayload('pre/category/list', { sampleTree: [] });
    expect((await admin.do(checkLabCatalogue, { query })).sample).toBeNull();
    // Only for who manages the unit.
    expect((await (await service.as('lab2')).call(checkLabCatalogue, { query })).status).toBe(403);
  });
});
