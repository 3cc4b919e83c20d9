import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  cancelConsignInfo,
  commitConsignInfo,
  createBuSampleParamInfo,
  createRawMateriaConsingInfo,
  getRawMateriaConsignInfoList,
  passAuditConsignInfo,
  reopenConsignment,
  saveConsignInfo,
} from '#contract';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { stopBeforeAppend } from '#harness/service/stop-before-append';
import {
  CEMENT,
  DENSITY,
  createDraft,
  filledHeader,
  PROJECT1,
  createSubmittableDraft,
} from '#harness/consignments/drafts';
import { createConsignmentAt, ifMatch, readConsignment } from '#harness/consignments/stages';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService();
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

const withNewKey = () => ({ headers: { 'idempotency-key': v4() } });
const eventsOf = async (id: string) =>
  (await service.engines.eventStore.read(`consignment-${id}`)).events.map(({ type }) => type);

describe('a request repeated with the same idempotency key', () => {
  it('creates only one consignment, unless another user sends it', async () => {
    const request = withNewKey();
    const [first, second] = [
      await client.call(createRawMateriaConsingInfo, request),
      await client.call(createRawMateriaConsingInfo, request),
    ];
    expect(second.result.id).toBe(first.result.id);
    expect(second.position).toBe(first.position);
    expect(await eventsOf(first.result.id)).toEqual(['ConsignmentCreated']);
    const otherReply = await (await service.as('client2')).call(createRawMateriaConsingInfo, request);
    expect(otherReply.result.id).not.toBe(first.result.id);
  });

  it('adds only one sample, even if both requests run at the same time', async () => {
    const { id: consignId } = await createDraft(client);
    const request = {
      body: {
        consignId,
        tuTestSampleDTO: { id: CEMENT, sampleName: '' },
        tuTestParamDtos: [{ tuTestParamId: DENSITY }],
      },
      ...withNewKey(),
    };
    const ids = await Promise.all([
      client.do(createBuSampleParamInfo, request),
      client.do(createBuSampleParamInfo, request),
    ]);
    expect(new Set(ids).size).toBe(1);
    expect((await readConsignment(client, consignId)).samples.map(({ id }) => id)).toEqual(ids.slice(0, 1));
  });

  it('submits only once, even if the status changed in between', async () => {
    const { id } = await createSubmittableDraft(client);
    const request = { query: { consignInfoIds: id }, ...withNewKey() };
    expect(await client.do(commitConsignInfo, request)).toBe(true);
    await lab.do(passAuditConsignInfo, { body: { ids: [id] } });
    expect(await client.do(commitConsignInfo, request)).toBe(true);
    expect((await eventsOf(id)).filter((type) => type === 'ConsignmentCommitted')).toHaveLength(1);
    expect((await readConsignment(client, id)).consignStatus).toBe(30);
    expect(await client.do(commitConsignInfo, { ...request, ...withNewKey() })).toBe(
      '您请选择的委托中有已经提交的委托。',
    );
  });

  it('completes a submission of several consignments that stopped half-way', async () => {
    const [draftA, draftB] = [await createSubmittableDraft(client), await createSubmittableDraft(client)];
    const request = withNewKey();
    const commit = { query: { consignInfoIds: `${draftA.id},${draftB.id}` }, ...request };
    expect(
      await stopBeforeAppend(`consignment-${draftB.id}`, service, () => client.call(commitConsignInfo, commit)),
    ).toBe(503);
    expect((await readConsignment(client, draftA.id)).consignStatus).toBe(20);
    expect(await client.do(commitConsignInfo, commit)).toBe(true);
    for (const { id } of [draftA, draftB])
      expect((await eventsOf(id)).filter((type) => type === 'ConsignmentCommitted')).toHaveLength(1);
  });
});

describe('the expected revision', () => {
  it('causes a refusal if it is stale, and a save without one applies to the current revision', async () => {
    const { id, revision } = await createDraft(client);
    const save = (memo: string, headers?: Record<string, string>) =>
      client.call(saveConsignInfo, {
        body: { ...filledHeader(), projectId: PROJECT1, memo, id },
        ...(headers ? { headers } : {}),
      });
    const saved = await save('一', ifMatch(revision));
    expect([saved.status, saved.revision]).toEqual([200, revision + 1]);
    const stale = await save('二', ifMatch(revision));
    expect([stale.status, stale.failure?.code]).toEqual([412, 'STALE_REVISION']);
    expect((await save('三')).revision).toBe(revision + 2);
    expect((await readConsignment(client, id)).memo).toBe('三');
  });

  it('is required by the platform’s own operations', async () => {
    const { id, revision } = await createConsignmentAt(service, 50);
    expect((await client.call(reopenConsignment, { query: { id } })).status).toBe(428);
    expect((await client.call(reopenConsignment, { query: { id }, headers: ifMatch(revision - 1) })).status).toBe(412);
    expect((await client.call(reopenConsignment, { query: { id }, headers: ifMatch(revision) })).result).toEqual({
      revision: revision + 1,
      consignStatus: 10,
    });
  });

  it('is checked only after the caller’s access to the consignment', async () => {
    const { id } = await createConsignmentAt(service, 50);
    const reopen = async (caller: Client, consignmentId: string) =>
      (await caller.call(reopenConsignment, { query: { id: consignmentId }, headers: ifMatch(77) })).status;
    expect([
      await reopen(await service.as('client2'), id),
      await reopen(client, v4()),
      await reopen(client, id),
    ]).toEqual([403, 404, 412]);
  });

  it('cannot be given for several consignments', async () => {
    const [draftA, draftB] = [await createDraft(client), await createDraft(client)];
    const both = { body: { ids: [draftA.id, draftB.id] }, headers: ifMatch(draftA.revision) };
    expect((await client.call(cancelConsignInfo, both)).failure?.code).toBe('SEVERAL_CONSIGNMENTS');
    expect(
      (await client.call(cancelConsignInfo, { body: { ids: [draftA.id] }, headers: ifMatch(draftA.revision - 1) }))
        .status,
    ).toBe(412);
    expect((await readConsignment(client, draftA.id)).consignStatus).toBe(10);
  });

  it('is not needed for concurrent saves, which are all stored one after the other', async () => {
    const { id, revision } = await createDraft(client);
    const saves = await Promise.all(
      ['甲', '乙', '丙'].map((memo) =>
        client.call(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, memo, id } }),
      ),
    );
    expect(new Set(saves.map(({ revision: savedRevision }) => savedRevision))).toEqual(
      new Set([revision + 1, revision + 2, revision + 3]),
    );
  });
});

describe('a consignment that the caller has just written', () => {
  it('appears in the caller’s next list', async () => {
    for (let n = 0; n < 5; n++) {
      const { id } = await createDraft(client);
      const { items } = await client.do(getRawMateriaConsignInfoList, { query: { maxResultCount: 1 } });
      expect(items[0]?.id).toBe(id);
    }
  });
});
