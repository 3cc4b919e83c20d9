import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  genConsignPdf,
  getDocumentFile,
  getPrintConsignInfoList,
  getPrintList,
  insertProject,
  saveConsignInfo,
  updateProject,
} from '#contract';
import { pdfDocument, type DocumentCommand } from '#domain/documents';
import { handle } from '#domain/event-sourcing';
import { user } from '#domain/users';
import {
  addCement,
  createDraft,
  filledHeader,
  readPrintedNames,
  PROJECT1,
  createSubmittableDraft,
} from '#harness/consignments/drafts';
import { readConsignment } from '#harness/consignments/stages';
import { newClient, systemContext } from '#harness/consignments/units';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

const PDF = Buffer.from('%PDF-1.7 预委托单');
let clock = Date.parse('2026-11-21T08:00:00.000Z');
let service: Service;
let client: Client;

beforeAll(async () => {
  service = await startService({ now: () => new Date(clock) });
  client = await service.as('client1');
});
afterAll(() => service.close());

const appendStep = (id: string, command: DocumentCommand) =>
  handle(service.engines.eventStore, pdfDocument, id, command, systemContext());
const requestsOf = async (id: string) =>
  (await service.engines.eventStore.read(`document-${id}`)).events.filter(({ type }) => type === 'PdfRequested');
/** What the worker does, in short: the file of the newest request is there. */
const finish = async (id: string) => {
  const request = (await requestsOf(id)).at(-1);
  const { hash } = await service.engines.files.put(PDF, { contentType: 'application/pdf', name: 'consignment.pdf' });
  await appendStep(id, {
    type: 'RecordPdf',
    consignmentId: id,
    revision: (await readConsignment(client, id)).revision,
    fileHash: hash,
    pages: 1,
    named: await readPrintedNames(service, id),
    requestId: request?.id ?? '',
  });
};
const infoOf = async (id: string) => (await client.do(getPrintList, { query: { ids: id } })).result[0];
const request = (id: string, force = false) =>
  client.do(genConsignPdf, { query: { id, ...(force ? { force: 'true' } : {}) } });
const change = async (id: string) =>
  client.do(saveConsignInfo, { body: { ...filledHeader(), projectId: PROJECT1, memo: v4(), id } });

describe('the document', () => {
  it('PD-001 of a draft is outdated once its project is renamed, and is created again on request', async () => {
    const [{ id }, admin] = [await createSubmittableDraft(client), await service.as('admin')];
    const { id: projectId } = await client.do(insertProject, { body: { projectName: '旧名大桥' } });
    await client.do(saveConsignInfo, { body: { ...filledHeader(), projectId, id } });
    await request(id);
    await finish(id);
    await request(id);
    expect([(await infoOf(id))?.pdfStatus, (await requestsOf(id)).length]).toEqual([1, 1]);
    await admin.do(updateProject, { body: { id: projectId, projectName: '新名大桥' } });
    expect((await infoOf(id))?.pdfStatus).toBe(4);
    await request(id);
    expect((await requestsOf(id)).length).toBe(2);
  });

  it('PD-001 is missing, ready, in progress, failed or older than its consignment', async () => {
    const [never, ready, inProgress, failed, older] = [
      await createSubmittableDraft(client),
      await createSubmittableDraft(client),
      await createSubmittableDraft(client),
      await createSubmittableDraft(client),
      await createSubmittableDraft(client),
    ];
    for (const { id } of [ready, inProgress, failed, older]) await request(id);
    await finish(ready.id);
    await appendStep(failed.id, {
      type: 'RecordPdfFailure',
      consignmentId: failed.id,
      revision: (await readConsignment(client, failed.id)).revision,
      reason: '字体缺失',
      requestId: (await requestsOf(failed.id))[0]?.id ?? '',
    });
    await finish(older.id);
    await change(older.id);

    const ids = [never, ready, inProgress, failed, older].map(({ id }) => id);
    const { success, result } = await client.do(getPrintList, { query: { ids } });
    expect([success, result.map(({ id }) => id)]).toEqual([true, ids]);
    expect(result.map(({ pdfStatus }) => pdfStatus)).toEqual([0, 1, 2, 3, 4]);
    expect(result.map(({ pdfUrl }) => pdfUrl !== '')).toEqual([false, true, false, false, false]);
    expect(result[3]?.reason).toBe('字体缺失');
  });

  it('AAPI-004 API-010 is requested, created and opened by its url; an unknown id is reported as a failure', async () => {
    const { id } = await createSubmittableDraft(client);
    expect((await infoOf(id))?.pdfStatus).toBe(0);
    expect(await request(id)).toBe(true);
    expect((await infoOf(id))?.pdfStatus).toBe(2);
    await finish(id);
    const info = await infoOf(id);
    expect(info?.pdfStatus).toBe(1);
    const file = await fetch(service.url + (info?.pdfUrl ?? ''));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
    expect(await client.do(getPrintList, { query: { ids: v4() } })).toEqual({
      success: false,
      message: '委托不存在或已删除',
      result: [],
    });
  });

  it('is separate in each language, with a status of its own', async () => {
    const { id } = await createSubmittableDraft(client);
    await request(id);
    await finish(id);
    const englishHeaders = { 'accept-language': 'en' };
    const stateIn = async (headers: Record<string, string>) =>
      (await client.do(getPrintList, { query: { ids: id }, headers })).result[0]?.pdfStatus;
    expect([await stateIn({}), await stateIn(englishHeaders)]).toEqual([1, 0]);
    await client.do(genConsignPdf, { query: { id }, headers: englishHeaders });
    expect([await stateIn({}), await stateIn(englishHeaders)]).toEqual([1, 2]);
    const [requestEvent] = (await service.engines.eventStore.read(`document-${id}.en`)).events;
    expect(requestEvent).toMatchObject({ type: 'PdfRequested', data: { consignmentId: id, language: 'en' } });
    await change(id);
    expect([await stateIn({}), await stateIn(englishHeaders)]).toEqual([4, 2]);
  });

  it('has no url for an auditor, who sees persons masked', async () => {
    const { id } = await createSubmittableDraft(client);
    await request(id);
    await finish(id);
    const statesFor = async (reader: Client) =>
      (await reader.do(getPrintList, { query: { ids: id } })).result.map(({ pdfStatus, pdfUrl }) => [
        pdfStatus,
        pdfUrl !== '',
      ]);
    expect(await statesFor(await service.as('auditor'))).toEqual([[1, false]]);
    expect(await statesFor(client)).toEqual([[1, true]]);
  });

  it('is requested once while it is in progress, unless by force or after 180 seconds', async () => {
    const { id } = await createSubmittableDraft(client);
    const countRequests = async () => (await requestsOf(id)).length;
    await request(id);
    clock += 179_000;
    await request(id);
    expect(await countRequests()).toBe(1);
    await request(id, true);
    expect(await countRequests()).toBe(2);
    clock += 181_000;
    await request(id);
    expect(await countRequests()).toBe(3);
    await finish(id);
    await request(id);
    expect(await countRequests()).toBe(3);
    await change(id);
    await request(id);
    expect(await countRequests()).toBe(4);
  });

  it('can be read and requested only by users with access to the consignment', async () => {
    const { id } = await createSubmittableDraft(client);
    for (const stranger of [await newClient(service), await service.as('lab1')]) {
      expect((await stranger.call(getPrintList, { query: { ids: id } })).status).toBe(403);
      expect((await stranger.call(genConsignPdf, { query: { id } })).status).toBe(403);
      expect((await stranger.call(getPrintConsignInfoList, { query: { ids: id } })).status).toBe(403);
    }
  });
});

describe('a document ticket', () => {
  const ticketFor = async (caller: Client) => {
    const { id } = await createDraft(caller, caller === client ? {} : { projectId: PROJECT1 });
    await caller.do(genConsignPdf, { query: { id } });
    await finish(id);
    return ((await caller.do(getPrintList, { query: { ids: id } })).result[0]?.pdfUrl ?? '').split('/').at(-1) ?? '';
  };
  const open = async (ticket: string) => (await service.stranger.call(getDocumentFile, { query: { ticket } })).status;

  it('opens its file for five minutes and cannot be forged', async () => {
    const ticket = await ticketFor(client);
    expect(await open(ticket)).toBe(200);
    const [payload = '', mac = ''] = ticket.split('.');
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), expiresAt: clock + 1e12 }),
    ).toString('base64url');
    for (const invalidTicket of [`${forged}.${mac}`, payload, `${payload}.`, 'x'])
      expect(await open(invalidTicket)).toBe(404);
    clock += 5 * 60_000 - 1;
    expect(await open(ticket)).toBe(200);
    clock += 1;
    expect(await open(ticket)).toBe(404);
  });

  it('is refused when its user may no longer sign in', async () => {
    const { consignUnitId } = await createDraft(client);
    const colleague = await newClient(service, consignUnitId);
    const ticket = await ticketFor(colleague);
    expect(await open(ticket)).toBe(200);
    const { userId } = JSON.parse(Buffer.from(ticket.split('.')[0] ?? '', 'base64url').toString()) as {
      userId: string;
    };
    await handle(service.engines.eventStore, user, userId, { type: 'DeactivateUser', reason: '离职' }, systemContext());
    expect(await open(ticket)).toBe(404);
  });
});

describe('print data', () => {
  it('AAPI-004 API-012 has one object per id in the requested order, with witnesses and one block per sample', async () => {
    const witnesses = {
      needWitnessUnit: true,
      jzunit: '监理公司',
      jhperson: '王五',
      jzcardNo: 'JZ1',
      jzphone: '13800000011',
      constructionJzunit: '指挥部',
      constructionJzperson: '孙七',
      constructionJzcardNo: 'JZ2',
      constructionJzphone: '13800000013',
    };
    const [draftA, draftB] = [
      await createDraft(client, { changes: witnesses }),
      await createSubmittableDraft(client, { consignType: 1 }),
    ];
    await addCement(client, draftA.id);
    await addCement(client, draftA.id);
    const printed = await client.do(getPrintConsignInfoList, { query: { ids: [draftB.id, draftA.id] } });
    expect(printed.map(({ id, samples }) => [id, samples.length])).toEqual([
      [draftB.id, 1],
      [draftA.id, 2],
    ]);
    expect(printed[1]).toMatchObject({
      ...witnesses,
      title: '原材料检测预览',
      qualificationName: '公路工程综合甲级',
      isReadOnly: false,
      samples: [{ tuSampleParamIds: [{ tuTestParamName: '密度' }] }, {}],
    });
    expect(printed[1]?.samples.map(({ receivingRequirement }) => receivingRequirement)).toEqual([
      expect.stringMatching(/^[^<&]*12\s?kg[^<&]*$/),
      expect.stringMatching(/12\s?kg/),
    ]);
    const appointment = await createDraft(client, { consignType: 3 });
    expect((await client.do(getPrintConsignInfoList, { query: { ids: appointment.id } }))[0]?.title).toBe(
      '交竣工检测预约预览',
    );
  });
});
