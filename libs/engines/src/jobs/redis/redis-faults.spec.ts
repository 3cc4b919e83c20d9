import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { StoreUnavailable } from '#events';
import { compiledFile } from '../../sqlite/compiled-file.js';
import type { JobContext, Jobs } from '../jobs.js';
import { blockedHandler, waitForJob, newId, waitForState } from '#harness/engines/jobs-under-test';
import { redisOfTest } from '#harness/engines/redis-of-test';
import { openProxy } from '#harness/engines/tcp-proxy';
import { waitUntil } from '#harness/engines/test-time';
import { openRedisJobs } from './redis-jobs.js';

const { url, suite } = redisOfTest();
/** A database of its own, because it is emptied. */
const DATABASE = 9;
const TIMING = { deadlineMs: 1_000, checkMs: 20, recordTimeoutMs: 500 };

suite('jobs when Redis fails', () => {
  let proxy: Awaited<ReturnType<typeof openProxy>>;
  let jobs: Jobs;
  let prefix: string;
  const urlOfPort = (port: string | number) =>
    Object.assign(new URL(url), { port: String(port), pathname: `/${DATABASE}` }).href;
  const waitUntilBack = () =>
    waitUntil(() =>
      jobs.counts({}).then(
        () => true,
        () => false,
      ),
    );

  beforeEach(async () => {
    const { hostname, port } = new URL(url);
    proxy = await openProxy(hostname, Number(port || 6379));
    prefix = `test-${randomUUID()}`;
    jobs = await openRedisJobs(urlOfPort(proxy.port), { ...TIMING, prefix });
  });
  afterEach(async () => {
    await jobs.close();
    await proxy.close();
  });

  it('fail to open with StoreUnavailable within the deadline', async () => {
    proxy.cut();
    await expect(openRedisJobs(urlOfPort(proxy.port), TIMING)).rejects.toThrow(StoreUnavailable);
    proxy.restore();
    proxy.freeze();
    const startedAt = Date.now();
    await expect(openRedisJobs(urlOfPort(proxy.port), TIMING)).rejects.toThrow(StoreUnavailable);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    proxy.restore();
  });

  it.each([
    [
      'a password it refuses',
      () => Object.assign(new URL(urlOfPort(proxy.port)), { username: 'nobody', password: 'wrong' }).href,
      'WRONGPASS',
    ],
    [
      'a database it has not',
      () => Object.assign(new URL(urlOfPort(proxy.port)), { pathname: '/9999' }).href,
      'ERR DB index',
    ],
    ['a host that nobody knows', () => `redis://${'x'.repeat(70)}.invalid`, 'ENOTFOUND'],
  ])('fail to open without a retry if the address of Redis has %s', async (_, createUrl, reason) => {
    const failures: StoreUnavailable[] = [];
    await expect(
      openRedisJobs(createUrl(), { ...TIMING, onUnavailable: (failure) => failures.push(failure) }),
    ).rejects.toThrow(new RegExp(`^REDIS_URL is wrong: .*${reason}`));
    expect(failures).toEqual([]);
  });

  it('report why they open without Redis, and work once it is available', async () => {
    proxy.cut();
    const failures: StoreUnavailable[] = [];
    const disconnectedJobs = await openRedisJobs(urlOfPort(proxy.port), {
      ...TIMING,
      prefix,
      onUnavailable: (failure) => failures.push(failure),
    });
    expect(failures).toEqual([expect.any(StoreUnavailable)]);
    proxy.restore();
    await waitUntil(() =>
      disconnectedJobs.enqueue('pdf', {}, { id: 'late' }).then(
        () => true,
        () => false,
      ),
    );
    expect(await waitForJob(disconnectedJobs, 'late')).toMatchObject({ state: 'waiting' });
    await disconnectedJobs.close();
  });

  it.each([
    ['frozen', 'freeze'],
    ['cut off', 'cut'],
  ] as const)('reject calls within the deadline when Redis is %s, and work again when it is back', async (_, fault) => {
    await jobs.enqueue('pdf', {}, { id: 'before' });
    proxy[fault]();
    const calls = [
      () => jobs.enqueue('pdf', {}, { id: 'during' }),
      () => jobs.enqueue('message', {}, { id: 'of another queue' }),
      () => jobs.find({}),
      () => jobs.cancel('before'),
      () => jobs.checkpoint('worker'),
    ];
    const startedAt = Date.now();
    for (const call of calls) await expect(call()).rejects.toThrow(StoreUnavailable);
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    proxy.restore();
    await waitUntilBack();
    await jobs.enqueue('message', {}, { id: 'after' });
    jobs.work('message', async () => undefined);
    await waitForState(jobs, 'after', 'done');
  });

  it('record a job that ended during the outage as done, and run it only once', async () => {
    const [id, nextId] = [newId(), newId()];
    const { handler, contexts, waitForStart, end } = blockedHandler();
    jobs.work('pdf', handler);
    await jobs.enqueue('pdf', {}, { id });
    await waitForStart();
    proxy.cut();
    await contexts[0]?.progress(50);
    end();
    proxy.restore();
    await waitUntilBack();
    await waitForState(jobs, id, 'done');
    await jobs.enqueue('pdf', {}, { id: nextId });
    await waitForState(jobs, nextId, 'done');
    expect(contexts.map(({ id: contextId }) => contextId)).toEqual([id, nextId]);
  });

  it.each([
    ['frozen', 'freeze'],
    ['cut off', 'cut'],
  ] as const)('can be stopped and closed when Redis is %s', async (_, fault) => {
    const stop = jobs.work('pdf', async () => undefined);
    await jobs.enqueue('pdf', {}, { id: 'a.pdf' });
    await waitForState(jobs, 'a.pdf', 'done');
    proxy[fault]();
    const startedAt = Date.now();
    await stop();
    await jobs.close();
    expect(Date.now() - startedAt).toBeLessThan(10_000);
    proxy.restore();
  });

  it('are lost when Redis is emptied: a running job is aborted, the checkpoint is missing, and jobs can be enqueued again', async () => {
    const id = newId();
    const { handler, contexts, waitForStart, end } = blockedHandler();
    jobs.work('pdf', handler);
    const checkpoint = { logId: 'log', position: '7'.padStart(20, '0') };
    await jobs.saveCheckpoint('worker', checkpoint);
    await jobs.enqueue('pdf', { n: 1 }, { id });
    await waitForStart();
    const server = new Redis(urlOfPort(new URL(url).port || 6379));
    await server.flushdb();
    await server.quit();
    await waitUntil(() => contexts[0]?.signal.aborted === true);
    expect(await jobs.find({})).toEqual({ jobs: [], total: 0 });
    expect(await jobs.advanceCheckpoint('worker', checkpoint, checkpoint.position)).toBe(false);
    await jobs.enqueue('pdf', { n: 2 }, { id });
    end();
    await waitForState(jobs, id, 'done');
    expect(await waitForJob(jobs, id)).toMatchObject({ attempts: 1, payload: { n: 2 } });
    expect(contexts).toHaveLength(2);
  });

  it('are marked as failed by the next worker if their workers were killed at every attempt', async () => {
    const [id, leaseMs] = [newId(), 500];
    await jobs.enqueue('pdf', {}, { id, maxAttempts: 2 });
    for (const attempt of [1, 2]) {
      const child = spawn(
        process.execPath,
        [
          compiledFile(import.meta.url, '../../../../../test/harness/programs/work-until-killed.js'),
          urlOfPort(proxy.port),
          prefix,
          String(leaseMs),
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const [printed] = (await once(child.stdout, 'data')) as [Buffer];
      expect(printed.toString()).toBe(`${attempt}\n`);
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    const contexts: JobContext[] = [];
    const nextJobs = await openRedisJobs(urlOfPort(proxy.port), { ...TIMING, prefix, leaseMs });
    nextJobs.work('pdf', async (_, context) => void contexts.push(context));
    await waitForState(jobs, id, 'failed');
    await nextJobs.close();
    expect(contexts).toMatchObject([{ attempt: 3, abandoned: true }]);
    expect(await waitForJob(jobs, id)).toMatchObject({ error: 'its worker died', attempts: 2 });
  });
});
