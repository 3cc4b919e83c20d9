import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { consignment } from '#domain/consignment';
import { handle, load } from '#domain/event-sourcing';
import { outgoingCall } from '#domain/lab-systems';
import { testingUnit } from '#domain/units';
import { noScanner, openEngines, type FileScanner, type JobContext } from '#engines';
import { ROLE, type RecordedEvent } from '#events';
import { openOutbound, type Outbound } from '#outbound';
import { stubLaboratory, type StubLaboratory } from '#harness/catalogue/stub-laboratory';
import { header, LAB_UNIT, OTHER_LAB, people, settings } from '#harness/domain/consignment-story';
import { callLabSystem, LAB_CALL_JOBS, type CallLabSystemPayload } from './jobs/call-lab-system.job.js';
import { newCommandContext, appendSubmission, executeCommands } from '#harness/worker/consignment-in-log';
import { waitUntil } from '#harness/worker/test-engines';
import { workerUnderTest } from '#harness/worker/worker-under-test';

const test = workerUnderTest();
let system: StubLaboratory;
let outbound: Outbound;

beforeEach(async () => {
  system = await stubLaboratory();
  outbound = openOutbound({ allowedHosts: [system.host] });
  await register(LAB_UNIT, system);
});
afterEach(async () => {
  outbound.close();
  await system.close();
});

const register = async (unitId: string, { base }: StubLaboratory, into = test.engines.eventStore): Promise<void> => {
  const unit = {
    unitNo: 'TU001',
    testUnitName: '检测中心',
    shortName: '检测',
    contact: { name: '', phone: '' },
    sheng: '浙江省',
    shi: '宁波市',
    regAddress: '',
    inroduce: '',
    regTime: '',
    logoPath: '',
    isActive: true,
    qualifications: [],
    addresses: [],
    bigCategoryIds: [],
    reportCount: 3,
    lmisType: 1,
    lmisurl: base,
    lmisIntegratedCode: 'LAB_x',
    iLISReportProgressQueryURL: '',
    origins: [],
    systemName: '',
    filingNumber: '',
  };
  const administrator = newCommandContext({ userId: 'u-admin', role: ROLE.admin, unitId: null });
  await handle(into, testingUnit, unitId, { type: 'RegisterTestingUnit', unit }, administrator);
};

const jobContext = (more: Partial<JobContext> = {}): JobContext => ({
  id: 'j',
  attempt: 1,
  lastAttempt: false,
  abandoned: false,
  progress: () => Promise.resolve(),
  signal: new AbortController().signal,
  ...more,
});
const run = (payload: CallLabSystemPayload, more?: Partial<JobContext>, scanner: FileScanner = noScanner) =>
  callLabSystem({
    engines: test.engines,
    outbound,
    scanner,
    now: test.clock.now,
    logger: pino({ level: 'silent' }),
  })(payload, jobContext(more));

/** What the event of a consignment asks the job for. */
const askedBy = async (
  id: string,
  type: string,
  kind: 'message' | 'bill',
  store = test.engines.eventStore,
): Promise<CallLabSystemPayload> => {
  const { events } = await store.read(`consignment-${id}`);
  const event = events.findLast((one) => one.type === type) as RecordedEvent;
  return { requestId: event.id, callId: event.id, asked: { kind, consignmentId: id, revision: event.revision } };
};
const recordOf = async ({ callId }: CallLabSystemPayload) => load(test.engines.eventStore, outgoingCall, callId);

describe('A call to a laboratory’s system', () => {
  it('is made once when its job is delivered twice', async () => {
    system.setPayload('pre/message/LAB_x', { LimsConsignID: 'L-1' });
    const id = await appendSubmission(test.engines.eventStore);
    const payload = await askedBy(id, 'ConsignmentCommitted', 'message');
    await run(payload);
    await run(payload, { attempt: 2 });
    expect(system.callsTo('pre/message/LAB_x')).toHaveLength(1);
    const { past, state } = await recordOf(payload);
    expect(past.map(({ type }) => type)).toEqual(['OutgoingCallRequested', 'OutgoingCallSucceeded']);
    expect(state).toMatchObject({ state: 'delivered', attempts: 1 });
    const { past: steps } = await load(test.engines.eventStore, consignment, id);
    expect(steps.filter(({ type }) => type === 'LabConsignmentIdSet')).toHaveLength(1);
  });

  it('is given up after its last attempt, or when its worker ended at every attempt', async () => {
    system.setHandler('pre/message/LAB_x', (_, response) => void response.writeHead(503).end());
    const one = await askedBy(await appendSubmission(test.engines.eventStore), 'ConsignmentCommitted', 'message');
    await expect(run(one)).rejects.toThrow('status');
    expect((await recordOf(one)).state).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 503 });
    await expect(run(one, { attempt: 20, lastAttempt: true })).rejects.toThrow('status');
    expect((await recordOf(one)).state).toMatchObject({ state: 'failed', attempts: 2, lastFailure: 'status' });

    const other = await askedBy(await appendSubmission(test.engines.eventStore), 'ConsignmentCommitted', 'message');
    await expect(run(other)).rejects.toThrow('status');
    await run(other, { attempt: 21, lastAttempt: true, abandoned: true });
    expect((await recordOf(other)).state).toMatchObject({ state: 'failed', attempts: 2 });
  });

  it('records no attempt of a worker that has lost the job to another', async () => {
    system.setHandler('pre/message/LAB_x', () => undefined);
    const payload = await askedBy(await appendSubmission(test.engines.eventStore), 'ConsignmentCommitted', 'message');
    const lost = new AbortController();
    const running = run(payload, { signal: lost.signal });
    lost.abort(new Error('the lease was lost'));
    await expect(running).rejects.toThrow('the lease was lost');
    expect((await recordOf(payload)).state).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  it('is made one at a time to a system that did not answer, until it answers', async () => {
    const handler = callLabSystem({
      engines: test.engines,
      outbound,
      scanner: noScanner,
      now: test.clock.now,
      logger: pino({ level: 'silent' }),
    });
    const submitted = async () =>
      askedBy(await appendSubmission(test.engines.eventStore), 'ConsignmentCommitted', 'message');
    const [first, second, third] = [await submitted(), await submitted(), await submitted()];
    system.setHandler('pre/message/LAB_x', (_, response) => void response.destroy());
    await expect(handler(first, jobContext())).rejects.toThrow('connection');
    const held: ServerResponse[] = [];
    system.setHandler('pre/message/LAB_x', (_, response) => void held.push(response));
    const waiting = handler(second, jobContext());
    await waitUntil(() => Promise.resolve(held.length === 1));
    await expect(handler(third, jobContext())).rejects.toThrow('other calls are under way');
    held[0]?.writeHead(204).end();
    await waiting;
    const both = [handler(first, jobContext()), handler(third, jobContext())];
    await waitUntil(() => Promise.resolve(held.length === 3));
    held.slice(1).forEach((response) => response.writeHead(204).end());
    await Promise.all(both);
  });

  it('stores no bill that the scanner rejects', async () => {
    const content = Buffer.from('%PDF-1.7\n%%EOF\n');
    system.setHandler('bills/1.pdf', (_, response) => void response.end(content));
    const id = await appendSubmission(test.engines.eventStore);
    const address = `${system.base}/api/bills/1.pdf`;
    await executeCommands(
      test.engines.eventStore,
      id,
      { type: 'PassAudit', by: people.lab, remark: '', limsConsignId: '' },
      { type: 'ConfirmSample', by: people.lab, remark: '', limsConsignId: '', settings },
      { type: 'SetBill', by: people.lab, billFile: address, billHash: null },
    );
    const payload = await askedBy(id, 'BillGenerated', 'bill');
    const finding: FileScanner = { ...noScanner, scan: () => Promise.resolve({ isClean: false, finding: 'EICAR' }) };
    await expect(run(payload, {}, finding)).rejects.toThrow('infected');
    expect((await recordOf(payload)).state).toMatchObject({ state: 'failed', lastFailure: 'infected' });
    const { state } = await load(test.engines.eventStore, consignment, id);
    expect(state).toMatchObject({ billFile: address, billHash: null });
  });
});

const { REDIS_URL } = process.env;
const jobsOn = [
  { engine: 'the embedded table of jobs', env: {}, runs: describe },
  REDIS_URL
    ? {
        engine: 'BullMQ',
        env: { REDIS_URL: Object.assign(new URL(REDIS_URL), { pathname: '/9' }).href },
        runs: describe,
      }
    : { engine: 'BullMQ (REDIS_URL is not set)', env: {}, runs: describe.skip },
];
for (const { engine, env, runs } of jobsOn)
  runs(`Calls to laboratories’ systems on ${engine}`, () => {
    it('calls to a laboratory that hangs do not delay calls to another, and continue when it answers', async () => {
      const healthy = await stubLaboratory();
      healthy.setPayload('pre/message/LAB_x', {});
      const held: ServerResponse[] = [];
      system.setHandler('pre/message/LAB_x', (_, response) => void held.push(response));
      const engines = await openEngines({ DATA_DIR: ':memory:', ...env });
      const { eventStore, jobs } = engines;
      const hosts = openOutbound({ allowedHosts: [system.host, healthy.host] });
      const name = `call-lab-system-${v4()}`; // others may use the same server
      const stop = jobs.work(
        name,
        callLabSystem({
          engines,
          outbound: hosts,
          scanner: noScanner,
          now: () => new Date(),
          logger: pino({ level: 'silent' }),
        }),
        { concurrency: LAB_CALL_JOBS },
      );
      try {
        await register(LAB_UNIT, system, eventStore);
        await register(OTHER_LAB, healthy, eventStore);
        const submit = async (testUnitId: string): Promise<void> => {
          const id = await appendSubmission(eventStore, { header: header({ testUnitId }) });
          const payload = await askedBy(id, 'ConsignmentCommitted', 'message', eventStore);
          await jobs.enqueue(name, payload, { id: `${payload.callId}.${name}`, maxAttempts: 1 });
        };
        const done = async (count: number) => (await jobs.find({ name, state: 'done', limit: 1 })).total === count;
        for (let n = 0; n < 10; n++) await submit(LAB_UNIT);
        await waitUntil(async () => held.length === 2);
        for (let n = 0; n < 3; n++) await submit(OTHER_LAB);
        // Sooner than the laboratory that hangs is given up by its time limit.
        await waitUntil(() => done(3), 5_000);
        expect([healthy.calls.length, held.length]).toEqual([3, 2]);
        const answer = (response: ServerResponse) => void response.writeHead(204).end();
        system.setHandler('pre/message/LAB_x', (_, response) => answer(response));
        held.forEach(answer);
        await waitUntil(() => done(13));
        expect(system.calls).toHaveLength(10);
      } finally {
        await stop();
        hosts.close();
        for (const { id } of (await jobs.find({ name })).jobs) await jobs.cancel(id);
        await engines.close();
        await healthy.close();
      }
    });

    it('calls reach a responding laboratory while five others hang', async () => {
      const healthy = await stubLaboratory();
      healthy.setPayload('pre/message/LAB_x', {});
      const hanging = await Promise.all([1, 2, 3, 4, 5].map(stubLaboratory));
      const held: ServerResponse[] = [];
      for (const one of hanging) one.setHandler('pre/message/LAB_x', (_, response) => void held.push(response));
      const engines = await openEngines({ DATA_DIR: ':memory:', ...env });
      const { eventStore, jobs } = engines;
      const hosts = openOutbound({ allowedHosts: [healthy, ...hanging].map(({ host }) => host) });
      const name = `call-lab-system-${v4()}`;
      const handler = callLabSystem({
        engines,
        outbound: hosts,
        scanner: noScanner,
        now: () => new Date(),
        logger: pino({ level: 'silent' }),
      });
      const stop = jobs.work(name, handler, { concurrency: LAB_CALL_JOBS });
      try {
        const submit = async (testUnitId: string): Promise<void> => {
          const id = await appendSubmission(eventStore, { header: header({ testUnitId }) });
          const payload = await askedBy(id, 'ConsignmentCommitted', 'message', eventStore);
          await jobs.enqueue(name, payload, { id: `${payload.callId}.${name}`, maxAttempts: 1 });
        };
        for (const one of hanging) {
          const unitId = v4();
          await register(unitId, one, eventStore);
          for (let n = 0; n < 5; n++) await submit(unitId);
        }
        await register(OTHER_LAB, healthy, eventStore);
        await waitUntil(() => Promise.resolve(held.length === 10));
        for (let n = 0; n < 20; n++) await submit(OTHER_LAB);
        // Sooner than those that hang are given up by their time limit.
        await waitUntil(async () => (await jobs.find({ name, state: 'done', limit: 1 })).total === 20, 8_000);
        expect([healthy.calls.length, held.length]).toEqual([20, 10]);
      } finally {
        hosts.close();
        await stop();
        for (const { id } of (await jobs.find({ name, limit: 100 })).jobs) await jobs.cancel(id);
        await engines.close();
        await Promise.all([healthy, ...hanging].map((one) => one.close()));
      }
    });
  });
