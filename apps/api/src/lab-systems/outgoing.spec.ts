import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  getConsingInfo,
  issueAccessKey,
  listOutgoingCalls,
  pushConsignBillGenStatus,
  resendOutgoingCall,
  type OutgoingCall,
} from '#contract';
import { load } from '#domain/event-sourcing';
import { outgoingCall } from '#domain/lab-systems';
import { stubLaboratory, type LabCall, type StubLaboratory } from '#harness/catalogue/stub-laboratory';
import { createConsignmentAt } from '#harness/consignments/stages';
import { fileOf } from '#harness/files/files';
import {
  hostsOf,
  laboratoryToIntegrate,
  submitTo,
  startWorkerBeside,
  type LaboratoryToIntegrate,
} from '#harness/lab-systems/integrated-laboratory';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

/** Longer than any call of these tests takes that is made at all. */
const TIMEOUT_MS = 30_000;

let system: StubLaboratory;
let service: Service;
let worker: ReturnType<typeof startWorkerBeside>;
let lab: LaboratoryToIntegrate;
let manager: Client;

beforeAll(async () => {
  system = await stubLaboratory();
  service = await startService({ repeatsCommands: true, labSystemHosts: hostsOf(system) });
  worker = startWorkerBeside(service, hostsOf(system));
});
afterAll(async () => {
  await worker.stop();
  await service.close();
  await system.close();
});
beforeEach(async () => {
  lab = await laboratoryToIntegrate(service);
  manager = await service.as('admin');
  system.calls.length = 0;
});

const messages = (): LabCall[] => system.callsTo(`pre/message/${lab.code}`);
const listCalls = async (query: object = {}): Promise<OutgoingCall[]> => {
  await service.catchUp();
  return (await manager.do(listOutgoingCalls, { query: { unitId: lab.testUnitId, ...query } })).items;
};
/** The newest call of the laboratory once it is as wanted. */
const callOnce = async (matches: (call: OutgoingCall) => boolean): Promise<OutgoingCall> => {
  for (const end = Date.now() + TIMEOUT_MS; Date.now() < end;) {
    const [newest] = await listCalls();
    if (newest && matches(newest)) return newest;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`no such call in time: ${JSON.stringify(await listCalls())}`);
};
const submitted = (): Promise<string> => submitTo(service, lab, system);
/** A consignment with received samples, and the key of its laboratory's system. */
const billed = async (): Promise<{ id: string; machine: Client }> => {
  const { id } = await createConsignmentAt(service, 60, { lab });
  const body = { unitId: lab.testUnitId, name: 'LIMS', scopes: ['bills:write' as const] };
  return { id, machine: service.withToken((await manager.do(issueAccessKey, { body })).secret) };
};
const sendsFile = (path: string, content: Buffer, type = 'application/pdf') =>
  system.setHandler(path, (_, response) => void response.writeHead(200, { 'content-type': type }).end(content));
const push = (machine: Client, id: string, consignBillFile: string) =>
  machine.do(pushConsignBillGenStatus, { body: { consignInfoID: id, isConsignBillGened: true, consignBillFile } });
const billOf = async (id: string): Promise<string> =>
  (await (await service.as(lab.userName)).do(getConsingInfo, { query: { id } })).ext_ConsignBillFile;

describe('a submission to a laboratory with its own system', () => {
  it('EM-006 ILIS-009 is sent to that system once with its four fields, and the response sets the lab consignment id', async () => {
    system.setPayload(`pre/message/${lab.code}`, { LimsConsignID: 'L-2026-7' });
    const id = await submitted();
    const call = await callOnce(({ state }) => state === 'delivered');
    expect(call).toMatchObject({ kind: 'message', consignmentId: id, attempts: 1, lastStatus: 200, lastFailure: null });
    const view = await (await service.as('client1')).do(getConsingInfo, { query: { id } });
    expect(messages().map(({ method, body }) => [method, JSON.parse(body) as unknown])).toEqual([
      [
        'POST',
        {
          preConsignCode: view.consignCode,
          consignDate: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
          consignProject: view.projectName,
          consignUnit: view.consignUnitName,
        },
      ],
    ]);
    expect(messages()[0]?.headers).toMatchObject({
      'unit-code': lab.code.split('_')[0],
      'content-type': 'application/json',
    });
    expect(view.ext_ILISConsignID).toBe('L-2026-7');
  });

  it('EM-006 is valid whatever the system responds, and the message is retried automatically', async () => {
    let requestCount = 0;
    system.setHandler(
      `pre/message/${lab.code}`,
      (_, response) => void response.writeHead((requestCount += 1) === 1 ? 503 : 200).end(),
    );
    const id = await submitted();
    expect(await (await service.as('client1')).do(getConsingInfo, { query: { id } })).toMatchObject({
      consignStatus: 20,
    });
    expect(await callOnce(({ state }) => state === 'delivered')).toMatchObject({ attempts: 2, lastStatus: 200 });
    const { events } = await load(service.engines.eventStore, outgoingCall, (await listCalls())[0]?.id ?? '');
    expect(events.map(({ type }) => type)).toEqual([
      'OutgoingCallRequested',
      'OutgoingCallFailed',
      'OutgoingCallSucceeded',
    ]);
    expect(new Set(messages().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('ILIS-009 is marked as failed if the system refuses it, shown to managers, and sent again on request', async () => {
    system.setHandler(`pre/message/${lab.code}`, (_, response) => void response.writeHead(400).end('<b>no</b>'));
    await submitted();
    const call = await callOnce(({ state }) => state === 'failed');
    expect(call).toMatchObject({ attempts: 1, lastStatus: 400, lastFailure: 'status' });
    expect([(await listCalls({ state: 'failed' })).length, (await listCalls({ kind: 'bill' })).length]).toEqual([1, 0]);
    const resend = { query: { callId: call.id }, body: { reason: '系统已恢复' } };
    const stranger = await service.as('lab2');
    expect((await stranger.call(resendOutgoingCall, resend)).status).toBe(404);
    expect((await stranger.call(listOutgoingCalls, { query: { unitId: lab.testUnitId } })).status).toBe(403);

    system.setPayload(`pre/message/${lab.code}`, null);
    expect(await manager.do(resendOutgoingCall, resend)).toMatchObject({ id: call.id, state: 'waiting' });
    expect(await callOnce(({ state }) => state === 'delivered')).toMatchObject({ id: call.id, attempts: 2 });
    expect(messages()).toHaveLength(2);
  });

  it('cannot be sent again while it is being sent', async () => {
    system.setHandler(`pre/message/${lab.code}`, () => undefined);
    await submitted();
    const { id: callId } = await callOnce(({ state }) => state === 'waiting');
    expect((await manager.call(resendOutgoingCall, { query: { callId } })).failure).toMatchObject({
      code: 'OUTGOING_CALL_WAITING',
    });
  });

  it('is not sent if the laboratory has no system', async () => {
    await submitTo(service, lab, null);
    const integrated = await laboratoryToIntegrate(service);
    system.setPayload(`pre/message/${integrated.code}`, null);
    await submitTo(service, integrated, system);
    const previousLab = lab;
    lab = integrated;
    await callOnce(({ state }) => state === 'delivered');
    lab = previousLab;
    expect([await listCalls(), messages()]).toEqual([[], []]);
  });
});

describe('a bill in a laboratory’s system', () => {
  it('ILIS-003 is fetched, stored on the platform and opened from there', async () => {
    sendsFile('bills/1.pdf', fileOf['.pdf']);
    const { id, machine } = await billed();
    await push(machine, id, `${system.base}/api/bills/1.pdf`);
    expect(await callOnce(({ state }) => state === 'delivered')).toMatchObject({ kind: 'bill', consignmentId: id });
    const address = await billOf(id);
    expect(address).toMatch(/^\/api\//);
    const response = await fetch(service.url + address);
    expect(Buffer.from(await response.arrayBuffer()).equals(fileOf['.pdf'])).toBe(true);
    const list = await (await service.as(lab.userName)).do(getConsingInfo, { query: { id } });
    expect(list.isConsignBillGened).toBe(true);
  });

  it('keeps its address if it is not a valid bill, or if the platform may not call its address', async () => {
    sendsFile('bills/page.pdf', Buffer.from('<html>sign in</html>'), 'text/html');
    sendsFile('bills/large.pdf', Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(11 * 1024 * 1024)]));
    system.setHandler(
      'bills/moved.pdf',
      (_, response) => void response.writeHead(302, { location: '/lims/api/bills/1.pdf' }).end(),
    );
    for (const [address, failure] of [
      [`${system.base}/api/bills/page.pdf`, 'content'],
      [`${system.base}/api/bills/large.pdf`, 'too-large'],
      [`${system.base}/api/bills/moved.pdf`, 'status'],
      ['http://169.254.169.254/latest/bill.pdf', 'address'],
    ] as const) {
      const { id, machine } = await billed();
      await push(machine, id, address);
      expect(await callOnce(({ consignmentId, state }) => consignmentId === id && state !== 'waiting')).toMatchObject({
        state: 'failed',
        lastFailure: failure,
      });
      expect(await billOf(id)).toBe(address);
    }
  });

  it('ILIS-003 can be pushed as a file, also repeatedly, and is refused if the content is wrong', async () => {
    const { id, machine } = await billed();
    const file = { name: '账单.pdf', content: fileOf['.pdf'] };
    const body = { consignInfoID: id, isConsignBillGened: true };
    for (let times = 0; times < 2; times += 1) await machine.do(pushConsignBillGenStatus, { body, file });
    const response = await fetch(service.url + (await billOf(id)));
    expect(Buffer.from(await response.arrayBuffer()).equals(fileOf['.pdf'])).toBe(true);
    expect((await listCalls()).filter(({ kind }) => kind === 'bill')).toEqual([]);
    const fake = { name: '账单.pdf', content: Buffer.from('MZ') };
    expect((await machine.call(pushConsignBillGenStatus, { body, file: fake })).failure).toMatchObject({
      code: 'FILE_CONTENT_DIFFERS',
    });
    expect((await machine.call(pushConsignBillGenStatus, { body })).status).toBe(400);
  });
});
