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

const register = async (
  unitId: string,
  { base }: StubLaboratory,
  eventStore = test.engines.eventStore,
): Promise<void> => {
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
  await handle(eventStore, testingUnit, unitId, { type: 'RegisterTestingUnit', unit }, administrator);
};

const jobContext = (overrides: Partial<JobContext> = {}): JobContext => ({
  id: 'j',
  attempt: 1,
  lastAttempt: false,
  abandoned: false,
  progress: () => Promise.resolve(),
  signal: new AbortController().signal,
  ...overrides,
});
const run = (payload: CallLabSystemPayload, overrides?: Partial<JobContext>, scanner: FileScanner = noScanner) =>
  callLabSystem({
    engines: test.engines,
    outbound,
    scanner,
    now: test.clock.now,
    logger: pino({ level: 'silent' }),
  })(payload, jobContext(overrides));

/** The payload of the job that an event of a consignment requests. */
const payloadFor = async (
  id: string,
  type: string,
  kind: 'message' | 'bill',
  store = test.engines.eventStore,
): Promise<CallLabSystemPayload> => {
  const { events } = await store.read(`consignment-${id}`);
  const event = events.findLast((candidate) => candidate.type === type) as RecordedEvent;
  return { requestId: event.id, callId: event.id, asked: { kind, consignmentId: id, revision: event.revision } };
};
const loadCall = async ({ callId }: CallLabSystemPayload) => load(test.engines.eventStore, outgoingCall, callId);

describe('A call to a laboratory’s system', () => {
  it('is made once when its job is delivered twice', async () => {
    system.setPayload('pre/message/LAB_x', { LimsConsignID: 'L-1' });
    const id = await appendSubmission(test.engines.eventStore);
    const payload = await payloadFor(id, 'ConsignmentCommitted', 'message');
    await run(payload);
    await run(payload, { attempt: 2 });
    expect(system.callsTo('pre/message/LAB_x')).toHaveLength(1);
    const { events, state } = await loadCall(payload);
    expect(events.map(({ type }) => type)).toEqual(['OutgoingCallRequested', 'OutgoingCallSucceeded']);
    expect(state).toMatchObject({ state: 'delivered', attempts: 1 });
    const { events: steps } = await load(test.engines.eventStore, consignment, id);
    expect(steps.filter(({ type }) => type === 'LabConsignmentIdSet')).toHaveLength(1);
  });

  it('is given up after its last attempt, or when its worker ended at every attempt', async () => {
    system.setHandler('pre/message/LAB_x', (_, response) => void response.writeHead(503).end());
    const firstPayload = await payloadFor(
      await appendSubmission(test.engines.eventStore),
      'ConsignmentCommitted',
      'message',
    );
    await expect(run(firstPayload)).rejects.toThrow('status');
    expect((await loadCall(firstPayload)).state).toMatchObject({ state: 'waiting', attempts: 1, lastStatus: 503 });
    await expect(run(firstPayload, { attempt: 20, lastAttempt: true })).rejects.toThrow('status');
    expect((await loadCall(firstPayload)).state).toMatchObject({ state: 'failed', attempts: 2, lastFailure: 'status' });

    const secondPayload = await payloadFor(
      await appendSubmission(test.engines.eventStore),
      'ConsignmentCommitted',
      'message',
    );
    await expect(run(secondPayload)).rejects.toThrow('status');
    await run(secondPayload, { attempt: 21, lastAttempt: true, abandoned: true });
    expect((await loadCall(secondPayload)).state).toMatchObject({ state: 'failed', attempts: 2 });
  });

  it('records no attempt of a worker that has lost the job to another', async () => {
    system.setHandler('pre/message/LAB_x', () => undefined);
    const payload = await payloadFor(
      await appendSubmission(test.engines.eventStore),
      'ConsignmentCommitted',
      'message',
    );
    const leaseAbort = new AbortController();
    const running = run(payload, { signal: leaseAbort.signal });
    leaseAbort.abort(new Error('the lease was lost'));
    await expect(running).rejects.toThrow('the lease was lost');
    expect((await loadCall(payload)).state).toMatchObject({ state: 'waiting', attempts: 0 });
  });

  it('is made one at a time to a system that did not answer, until it answers', async () => {
    const handler = callLabSystem({
      engines: test.engines,
      outbound,
      scanner: noScanner,
      now: test.clock.now,
      logger: pino({ level: 'silent' }),
    });
    const newPayload = async () =>
      payloadFor(await appendSubmission(test.engines.eventStore), 'ConsignmentCommitted', 'message');
    const [first, second, third] = [await newPayload(), await newPayload(), await newPayload()];
    system.setHandler('pre/message/LAB_x', (_, response) => void response.destroy());
    await expect(handler(first, jobContext())).rejects.toThrow('connection');
    const openResponses: ServerResponse[] = [];
    system.setHandler('pre/message/LAB_x', (_, response) => void openResponses.push(response));
    const secondRun = handler(second, jobContext());
    await waitUntil(() => Promise.resolve(openResponses.length === 1));
    await expect(handler(third, jobContext())).rejects.toThrow('other calls are under way');
    openResponses[0]?.writeHead(204).end();
    await secondRun;
    const both = [handler(first, jobContext()), handler(third, jobContext())];
    await waitUntil(() => Promise.resolve(openResponses.length === 3));
    openResponses.slice(1).forEach((response) => response.writeHead(204).end());
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
    const payload = await payloadFor(id, 'BillGenerated', 'bill');
    const finding: FileScanner = { ...noScanner, scan: () => Promise.resolve({ isClean: false, finding: 'EICAR' }) };
    await expect(run(payload, {}, finding)).rejects.toThrow('infected');
    expect((await loadCall(payload)).state).toMatchObject({ state: 'failed', lastFailure: 'infected' });
    const { state } = await load(test.engines.eventStore, consignment, id);
    expect(state).toMatchObject({ billFile: address, billHash: null });
  });
});

const { REDIS_URL } = process.env;
const jobEngines = [
  { engine: 'the embedded table of jobs', env: {}, runs: describe },
  REDIS_URL
    ? {
        engine: 'BullMQ',
        env: { REDIS_URL: Object.assign(new URL(REDIS_URL), { pathname: '/9' }).href },
        runs: describe,
      }
    : { engine: 'BullMQ (REDIS_URL is not set)', env: {}, runs: describe.skip },
];
for (const { engine, env, runs } of jobEngines)
  runs(`Calls to laboratories’ systems on ${engine}`, () => {
    it('calls to a laboratory that hangs do not delay calls to another, and continue when it answers', async () => {
      const healthy = await stubLaboratory();
      healthy.setPayload('pre/message/LAB_x', {});
      const openResponses: ServerResponse[] = [];
      system.setHandler('pre/message/LAB_x', (_, response) => void openResponses.push(response));
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
          const payload = await payloadFor(id, 'ConsignmentCommitted', 'message', eventStore);
          await jobs.enqueue(name, payload, { id: `${payload.callId}.${name}`, maxAttempts: 1 });
        };
        const haveCompleted = async (count: number) =>
          (await jobs.find({ name, state: 'done', limit: 1 })).total === count;
        for (let n = 0; n < 10; n++) await submit(LAB_UNIT);
        await waitUntil(async () => openResponses.length === 2);
        for (let n = 0; n < 3; n++) await submit(OTHER_LAB);
        // Sooner than the laboratory that hangs is given up by its time limit.
        await waitUntil(() => haveCompleted(3), 5_000);
        expect([healthy.calls.length, openResponses.length]).toEqual([3, 2]);
        const respond = (response: ServerResponse) => void response.writeHead(204).end();
        system.setHandler('pre/message/LAB_x', (_, response) => respond(response));
        openResponses.forEach(respond);
        await waitUntil(() => haveCompleted(13));
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
      const openResponses: ServerResponse[] = [];
      for (const laboratory of hanging)
        laboratory.setHandler('pre/message/LAB_x', (_, response) => void openResponses.push(response));
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
          const payload = await payloadFor(id, 'ConsignmentCommitted', 'message', eventStore);
          await jobs.enqueue(name, payload, { id: `${payload.callId}.${name}`, maxAttempts: 1 });
        };
        for (const laboratory of hanging) {
          const unitId = v4();
          await register(unitId, laboratory, eventStore);
          for (let n = 0; n < 5; n++) await submit(unitId);
        }
        await register(OTHER_LAB, healthy, eventStore);
        await waitUntil(() => Promise.resolve(openResponses.length === 10));
        for (let n = 0; n < 20; n++) await submit(OTHER_LAB);
        // Sooner than those that hang are given up by their time limit.
        await waitUntil(async () => (await jobs.find({ name, state: 'done', limit: 1 })).total === 20, 8_000);
        expect([healthy.calls.length, openResponses.length]).toEqual([20, 10]);
      } finally {
        hosts.close();
        await stop();
        for (const { id } of (await jobs.find({ name, limit: 100 })).jobs) await jobs.cancel(id);
        await engines.close();
        await Promise.all([healthy, ...hanging].map((laboratory) => laboratory.close()));
      }
    });
  });
