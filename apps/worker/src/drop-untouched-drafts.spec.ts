import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { consignment, UNTOUCHED_DROPPED_AFTER_HOURS } from '#domain/consignment';
import { handle, load, type Projection } from '#domain/event-sourcing';
import { consignmentList } from '#domain/views';
import type { Engines } from '#engines';
import { people, settings } from '#harness/domain/consignment-story';
import { createProjector } from '../../projector/src/projector.js';
import { dropUntouchedDraftsOnce, dropUntouchedDrafts } from './drafts.js';
import { newCommandContext, appendDraft, executeCommands } from '#harness/worker/consignment-in-log';
import { HOUR, openTestEngines, TestClock, waitUntil } from '#harness/worker/test-engines';

const logger = pino({ level: 'silent' });
let clock: TestClock;
let engines: Engines;
let stopProjector: () => Promise<void>;
beforeEach(async () => {
  clock = new TestClock();
  engines = await openTestEngines(clock);
  const projector = createProjector({ engines, projections: [consignmentList as Projection<object>], logger });
  stopProjector = projector.stop;
});
afterEach(async () => {
  await stopProjector();
  await engines.close();
});

const LATE = UNTOUCHED_DROPPED_AFTER_HOURS * HOUR;
/** A draft as it is after "new", created now. */
const createDraft = async (): Promise<string> => {
  const [id, by, at] = [v4(), people.client, clock.now().toISOString()];
  await handle(
    engines.eventStore,
    consignment,
    id,
    { type: 'CreateConsignment', by, at, consignType: 1, consignUnitName: '宁波路桥', defaults: {} },
    newCommandContext(by, { at }),
  );
  return id;
};
const eventTypes = async (id: string) =>
  (await engines.eventStore.read(`consignment-${id}`)).events.map(({ type }) => type);
const waitForView = async () => {
  const end = await engines.eventStore.lastPosition();
  expect(await engines.views.waitFor(consignmentList, end, 10_000)).toBe(true);
};
const runRound = () => dropUntouchedDraftsOnce({ ...engines, now: clock.now, logger });

describe('untouched drafts', () => {
  it('are deleted after 24 hours with a reason; edited and saved ones are kept', async () => {
    const [untouched, edited] = [await createDraft(), await createDraft()];
    const saved = await appendDraft(engines.eventStore, { samples: [] });
    await executeCommands(engines.eventStore, edited, {
      type: 'ChangeTestingUnit',
      by: people.client,
      unit: {
        testUnitId: '1ab00000-0000-4000-8000-000000000001',
        testUnitName: '浙东交通工程检测中心',
        testUnitAddressId: null,
        testUnitAddressDetail: '',
        projectId: null,
        projectName: '',
        tuqualificationId: null,
        tuqualificationName: '',
        consginTestType: '',
      },
      settings,
    });
    clock.pass(LATE - 1);
    const young = await createDraft();
    await waitForView();
    expect(await runRound()).toBe(0);
    clock.pass(2);
    expect(await runRound()).toBe(1);
    expect(await eventTypes(untouched)).toEqual(['ConsignmentCreated', 'UntouchedDraftDropped']);
    expect(await eventTypes(young)).toEqual(['ConsignmentCreated']);
    for (const id of [edited, saved])
      expect((await load(engines.eventStore, consignment, id)).state).toMatchObject({ phase: 'open', isTouched: true });
    const lastEvent = await engines.eventStore.readLast(`consignment-${untouched}`);
    expect(lastEvent?.data).toEqual({ reason: '新建后24小时内未编辑，自动清除' });
    await waitForView();
    expect(await runRound()).toBe(0);
  });

  it('are deleted once when two workers run at the same time, and a draft edited meanwhile is kept', async () => {
    const ids = await Promise.all([createDraft(), createDraft(), createDraft()]);
    await waitForView();
    clock.pass(LATE + 1);
    await Promise.all([runRound(), runRound()]);
    for (const id of ids) expect(await eventTypes(id)).toHaveLength(2);

    const edited = await createDraft();
    await waitForView(); // the view does not contain the edit that follows
    await stopProjector();
    await executeCommands(engines.eventStore, edited, {
      type: 'AddAttachment',
      by: people.client,
      replaces: false,
      attachment: {
        id: 'f-1',
        name: 'a.pdf',
        size: 1,
        mediaType: 'application/pdf',
        hash: 'a'.repeat(64),
        accessoryType: edited,
        accessoryTypeID: '',
        readonly: false,
        addedAt: clock.now().toISOString(),
      },
    });
    clock.pass(LATE + 1);
    expect(await runRound()).toBe(0);
    expect((await load(engines.eventStore, consignment, edited)).state.phase).toBe('open');
  });

  it('are deleted periodically, also after a failed round', async () => {
    const id = await createDraft();
    await waitForView();
    clock.pass(LATE + 1);
    const stopController = new AbortController();
    let remainingFailures = 1;
    const find: Engines['views']['find'] = (view, query) =>
      remainingFailures-- > 0 ? Promise.reject(new Error('views are away')) : engines.views.find(view, query);
    const views = new Proxy(engines.views, {
      get: (target, name) => (name === 'find' ? find : Reflect.get(target, name).bind(target)),
    });
    const running = dropUntouchedDrafts({
      ...engines,
      views,
      now: clock.now,
      logger,
      signal: stopController.signal,
      everyMs: 1,
    });
    await waitUntil(async () => (await eventTypes(id)).length === 2);
    stopController.abort();
    await running;
  });
});
