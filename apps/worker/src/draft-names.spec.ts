import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { v4 } from 'uuid';
import { handle, type Projection } from '#domain/event-sourcing';
import { project } from '#domain/projects';
import { consignmentList, DRAFTS_NAMED_AT_ONCE, type ConsignmentRow } from '#domain/views';
import { CLIENT_UNIT, header, people } from '#harness/domain/consignment-story';
import type { RecordedEvent } from '#events';
import { createProjector } from '../../projector/src/projector.js';
import { nameDrafts } from './jobs/name-drafts.job.js';
import { updateOlderDraftNames } from './drafts.js';
import { newCommandContext, appendDraft, appendSubmission } from '#harness/worker/consignment-in-log';
import { waitUntil } from '#harness/worker/test-engines';
import { workerUnderTest } from '#harness/worker/worker-under-test';

const test = workerUnderTest();
const store = () => test.engines.eventStore;
let stopProjector: () => Promise<void>;
beforeEach(() => {
  const logger = pino({ level: 'silent' });
  stopProjector = createProjector({
    engines: test.engines,
    projections: [consignmentList as Projection<object>],
    logger,
  }).stop;
});
afterEach(() => stopProjector());

const addProject = async (projectName: string, consignUnitId: string | null = CLIENT_UNIT) => {
  const id = v4();
  const facts = {
    projectName,
    consignUnitId,
    consignUnitName: '',
    projectCode: '',
    contractSectName: '',
    constructionUnit: '',
    constructionJzunit: '',
    jzunit: '',
    description: '',
  };
  await handle(store(), project, id, { type: 'AddProject', project: facts }, newCommandContext(people.client));
  return {
    id,
    rename: (newName: string) =>
      handle(
        store(),
        project,
        id,
        { type: 'ChangeProject', project: { ...facts, projectName: newName } },
        newCommandContext(people.client),
      ),
    changeDescription: (description: string) =>
      handle(
        store(),
        project,
        id,
        { type: 'ChangeProject', project: { ...facts, description } },
        newCommandContext(people.client),
      ),
  };
};
const addDraft = (projectId: string, projectName: string) =>
  appendDraft(store(), { samples: [], header: header({ projectId, projectName }) });
const findByName = async (search: string) => {
  await test.engines.views.waitFor(consignmentList, await store().lastPosition(), 10_000);
  const { rows } = await test.engines.views.find<ConsignmentRow>(consignmentList, { search });
  return rows.map(({ id, revision, projectName }) => ({ id, revision, projectName }));
};
/** Runs the job of a request. */
const runJob = async (subjectId: string, { id: requestId, revision, position }: RecordedEvent) => {
  const context = { id: '', attempt: 1, lastAttempt: false, abandoned: false, progress: () => Promise.resolve() };
  const job = nameDrafts({ engines: test.engines, now: test.clock.now });
  const payload = { requestId, subject: 'project', subjectId, revision, position };
  await job(payload, { ...context, signal: new AbortController().signal });
};
const recordedNames = async (id: string) => (await store().read(`draftNames-${id}`)).events;

describe('the names in drafts', () => {
  it('follow a renamed project without a change of revisions, and submitted consignments keep the earlier name', async () => {
    const { id, rename, changeDescription } = await addProject('旧名大桥');
    const header1 = header({ projectId: id, projectName: '旧名大桥' });
    const [draft, otherDraft] = [await addDraft(id, '旧名大桥'), await addDraft('p-other', '旁边大桥')];
    const submitted = await appendSubmission(store(), { header: header1 });
    const { head } = await store().read(`consignment-${draft}`);
    test.startWorker();
    await changeDescription('只改备注');
    await rename('新名大桥');
    await waitUntil(async () => (await findByName('新名')).length > 0);
    expect(await findByName('新名大桥')).toEqual([{ id: draft, revision: head.revision, projectName: '新名大桥' }]);
    expect(await findByName('旧名大桥')).toMatchObject([{ id: submitted }]);
    expect(await findByName('旁边大桥')).toMatchObject([{ id: otherDraft }]);
    expect(await recordedNames(id)).toHaveLength(1);
    expect((await store().read(`consignment-${draft}`)).head).toEqual(head);
  });

  it('are updated for hundreds of drafts in few events, once however often the job runs', async () => {
    const { id, rename } = await addProject('旧名大桥');
    const ids: string[] = [];
    for (let n = 0; n <= DRAFTS_NAMED_AT_ONCE; n++) ids.push(await addDraft(id, '旧名大桥'));
    await rename('新名大桥');
    const request = (await store().read(`project-${id}`)).events.at(-1)!;
    for (let run = 1; run <= 2; run++) await runJob(id, request);
    const events = await recordedNames(id);
    expect(events).toHaveLength(2);
    expect(events.flatMap(({ data }) => (data as { consignmentIds: string[] }).consignmentIds).toSorted()).toEqual(
      ids.toSorted(),
    );
    expect(await findByName('新名大桥')).toHaveLength(ids.length);
  });

  it('are the last ones after two renames, in whatever order the jobs run', async () => {
    const { id, rename } = await addProject('旧名大桥');
    await addDraft(id, '旧名大桥');
    await rename('误写大桥');
    await rename('新名大桥');
    const requests = (await store().read(`project-${id}`)).events.slice(1);
    for (const request of requests.toReversed()) await runJob(id, request);
    expect(await findByName('新名大桥')).toHaveLength(1);
    expect(await findByName('误写大桥')).toEqual([]);
    expect(await recordedNames(id)).toHaveLength(1);
  });

  it('are updated once a log for projects that an earlier release renamed without recording names', async () => {
    const [{ id, rename }, unchanged] = [await addProject('旧名大桥'), await addProject('旁边大桥')];
    const [draft] = [await addDraft(id, '旧名大桥'), await addDraft(unchanged.id, '旁边大桥')];
    const submitted = await appendSubmission(store(), { header: header({ projectId: id, projectName: '旧名大桥' }) });
    await rename('新名大桥');
    await unchanged.changeDescription('只改备注');
    const stopController = new AbortController();
    const updateNames = (everyMs = 1) =>
      updateOlderDraftNames({
        engines: test.engines,
        now: test.clock.now,
        signal: stopController.signal,
        logger: pino({ level: 'silent' }),
        everyMs,
      });
    await updateNames();
    expect(await findByName('新名大桥')).toMatchObject([{ id: draft }]);
    expect(await findByName('旧名大桥')).toMatchObject([{ id: submitted }]);
    expect([await recordedNames(id), await recordedNames(unchanged.id)]).toMatchObject([[{}], []]);
    await rename('后来大桥');
    await updateNames();
    expect(await recordedNames(id)).toHaveLength(1); // a later renaming is recorded by its own job
  });

  it('are not updated for a unit that the project no longer belongs to', async () => {
    const { id, rename } = await addProject('旧名大桥', v4());
    await addDraft(id, '旧名大桥');
    test.startWorker();
    await rename('新名大桥');
    const { id: requestId } = (await store().read(`project-${id}`)).events.at(-1)!;
    await test.jobIs('name-drafts', requestId, 'done');
    expect(await recordedNames(id)).toEqual([]);
  });
});
