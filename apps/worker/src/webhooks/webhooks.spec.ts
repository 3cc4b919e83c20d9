import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { Webhook } from 'standardwebhooks';
import { toCloudEvent } from '#contract';
import { handle, load } from '#domain/event-sourcing';
import { unitFeed, webhook, webhooks, type FeedEventRow, type WebhookCommand } from '#domain/lab-systems';
import { allProjections } from '#domain/views';
import { openEngines, webhookSecret, type Deliveries, type Engines, type NewDelivery } from '#engines';
import { openOutbound } from '#outbound';
import { LAB_UNIT, people } from '#harness/domain/consignment-story';
import { mongoTestDatabase } from '#harness/engines/mongo-test-database';
import { newAuthority } from '../../../../test/eventstoredb/certificates.mjs';
import { verifyWithPython } from '../../../../test/webhooks/python-verifier.js';
import { createProjector } from '../../../projector/src/projector.js';
import { newCommandContext, appendSubmission } from '#harness/worker/consignment-in-log';
import { HOUR, TestClock, waitUntil, withNewJobs } from '#harness/worker/test-engines';
import { createWorker } from '../worker.js';
import { deleteOldDeliveries } from './delivery-expiry.js';
import { laneJobId, type WebhookTiming } from './delivery-lanes.js';
import {
  respondWith,
  neverRespond,
  startReceiver,
  type ReceiverResponse,
  type Receiver,
} from '#harness/worker/receiver';

const logger = pino({ level: 'silent' });
const MINUTE = 60_000;
const DAY = 24 * HOUR;
/** An attempt of these tests may take so long. */
const TIMEOUT_MS = 500;
const HANGS_MS = 2_000;

/** The engines that are tested: the embedded ones, and MongoDB if the environment has its address. */
const MONGO = process.env['MONGO_URL'];
const engineSets = [{ name: 'the embedded engines', mongo: '' }, ...(MONGO ? [{ name: 'MongoDB', mongo: MONGO }] : [])];

describe.each(engineSets)('webhooks on $name', ({ mongo }) => {
  let folder: string;
  let clock: TestClock;
  let engines: Engines;
  let database: ReturnType<typeof mongoTestDatabase> | null = null;
  const cleanups: (() => Promise<unknown>)[] = [];
  const hosts: string[] = [];

  const openTestEngines = async (): Promise<Engines> => {
    return withNewJobs(await openEngines({ DATA_DIR: folder, MONGO_URL: database?.url }), clock);
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'webhooks-'));
    clock = new TestClock();
    database = mongo === '' ? null : mongoTestDatabase(mongo);
    cleanups.push(async () => database?.drop());
    engines = await openTestEngines();
    const projector = createProjector({
      engines,
      projections: allProjections.filter(({ name }) => [unitFeed.name, webhooks.name].includes(name)),
      logger,
      retryMs: 10,
    });
    await projector.ready;
    cleanups.push(
      () => engines.close(),
      () => projector.stop(),
    );
  });
  afterEach(async () => {
    for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
    hosts.splice(0);
    await rm(folder, { recursive: true, force: true });
  });

  const openReceiver = async (response?: ReceiverResponse): Promise<Receiver> => {
    const receiver = await startReceiver(response);
    hosts.push(receiver.host);
    cleanups.push(() => receiver.close());
    return receiver;
  };

  /** Starts a worker. `onWarning` is called when it logs a warning. @returns a function that stops the worker */
  const startWorker = (
    workerEngines: Engines = engines,
    timing: Partial<WebhookTiming> = {},
    onWarning = (_line: string) => {},
  ) => {
    const worker = createWorker({
      engines: workerEngines,
      messages: { name: 'none', send: () => Promise.resolve() },
      outbound: openOutbound({ allowedHosts: [...hosts], keepAlive: true }),
      logger: pino({ level: 'warn' }, { write: onWarning }),
      now: clock.now,
      retryMs: 5,
      publicUrl: 'https://consign.example',
      webhookTiming: { pollMs: 5, idleMs: 5, timeoutMs: TIMEOUT_MS, random: () => 0.5, ...timing },
    });
    let stopResult: Promise<void> | null = null;
    const stop = () => (stopResult ??= worker.stop());
    cleanups.push(stop);
    return stop;
  };

  const runCommand = (id: string, command: WebhookCommand) =>
    handle(engines.eventStore, webhook, id, command, newCommandContext(people.lab, { at: clock.now().toISOString() }));
  const register = async (url: string, types: string[] = []): Promise<string> => {
    const id = randomUUID();
    await runCommand(id, {
      type: 'RegisterWebhook',
      webhook: { unitId: LAB_UNIT, unitType: 1, url, types, description: '' },
      secret: { id: 'secret-1', last4: 'abcd' },
    });
    return id;
  };
  const loadState = async (id: string) => (await load(engines.eventStore, webhook, id)).state?.state;
  const submit = async (count = 1): Promise<string[]> => {
    const ids = [];
    for (let n = 0; n < count; n++) ids.push(await appendSubmission(engines.eventStore));
    return ids;
  };
  const list = async (id: string) => (await engines.deliveries.find(id, {}, { limit: 500 })).deliveries;
  const loadFirst = async (id: string) => {
    const [delivery] = (await list(id)).toReversed();
    return delivery ? engines.deliveries.get(id, delivery.eventId) : null;
  };
  const waitForAttempts = (id: string, count: number) =>
    waitUntil(async () => ((await loadFirst(id))?.attempts ?? 0) >= count);
  const waitForDelivered = (id: string, count: number) =>
    waitUntil(async () => (await list(id)).filter(({ state }) => state === 'delivered').length === count);

  it('EM-010 delivers every event of the unit’s feed once, equal to the feed’s other representations, signed for two libraries', async () => {
    const receiver = await openReceiver(respondWith(200, {}, 'thanks\u0007'));
    const id = await register(receiver.url);
    const reports = await register(receiver.url, ['report.']);
    startWorker();
    await submit(3);
    await waitForDelivered(id, 3);
    const { rows } = await engines.views.find<FeedEventRow>(unitFeed, {
      where: [{ column: 'testUnitId', eq: LAB_UNIT }],
      sort: [{ column: 'position', direction: 'asc' }],
    });
    const sender = { unitNo: '', origin: 'https://consign.example', logId: engines.eventStore.logId };
    expect(
      receiver.deliveries.map(({ body }) => JSON.parse(body)).toSorted((a, b) => (a.cursor < b.cursor ? -1 : 1)),
    ).toEqual(rows.map((row) => toCloudEvent(row, sender)).toSorted((a, b) => (a.cursor < b.cursor ? -1 : 1)));
    expect([receiver.deliveries.length, await list(reports)]).toEqual([3, []]);
    // The time of a test is years away: libraries refuse it unless the signature is made now.
    const secret = await webhookSecret(engines.vault, id, 'secret-1');
    const { headers, body } = receiver.firstDelivery();
    const sentAt = new Date(Number(headers['webhook-timestamp']) * 1000);
    expect(sentAt.getTime()).toBe(Math.floor(clock.now().getTime() / 1000) * 1000);
    expect(headers['webhook-signature']).toContain(new Webhook(secret).sign(headers['webhook-id'] ?? '', sentAt, body));
    expect(headers['content-type']).toBe('application/cloudevents+json');
    expect(body.length).toBeLessThan(20_000);
    expect((await loadFirst(id))?.tried).toEqual([
      expect.objectContaining({ n: 1, status: 200, failure: null, answer: 'thanks\uFFFD', headers: expect.anything() }),
    ]);
  });

  it('signs deliveries so that the libraries for JavaScript and Python accept them', async () => {
    clock.pass(Date.now() - clock.now().getTime());
    const receiver = await openReceiver();
    const id = await register(receiver.url);
    await runCommand(id, {
      type: 'RotateWebhookSecret',
      secret: { id: 'secret-2', last4: 'efgh' },
      at: clock.now().toISOString(),
    });
    startWorker();
    await submit();
    await waitForDelivered(id, 1);
    const secrets = await Promise.all(['secret-1', 'secret-2'].map((each) => webhookSecret(engines.vault, id, each)));
    const { body, headers } = receiver.firstDelivery();
    for (const secret of secrets) expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
    const verdicts = verifyWithPython(secrets.map((secret) => ({ secret, body, headers })));
    if (verdicts !== null || process.env['CI']) expect(verdicts).toEqual(['accepted', 'accepted']);
  });

  it('treats only 2xx as success, follows no redirect, and names the cause of each failure', async () => {
    const authority = newAuthority(folder);
    const { certificate, key } = authority.certificateOf('elsewhere', { names: ['DNS:elsewhere.example'] });
    const wrongHost = await startReceiver(respondWith(204), {
      cert: readFileSync(certificate),
      key: readFileSync(key),
    });
    hosts.push(wrongHost.host);
    cleanups.push(() => wrongHost.close());
    const target = await openReceiver();
    const huge: ReceiverResponse = (response) => {
      response.writeHead(200, { 'content-length': String(1024 ** 3) });
      const writeMore = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
      };
      response.on('drain', writeMore);
      writeMore();
    };
    const endless: ReceiverResponse = (response) => {
      response.writeHead(200);
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    };
    const cases: [string, ReceiverResponse | string, object][] = [
      ['redirect', respondWith(302, { location: target.url }), { status: 302, failure: 'redirect' }],
      ['500', respondWith(500, {}, 'broken'), { status: 500, failure: 'status', answer: 'broken' }],
      ['404', respondWith(404), { status: 404, failure: 'status' }],
      ['timeout', neverRespond, { status: null, failure: 'timeout' }],
      ['endless', endless, { status: null, failure: 'timeout' }],
      ['1 GB', huge, { status: 200, failure: null }],
      ['cut', (response) => response.destroy(), { status: null, failure: 'connection' }],
      ['certificate', wrongHost.url, { status: null, failure: 'tls' }],
      ['private', 'https://127.0.0.1:9/hook', { status: null, failure: 'refused' }],
    ];
    const ids: string[] = [];
    for (const [, response] of cases)
      ids.push(await register(typeof response === 'string' ? response : (await openReceiver(response)).url));
    startWorker();
    await submit();
    for (const [n, [name, , expected]] of cases.entries()) {
      const id = ids[n] ?? '';
      await waitForAttempts(id, 1);
      const delivery = await loadFirst(id);
      expect([name, delivery?.tried[0]]).toEqual([name, expect.objectContaining(expected)]);
      expect([name, delivery?.state]).toEqual([name, name === '1 GB' ? 'delivered' : 'waiting']);
      expect((delivery?.tried[0]?.answer ?? '').length).toBeLessThanOrEqual(1_000);
      if (delivery?.state === 'waiting')
        expect(delivery.nextAt).toBe(new Date(clock.now().getTime() + 5_000).toISOString());
    }
    expect([target.deliveries, wrongHost.deliveries]).toEqual([[], []]);
  });

  it('attempts a delivery ten times on the schedule, then disables the endpoint', async () => {
    const failing = await openReceiver(respondWith(500));
    const id = await register(failing.url);
    startWorker();
    await submit();
    const expectedWaits = [5_000, 5 * MINUTE, HOUR / 2, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
    for (const [n, waitMs] of expectedWaits.entries()) {
      await waitForAttempts(id, n + 1);
      clock.pass(waitMs - 1);
      await pause(30); // looks several times, and sends nothing
      expect(failing.deliveries).toHaveLength(n + 1);
      clock.pass(1);
    }
    await waitUntil(async () => (await loadState(id)) === 'disabled');
    await waitUntil(async () => (await loadFirst(id))?.state === 'failed');
    expect(await loadFirst(id)).toMatchObject({ attempts: 10, nextAt: null, lastStatus: 500 });
    expect(new Set(failing.ids()).size).toBe(1);
    await submit();
    await waitUntil(async () => (await list(id)).length === 2);
    clock.pass(DAY);
    await pause(30);
    expect(failing.deliveries).toHaveLength(10);
    failing.setResponse(respondWith(204));
    await runCommand(id, { type: 'ResumeWebhook' });
    await engines.deliveries.resume(id, clock.now().toISOString());
    clock.pass(1_000); // a backlog comes slowly
    await waitForDelivered(id, 1);
  });

  it('disables an endpoint that answers 410, and sends the rejected event when it is resumed', async () => {
    const receiver = await openReceiver(respondWith(410));
    const id = await register(receiver.url);
    startWorker();
    await submit();
    await waitUntil(async () => (await loadState(id)) === 'disabled');
    expect((await load(engines.eventStore, webhook, id)).state?.disabledCause).toBe('gone');
    await waitForAttempts(id, 1);
    receiver.setResponse(respondWith(204));
    await runCommand(id, { type: 'ResumeWebhook' });
    await engines.deliveries.resume(id, clock.now().toISOString());
    clock.pass(1_000); // a backlog comes slowly
    await waitForDelivered(id, 1);
    expect(new Set(receiver.ids()).size).toBe(1);
  });

  it('delays all deliveries of an endpoint as long as its answer asks', async () => {
    const busy = await openReceiver(respondWith(429, { 'retry-after': '600' }));
    const id = await register(busy.url);
    startWorker();
    await submit();
    await waitForAttempts(id, 1);
    busy.setResponse(respondWith(204));
    await submit();
    await waitUntil(async () => (await list(id)).length === 2);
    clock.pass(10 * MINUTE - 1);
    await pause(30);
    expect(busy.deliveries).toHaveLength(1);
    clock.pass(1);
    await waitForDelivered(id, 2);
  });

  it('sends one event at a time to a failing endpoint, and its backlog at five a second once it accepts', async () => {
    let runningRequests = 0;
    let maxRunning = 0;
    const countRequests =
      (respond: ReceiverResponse): ReceiverResponse =>
      async (response, request) => {
        maxRunning = Math.max(maxRunning, (runningRequests += 1));
        await pause(5);
        runningRequests -= 1;
        await respond(response, request);
      };
    const failing = await openReceiver(countRequests(respondWith(503)));
    const id = await register(failing.url);
    startWorker();
    await submit(5);
    await waitUntil(async () => failing.deliveries.length >= 5);
    await waitUntil(async () => (await engines.deliveries.state(id)).failures >= 5);
    await submit(12);
    await waitUntil(async () => (await engines.deliveries.state(id)).failures >= 17);
    expect(maxRunning).toBeLessThanOrEqual(8);
    maxRunning = 0;
    clock.pass(5_001);
    await waitUntil(async () => (await engines.deliveries.state(id)).failures >= 30);
    expect(maxRunning).toBe(1);
    failing.setResponse(countRequests(respondWith(204)));
    await engines.deliveries.retryNow(id, clock.now().toISOString());
    await waitForDelivered(id, 1);
    await pause(50);
    const deliveriesBefore = failing.deliveries.length;
    let passedMs = 0;
    for (; failing.deliveries.length - deliveriesBefore < 6 && passedMs < 60_000; passedMs += 100) {
      clock.pass(100);
      await pause(20);
    }
    expect(failing.deliveries.length - deliveriesBefore).toBeLessThanOrEqual(7);
    expect(passedMs).toBeGreaterThanOrEqual(800);
    expect(passedMs).toBeLessThan(60_000);
    for (let n = 0; (await list(id)).some(({ state }) => state === 'waiting') && n < 100; n++) {
      clock.pass(200);
      await pause(20);
    }
    await waitForDelivered(id, 17);
    await waitUntil(async () => {
      clock.pass(200);
      return !(await engines.deliveries.state(id)).isPaced;
    });
  });

  it('stores events while an endpoint is paused, sends test events meanwhile, and sends all of them when it is resumed', async () => {
    const receiver = await openReceiver();
    const id = await register(receiver.url);
    startWorker();
    await runCommand(id, { type: 'PauseWebhook' });
    await submit(2);
    await waitUntil(async () => (await list(id)).length === 2);
    const createdAt = clock.now().toISOString();
    const test: NewDelivery = {
      eventId: randomUUID(),
      position: null,
      type: 'report.published',
      subject: randomUUID(),
      createdAt,
      isTest: true,
    };
    await engines.deliveries.add(id, [test], null);
    await waitUntil(async () => (await engines.deliveries.get(id, test.eventId))?.state === 'delivered');
    expect(receiver.ids()).toEqual([test.eventId]);
    expect(JSON.parse(receiver.deliveries[0]?.body ?? '')).toMatchObject({ id: test.eventId, data: { test: true } });
    await runCommand(id, { type: 'ResumeWebhook' });
    await engines.deliveries.resume(id, clock.now().toISOString());
    for (let n = 0; n < 20 && receiver.deliveries.length < 3; n++) {
      clock.pass(200);
      await pause(20);
    }
    await waitForDelivered(id, 3);
  });

  it('repeats deliveries that were sent and not recorded, and none that were recorded', async () => {
    const slow = await openReceiver(neverRespond);
    const id = await register(slow.url);
    const workerOnlyEngines = await openEngines({ DATA_DIR: folder, MONGO_URL: database?.url });
    cleanups.push(() => workerOnlyEngines.close());
    const stop = startWorker({ ...engines, deliveries: workerOnlyEngines.deliveries });
    await submit();
    await waitUntil(async () => slow.deliveries.length === 1);
    await workerOnlyEngines.close(); // as if the worker had been killed: nothing is noted
    slow.setResponse(respondWith(204));
    await stop();
    startWorker();
    await waitForDelivered(id, 1);
    expect(new Set(slow.ids()).size).toBe(1);
    expect(slow.deliveries.length).toBeGreaterThanOrEqual(2);
    const deliveriesBefore = slow.deliveries.length;
    await submit();
    await waitForDelivered(id, 2);
    expect(slow.deliveries).toHaveLength(deliveriesBefore + 1);
  });

  it('is done by one of two workers, and by the other one when the first stops', async () => {
    const receiver = await openReceiver();
    const id = await register(receiver.url);
    const stopFunctions = [startWorker(), startWorker()];
    await submit(10);
    await waitForDelivered(id, 10);
    expect([receiver.deliveries.length, new Set(receiver.ids()).size]).toEqual([10, 10]);
    const isLaneActive = async () => (await engines.jobs.get(laneJobId(id)))?.state === 'active';
    expect(await isLaneActive()).toBe(true);
    await stopFunctions[0]?.();
    await submit(5);
    await waitForDelivered(id, 15);
    expect(await isLaneActive()).toBe(true);
    expect((await engines.jobs.get(laneJobId(id)))?.attempts).toBe(1);
    await stopFunctions[1]?.();
    expect((await engines.jobs.get(laneJobId(id)))?.state).toBe('waiting');
    expect(receiver.deliveries).toHaveLength(15);
  });

  it('is not delayed by another endpoint that hangs', async () => {
    const [responding, stuck] = [await openReceiver(), await openReceiver(neverRespond)];
    const id = await register(responding.url);
    startWorker(engines, { pollMs: 200, idleMs: 5_000, timeoutMs: HANGS_MS });
    /** Milliseconds from an append to its arrival. */
    const measure = async (): Promise<number> => {
      const times: number[] = [];
      for (let n = 0; n < 20; n++) {
        const deliveriesBefore = responding.deliveries.length;
        const startedAt = performance.now();
        await submit();
        await waitUntil(async () => responding.deliveries.length > deliveriesBefore);
        times.push((responding.deliveries.at(-1)?.at ?? Infinity) - startedAt);
      }
      return times.toSorted((a, b) => a - b)[10] ?? Infinity;
    };
    await submit();
    await waitForDelivered(id, 1);
    const withoutHanging = await measure();
    const hangingIds = await Promise.all(Array.from({ length: 5 }, () => register(stuck.url)));
    await submit();
    await waitUntil(async () => stuck.deliveries.length >= hangingIds.length);
    const withHanging = await measure();
    // Whoever waits for an attempt that hangs is far beyond this.
    expect(withHanging).toBeLessThan(withoutHanging + HANGS_MS / 2);
  });

  it('ends with its endpoint, deletes deliveries after 90 days, and repeats deliveries on request', async () => {
    const receiver = await openReceiver();
    const id = await register(receiver.url);
    startWorker();
    await submit(2);
    await waitForDelivered(id, 2);
    const { count } = await engines.deliveries.redeliver(id, { from: '', to: '9' }, clock.now().toISOString(), {
      dryRun: false,
      requestId: 'r',
    });
    await waitUntil(async () => receiver.deliveries.length === 4);
    await waitForDelivered(id, 2);
    expect([count, new Set(receiver.ids()).size, (await loadFirst(id))?.attempts]).toEqual([2, 2, 2]);
    receiver.setResponse(respondWith(500));
    await submit();
    await waitUntil(async () => receiver.deliveries.length >= 5);
    await runCommand(id, { type: 'DeleteWebhook', reason: '不再使用' });
    await waitUntil(async () => (await engines.jobs.get(laneJobId(id)))?.state === 'done');
    expect((await list(id)).map(({ state }) => state).toSorted()).toEqual(['delivered', 'delivered', 'failed']);
    const { deliveries } = engines;
    const runRound = () =>
      deleteOldDeliveries({ deliveries, now: clock.now, logger, signal: new AbortController().signal, pageSize: 2 });
    expect(await runRound()).toBe(0);
    clock.pass(90 * DAY + 1);
    expect([await runRound(), await list(id)]).toEqual([3, []]);
  });

  it('waits longer after each attempt at an unreadable event, and sends the other events meanwhile', async () => {
    const receiver = await openReceiver();
    const id = await register(receiver.url);
    const warningTimes: number[] = [];
    startWorker(engines, { idleMs: 5_000 }, (line) => {
      if (line.includes('could not be sent')) warningTimes.push(performance.now());
    });
    const missing: NewDelivery = {
      eventId: randomUUID(),
      position: '00000000000000000000',
      type: 'report.published',
      subject: randomUUID(),
      createdAt: clock.now().toISOString(),
      isTest: false,
    };
    await engines.deliveries.add(id, [missing], null);
    await waitUntil(async () => warningTimes.length === 1);
    await submit();
    await waitUntil(async () => receiver.deliveries.length === 1);
    await waitUntil(async () => warningTimes.length === 3);
    const [, second = 0, third = 0] = warningTimes;
    expect(third - second).toBeGreaterThan(900); // the second pause is a second, the first half of one
  });

  it('reads new events of the feed after an engine failed', async () => {
    const receiver = await openReceiver();
    const id = await register(receiver.url);
    let failures = 0;
    const { deliveries } = engines;
    const failing = new Proxy(deliveries, {
      get: (target, name: keyof Deliveries) => {
        if (name !== 'add') return target[name].bind(target);
        return async (...parameters: Parameters<Deliveries['add']>) => {
          if (failures++ === 0) throw new Error('the disk is full');
          return target.add(...parameters);
        };
      },
    });
    startWorker({ ...engines, deliveries: failing }, { idleMs: HOUR });
    await submit();
    await waitForDelivered(id, 1);
    expect(failures).toBe(2);
  });

  it('restarts from its registration if the cursor is lost, and repeats no recorded delivery', async () => {
    await submit();
    const receiver = await openReceiver();
    const id = await register(receiver.url);
    const stop = startWorker();
    await submit(3);
    await waitForDelivered(id, 3);
    await stop();
    await engines.deliveries.add(id, [], { logId: 'another log', position: '99999999999999999999' });
    startWorker();
    await submit();
    await waitForDelivered(id, 4);
    expect([receiver.deliveries.length, new Set(receiver.ids()).size]).toEqual([4, 4]);
  });
});
