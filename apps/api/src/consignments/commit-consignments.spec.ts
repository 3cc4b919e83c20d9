import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  commitConsignInfo,
  createBuSampleParamInfo,
  getAllowedActions,
  getConsignLog,
  getTestParameters,
  searchCategorySamples,
  passAuditConsignInfo,
  noPassAuditConsignInfo,
  saveBuSampleInfo,
  getBuSampleInfo,
  type TreeNode,
} from '#contract';
import type { RawMaterial } from '#events';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { newMaterialRow } from '#domain/sample';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import {
  addCement,
  DENSITY,
  createDraft,
  createSubmittableDraft,
  startConsignment,
} from '#harness/consignments/drafts';
import { appendEvents, headerInLog } from '#harness/consignments/record';
import { createConsignmentAt, readConsignment } from '#harness/consignments/stages';
import { LAB1, newLaboratory } from '#harness/consignments/units';

/**
 * Half past midnight of New Year in Shanghai, still 2026 in UTC; it moves on with every look, so that drafts have an
 * order.
 */
let clock = Date.parse('2026-12-31T16:30:00.000Z');
let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({ now: () => new Date((clock += 1)), repeatsCommands: true });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

const commit = (...ids: string[]) =>
  client.do(commitConsignInfo, { query: { consignInfoIds: ids.join(','), description: '请尽快' } });

describe('submitting consignments', () => {
  it('AAPI-008 API-020 accepts all of several consignments or none, and records the comment in the log', async () => {
    const [draftA, draftB, empty] = [
      await createSubmittableDraft(client),
      await createSubmittableDraft(client),
      await createDraft(client),
    ];
    expect(await commit(draftA.id, draftB.id, empty.id)).toBe('请添加样品信息!');
    expect([await readConsignment(client, draftA.id), await readConsignment(client, draftB.id)]).toEqual([
      draftA,
      draftB,
    ]);

    expect(await commit(draftA.id, draftB.id)).toBe(true);
    for (const { id } of [draftA, draftB]) {
      expect((await readConsignment(client, id)).consignStatus).toBe(20);
      expect(await client.do(getConsignLog, { query: { consignId: id } })).toMatchObject([
        { exeDescription: '请尽快' },
      ]);
    }
  });

  it('CL-022 refuses an appointment on a past day, announces that in the allowed actions, and accepts one for today', async () => {
    const { testUnitId } = LAB1;
    const { sampleTree } = await client.do(searchCategorySamples, {
      query: { sampleName: '桥梁静载试验', queryScope: 1, testUnitId },
    });
    const leafOf = (nodes: readonly TreeNode[]): string =>
      nodes.map(({ id, category, children }) => (category ? leafOf(children) : id)).find(Boolean) ?? '';
    const sampleId = leafOf(sampleTree);
    const [parameter] = await client.do(getTestParameters, { query: { sampleId, queryScope: 1, testUnitId } });
    const appointmentAt = async (expectTestTime: string) => {
      const { id } = await createDraft(client, { consignType: 2, changes: { expectTestTime } });
      await client.do(createBuSampleParamInfo, {
        body: {
          consignId: id,
          tuTestSampleDTO: { id: sampleId, sampleName: '' },
          tuTestParamDtos: [{ tuTestParamId: parameter?.id ?? '' }],
        },
      });
      return { id };
    };
    const pastAppointment = await appointmentAt('2026-12-31 23:59');
    const { actions } = await client.do(getAllowedActions, { query: { id: pastAppointment.id } });
    expect(actions.find(({ action }) => action === 'submit')).toMatchObject({
      allowed: false,
      reason: { code: 'TEST_TIME_PAST', path: 'expectTestTime' },
    });
    expect(await commit(pastAppointment.id)).toBe('预约检测时间已过，请重新选择');
    expect((await readConsignment(client, pastAppointment.id)).consignCode).toBe('');
    expect(await commit((await appointmentAt('2027-01-01 00:00:00')).id)).toBe(true);
  });

  it('CL-023 refuses a selection that contains an already submitted consignment', async () => {
    const draft = await createSubmittableDraft(client);
    for (const status of [20, 30, 60, 80] as const) {
      const { id } = await createConsignmentAt(service, status);
      expect(await commit(draft.id, id)).toBe('您请选择的委托中有已经提交的委托。');
    }
    expect(await readConsignment(client, draft.id)).toEqual(draft);
  });

  it('VA-012 requires samples or test items, and a qualification', async () => {
    const [rawMaterials, site, unqualified] = [
      await createDraft(client),
      await createDraft(client, { consignType: 2 }),
      await createSubmittableDraft(client),
    ];
    await appendEvents(service, unqualified.id, {
      type: 'ConsignmentSaved',
      data: {
        toStatus: 10,
        header: { ...(await headerInLog(service, unqualified.id)), tuqualificationId: null, tuqualificationName: '' },
      },
    });
    expect(await commit(rawMaterials.id)).toBe('请添加样品信息!');
    expect(await commit(site.id)).toBe('请添加检测项目!');
    expect(await commit(unqualified.id)).toBe('请选择资质类型！');
    for (const { id } of [rawMaterials, site, unqualified])
      expect((await readConsignment(client, id)).consignStatus).toBe(10);
  });

  it('VA-013 names the samples that lack parameters, raw materials or reports', async () => {
    const { id } = await createDraft(client);
    const material: RawMaterial = { ...newMaterialRow('m-1'), sampleName: '砂' };
    await addCement(client, id, [], {
      tuTestSampleDTO: { id: 'd31e387b-6db1-5e1f-b5a9-4113d4557372', sampleName: '甲' },
    });
    await addCement(client, id, [DENSITY], {
      tuTestSampleDTO: { id: 'd31e387b-6db1-5e1f-b5a9-4113d4557372', sampleName: '丁' },
    });
    const { state } = await load(service.engines.eventStore, consignment, id);
    const complete = state.phase === 'open' ? state.samples[1] : undefined;
    if (!complete) throw new Error('the sample was not added');
    await appendEvents(service, id, {
      type: 'SampleAdded',
      data: { sample: { ...complete, id: v4(), testUnitSampleName: '乙', buSampleInfoRefSampleInfo: [material] } },
    });
    await appendEvents(service, id, {
      type: 'SampleAdded',
      data: {
        sample: {
          ...complete,
          id: v4(),
          testUnitSampleName: '丙',
          buSampleInfoRefSampleInfo: [{ ...material, isTest: false }],
        },
      },
    });

    expect(await commit(id)).toBe(
      '样品“甲”的参数信息不完整，请完善后再提交！\n样品“乙”的原材料信息不完整，请完善后再提交！\n样品“丙”的报告文件不完整，请完善后再提交！',
    );
    expect((await readConsignment(client, id)).consignStatus).toBe(10);
  });

  it('refuses a draft that was never saved', async () => {
    const { id } = await startConsignment(client);
    await addCement(client, id);
    expect(typeof (await commit(id))).toBe('string');
    expect((await readConsignment(client, id)).consignStatus).toBe(10);
  });
});

describe('the consignment code', () => {
  it('consists of unit number, year in Shanghai and counter, is assigned at the first submission and does not change at the next', async () => {
    const newLab = await newLaboratory(service, {});
    const unitNo = `TU-${newLab.testUnitId.slice(0, 8)}`;
    const otherLab = await service.as(newLab.userName);
    const [first, second] = [
      await createSubmittableDraft(client, { lab: newLab }),
      await createSubmittableDraft(client, { lab: newLab }),
    ];
    await commit(first.id);
    expect((await readConsignment(client, first.id)).consignCode).toBe(`${unitNo}-2027-00001`);
    await otherLab.do(noPassAuditConsignInfo, { body: { ids: [first.id], remark: '缺标准' } });
    await commit(second.id);
    await commit(first.id);
    expect([
      (await readConsignment(client, first.id)).consignCode,
      (await readConsignment(client, second.id)).consignCode,
    ]).toEqual([`${unitNo}-2027-00001`, `${unitNo}-2027-00002`]);
  });

  it('is unique even if twelve consignments are submitted at the same time', async () => {
    const newLab = await newLaboratory(service, {});
    const drafts = await Promise.all(Array.from({ length: 12 }, () => createSubmittableDraft(client, { lab: newLab })));
    const [several, single] = [drafts.slice(0, 4), drafts.slice(4)];
    expect(await Promise.all([commit(...several.map(({ id }) => id)), ...single.map(({ id }) => commit(id))])).toEqual(
      Array.from({ length: 9 }, () => true),
    );
    const codes = await Promise.all(drafts.map(async ({ id }) => (await readConsignment(client, id)).consignCode));
    expect(new Set(codes).size).toBe(12);
  });

  it('is not used up by a submission that is refused', async () => {
    const newLab = await newLaboratory(service, {});
    const [complete, empty] = [
      await createSubmittableDraft(client, { lab: newLab }),
      await createDraft(client, { lab: newLab }),
    ];
    await commit(complete.id, empty.id);
    await commit(complete.id);
    expect((await readConsignment(client, complete.id)).consignCode).toMatch(/-00001$/);
  });
});

describe('the audit', () => {
  it('VA-014 passes a consignment only after the laboratory has added the parameters left to it, but may reject it before', async () => {
    const { id } = await createDraft(client);
    const sampleId = await addCement(client, id, [], {
      isTestUnitConfirmTestParam: true,
      testReason: '由检测机构确定',
      tuTestSampleDTO: { id: 'd31e387b-6db1-5e1f-b5a9-4113d4557372', sampleName: '水泥' },
    });
    expect(await commit(id)).toBe(true);
    const refused = await lab.call(passAuditConsignInfo, { body: { ids: [id] } });
    expect([refused.status, refused.failure?.message]).toEqual([200, '请完善样品“水泥”的参数信息后再进行审核操作！']);
    expect(refused.rawBody).toMatchObject({ success: false, result: null });
    expect((await readConsignment(client, id)).consignStatus).toBe(20);

    const form = await lab.do(getBuSampleInfo, { query: { id: sampleId, consignId: id } });
    expect(form.isEditParams).toBe(true);
    await lab.do(saveBuSampleInfo, {
      body: { ...form, buSampleParamPackInfo: null, inputMethod: 1, tuSampleParamIds: [{ tuTestParamId: DENSITY }] },
    });
    expect(await lab.do(passAuditConsignInfo, { body: { ids: [id] } })).toEqual({ items: [{ id, LimsConsignID: '' }] });

    const another = await createDraft(client);
    await addCement(client, another.id, [], { isTestUnitConfirmTestParam: true, testReason: '由检测机构确定' });
    await commit(another.id);
    await lab.do(noPassAuditConsignInfo, { body: { ids: [another.id], remark: '资料不全' } });
    expect((await readConsignment(client, another.id)).consignStatus).toBe(40);
  });

  it('passes none of several consignments if one of them is refused', async () => {
    const [submitted, passed] = [await createConsignmentAt(service, 20), await createConsignmentAt(service, 30)];
    const refused = await lab.call(passAuditConsignInfo, { body: { ids: [submitted.id, passed.id] } });
    expect(refused.rawBody).toMatchObject({ success: false });
    expect((await readConsignment(lab, submitted.id)).consignStatus).toBe(20);
  });
});
