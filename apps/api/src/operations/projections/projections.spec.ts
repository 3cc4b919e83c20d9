import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v4 } from 'uuid';
import {
  cancelJobs,
  cancelRebuild,
  dropBuild,
  getViewOperations,
  listConsignments,
  listProjections,
  listRowRebuilds,
  listSetAside,
  pauseRebuild,
  rebuildConsignmentRows,
  rebuildView,
  getProjectList,
  restartView,
  retrySetAside,
  resumeRebuild,
  switchBack,
  switchBuild,
  type ViewStatus,
} from '#contract';
import { consignmentList, type ConsignmentRow } from '#domain/views';
import { NO_STREAM, StoreUnavailable, type NewEvent } from '#events';
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

const reason = '字段显示错误，重新生成';
const viewStatus = async (view: string): Promise<ViewStatus> => {
  const match = (await operator.do(listProjections)).views.find(({ name }) => name === view);
  if (!match) throw new Error(`${view} is listed`);
  return match;
};
const waitForStatus = async (view: string, condition: (status: ViewStatus) => boolean): Promise<ViewStatus> => {
  for (;;) {
    const now = await viewStatus(view);
    if (condition(now)) return now;
    await new Promise((resolve) => setImmediate(resolve));
  }
};
/** An event as no release writes it: the view of projects cannot take it. */
const invalidEvent = (): NewEvent => ({
  type: 'ProjectAdded',
  data: { projectName: { 陈志远: 13800001111 } },
  metadata: {
    schemaVersion: 1,
    by: { userId: v4(), role: 'admin', unitId: null },
    at: '2026-01-02T03:04:05.678Z',
    commandId: v4(),
    correlationId: v4(),
    causationId: null,
  },
});
const rolesOf = ({ builds }: ViewStatus) => builds.map(({ role }) => role).toSorted();

describe('the state of views', () => {
  it('is listed for every view, with rows, position, lag and share', async () => {
    await service.catchUp();
    const { views, head, rate } = await operator.do(listProjections);
    expect(views.map(({ name }) => name)).toContain('consignmentList');
    const units = views.find(({ name }) => name === 'testingUnits');
    expect(units).toMatchObject({
      state: 'live',
      lag: { events: 0, isCapped: false, seconds: null },
      comparison: null,
      builds: [{ role: 'live', failure: null, share: 1, secondsLeft: null, writtenAt: expect.any(String) }],
    });
    expect(units?.builds[0]?.rows).toBeGreaterThan(1);
    expect(units?.builds[0]?.position).toBe(head);
    expect(rate === null || rate >= 0).toBe(true);
  });

  it('shows why a view has stopped, and only reads of that view are refused', async () => {
    const build = (await service.engines.views.builds()).find(({ name, active }) => name === 'projects' && active);
    if (!build) throw new Error('projects are there');
    await service.engines.views.fail(build, {
      position: build.checkpoint.position,
      message: 'ProjectAdded project-1@0: TypeError',
    });
    const stoppedView = await viewStatus('projects');
    expect(stoppedView).toMatchObject({
      state: 'stopped',
      builds: [{ failure: { message: 'ProjectAdded ***: TypeError', event: null } }],
    });
    // Only reads of that view are refused, and the process stays in service.
    const client = await service.as('client1');
    const refused = await client.call(getProjectList, {});
    expect([refused.status, refused.failure?.message]).toEqual([
      503,
      expect.stringMatching(/^此列表的数据暂时无法更新/),
    ]);
    expect((await client.call(listConsignments, { query: { maxResultCount: 1 } })).status).toBe(200);
    const ready = await fetch(`${service.url}/readyz`);
    expect([ready.status, ((await ready.json()) as { views: object[] }).views]).toEqual([
      200,
      expect.arrayContaining([expect.objectContaining({ name: 'projects', state: 'failed' })]),
    ]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toMatch(/^view_failed\{view="projects"\} 1$/m);
    expect(metrics).toMatch(/^view_failed\{view="users"\} 0$/m);
    await operator.do(restartView, { query: { view: 'projects' }, body: { build: build.build, reason } });
    await service.engines.views.fail(build, null);
    expect(
      (await operator.call(restartView, { query: { view: 'projects' }, body: { build: build.build, reason } })).failure,
    ).toMatchObject({ code: 'VIEW_NOT_STOPPED' });
  });
});

describe('a stream that a view cannot process', () => {
  it('is listed, appears in the metrics and in the headers of its own list only, and can be retried with a reason', async () => {
    const stream = `project-${v4()}`;
    await service.engines.eventStore.append(stream, [invalidEvent()], NO_STREAM);
    const client = await service.as('client1');
    await service.catchUp();
    const setAside = async (call: () => Promise<{ headers: Headers }>) => (await call()).headers.get('x-set-aside');
    const listProjects = () => client.call(getProjectList, {});
    while ((await setAside(listProjects)) !== '1') await new Promise((resolve) => setImmediate(resolve));
    expect(await setAside(() => client.call(listConsignments, { query: { maxResultCount: 1 } }))).toBeNull();
    expect(await viewStatus('projects')).toMatchObject({ state: 'live', setAside: 1 });
    expect(await operator.do(listSetAside, { query: { view: 'projects' } })).toEqual({
      items: [
        expect.objectContaining({ stream, revision: 0, type: 'ProjectAdded', error: expect.any(String), tries: 1 }),
      ],
    });
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${service.url}/metrics`)).text()).toMatch(/^view_set_aside\{view="projects"\} 1$/m);

    const retry = (body: { stream?: string; reason: string }) =>
      operator.call(retrySetAside, { query: { view: 'projects' }, body });
    expect((await retry({ stream: 'project-other', reason })).failure).toMatchObject({ code: 'STREAM_NOT_SET_ASIDE' });
    expect((await retry({ stream, reason: ' ' })).status).toBe(400);
    expect((await retry({ stream, reason })).status).toBe(200);
    for (let attempts = 1; attempts < 2;)
      attempts = (await operator.do(listSetAside, { query: { view: 'projects' } })).items[0]?.tries ?? 0;
    expect((await operator.do(getViewOperations, { query: { view: 'projects' } })).items[0]).toMatchObject({
      type: 'StreamsRetried',
      reason,
    });
    expect((await client.call(listSetAside, { query: { view: 'projects' } })).status).toBe(403);
  });
});

describe('a command without a reason', () => {
  it.each([
    ['zh', '输入内容不能为空'],
    ['en', 'input content cannot be empty'],
    ['es', 'el contenido no puede estar vacío'],
  ])(
    'is refused with the product’s message in the requested language (%s), and changes nothing',
    async (language, message) => {
      const lastPosition = await service.engines.eventStore.lastPosition();
      const orders = [
        operator.call(rebuildView, {
          query: { view: 'testingUnits' },
          body: {} as never,
          headers: { 'accept-language': language },
        }),
        operator.call(rebuildView, {
          query: { view: 'testingUnits' },
          body: { reason: '  ' },
          headers: { 'accept-language': language },
        }),
        operator.call(cancelJobs, { body: { expectedCount: 1 } as never, headers: { 'accept-language': language } }),
      ];
      for (const { status, failure } of await Promise.all(orders))
        expect([status, failure?.message]).toEqual([400, message]);
      expect(await service.engines.eventStore.lastPosition()).toBe(lastPosition);
    },
  );
});

describe('a rebuild', () => {
  it('can be requested, compared, switched to, reverted and dropped, and each step records who and why', async () => {
    const view = 'testingUnits';
    await operator.do(rebuildView, { query: { view }, body: { reason } });
    const compared = await waitForStatus(view, (now) => now.builds.some(({ role }) => role === 'compared'));
    expect(compared.comparison).toMatchObject({ onlyOld: 0, onlyNew: 0, different: 0, samples: [] });
    expect(rolesOf(compared)).toEqual(['compared', 'live']);
    expect((await operator.call(rebuildView, { query: { view }, body: { reason } })).failure).toMatchObject({
      code: 'REBUILD_RUNNING',
    });
    expect((await operator.call(pauseRebuild, { query: { view }, body: { reason } })).failure).toMatchObject({
      code: 'REBUILD_FINISHED',
    });

    const rebuilt = compared.builds.find(({ role }) => role === 'compared')?.build ?? '';
    await operator.do(switchBuild, { query: { view }, body: { reason } });
    const switched = await waitForStatus(view, (now) =>
      now.builds.some(({ build, role }) => build === rebuilt && role === 'live'),
    );
    expect(rolesOf(switched)).toEqual(['kept', 'live']);
    await operator.do(switchBack, { query: { view }, body: { reason } });
    const back = await waitForStatus(view, (now) =>
      now.builds.some(({ build, role }) => build === rebuilt && role === 'kept'),
    );
    await operator.do(dropBuild, { query: { view }, body: { build: rebuilt, reason } });
    expect(rolesOf(await viewStatus(view))).toEqual(['live']);
    expect((await operator.call(switchBack, { query: { view }, body: { reason } })).failure).toMatchObject({
      code: 'NO_KEPT_BUILD',
    });
    expect(back.revision).toBe(3);

    const { items } = await operator.do(getViewOperations, { query: { view } });
    expect(items.map(({ type }) => type)).toEqual([
      'BuildDropped',
      'SwitchedBack',
      'BuildSwitched',
      'BuildsCompared',
      'RebuildRequested',
    ]);
    expect(items.at(-1)).toMatchObject({ build: rebuilt, reason, userName: expect.stringMatching(/./) });
    expect(items[3]).toMatchObject({ reason: null, userName: '' });
  });

  it('is recorded once for a repeated request', async () => {
    const headers = { 'Idempotency-Key': v4() };
    const [first, second] = [
      await operator.call(rebuildView, { query: { view: 'instructions' }, body: { reason }, headers }),
      await operator.call(rebuildView, { query: { view: 'instructions' }, body: { reason }, headers }),
    ];
    expect([first.status, second.status, second.revision]).toEqual([200, 200, first.revision]);
    await operator.do(cancelRebuild, { query: { view: 'instructions' }, body: { reason } });
    expect(
      (await operator.do(getViewOperations, { query: { view: 'instructions' } })).items.filter(
        ({ type }) => type === 'RebuildRequested',
      ),
    ).toHaveLength(1);
  });

  it('requires a reason of 1 to 200 characters, an existing view and permission', async () => {
    for (const invalidReason of ['', '   ', '理'.repeat(201)])
      expect(
        (await operator.call(rebuildView, { query: { view: 'users' }, body: { reason: invalidReason } })).status,
      ).toBe(400);
    expect((await operator.call(rebuildView, { query: { view: 'no-such-view' }, body: { reason } })).status).toBe(404);
    expect((await operator.call(resumeRebuild, { query: { view: 'users' }, body: { reason } })).failure).toMatchObject({
      code: 'NO_REBUILD',
    });
    expect(
      (await (await service.as('auditor')).call(rebuildView, { query: { view: 'users' }, body: { reason } })).status,
    ).toBe(403);
    const stale = await operator.call(rebuildView, {
      query: { view: 'testingUnits' },
      body: { reason },
      headers: { 'If-Match': '"0"' },
    });
    expect(stale.status).toBe(412);
  });

  it('does not start if its event cannot be written', async () => {
    const { eventStore } = service.engines;
    const unavailable = jest.spyOn(eventStore, 'append').mockRejectedValue(new StoreUnavailable('the log is away'));
    expect((await operator.call(rebuildView, { query: { view: 'users' }, body: { reason } })).status).toBe(503);
    unavailable.mockRestore();
    expect(rolesOf(await viewStatus('users'))).toEqual(['live']);
  });
});

describe('the rows of one consignment', () => {
  const spoil = async (id: string) => {
    const { views } = service.engines;
    const live = (await views.builds()).find(({ name, active }) => name === consignmentList.name && active);
    const row = await views.get<ConsignmentRow>(consignmentList, id);
    if (!live || !row) throw new Error('the list has it');
    await views.rewrite(live, [{ id, row: { ...row, projectName: '错误的工程' }, position: live.checkpoint.position }]);
  };
  const waitForRebuild = async (requestId: string) => {
    for (;;) {
      const rebuild = (await operator.do(listRowRebuilds)).items.find((item) => item.requestId === requestId);
      if (rebuild && rebuild.state !== 'running') return rebuild;
      await new Promise((resolve) => setImmediate(resolve));
    }
  };

  it('are rebuilt in every view that has any, requested by consignment code or by id', async () => {
    const lab = await service.as('lab1');
    const { id } = await createConsignmentAt(service, 20);
    await service.catchUp();
    const readRow = async () =>
      (await lab.do(listConsignments, { query: { maxResultCount: 100 } })).items.find((row) => row.id === id);
    const right = await readRow();
    await spoil(id);
    expect((await readRow())?.projectName).toBe('错误的工程');
    const { requestId, consignmentId } = await operator.do(rebuildConsignmentRows, {
      body: { consignment: right?.consignCode ?? '', reason },
    });
    expect(consignmentId).toBe(id);
    const rebuild = await waitForRebuild(requestId);
    expect(rebuild).toMatchObject({ state: 'done', reason, userName: expect.stringMatching(/./) });
    expect(rebuild.views).toContainEqual({ view: 'consignmentList', rows: 1, changed: 1 });
    expect(rebuild.views.find(({ view }) => view === 'sampleIndex')).toMatchObject({ changed: 0 });
    expect(await readRow()).toEqual(right);
    const secondRebuild = await operator.do(rebuildConsignmentRows, {
      body: { consignment: id.replaceAll('-', ''), reason },
    });
    expect((await waitForRebuild(secondRebuild.requestId)).views.every(({ changed }) => changed === 0)).toBe(true);
    expect((await operator.call(rebuildConsignmentRows, { body: { consignment: v4(), reason } })).status).toBe(404);
    expect(
      (await operator.call(rebuildConsignmentRows, { body: { consignment: 'TU001-2026-99999', reason } })).status,
    ).toBe(404);
  });
});
