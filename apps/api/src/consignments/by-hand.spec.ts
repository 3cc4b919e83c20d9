import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  commitConsignInfo,
  enterLaterStage,
  getConsignLog,
  getConsingInfo,
  getRawMateriaConsignInfoList,
  saveConsignInfo,
  setConsignmentBill,
} from '#contract';
import { toCaller } from '../auth/caller.js';
import { UploadTickets } from '../files/file-tickets.js';
import { Users } from '../auth/users.js';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';
import { filledHeader } from '#harness/consignments/drafts';
import { createConsignmentAt, ifMatch, readConsignment } from '#harness/consignments/stages';
import { newClient } from '#harness/consignments/units';

let service: Service;
let client: Client;
let lab: Client;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
  [client, lab] = await Promise.all([service.as('client1'), service.as('lab1')]);
});
afterAll(() => service.close());

/** What `uploadFile` would answer this user for a file. */
const uploaded = async (userName: string, name: string, content = '%PDF-1.7'): Promise<string> => {
  const { engines } = service;
  const user = await new Users(engines).byNameOrEmail(userName);
  if (!user) throw new Error(`nobody is called ${userName}`);
  const bytes = Buffer.from(content);
  const { hash } = await engines.files.put(bytes, { contentType: 'application/pdf', name });
  return new UploadTickets(engines, () => new Date()).seal(
    { hash, name, size: bytes.byteLength, mediaType: 'application/pdf' },
    toCaller(user, ''),
  );
};

describe('the bill', () => {
  it('can be downloaded by both units of the consignment, and is not shown to an auditor or another unit', async () => {
    const { id, revision } = await createConsignmentAt(service, 60);
    const uploadId = await uploaded('lab1', '委托单.pdf', '%PDF-1.7 bill');
    await lab.do(setConsignmentBill, { query: { id }, body: { uploadId }, headers: ifMatch(revision) });
    for (const party of [client, lab]) {
      const { ext_ConsignBillFile: address, isConsignBillGened } = await readConsignment(party, id);
      const file = await fetch(service.url + address);
      expect([isConsignBillGened, file.status, file.headers.get('content-type'), await file.text()]).toEqual([
        true,
        200,
        'application/pdf',
        '%PDF-1.7 bill',
      ]);
      expect(file.headers.get('content-disposition')).toContain(encodeURIComponent('委托单.pdf'));
    }
    expect((await client.do(getConsignLog, { query: { consignId: id } })).at(-1)).toMatchObject({
      curStep: '已收样',
      nextStep: '已收样',
      exeType: 'setBill',
      exeDescription: '登记委托单：委托单.pdf',
    });
    expect((await readConsignment(await service.as('auditor'), id)).ext_ConsignBillFile).toBe('');
    expect((await (await newClient(service)).call(getConsingInfo, { query: { id } })).status).toBe(403);
  });

  it('is refused if missing, of an unsupported type, uploaded by another user, or given as an invalid address', async () => {
    const { id, revision } = await createConsignmentAt(service, 60);
    const billFailure = async (body: { uploadId?: string; billFile?: string }) => {
      const { status, failure } = await lab.call(setConsignmentBill, {
        query: { id },
        body,
        headers: ifMatch(revision),
      });
      return [status, failure?.code];
    };
    expect(await billFailure({})).toEqual([400, 'BILL_MISSING']);
    expect(await billFailure({ uploadId: await uploaded('lab1', 'bill.docx') })).toEqual([
      400,
      'FILE_TYPE_UNSUPPORTED',
    ]);
    expect(await billFailure({ uploadId: await uploaded('lab2', 'bill.pdf') })).toEqual([400, 'UPLOAD_UNKNOWN']);
    expect(await billFailure({ billFile: 'javascript:alert(1)' })).toEqual([400, 'BILL_ADDRESS_INVALID']);
    expect((await billFailure({ billFile: `/${'a'.repeat(500)}` }))[0]).toBe(400);
    expect(await billFailure({ uploadId: 'made.up' })).toEqual([400, 'UPLOAD_UNKNOWN']);
    expect((await readConsignment(client, id)).isConsignBillGened).toBe(false);
  });
});

describe('a correction that the laboratory requests manually', () => {
  it('requires a reason, shows it to the client, and clears it at the next submission', async () => {
    const { id, revision } = await createConsignmentAt(service, 60);
    const ask = (description: string) =>
      lab.call(enterLaterStage, {
        query: { id },
        body: { consignStatus: 70, description },
        headers: ifMatch(revision),
      });
    expect((await ask(' ')).failure).toMatchObject({ code: 'REASON_REQUIRED', message: '输入内容不能为空' });
    expect((await ask('缺见证取样单')).status).toBe(200);
    expect(await readConsignment(client, id)).toMatchObject({ consignStatus: 70, rollbackCause: '缺见证取样单' });
    const listed = async () =>
      (
        await client.do(getRawMateriaConsignInfoList, { query: { consignStatuses: '20,70', maxResultCount: 100 } })
      ).items.find((row) => row.id === id);
    expect(await listed()).toMatchObject({ consignStatus: 70, rollbackCause: '缺见证取样单' });

    const { projectId } = await readConsignment(client, id);
    await client.do(saveConsignInfo, { body: { ...filledHeader(), id, projectId, memo: '已补' } });
    expect(await client.do(commitConsignInfo, { query: { consignInfoIds: id, description: '已补正' } })).toBe(true);
    expect(await readConsignment(client, id)).toMatchObject({ consignStatus: 20, rollbackCause: '' });
    expect(await listed()).toMatchObject({ consignStatus: 20, rollbackCause: '' });
    expect(
      (await client.do(getConsignLog, { query: { consignId: id } }))
        .map(({ curStep, nextStep, exeDescription }) => [curStep, nextStep, exeDescription])
        .slice(-2),
    ).toEqual([
      ['已收样', '待补正', '缺见证取样单'],
      ['待补正', '待审核', '已补正'],
    ]);
  });

  it('can be cancelled by the laboratory but not by the client, and so can a requested signature', async () => {
    for (const status of [70, 80] as const) {
      const { id, revision } = await createConsignmentAt(service, status);
      const back = (caller: Client) =>
        caller.call(enterLaterStage, {
          query: { id },
          body: { consignStatus: 60, description: '误操作' },
          headers: ifMatch(revision),
        });
      expect((await back(client)).status).toBe(403);
      expect((await back(lab)).result).toMatchObject({ consignStatus: 60 });
      expect(await readConsignment(client, id)).toMatchObject({ consignStatus: 60, rollbackCause: '' });
    }
  });
});
