import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  deleteProject,
  getConsginUnitListBySys,
  getProjectById,
  getProjectList,
  insertProject,
  type ProjectDetail,
  type ProjectRow,
  updateProject,
} from '#contract';
import '../../i18n/language.js';
import { projectRow } from '../../testing/consignment.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { consignUnitWith } from '../../testing/units.js';
import { PROJECT_MANAGER } from './routes.js';
import ProjectManagerPage from './project-manager.page.js';

let rows: ProjectRow[];
let server: StubServer;
const detail = (row: ProjectRow): ProjectDetail => ({
  ...row,
  contractSectName: row.contractSectName ?? '',
  revision: 4,
  creationTime: '2026-03-01T08:00:00.000Z',
});
const open = () => renderConsole(<ProjectManagerPage />, { user: administrator, at: PROJECT_MANAGER });

beforeEach(() => {
  rows = Array.from({ length: 12 }, (_, index) =>
    projectRow({ projectName: `项目${index + 1}`, projectCode: `P-${index + 1}`, consignUnitName: '云岭交通' }),
  );
  server = stubServer();
  server.respondWith(getConsginUnitListBySys, { items: [consignUnitWith()], totalCount: 1 });
  server.respondWith(getProjectById, ({ query }) => detail(rows.find(({ id }) => id === query['id']) ?? projectRow()));
  server.respondWith(getProjectList, ({ query }) => {
    const matches = rows.filter(({ projectName }) => projectName.includes(query['search'] ?? ''));
    return {
      items: matches.slice(Number(query['skipCount'])).slice(0, Number(query['maxResultCount'])),
      totalCount: matches.length,
    };
  });
});
afterEach(cleanup);

describe('project management', () => {
  it('lists ten per page with code, section and owner, and searches', async () => {
    open();
    const table = await screen.findByRole('table', { name: '工程项目列表' });
    expect(table.querySelectorAll('tbody tr')).toHaveLength(10);
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['工程项目编号', '工程项目名称', '合同段', '所属委托单位', '操作']);
    await userEvent.type(screen.getByLabelText('按项目名称或编号搜索'), '项目12');
    await waitFor(() => expect(screen.getByRole('table').querySelectorAll('tbody tr')).toHaveLength(1));
  });

  it('adds a project for a consigning unit, and does not send one without a name', async () => {
    server.respondWith(insertProject, ({ body }) => projectRow(body as Partial<ProjectRow>));
    open();
    await userEvent.click(await screen.findByRole('button', { name: '新建工程项目' }));
    const form = within(await screen.findByRole('dialog', { name: '新建工程项目' }));
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getByText('请输入工程项目名称')).toBeTruthy();
    await userEvent.type(form.getByLabelText(/^工程项目名称/), '绕城高速');
    await form.findByRole('option', { name: '云岭交通建设集团第三工程公司' });
    await userEvent.selectOptions(form.getByLabelText('所属委托单位'), '云岭交通建设集团第三工程公司');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(server.requestsTo(insertProject)).toHaveLength(1));
    expect(server.requestsTo(insertProject)[0]?.body).toMatchObject({
      projectName: '绕城高速',
      consignUnitId: consignUnitWith().id,
    });
  });

  it('edits the current state of a project and sends its revision', async () => {
    server.respondWith(updateProject, ({ body }) => ({ ...detail(projectRow()), ...(body as Partial<ProjectDetail>) }));
    open();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 项目1' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑工程项目' }));
    await userEvent.type(form.getByLabelText('监理单位'), '二部');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(updateProject)[0]).toMatchObject({
        body: { id: rows[0]?.id, jzunit: '皖江监理二部' },
        headers: { 'If-Match': '"4"' },
      }),
    );
  });

  it('deletes with a reason, and shows why a project that is in use cannot be deleted', async () => {
    server.refuse(deleteProject, { status: 409, message: '已有 3 份委托使用该工程项目，不能删除' });
    open();
    await userEvent.click(await screen.findByRole('button', { name: '删除 项目1' }));
    const box = within(await screen.findByRole('alertdialog', { name: '删除工程项目' }));
    await userEvent.type(box.getByRole('textbox'), '重复登记');
    await userEvent.click(box.getByRole('button', { name: '删除工程项目' }));
    expect(await box.findByText('已有 3 份委托使用该工程项目，不能删除')).toBeTruthy();
    server.respondWith(deleteProject, () => {
      rows = rows.slice(1);
      return true as const;
    });
    await userEvent.click(box.getByRole('button', { name: '删除工程项目' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '删除 项目1' })).toBeNull());
    expect(server.requestsTo(deleteProject).at(-1)?.query).toMatchObject({ reason: '重复登记' });
  });
});
