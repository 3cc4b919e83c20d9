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
let stopping: AbortController;
let following: Promise<void>[];

beforeEach(async () => {
  [engines, stopping, following] = [await openTestEngines(clock), new AbortController(), []];
});
afterEach(async () => {
  stopping.abort();
  await Promise.all(following);
  await engines.close();
});

/** What a PDF asks for; the submissions that these tests begin with would tell people as well. */
const rendering = reactions.filter(({ job }) => job === 'render-pdf');

const follow = (
  eventStore: EventStore = engines.eventStore,
  jobs: Jobs = engines.jobs,
  policy: readonly Reaction[] = rendering,
) =>
  following.push(
    followLog({
      eventStore,
      jobs,
      reactions: policy,
      now: clock.now,
      signal: stopping.signal,
      logger: pino({ level: 'silent' }),
      retryMs: 1,
      reconcileMs: 20,
    }),
  );
const jobIds = async () => (await engines.jobs.find({})).jobs.map(({ id }) => id).toSorted();
const areJobs = (count: number) => waitUntil(async () => (await jobIds()).length >= count);
const request = async () => requestPdf(engines.eventStore, await appendSubmission(engines.eventStore));

/** The log of an engine that is away for the first `times` calls of a method. */
const away = (method: 'subscribe' | 'readAll', times: number): EventStore => {
  let left = times;
  return new Proxy<EventStore>(engines.eventStore, {
    get(store, name) {
      const member: unknown = Reflect.get(store, name);
      if (typeof member !== 'function') return member;
      if (name === method && left-- > 0)
        return () => {
          throw new StoreUnavailable('the engine is away');
        };
      return member.bind(store) as unknown;
    },
  });
};

/** The same jobs, until everything in them is lost. */
const emptiable = async (full: Jobs) => {
  let kept = full;
  const jobs = new Proxy<Jobs>(full, {
    get(_, name) {
      const member: unknown = Reflect.get(kept, name);
      return typeof member === 'function' ? (member.bind(kept) as unknown) : member;
    },
  });
  const lose = async (): Promise<Jobs> => (kept = await openSqliteJobs(':memory:', { now: clock.now }));
  return { jobs, lose };
};

describe('the worker’s subscription to the log', () => {
  it.each(['subscribe', 'readAll'] as const)(
    'continues after the log was unavailable at %s, and misses nothing',
    async (method) => {
      const before = await request();
      follow(away(method, 3));
      await areJobs(1);
      const after = await request();
      await areJobs(2);
      expect(await jobIds()).toEqual([`${before}.render-pdf`, `${after}.render-pdf`].toSorted());
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
    await areJobs(1);
    expect(await jobIds()).toEqual([`${requestId}.render-pdf`]);
  });

  it('names the consignment that a job serves', async () => {
    const id = await appendSubmission(engines.eventStore);
    await requestPdf(engines.eventStore, id);
    follow();
    await areJobs(1);
    expect((await engines.jobs.find({ subject: id })).total).toBe(1);
  });

  it('derives lost jobs again without a new event', async () => {
    const requestId = await request();
    const { jobs, lose } = await emptiable(engines.jobs);
    follow(engines.eventStore, jobs);
    const derived = () =>
      waitUntil(async () => (await jobs.find({})).jobs.some(({ id }) => id === `${requestId}.render-pdf`));
    await derived();
    const last = await engines.eventStore.lastPosition();
    await waitUntil(async () => (await jobs.checkpoint('worker'))?.position === last);
    const empty = await lose();
    await derived();
    stopping.abort();
    await Promise.all(following);
    await empty.close();
  });

  it('drops notifications that are too old at its first start, and parks them after a checkpoint', async () => {
    const telling = reactions.filter(({ job }) => job === 'notify-users');
    const long = { at: new Date(clock.now().getTime() - 25 * HOUR).toISOString() };
    await appendSubmission(engines.eventStore, {}, long);
    const recent = await appendSubmission(engines.eventStore);
    follow(engines.eventStore, engines.jobs, telling);
    await areJobs(1);
    expect((await engines.jobs.find({})).jobs).toEqual([
      expect.objectContaining({ subject: recent, state: 'waiting' }),
    ]);
    const last = await engines.eventStore.lastPosition();
    await waitUntil(async () => (await engines.jobs.checkpoint('worker'))?.position === last);
    const late = await appendSubmission(engines.eventStore, {}, long);
    await areJobs(2);
    expect((await engines.jobs.find({ subject: late })).jobs).toEqual([
      expect.objectContaining({ state: 'failed', error: expect.stringContaining('24 hours') }),
    ]);
  });

  it('notifies of a sample that the laboratory saved, and not of one that its client saved', async () => {
    const telling = reactions.filter(({ on }) => on === 'SampleSaved');
    const open = sample({ isTestUnitConfirmTestParam: true, testReason: '进场验收', parameters: [] });
    const id = await appendDraft(engines.eventStore, { samples: [open] });
    await executeCommands(engines.eventStore, id, {
      type: 'SaveSample',
      by: people.client,
      sample: { ...open, memo: '加急' },
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
      sample: { ...open, parameters: [parameter] },
    });
    follow(engines.eventStore, engines.jobs, telling);
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
    const both = reactions.filter(({ on }) => on === 'ConsignmentCommitted');
    const id = await appendSubmission(engines.eventStore);
    const { events } = await engines.eventStore.read(`consignment-${id}`);
    const committed = events.find(({ type }) => type === 'ConsignmentCommitted');
    const pending = new PendingRequests(both);
    if (committed) pending.read(committed, START);
    expect(pending.all().map(({ reaction }) => reaction.job)).toEqual(['notify-users', 'call-lab-system']);
    const answer = {
      type: 'OutgoingCallSucceeded',
      stream: 'outgoingCall-1',
      metadata: { causationId: committed?.id },
    };
    pending.read(answer as RecordedEvent, START);
    expect(pending.all().map(({ reaction }) => reaction.job)).toEqual(['notify-users']);
    follow(engines.eventStore, engines.jobs, both);
    await areJobs(2);
    expect(await jobIds()).toEqual([`${committed?.id}.call-lab-system`, `${committed?.id}.notify-users`]);
  });

  it('stores its checkpoint, so that the next start reads only new events', async () => {
    await request();
    follow();
    const last = await engines.eventStore.lastPosition();
    await waitUntil(async () => (await engines.jobs.checkpoint('worker'))?.position === last);
    expect(await engines.jobs.checkpoint('worker')).toEqual({ logId: engines.eventStore.logId, position: last });
    await request();
    const next = await engines.eventStore.lastPosition();
    await waitUntil(async () => (await engines.jobs.checkpoint('worker'))?.position === next);
    expect(last > START && next > last).toBe(true);
  });
});
