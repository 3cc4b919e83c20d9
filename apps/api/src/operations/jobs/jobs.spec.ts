import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  cancelJob,
  cancelJobs,
  genConsignPdf,
  getJob,
  listEvents,
  listJobs,
  retryJob,
  retryJobs,
  type JobState,
} from '#contract';
import { PermanentFailure, type JobHandler } from '#engines';
import { StoreUnavailable } from '#events';
import { createSubmittableDraft } from '#harness/consignments/drafts';
import { createConsignmentAt } from '#harness/consignments/stages';
import type { Client } from '#harness/service/client';
import { startService, type Service } from '#harness/service/service';

let service: Service;
let operator: Client;

beforeAll(async () => {
  service = await startService();
  operator = await service.as('operator');
});
afterAll(() => service.close());

const REASON = '邮件服务器已恢复';
/** A kind of job of the test's own, so that tests do not count each other's. */
const newKind = () => `test-${v4()}`;
const enqueue = async (
  name: string,
  { subject, payload = {}, eventId = v4() }: { subject?: string; payload?: unknown; eventId?: string } = {},
): Promise<string> => {
  const id = `${eventId}.${name}`;
  await service.engines.jobs.enqueue(name, payload, { id, maxAttempts: 1, ...(subject ? { subject } : {}) });
  return id;
};
const waitForState = async (id: string, state: JobState): Promise<void> => {
  while ((await service.engines.jobs.get(id))?.state !== state) await new Promise((resolve) => setImmediate(resolve));
};
const working = async (name: string, handler: JobHandler, ids: string[], state: JobState): Promise<void> => {
  const stop = service.engines.jobs.work(name, handler, { concurrency: 4 });
  for (const id of ids) await waitForState(id, state);
  await stop();
};
const failing = async (
  name: string,
  count: number,
  message = 'connect ECONNREFUSED',
  about: { subject?: string; payload?: unknown } = {},
): Promise<string[]> => {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) ids.push(await enqueue(name, about));
  await working(name, () => Promise.reject(new PermanentFailure(message)), ids, 'failed');
  return ids;
};
const stateOf = async (id: string) => (await service.engines.jobs.get(id))?.state;
const orders = async (type: 'JobsRetried' | 'JobsCancelled') =>
  (await operator.do(listEvents, { query: { stream: 'operations-jobs', type, limit: 200 } })).totalCount;

describe('jobs', () => {
  it('are found by state, type and consignment code, with counts by state', async () => {
    const name = newKind();
    const { id: subject, consignCode } = await createConsignmentAt(service, 20);
    const [failedId = ''] = await failing(name, 1, 'connect ECONNREFUSED', { subject });
    const waitingId = await enqueue(name);
    await service.catchUp();
    const { items, totalCount, counts } = await operator.do(listJobs, { query: { name } });
    expect(
      items.map(({ id, state, consignmentId, consignCode: code, error }) => [id, state, consignmentId, code, error]),
    ).toEqual([
      [waitingId, 'waiting', null, '', null],
      [failedId, 'failed', subject, consignCode, 'connect ECONNREFUSED'],
    ]);
    expect([totalCount, counts]).toEqual([2, { waiting: 1, active: 0, done: 0, failed: 1, cancelled: 0 }]);
    const findIds = async (query: object) =>
      (await operator.do(listJobs, { query: { name, ...query } })).items.map(({ id }) => id);
    expect([
      await findIds({ state: 'failed' }),
      await findIds({ consignment: consignCode }),
      await findIds({ consignment: subject }),
      await findIds({ consignment: 'YWT-no-such' }),
    ]).toEqual([[failedId], [failedId], [failedId], []]);
    expect([await findIds({ maxResultCount: 1 }), await findIds({ maxResultCount: 1, skipCount: 1 })]).toEqual([
      [waitingId],
      [failedId],
    ]);
  });

  it('show their payload and error without names, phone numbers and addresses', async () => {
    const name = newKind();
    const payload = {
      requestId: v4(),
      signatureIds: [v4()],
      revision: 3,
      at: '2026-03-01T08:00:00.000Z',
      text: '致 陈志远',
    };
    const [id = ''] = await failing(name, 1, '550 no such user chen@example.com, tel 13800000001, code 10061', {
      payload,
    });
    const job = await operator.do(getJob, { query: { jobId: id } });
    expect(job).toMatchObject({
      error: '550 no such user ***, tel ***, code 10061',
      payload: { ...payload, text: '***' },
      state: 'failed',
      attempts: 1,
      orders: [],
      cause: null,
    });
    expect(JSON.stringify(job)).not.toMatch(/chen@|13800000001|陈志远/);
  });

  it('link to the event that requested them', async () => {
    const client = await service.as('client1');
    const { id } = await createSubmittableDraft(client);
    await client.do(genConsignPdf, { query: { id } });
    const [requestEvent] = (await operator.do(listEvents, { query: { stream: `document-${id}` } })).items;
    const jobId = await enqueue(newKind(), { subject: id, eventId: requestEvent?.id ?? '' });
    expect((await operator.do(getJob, { query: { jobId } })).cause).toEqual(requestEvent);
  });

  it('with an unknown id are not found', async () => {
    const reply = await operator.call(getJob, { query: { jobId: `${v4()}.render-pdf` } });
    expect([reply.status, reply.failure?.code]).toEqual([404, 'NO_SUCH_JOB']);
  });
});

describe('a command for one job', () => {
  it('returns a failed job to waiting, recorded with the operator and the reason', async () => {
    const name = newKind();
    const [id = ''] = await failing(name, 1);
    expect(await operator.do(retryJob, { query: { jobId: id }, body: { reason: REASON } })).toEqual({ count: 1 });
    expect(await stateOf(id)).toBe('waiting');
    const { orders: currentOrders } = await operator.do(getJob, { query: { jobId: id } });
    expect(currentOrders).toEqual([
      expect.objectContaining({
        type: 'JobsRetried',
        reason: REASON,
        userId: expect.stringMatching(/./),
        userName: '',
      }),
    ]);
    await working(name, async () => {}, [id], 'done');
  });

  it('cancels a waiting job, and is refused for a job in an unsuitable state', async () => {
    const name = newKind();
    const id = await enqueue(name);
    const repeated = await operator.call(retryJob, { query: { jobId: id }, body: { reason: REASON } });
    expect([repeated.status, repeated.failure?.code]).toEqual([409, 'JOB_NOT_RETRIABLE']);
    await operator.do(cancelJob, { query: { jobId: id }, body: { reason: '已由检测单位处理' } });
    expect(await stateOf(id)).toBe('cancelled');
    const reply = await operator.call(cancelJob, { query: { jobId: id }, body: { reason: REASON } });
    expect([reply.status, reply.failure?.code]).toEqual([409, 'JOB_NOT_CANCELLABLE']);
  });

  it('requires a reason of 1 to 200 characters', async () => {
    const [id = ''] = await failing(newKind(), 1);
    for (const reason of ['', '   ', '因'.repeat(201)])
      expect((await operator.call(retryJob, { query: { jobId: id }, body: { reason } })).status).toBe(400);
    expect(await stateOf(id)).toBe('failed');
  });

  it('changes nothing if its event cannot be written', async () => {
    const [id = ''] = await failing(newKind(), 1);
    const { eventStore } = service.engines;
    const append = eventStore.append.bind(eventStore);
    eventStore.append = () => Promise.reject(new StoreUnavailable('the disk is full'));
    const reply = await operator.call(retryJob, { query: { jobId: id }, body: { reason: REASON } });
    eventStore.append = append;
    expect([reply.status, await stateOf(id)]).toEqual([503, 'failed']);
  });
});

describe('a command for many jobs', () => {
  it('applies to all filtered jobs if there are as many as expected, and otherwise to none', async () => {
    const name = newKind();
    const ids = await failing(name, 3);
    const waitingId = await enqueue(name);
    const previousCount = await orders('JobsRetried');
    const refused = await operator.call(retryJobs, { body: { name, expectedCount: 2, reason: REASON } });
    expect([refused.status, refused.rawBody]).toEqual([
      409,
      expect.objectContaining({
        code: 'JOBS_CHANGED',
        params: { count: 3 },
        title: '任务数量已变化，现在是 3 个，请核对后再操作',
      }),
    ]);
    expect([await Promise.all(ids.map(stateOf)), await orders('JobsRetried')]).toEqual([
      ['failed', 'failed', 'failed'],
      previousCount,
    ]);

    expect(await operator.do(retryJobs, { body: { name, expectedCount: 3, reason: REASON } })).toEqual({ count: 3 });
    expect([await Promise.all(ids.map(stateOf)), await orders('JobsRetried')]).toEqual([
      ['waiting', 'waiting', 'waiting'],
      previousCount + 1,
    ]);
    expect(await operator.do(cancelJobs, { body: { name, expectedCount: 4, reason: REASON } })).toEqual({ count: 4 });
    expect(await Promise.all([...ids, waitingId].map(stateOf))).toEqual([
      'cancelled',
      'cancelled',
      'cancelled',
      'cancelled',
    ]);
    expect(
      await operator.do(retryJobs, { body: { name, state: 'cancelled', expectedCount: 4, reason: REASON } }),
    ).toEqual({ count: 4 });
  });

  it('is limited to one consignment if its code is given', async () => {
    const name = newKind();
    const { id: subject, consignCode } = await createConsignmentAt(service, 20);
    const [matchingId = ''] = await failing(name, 1, 'x', { subject });
    const [otherId = ''] = await failing(name, 1);
    await service.catchUp();
    await operator.do(retryJobs, { body: { name, consignment: consignCode, expectedCount: 1, reason: REASON } });
    expect([await stateOf(matchingId), await stateOf(otherId)]).toEqual(['waiting', 'failed']);
    const unknown = await operator.call(retryJobs, {
      body: { name, consignment: 'YWT-no-such', expectedCount: 1, reason: REASON },
    });
    expect([unknown.status, unknown.rawBody]).toEqual([409, expect.objectContaining({ params: { count: 0 } })]);
  });

  it('is completed if it is repeated after an interruption, without touching jobs that have failed again since', async () => {
    const name = newKind();
    const [first = '', second = ''] = await failing(name, 2);
    const headers = { 'idempotency-key': v4() };
    const { jobs } = service.engines;
    const retry = jobs.retry.bind(jobs);
    jobs.retry = (id) => (id === first ? Promise.reject(new StoreUnavailable('gone')) : retry(id));
    const interrupted = await operator.call(retryJobs, { body: { name, expectedCount: 2, reason: REASON }, headers });
    jobs.retry = retry;
    expect([interrupted.status, await stateOf(first)]).toEqual([503, 'failed']);
    if ((await stateOf(second)) === 'waiting')
      await working(name, () => Promise.reject(new PermanentFailure('again')), [second], 'failed');

    expect(await operator.do(retryJobs, { body: { name, expectedCount: 2, reason: REASON }, headers })).toEqual({
      count: 2,
    });
    expect([await stateOf(first), await stateOf(second)]).toEqual(['waiting', 'failed']);
    await operator.do(cancelJob, { query: { jobId: first }, body: { reason: '改为人工处理' } });
    await operator.do(retryJobs, { body: { name, expectedCount: 2, reason: REASON }, headers });
    expect(await stateOf(first)).toBe('cancelled');
  });
});
