import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { openSqliteJobs, type Engines, type Jobs } from '#engines';
import { START, StoreUnavailable, type EventStore, type RecordedEvent } from '#events';
import { followLog } from './follow-log.js';
import { PendingRequests } from './reconcile-jobs.js';
import { reactions, type Reaction } from './reactions.js';
import { CODE, parameter, people, sample, settings, signatureIds } from '#harness/domain/consignment-story';
import { appendDraft, requestPdf, appendSubmission, executeCommands } from '#harness/worker/consignment-in-log';
import { HOUR, openTestEngines, TestClock, waitUntil } from '#harness/worker/test-engines';

const clock = new TestClock();
let engines: Engines;
let stopController: AbortController;
let followers: Promise<void>[];

beforeEach(async () => {
  [engines, stopController, followers] = [await openTestEngines(clock), new AbortController(), []];
});
afterEach(async () => {
  stopController.abort();
  await Promise.all(followers);
  await engines.close();
});

/** Only the reactions to requests for a PDF: the submissions of these tests would request notifications, too. */
const renderReactions = reactions.filter(({ job }) => job === 'render-pdf');

const follow = (
  eventStore: EventStore = engines.eventStore,
  jobs: Jobs = engines.jobs,
  policy: readonly Reaction[] = renderReactions,
) =>
  followers.push(
    followLog({
      eventStore,
      jobs,
      reactions: policy,
      now: clock.now,
      signal: stopController.signal,
      logger: pino({ level: 'silent' }),
      retryMs: 1,
      reconcileMs: 20,
    }),
  );
const jobIds = async () => (await engines.jobs.find({})).jobs.map(({ id }) => id).toSorted();
const waitForJobs = (count: number) => waitUntil(async () => (await jobIds()).length >= count);
const request = async () => requestPdf(engines.eventStore, await appendSubmission(engines.eventStore));

/** The log of an engine that is away for the first `times` calls of a method. */
const unavailableLog = (method: 'subscribe' | 'readAll', times: number): EventStore => {
  let remainingFailures = times;
  return new Proxy<EventStore>(engines.eventStore, {
    get(store, name) {
      const member: unknown = Reflect.get(store, name);
      if (typeof member !== 'function') return member;
      if (name === method && remainingFailures-- > 0)
        return () => {
          throw new StoreUnavailable('the engine is away');
        };
      return member.bind(store) as unknown;
    },
  });
};

/** The same jobs, until everything in them is lost. */
const losableJobs = async (initialJobs: Jobs) => {
  let currentJobs = initialJobs;
  const jobs = new Proxy<Jobs>(initialJobs, {
    get(_, name) {
      const member: unknown = Reflect.get(currentJobs, name);
      return typeof member === 'function' ? (member.bind(currentJobs) as unknown) : member;
    },
  });
  const lose = async (): Promise<Jobs> => (currentJobs = await openSqliteJobs(':memory:', { now: clock.now }));
  return { jobs, lose };
};

describe('the worker’s subscription to the log', () => {
  it.each(['subscribe', 'readAll'] as const)(
    'continues after the log was unavailable at %s, and misses nothing',
    async (method) => {
      const firstId = await request();
      follow(unavailableLog(method, 3));
      await waitForJobs(1);
      const secondId = await request();
      await waitForJobs(2);
      expect(await jobIds()).toEqual([`${firstId}.render-pdf`, `${secondId}.render-pdf`].toSorted());
    },
  );

  it.each([
    ['of another log', { logId: 'another', position: '9'.repeat(20) }],
    ['beyond the end of this one', null],
  ])('starts from the beginning for a checkpoint %s', async (_, foreign) => {
    await engines.jobs.saveCheckpoint(
      'worker',
      foreign ?? { logId: engines.eventStore.logId, position: '9'.repeat(20) },
    );
    const requestId = await request();
    follow();
    await waitForJobs(1);
    expect(await jobIds()).toEqual([`${requestId}.render-pdf`]);
  });

  it('names the consignment that a job serves', async () => {
    const id = await appendSubmission(engines.eventStore);
    await requestPdf(engines.eventStore, id);
    follow();
    await waitForJobs(1);
    expect((await engines.jobs.find({ subject: id })).total).toBe(1);
  });

  it('derives lost jobs again without a new event', async () => {
    const requestId = await request();
    const { jobs, lose } = await losableJobs(engines.jobs);
    follow(engines.eventStore, jobs);
    const waitForDerivedJob = () =>
      waitUntil(async () => (await jobs.find({})).jobs.some(({ id }) => id === `${requestId}.render-pdf`));
    await waitForDerivedJob();
    const lastPosition = await engines.eventStore.lastPosition();
    await waitUntil(async () => (await jobs.checkpoint('worker'))?.position === lastPosition);
    const empty = await lose();
    await waitForDerivedJob();
    stopController.abort();
    await Promise.all(followers);
    await empty.close();
  });

  it('drops notifications that are too old at its first start, and parks them after a checkpoint', async () => {
    const notifyReactions = reactions.filter(({ job }) => job === 'notify-users');
    const dayOld = { at: new Date(clock.now().getTime() - 25 * HOUR).toISOString() };
    await appendSubmission(engines.eventStore, {}, dayOld);
    const recent = await appendSubmission(engines.eventStore);
    follow(engines.eventStore, engines.jobs, notifyReactions);
    await waitForJobs(1);
    expect((await engines.jobs.find({})).jobs).toEqual([
      expect.objectContaining({ subject: recent, state: 'waiting' }),
    ]);
    const lastPosition = await engines.eventStore.lastPosition();
    await waitUntil(async () => (await engines.jobs.checkpoint('worker'))?.position === lastPosition);
    const lateConsignment = await appendSubmission(engines.eventStore, {}, dayOld);
    await waitForJobs(2);
    expect((await engines.jobs.find({ subject: lateConsignment })).jobs).toEqual([
      expect.objectContaining({ state: 'failed', error: expect.stringContaining('24 hours') }),
    ]);
  });

  it('notifies of a sample that the laboratory saved, and not of one that its client saved', async () => {
    const notifyReactions = reactions.filter(({ on }) => on === 'SampleSaved');
    const openSample = sample({ isTestUnitConfirmTestParam: true, testReason: '进场验收', parameters: [] });
    const id = await appendDraft(engines.eventStore, { samples: [openSample] });
    await executeCommands(engines.eventStore, id, {
      type: 'SaveSample',
      by: people.client,
      sample: { ...openSample, memo: '加急' },
    });
    await executeCommands(engines.eventStore, id, {
      type: 'Submit',
      by: people.client,
      at: clock.now().toISOString(),
      description: '',
      consignCode: CODE,
      settings,
      signatureIds,
    });
    await executeCommands(engines.eventStore, id, {
      type: 'SaveSample',
      by: people.lab,
      sample: { ...openSample, parameters: [parameter] },
    });
    follow(engines.eventStore, engines.jobs, notifyReactions);
    await waitUntil(
      async () => (await engines.jobs.checkpoint('worker'))?.position === (await engines.eventStore.lastPosition()),
    );
    expect((await engines.jobs.find({})).jobs).toEqual([
      expect.objectContaining({
        name: 'notify-users',
        payload: expect.objectContaining({ kind: 'parametersCompleted' }),
      }),
    ]);
  });

  it('creates every job that an event requires, and ends the job that an answer belongs to', async () => {
    const submissionReactions = reactions.filter(({ on }) => on === 'ConsignmentCommitted');
    const id = await appendSubmission(engines.eventStore);
    const { events } = await engines.eventStore.read(`consignment-${id}`);
    const committed = events.find(({ type }) => type === 'ConsignmentCommitted');
    const pending = new PendingRequests(submissionReactions);
    if (committed) pending.apply(committed, START);
    expect(pending.all().map(({ reaction }) => reaction.job)).toEqual(['notify-users', 'call-lab-system']);
    const result = {
      type: 'OutgoingCallSucceeded',
      stream: 'outgoingCall-1',
      metadata: { causationId: committed?.id },
    };
    pending.apply(result as RecordedEvent, START);
    expect(pending.all().map(({ reaction }) => reaction.job)).toEqual(['notify-users']);
    follow(engines.eventStore, engines.jobs, submissionReactions);
    await waitForJobs(2);
    expect(await jobIds()).toEqual([`${committed?.id}.call-lab-system`, `${committed?.id}.notify-users`]);
  });

  it('stores its checkpoint, so that the next start reads only new events', async () => {
    await request();
    follow();
    const lastPosition = await engines.eventStore.lastPosition();
    await waitUntil(async () => (await engines.jobs.checkpoint('worker'))?.position === lastPosition);
    expect(await engines.jobs.checkpoint('worker')).toEqual({
      logId: engines.eventStore.logId,
      position: lastPosition,
    });
    await request();
    const nextPosition = await engines.eventStore.lastPosition();
    await waitUntil(async () => (await engines.jobs.checkpoint('worker'))?.position === nextPosition);
    expect(lastPosition > START && nextPosition > lastPosition).toBe(true);
  });
});
