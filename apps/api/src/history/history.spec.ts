import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  cancelConsignInfo,
  changeTestingUnit,
  commitConsignInfo,
  deleteConsignInfo,
  getBuSampleInfo,
  getConsingInfo,
  getHistory,
  getHistoryRecord,
  getHistoryState,
  noPassAuditConsignInfo,
  saveBuSampleInfo,
  saveConsignInfo,
  type SampleInput,
} from '#contract';
import { consignment } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import type { NewEvent } from '#events';
import {
  addCement,
  DENSITY,
  createDraft,
  filledHeader,
  PROJECT1,
  createSubmittableDraft,
  SURFACE,
} from '#harness/consignments/drafts';
import { ifMatch, readConsignment } from '#harness/consignments/stages';
import { LAB1, LAB2, newLaboratory } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let client: Client;
let lab: Client;
let auditor: Client;

beforeAll(async () => {
  service = await startService();
  [client, lab, auditor] = await Promise.all([service.as('client1'), service.as('lab1'), service.as('auditor')]);
});
afterAll(() => service.close());

const timeline = (caller: Client, id: string, query: object = {}) => caller.do(getHistory, { query: { id, ...query } });
const stateAt = (caller: Client, id: string, revision: number, against?: 'now' | number) =>
  caller.do(getHistoryState, { query: { id, revision, ...(against === undefined ? {} : { against }) } });
const witness = {
  needWitnessUnit: true,
  constructionJzunit: '建设指挥部',
  constructionJzperson: '张见证',
  constructionJzcardNo: 'JZ-77',
  constructionJzphone: '13811112222',
};

/** Changes a sample as its form does. */
const editSample = async (id: string, changes: Partial<SampleInput>) => {
  const view = await client.do(getBuSampleInfo, { query: { id } });
  const parameters = view.tuSampleParamIds.map(({ tuTestParamId, tuTestParamCount }) => ({
    tuTestParamId,
    tuTestParamCount,
  }));
  await client.do(saveBuSampleInfo, {
    body: {
      ...view,
      buSampleParamPackInfo: null,
      inputMethod: 1,
      tuSampleParamIds: parameters,
      ...changes,
    } as SampleInput,
  });
};

/**
 * Drafted, submitted, rejected for a parameter, corrected, submitted again: revisions 0 to 8 with the signatures asked
 * for.
 */
const createStory = async () => {
  const { id, samples } = await createSubmittableDraft(client);
  await client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '首次提交' } });
  await lab.do(noPassAuditConsignInfo, { query: { ids: id, remark: '请增加比表面积' } });
  await editSample(samples[0]?.id ?? '', {
    testGroupCount: 2,
    tuSampleParamIds: [{ tuTestParamId: DENSITY }, { tuTestParamId: SURFACE }],
  });
  await client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '' } });
  const { items } = await timeline(client, id);
  const of = (type: string) => items.filter(({ facts }) => facts.type === type).map(({ revision }) => revision);
  return {
    id,
    sampleId: samples[0]?.id ?? '',
    edited: of('SampleSaved')[0] ?? -1,
    rejected: of('AuditRejected')[0] ?? -1,
    firstCommit: of('ConsignmentCommitted').at(-1) ?? -1,
    head: items[0]?.revision ?? -1,
  };
};

describe('the timeline of a consignment', () => {
  it('states who did what and when, newest first, and what it changed', async () => {
    const { id, edited, rejected } = await createStory();
    const { items, first, head, sentBack, older, consignStatus } = await timeline(client, id);
    expect(items.map(({ facts }) => facts.type).filter((type) => type !== 'SignatureRequested')).toEqual([
      'ConsignmentCommitted',
      'SampleSaved',
      'AuditRejected',
      'ConsignmentCommitted',
      'SampleAdded',
      'ConsignmentSaved',
      'ConsignmentCreated',
    ]);
    expect({ first, head, sentBack, older, consignStatus }).toEqual({
      first: 0,
      head: items.length - 1,
      sentBack: [rejected],
      older: null,
      consignStatus: 20,
    });
    const { userName } = items.find(({ revision }) => revision === rejected) ?? {};
    expect(items.find(({ revision }) => revision === rejected)).toMatchObject({
      facts: { remark: '请增加比表面积' },
      statusBefore: 20,
      statusAfter: 40,
      sendsBack: true,
      unitName: LAB1.testUnitName,
      role: '检测单位角色',
      eventId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(userName).toMatch(/./);
    expect(items.find(({ revision }) => revision === edited)).toMatchObject({
      facts: { about: ['普通硅酸盐水泥'] },
      changed: 3,
      fee: { old: '90.00', new: '380.00' },
    });
  });

  it('shows only status changes on request', async () => {
    const { id } = await createStory();
    const { items } = await timeline(client, id, { statusOnly: 'true' });
    expect(items.map(({ statusBefore, statusAfter }) => [statusBefore, statusAfter])).toEqual([
      [40, 20],
      [20, 40],
      [10, 20],
      [null, 10],
    ]);
    const [, returned, , created] = items;
    const oldest = await timeline(client, id, { statusOnly: 'true', limit: 2, before: (created?.revision ?? 0) + 1 });
    expect(oldest).toMatchObject({ older: null, newer: (returned?.revision ?? 0) + 1 });
    const next = await timeline(client, id, { statusOnly: 'true', limit: 2, before: oldest.newer ?? 0 });
    expect(next.items).toEqual(items.slice(1, 3));
  });

  it('is paged without gaps, over two thousand events', async () => {
    const { id } = await createDraft(client);
    const { eventStore } = service.engines;
    const { state, head } = await load(eventStore, consignment, id);
    if (state.phase !== 'open') throw new Error('the draft is not open');
    const { schemaVersion, by } = (await eventStore.readLast(`consignment-${id}`))?.metadata ?? {
      schemaVersion: 1,
      by: { userId: v4(), role: 'admin', unitId: null },
    };
    const saves = Array.from({ length: 2000 }, (_, n): NewEvent => ({
      type: 'ConsignmentSaved',
      data: { toStatus: 10, header: { ...state.header, memo: `第 ${n}` } },
      metadata: {
        schemaVersion,
        by,
        at: '2026-01-01T00:00:00.000Z',
        commandId: v4(),
        correlationId: v4(),
        causationId: null,
      },
    }));
    let at = head;
    for (let from = 0; from < saves.length; from += 200)
      at = (await eventStore.append(`consignment-${id}`, saves.slice(from, from + 200), at)).head;
    const started = Date.now();
    const revisions: number[] = [];
    let before: number | undefined;
    do {
      const page = await timeline(client, id, { limit: 500, ...(before === undefined ? {} : { before }) });
      expect(page.items.length).toBeLessThanOrEqual(500);
      revisions.push(...page.items.map(({ revision }) => revision));
      before = page.older ?? undefined;
    } while (before !== undefined);
    expect(revisions).toEqual(Array.from({ length: at.revision + 1 }, (_, n) => at.revision - n));
    const oldestPage = await timeline(client, id, { limit: 500, before: 500 });
    expect(oldestPage).toMatchObject({ older: null, newer: 1000 });
    expect((await stateAt(client, id, 1000)).changes).toMatchObject([
      { label: 'memo', name: '备注', old: '第 997', new: '第 998' },
    ]);
    expect(Date.now() - started).toBeLessThan(10_000);
  });
});

describe('a consignment at an earlier revision', () => {
  it('is read at every revision as it was at that time', async () => {
    const client1 = await service.as('client1');
    const { id } = await createDraft(client1, { changes: { memo: '甲' } });
    const draft = await readConsignment(client1, id);
    await client1.do(saveConsignInfo, {
      body: { ...filledHeader(), projectId: PROJECT1, id, memo: '乙', reportCount: 5 },
    });
    await addCement(client1, id);
    const { view, samples, changes, against, head } = await stateAt(client1, id, draft.revision);
    expect(view).toEqual(draft);
    expect({ samples, against, head, changes: changes.length > 0 }).toEqual({
      samples: [],
      against: { revision: 0, at: expect.any(String) },
      head: draft.revision + 2,
      changes: true,
    });
    const now = await readConsignment(client1, id);
    expect((await stateAt(client1, id, now.revision)).view).toEqual(now);
  });

  it('lists what changed, in the words of the form', async () => {
    const { id, edited, sampleId } = await createStory();
    const { changes, moment, answers } = await stateAt(client, id, edited);
    expect(changes).toEqual([
      {
        path: `samples.${sampleId}.testGroupCount`,
        part: 'sample',
        sampleId,
        title: '样品 1 · 普通硅酸盐水泥',
        label: 'testGroupCount',
        name: '检测组数',
        how: 'changed',
        old: '1 组',
        new: '2 组',
      },
      expect.objectContaining({
        label: 'parameter',
        name: '检测参数',
        how: 'added',
        old: null,
        new: expect.stringContaining('比表面积'),
      }),
      expect.objectContaining({ name: '预估费用', old: '90.00 元', new: '380.00 元' }),
      expect.objectContaining({
        part: 'totals',
        title: '委托合计',
        name: '预估费用合计',
        old: '90.00 元',
        new: '380.00 元',
      }),
    ]);
    expect(moment.facts.type).toBe('SampleSaved');
    expect(answers).toMatchObject({
      revision: edited - 1,
      remark: '请增加比表面积',
      userName: expect.stringMatching(/./),
    });
    const english = await client.do(getHistoryState, {
      query: { id, revision: edited },
      headers: { 'accept-language': 'en' },
    });
    expect(english.changes[0]).toMatchObject({
      title: 'Sample 1 · 普通硅酸盐水泥',
      name: 'Groups',
      old: '1',
      new: '2',
    });
  });

  it('can be compared with the current and with any other revision, the older against the newer', async () => {
    const { id, edited, rejected, head } = await createStory();
    const comparedWithNow = await stateAt(client, id, rejected, 'now');
    expect(comparedWithNow.against?.revision).toBe(head);
    expect(comparedWithNow.changes.map(({ label, old, new: now }) => [label, old, now])).toEqual(
      expect.arrayContaining([
        ['consignStatus', '审核不通过', '待审核'],
        ['testGroupCount', '1 组', '2 组'],
        ['rollbackCause', '请增加比表面积', null],
      ]),
    );
    const forth = await stateAt(client, id, 1, edited);
    expect((await stateAt(client, id, edited, 1)).changes).toEqual(forth.changes);
    expect((await stateAt(client, id, head, 'now')).changes).toEqual([]);
    expect((await stateAt(client, id, 0)).against).toBeNull();
  });

  it('is refused for an unknown revision, an invalid number and an unknown consignment', async () => {
    const { id } = await createDraft(client);
    expect((await client.call(getHistoryState, { query: { id, revision: 99 } })).failure).toMatchObject({
      code: 'NO_SUCH_REVISION',
    });
    expect((await client.call(getHistoryState, { query: { id, revision: 0, against: 99 } })).status).toBe(404);
    expect((await client.call(getHistoryState, { query: { id, revision: 'x' as unknown as number } })).status).toBe(
      400,
    );
    expect((await client.call(getHistory, { query: { id: v4() } })).status).toBe(404);
  });
});

describe('visibility of the history', () => {
  it('a laboratory sees the history from the first submission to it on, not the draft', async () => {
    const { id, firstCommit, edited } = await createStory();
    const page = await timeline(lab, id);
    expect([page.first, page.items.at(-1)?.revision]).toEqual([firstCommit, firstCommit]);
    expect((await stateAt(lab, id, firstCommit)).changes.map(({ label }) => label)).toEqual([
      'consignStatus',
      'consignCode',
    ]);
    expect((await stateAt(lab, id, edited)).changes).toHaveLength(4);
    for (const operation of [getHistoryState, getHistoryRecord])
      expect((await lab.call(operation, { query: { id, revision: firstCommit - 1 } })).failure).toMatchObject({
        code: 'NO_SUCH_REVISION',
      });
    expect((await lab.call(getHistoryState, { query: { id, revision: edited, against: 0 } })).status).toBe(404);
    expect((await lab.call(getHistory, { query: { id: (await createDraft(client)).id } })).status).toBe(403);
  });

  it('an auditor sees every change of persons, with the persons masked everywhere', async () => {
    const { id } = await createDraft(client, { changes: witness });
    await client.do(saveConsignInfo, {
      body: {
        ...filledHeader(),
        projectId: PROJECT1,
        id,
        ...witness,
        linkPerson: '陈大文',
        linkPersonPhone: '13877778888',
        constructionJzperson: '张又见',
      },
    });
    const revision = (await readConsignment(client, id)).revision;
    const responses = [
      await timeline(auditor, id),
      await stateAt(auditor, id, revision),
      await stateAt(auditor, id, revision - 1, 'now'),
      await auditor.do(getHistoryRecord, { query: { id, revision } }),
    ];
    for (const secret of ['陈志远', '陈大文', '张见证', '张又见', '13800000001', '13877778888', '13811112222', 'JZ-77'])
      expect([secret, JSON.stringify(responses).includes(secret)]).toEqual([secret, false]);
    const { changes } = await stateAt(auditor, id, revision);
    expect(changes.map(({ name, old, new: now }) => [name, old, now])).toEqual([
      ['委托人', '陈**', '陈**'],
      ['联系电话', '138****0001', '138****8888'],
      ['建设单位见证人', '张**　J**　138****2222', '张**　J**　138****2222'],
    ]);
    expect((await stateAt(client, id, revision)).changes[0]).toMatchObject({ old: '陈志远', new: '陈大文' });
    expect((await timeline(client, id)).items[0]).toMatchObject({ isAboutWitnesses: false });
  });

  it('an auditor can read the history of a deleted consignment, its unit cannot', async () => {
    const { id } = await createSubmittableDraft(client);
    await client.do(cancelConsignInfo, { query: { ids: id } });
    await client.do(deleteConsignInfo, { query: { ids: id, description: '重复' } });
    expect((await client.call(getHistory, { query: { id } })).status).toBe(404);
    const [last] = (await timeline(auditor, id)).items;
    expect(last?.facts).toMatchObject({ type: 'ConsignmentDeleted', remark: '重复' });
    expect((await stateAt(auditor, id, last?.revision ?? -1)).changes).toMatchObject([
      { label: 'deleted', old: '否', new: '是' },
    ]);
  });

  it('prices that a unit hides appear in no response, also after a change to another testing unit', async () => {
    const hiding = await newLaboratory(service, { IsConsignHidePrice: '1', IsConsignHideEstimatedCost: '1' });
    const { id } = await createDraft(client, { lab: hiding });
    const sampleId = await addCement(client, id);
    await editSample(sampleId, { tuSampleParamIds: [{ tuTestParamId: DENSITY, tuTestParamCount: 3 }] });
    const edited = (await readConsignment(client, id)).revision;
    await client.do(changeTestingUnit, {
      query: { id },
      body: { testUnitId: LAB2.testUnitId },
      headers: ifMatch(edited),
    });
    const answersFor = async (caller: Client) => [
      await timeline(caller, id),
      await stateAt(caller, id, edited),
      await stateAt(caller, id, edited + 1),
      await stateAt(caller, id, edited, 'now'),
      await caller.do(getHistoryRecord, { query: { id, revision: edited } }),
    ];
    const [clientTexts, auditorTexts] = [
      JSON.stringify(await answersFor(client)),
      JSON.stringify(await answersFor(auditor)),
    ];
    for (const amount of ['270.00', '"90.00', '"90"'])
      expect([amount, clientTexts.includes(amount)]).toEqual([amount, false]);
    expect(auditorTexts).toContain('270.00');
    expect((await stateAt(client, id, edited)).changes.map(({ label }) => label)).toEqual(['parameterCount']);
    expect((await client.do(getConsingInfo, { query: { id } })).estimatedFee).toBe('0.00');
  });
});

describe('the record of an event', () => {
  it('is the stored event with its hash', async () => {
    const { id, edited } = await createStory();
    const record = await client.do(getHistoryRecord, { query: { id, revision: edited } });
    const { events } = await service.engines.eventStore.read(`consignment-${id}`, { from: edited, to: edited });
    expect(record).toMatchObject({
      id: events[0]?.id,
      type: 'SampleSaved',
      revision: edited,
      metadata: { hash: events[0]?.metadata.hash },
    });
    expect(record.data).toMatchObject({ sample: { testGroupCount: 2 } });
  });
});
