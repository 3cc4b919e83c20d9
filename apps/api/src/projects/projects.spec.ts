import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v4 } from 'uuid';
import {
  deleteProject,
  getProjectById,
  getProjectList,
  getRecordChanges,
  getUserInfo,
  insertProject,
  updateProject,
} from '#contract';
import { createSubmittableDraft } from '#harness/consignments/drafts';
import { newClient } from '#harness/consignments/units';
import { startService, type Service } from '#harness/service/service';

let service: Service;

beforeAll(async () => {
  service = await startService({ repeatsCommands: true });
});
afterAll(() => service.close());

describe('projects', () => {
  it('API-032 are limited to the caller’s own on request, include sections on request, and require a name', async () => {
    const client = await service.as('client1');
    const { unitId } = await client.do(getUserInfo);
    await client.do(insertProject, {
      body: { projectName: '新建大桥', projectCode: 'DQ-1', contractSectName: 'TJ-9标' },
    });
    await (await service.as('client2')).do(insertProject, { body: { projectName: '他人隧道' } });

    const ownProjects = await client.do(getProjectList, { query: { getMyProject: 'true', maxResultCount: 1000 } });
    const all = await client.do(getProjectList, { query: { maxResultCount: 1000 } });
    expect(new Set(ownProjects.items.map(({ consignUnitId }) => consignUnitId))).toEqual(new Set([unitId]));
    expect(ownProjects.items.map(({ projectName }) => projectName)).toContain('新建大桥');
    expect(all.items.map(({ projectName }) => projectName)).toEqual(expect.arrayContaining(['新建大桥', '他人隧道']));
    expect(all.totalCount).toBeGreaterThan(ownProjects.totalCount);

    expect(ownProjects.items[0]).not.toHaveProperty('contractSectName');
    const sections = await client.do(getProjectList, { query: { search: '新建大桥', ShowContractSectName: 'true' } });
    expect(sections.items[0]).toMatchObject({ projectName: '新建大桥', contractSectName: 'TJ-9标' });

    const nameless = await client.call(insertProject, { body: { projectName: '  ' } });
    expect(nameless.status).toBe(400);
    expect(nameless.failure).toMatchObject({
      message: '请输入工程项目名称',
      details: '请输入工程项目名称',
    });
  });

  it('are searched by a part of the name or code, and paged', async () => {
    const client = await service.as('client1');
    const mark = v4().slice(0, 8);
    for (const part of ['甲', '乙', '丙'])
      await client.do(insertProject, { body: { projectName: `${mark}${part}段`, projectCode: `C-${mark}` } });
    const page = await client.do(getProjectList, { query: { search: mark, skipCount: 2, maxResultCount: 2 } });
    expect(page.totalCount).toBe(3);
    expect(page.items).toHaveLength(1);
    expect(
      (await client.do(getProjectList, { query: { search: `${mark}乙` } })).items.map(({ projectName }) => projectName),
    ).toEqual([`${mark}乙段`]);
  });

  it('include a new project at once for a caller who sends its position', async () => {
    const client = await service.as('client1');
    const { result, position, revision } = await client.call(insertProject, { body: { projectName: `即时${v4()}` } });
    expect(revision).toBe(0);
    const list = await client.call(getProjectList, {
      query: { search: result.projectName, atLeast: position ?? undefined },
    });
    expect(list.result.items.map(({ id }) => id)).toEqual([result.id]);
    expect(list.headers.get('x-stale')).toBeNull();
  });

  it('are returned as stale, and marked so, if the view does not reach the position within two seconds', async () => {
    const reply = await (await service.as('client1')).call(getProjectList, { query: { atLeast: '9'.repeat(20) } });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('x-stale')).toBe('true');
  });

  it('with a name that exists in the unit need a confirmation if the caller supports it, and are accepted otherwise', async () => {
    const client = await service.as('client1');
    const admin = await service.as('admin');
    const projectName = `K1+200(${v4()})大桥`;
    const { id } = await client.do(insertProject, { body: { projectName, sameNameConfirmed: false } });
    const twin = { projectName: ` ${projectName.replace('(', '（').replace(')', '）')}` };
    const request = { headers: { 'idempotency-key': v4() }, body: { ...twin, sameNameConfirmed: false } };
    expect((await client.call(insertProject, request)).failure).toMatchObject({
      code: 'PROJECT_NAME_EXISTS',
      message: '有同名工程，仍要新建吗？',
    });
    await client.do(insertProject, { body: { ...twin, sameNameConfirmed: true } });
    await client.do(insertProject, { body: twin });
    const otherClient = await service.as('client2');
    const { id: third } = await otherClient.do(insertProject, { body: { ...twin, sameNameConfirmed: false } });
    await admin.do(updateProject, { body: { id: third, projectCode: 'C-2', sameNameConfirmed: false } });

    const { id: fourth } = await client.do(insertProject, { body: { projectName: v4() } });
    const rename = { id: fourth, projectName };
    expect((await admin.call(updateProject, { body: { ...rename, sameNameConfirmed: false } })).failure?.code).toBe(
      'PROJECT_RENAME_EXISTS',
    );
    await admin.do(updateProject, { body: { ...rename, sameNameConfirmed: true } });
    await admin.do(updateProject, { body: { id, projectName, sameNameConfirmed: false } });
  });

  it('are added once if the request is repeated', async () => {
    const client = await service.as('client1');
    const request = { body: { projectName: `一次${v4()}` }, headers: { 'idempotency-key': v4() } };
    const first = await client.call(insertProject, request);
    const repeated = await client.call(insertProject, request);
    expect(repeated.result.id).toBe(first.result.id);
    expect(repeated.position).toBe(first.position);
    expect((await client.do(getProjectList, { query: { search: request.body.projectName } })).totalCount).toBe(1);
  });
});

describe('a project managed by the administrator', () => {
  const completeProject = {
    projectName: '绕城高速',
    projectCode: 'RC-1',
    description: '全线',
    contractSectName: 'TJ-1标',
    constructionUnit: '一公司',
    constructionJzunit: '指挥部',
    jzunit: '监理公司',
  };

  it('PJ-001 PJ-003 is stored with all fields, changed, and deleted with a reason, after which it is not found', async () => {
    const admin = await service.as('admin');
    const mark = v4();
    const { id } = await admin.do(insertProject, { body: { ...completeProject, projectName: mark } });
    expect(await admin.do(getProjectById, { query: { id } })).toMatchObject({
      ...completeProject,
      id,
      projectName: mark,
      consignUnitId: null,
      revision: 0,
    });
    expect((await admin.do(getProjectList, { query: { search: mark } })).items.map((row) => row.id)).toEqual([id]);
    expect((await admin.call(insertProject, { body: { projectName: '' } })).status).toBe(400);

    const { unitId } = await (await service.as('client1')).do(getUserInfo);
    await admin.do(updateProject, { body: { id, projectCode: 'RC-2', consignUnitId: unitId } });
    expect(await admin.do(getProjectById, { query: { id } })).toMatchObject({
      projectName: mark,
      projectCode: 'RC-2',
      consignUnitId: unitId,
      consignUnitName: '云岭交通建设集团第三工程公司',
      revision: 1,
    });
    expect((await admin.call(updateProject, { body: { id, projectName: ' ' } })).failure?.message).toBe(
      '请输入工程项目名称',
    );
    expect(
      (await admin.call(updateProject, { body: { id, projectCode: 'X' }, headers: { 'if-match': '"0"' } })).status,
    ).toBe(412);

    expect(await admin.do(deleteProject, { query: { id, reason: '重复登记' } })).toBe(true);
    expect((await admin.do(getProjectList, { query: { search: mark } })).items).toEqual([]);
    expect((await admin.call(getProjectById, { query: { id } })).status).toBe(404);
    const history = await admin.do(getRecordChanges, { query: { kind: 'project', id } });
    expect(history.map(({ action, reason }) => [action, reason])).toEqual([
      ['ProjectDeleted', '重复登记'],
      ['ProjectChanged', ''],
      ['ProjectAdded', ''],
    ]);
    expect(history[1]?.changes).toContainEqual({
      field: 'projectCode',
      about: '',
      member: '',
      old: 'RC-1',
      new: 'RC-2',
    });
  });

  it('cannot be deleted while a consignment uses it', async () => {
    const admin = await service.as('admin');
    const { projectId } = await createSubmittableDraft(await service.as('client1'));
    const refused = await admin.call(deleteProject, { query: { id: projectId ?? '', reason: '重复登记' } });
    expect([refused.status, refused.failure?.code, refused.failure?.message]).toEqual([
      409,
      'PROJECT_IN_USE',
      expect.stringMatching(/^已有 \d+ 份委托使用该工程项目，不能删除$/),
    ]);
  });

  it('PJ-002 is listed in pages of seven, and getMyProject limits the list to the caller’s own', async () => {
    const client = await newClient(service);
    const mark = v4();
    for (let number = 0; number < 9; number++)
      await client.do(insertProject, { body: { projectName: `${mark} ${number}`, projectCode: `K${mark}` } });
    const page = await client.do(getProjectList, { query: { search: `K${mark}`, skipCount: 7, maxResultCount: 7 } });
    expect([page.items.length, page.totalCount]).toEqual([2, 9]);
    expect((await client.do(getProjectList, { query: { getMyProject: 'true', maxResultCount: 100 } })).totalCount).toBe(
      9,
    );
  });
});
