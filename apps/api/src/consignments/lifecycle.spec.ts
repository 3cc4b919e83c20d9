import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cancelConsignInfo,
  commitConsignInfo,
  confirmSample,
  createRawMateriaConsingInfo,
  deleteConsignInfo,
  enterLaterStage,
  getConsignLog,
  getConsignmentChanges,
  getConsingInfo,
  getRawMateriaConsignInfoList,
  getSitePreConsignInfoList,
  noPassAuditConsignInfo,
  noPassConfirmSample,
  passAuditConsignInfo,
  reopenConsignment,
  saveConsignInfo,
  setConsignmentBill,
  type ActionName,
  type ConsignmentView,
} from '#contract';
import type { ConsignStatus } from '#events';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { allowedActionsOf, reasonWhyForbidden } from '#harness/consignments/actions';
import { createDraft, filledHeader, PROJECT1, createSubmittableDraft } from '#harness/consignments/drafts';
import { createConsignmentAt, ifMatch, readConsignment, STATUSES } from '#harness/consignments/stages';
import { newClient, newLaboratory } from '#harness/consignments/units';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

const statusOf = async (id: string): Promise<ConsignStatus> => (await readConsignment(client, id)).consignStatus;
const save = ({ id }: ConsignmentView) =>
  client.call(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id } });
/** What happens to an act in each status: where it leads, or null where it is refused and changes nothing. */
const actInEachStatus = async (
  act: (consignment: ConsignmentView) => Promise<boolean>,
): Promise<(ConsignStatus | null)[]> => {
  const statuses: (ConsignStatus | null)[] = [];
  for (const status of STATUSES) {
    const current = await createConsignmentAt(service, status);
    const isAccepted = await act(current);
    const { consignStatus, revision } = await readConsignment(client, current.id);
    if (!isAccepted) expect([consignStatus, revision]).toEqual([status, current.revision]);
    statuses.push(isAccepted ? consignStatus : null);
  }
  return statuses;
};

describe('consignment types', () => {
  it('AK-003 CL-001 default to raw material, and each type appears only in its own list', async () => {
    expect((await client.do(createRawMateriaConsingInfo)).consignType).toBe(1);
    const [rawMaterials, onSite, handover] = [
      await createDraft(client),
      await createDraft(client, { consignType: 2 }),
      await createDraft(client, { consignType: 3 }),
    ];
    expect([rawMaterials, onSite, handover].map(({ consignType }) => consignType)).toEqual([1, 2, 3]);
    const [rawMaterialList, onSiteList, handoverList] = await Promise.all([
      client.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 1000 } }),
      client.do(getSitePreConsignInfoList, { query: { type: 2, maxResultCount: 1000 } }),
      client.do(getSitePreConsignInfoList, { query: { type: 3, maxResultCount: 1000 } }),
    ]);
    const ids = [rawMaterialList, onSiteList, handoverList].map(({ items }) => items.map(({ id }) => id));
    expect(ids.map((list) => [rawMaterials, onSite, handover].map(({ id }) => list.includes(id)))).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });
});

describe('the allowed actions', () => {
  const clientActions: Record<ConsignStatus, ActionName[]> = {
    10: ['save', 'submit', 'cancel'],
    20: ['cancel'],
    30: ['cancel'],
    40: ['save', 'submit', 'cancel'],
    50: ['save', 'reedit', 'delete'],
    60: [],
    70: ['save', 'submit'],
    80: ['cancel', 'sign'],
    90: ['save', 'submit', 'cancel'],
  };
  const labActions: Partial<Record<ConsignStatus, ActionName[]>> = {
    20: ['pass', 'reject'],
    30: ['confirm', 'return'],
  };
  const requirement: Record<ConsignStatus, string> = {
    10: 'CL-005',
    20: 'CL-006',
    30: 'CL-007',
    40: 'CL-008',
    50: 'CL-009',
    60: 'CL-010',
    70: 'CL-011',
    80: 'CL-012',
    90: 'CL-013',
  };

  it.each(STATUSES.filter((status) => status !== 60).map((status) => [requirement[status], status] as const))(
    '%s in status %i are exactly those defined for the client and the laboratory',
    async (_, status) => {
      const consignment = await createConsignmentAt(service, status);
      expect((await allowedActionsOf(client, consignment.id)).toSorted()).toEqual(clientActions[status].toSorted());
      if (consignment.consignCode !== '')
        expect((await allowedActionsOf(lab, consignment.id)).toSorted()).toEqual((labActions[status] ?? []).toSorted());
      expect((await save(consignment)).status).toBe(clientActions[status].includes('save') ? 200 : 409);
      const { consignStatus, rollbackCause } = await readConsignment(client, consignment.id);
      expect(consignStatus).toBe(status === 50 ? 10 : status);
      expect(rollbackCause).toBe({ 40: '资料不全', 70: '缺委托书', 90: '样品破损' }[status as 40 | 70 | 90] ?? '');
    },
  );

  it('in status 60 without a bill are none, and saving is refused', async () => {
    const consignment = await createConsignmentAt(service, 60);
    expect(await allowedActionsOf(client, consignment.id)).toEqual([]);
    expect((await save(consignment)).status).toBe(409);
  });

  it('CL-021 include printing the bill only in status 60 and only once the bill exists', async () => {
    const { id, revision, testUnitIsLimsCust } = await createConsignmentAt(service, 60);
    expect(testUnitIsLimsCust).toBe(true);
    expect(await reasonWhyForbidden(client, id, 'print')).toBe('委托单尚未生成');
    await lab.do(setConsignmentBill, { query: { id }, body: { billFile: '/bills/1.pdf' }, headers: ifMatch(revision) });
    expect(await readConsignment(client, id)).toMatchObject({
      isConsignBillGened: true,
      ext_ConsignBillFile: '/bills/1.pdf',
    });
    expect(await allowedActionsOf(client, id)).toEqual(['print']);

    const { revision: next } = await readConsignment(lab, id);
    await lab.do(enterLaterStage, {
      query: { id },
      body: { consignStatus: 70, description: '缺委托书' },
      headers: ifMatch(next),
    });
    expect(await allowedActionsOf(client, id)).not.toContain('print');
  });

  it('CL-021 exclude printing the bill if the testing unit is not a customer of the platform', async () => {
    const newLab = await newLaboratory(service, { testUnitIsLimsCust: '0' });
    const { id, revision } = await createConsignmentAt(service, 60, { lab: newLab });
    await (
      await service.as(newLab.userName)
    ).do(setConsignmentBill, { query: { id }, body: { billFile: '/bills/2.pdf' }, headers: ifMatch(revision) });
    expect(await reasonWhyForbidden(client, id, 'print')).toBe('检测单位不是平台用户，不能打印委托单');
  });
});

describe('the client', () => {
  it('CL-015 CL-024 can save only in statuses 10, 40, 50, 70 and 90, and saving in 50 changes the status to 10', async () => {
    expect(await actInEachStatus(async (consignment) => (await save(consignment)).status === 200)).toEqual([
      10,
      null,
      null,
      40,
      10,
      null,
      70,
      null,
      90,
    ]);
  });

  it('CL-016 can submit only in statuses 10, 40, 70 and 90', async () => {
    const submit = async ({ id }: ConsignmentView) =>
      (await client.do(commitConsignInfo, { query: { consignInfoIds: id } })) === true;
    expect(await actInEachStatus(submit)).toEqual([20, null, null, 20, null, null, 20, null, 20]);
  });

  it('CL-009 cannot submit in status 50 before saving', async () => {
    const { id } = await createConsignmentAt(service, 50);
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: id } })).toBe('请先保存委托再提交');
    await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id } });
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: id } })).toBe(true);
  });

  it('CL-018 can cancel only in statuses 10, 20, 30, 40, 80 and 90, which changes the status to 50', async () => {
    const cancel = async ({ id }: ConsignmentView) =>
      (await client.call(cancelConsignInfo, { body: { ids: [id], description: '不再需要' } })).status === 200;
    expect(await actInEachStatus(cancel)).toEqual([50, 50, 50, 50, null, null, null, 50, 50]);
  });

  it('CL-017 can delete and reedit only in status 50', async () => {
    for (const status of STATUSES) {
      const [deletedId, reopenedId] = [
        (await createConsignmentAt(service, status)).id,
        (await createConsignmentAt(service, status)).id,
      ];
      const deleted = await client.call(deleteConsignInfo, { query: { ids: deletedId, description: '录入错误' } });
      expect(deleted.status).toBe(status === 50 ? 200 : 409);
      expect((await client.call(getConsingInfo, { query: { id: deletedId } })).status).toBe(status === 50 ? 404 : 200);
      const reopened = await client.call(reopenConsignment, {
        query: { id: reopenedId },
        headers: ifMatch((await readConsignment(client, reopenedId)).revision),
      });
      expect(reopened.status).toBe(status === 50 ? 200 : 409);
      expect(await statusOf(reopenedId)).toBe(status === 50 ? 10 : status);
    }
  });

  it('CL-014 has different actions in the two statuses that mean returned, 50 and 90', async () => {
    const [withdrawn, returned] = [await createConsignmentAt(service, 50), await createConsignmentAt(service, 90)];
    const { items } = await client.do(getRawMateriaConsignInfoList, {
      query: { consignStatuses: '50,90', maxResultCount: 1000 },
    });
    expect([withdrawn, returned].map(({ id }) => items.find((row) => row.id === id)?.consignStatus)).toEqual([50, 90]);
    expect(await allowedActionsOf(client, withdrawn.id)).toEqual(['save', 'reedit', 'delete']);
    expect(await allowedActionsOf(client, returned.id)).toEqual(['save', 'submit', 'cancel']);
    expect(returned.rollbackCause).toBe('样品破损');
  });
});

describe('the laboratory', () => {
  const actsFrom = async (act: (id: string) => Promise<{ status: number; failure: object | null }>) =>
    actInEachStatus(async ({ id }) => {
      const { status, failure } = await act(id);
      return status === 200 && failure === null;
    });

  it('CL-026 can pass (to 30) and reject (to 40) only in status 20', async () => {
    expect(await actsFrom((id) => lab.call(passAuditConsignInfo, { body: { ids: [id] } }))).toEqual([
      null,
      30,
      null,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(
      await actsFrom((id) => lab.call(noPassAuditConsignInfo, { body: { ids: [id], reason: '资料不全' } })),
    ).toEqual([null, 40, null, null, null, null, null, null, null]);
  });

  it('CL-027 can confirm receipt (to 60) and return samples (to 90) only in status 30', async () => {
    expect(await actsFrom((id) => lab.call(confirmSample, { body: { ids: [id] } }))).toEqual([
      null,
      null,
      60,
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
    expect(
      await actsFrom((id) => lab.call(noPassConfirmSample, { body: { ids: [id], description: '样品破损' } })),
    ).toEqual([null, null, 90, null, null, null, null, null, null]);
  });

  it('CL-004 must give a reason to reject or to return', async () => {
    const [submitted, passed] = [await createConsignmentAt(service, 20), await createConsignmentAt(service, 30)];
    expect(await allowedActionsOf(lab, submitted.id)).toEqual(['pass', 'reject']);
    expect(await allowedActionsOf(lab, passed.id)).toEqual(['confirm', 'return']);
    for (const reply of [
      await lab.call(noPassAuditConsignInfo, { body: { ids: [submitted.id], remark: ' ' } }),
      await lab.call(noPassConfirmSample, { body: { ids: [passed.id] } }),
    ]) {
      expect(reply.status).toBe(400);
      expect(reply.failure).toMatchObject({ code: 'REASON_REQUIRED', message: '输入内容不能为空' });
    }
    expect([await statusOf(submitted.id), await statusOf(passed.id)]).toEqual([20, 30]);
  });

  it('gives a reason for a rejection that is cleared at the next submission', async () => {
    const { id } = await createConsignmentAt(service, 40);
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: id } })).toBe(true);
    expect((await readConsignment(client, id)).rollbackCause).toBe('');
  });
});

describe('permission to act', () => {
  it('CL-022 is refused to either unit for actions of the other one, and to unrelated units', async () => {
    const otherClient = await newClient(service);
    const lab2 = await service.as('lab2');
    const submitted = await createConsignmentAt(service, 20);
    const passed = await createConsignmentAt(service, 30);
    const refusals = await Promise.all([
      ...[client, lab2].flatMap((caller) => [
        caller.call(passAuditConsignInfo, { body: { ids: [submitted.id] } }),
        caller.call(noPassAuditConsignInfo, { body: { ids: [submitted.id], remark: '不行' } }),
        caller.call(confirmSample, { body: { ids: [passed.id] } }),
        caller.call(noPassConfirmSample, { body: { ids: [passed.id], remark: '不行' } }),
      ]),
      ...[lab, otherClient].flatMap((caller) => [
        caller.call(cancelConsignInfo, { body: { ids: [submitted.id] } }),
        caller.call(deleteConsignInfo, { query: { ids: submitted.id } }),
        caller.call(commitConsignInfo, { query: { consignInfoIds: submitted.id } }),
        caller.call(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id: submitted.id } }),
      ]),
    ]);
    expect(refusals.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 403));
    expect([
      (await readConsignment(client, submitted.id)).revision,
      (await readConsignment(client, passed.id)).revision,
    ]).toEqual([submitted.revision, passed.revision]);
  });
});

describe('the consignment log', () => {
  it('AAPI-011 CL-037 API-026 has one row for each step in order, with user, time and reason', async () => {
    const { id } = await createSubmittableDraft(client);
    const submit = (description: string) =>
      client.do(commitConsignInfo, { query: { consignInfoIds: id, description } });
    await submit('请尽快');
    await lab.do(noPassAuditConsignInfo, { body: { ids: [id], remark: '缺标准' } });
    await submit('已补');
    await lab.do(passAuditConsignInfo, { body: { ids: [id], remark: '同意' } });
    await lab.do(confirmSample, { body: { ids: [id], remark: '已收' } });

    const rows = await client.do(getConsignLog, { query: { consignId: id } });
    expect(
      rows.map(({ curStep, nextStep, exeType, exeUserName, exeDescription }) => [
        curStep,
        nextStep,
        exeType,
        exeUserName,
        exeDescription,
      ]),
    ).toEqual([
      ['填写中', '待审核', 'submit', '陈志远', '请尽快'],
      ['待审核', '审核不通过', 'reject', '沈惠兰', '缺标准'],
      ['审核不通过', '待审核', 'submit', '陈志远', '已补'],
      ['待审核', '待收样', 'pass', '沈惠兰', '同意'],
      ['待收样', '已收样', 'confirm', '沈惠兰', '已收'],
    ]);
    expect(rows.map(({ exeTime }) => exeTime)).toEqual(rows.map(({ exeTime }) => exeTime).toSorted());
    expect(rows.every((row) => row.foreignKey === id && Object.keys(row).length === 10)).toBe(true);
    expect((await (await newClient(service)).call(getConsignLog, { query: { consignId: id } })).status).toBe(403);
  });
});

describe('the list of changes after a revision', () => {
  it('states the user, the kind of change and the new status, includes draft changes, and masks names for an auditor', async () => {
    const { id, revision } = await createSubmittableDraft(client);
    await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, id, memo: '改过' } });
    await client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } });
    await lab.do(passAuditConsignInfo, { body: { ids: [id], remark: '' } });
    const listChanges = async (caller: Client) =>
      (await caller.do(getConsignmentChanges, { query: { id, after: revision } })).map(
        ({ userName, isCaller, changed, toStatus }) => [userName, isCaller, changed, toStatus],
      );
    expect(await listChanges(client)).toEqual([
      ['陈志远', true, 'form', null],
      ['陈志远', true, 'other', 20],
      ['陈志远', true, 'other', null],
      ['沈惠兰', false, 'other', 30],
    ]);
    expect((await listChanges(await service.as('auditor'))).map(([userName]) => userName)).toEqual([
      '陈**',
      '陈**',
      '陈**',
      '沈**',
    ]);
    expect(
      await client.do(getConsignmentChanges, { query: { id, after: (await readConsignment(client, id)).revision } }),
    ).toEqual([]);
  });
});
