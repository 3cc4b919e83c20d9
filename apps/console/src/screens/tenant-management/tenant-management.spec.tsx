import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createTenant,
  deleteTenant,
  getRecordChanges,
  getTenants,
  readTenant,
  type Tenant,
  type TenantRow,
  updateTenant,
} from '#contract';
import '../../i18n/language.js';
import { administrator, renderConsole } from '../../testing/render.js';
import { type StubServer, stubServer } from '../../testing/stub-server.js';
import { TENANT_MANAGER } from './routes.js';
import TenantManagerPage from './tenant-manager.page.js';

const rowWith = (some: Partial<TenantRow> = {}): TenantRow => ({
  id: '00000000-0000-4000-8000-000000000001',
  revision: 2,
  tenancyName: 'zhedong',
  name: '浙东',
  adminEmailAddress: 'it@example.com',
  isActive: true,
  hasConnection: true,
  creationTime: '2026-03-01T08:00:00.000Z',
  lastModificationTime: '2026-03-02T08:00:00.000Z',
  ...some,
});
const tenant: Tenant = {
  id: rowWith().id,
  tenancyName: 'zhedong',
  name: '浙东',
  adminEmailAddress: 'it@example.com',
  connectionString: 'Server=db',
  isActive: true,
};
let rows: TenantRow[];
let server: StubServer;
const open = () => renderConsole(<TenantManagerPage />, { user: administrator, at: TENANT_MANAGER });

beforeEach(() => {
  rows = [
    rowWith(),
    rowWith({
      id: '00000000-0000-4000-8000-000000000002',
      tenancyName: 'minhai',
      name: '闽海',
      adminEmailAddress: '',
      isActive: false,
      hasConnection: false,
    }),
  ];
  server = stubServer();
  server.respondWith(getTenants, ({ query }) => {
    const matches = rows.filter(
      ({ tenancyName, isActive }) =>
        tenancyName.includes(query['search'] ?? '') &&
        (query['isActive'] === undefined || String(isActive) === query['isActive']),
    );
    return { items: matches, totalCount: matches.length };
  });
  server.respondWith(readTenant, tenant);
});
afterEach(cleanup);

describe('tenant management', () => {
  it('lists tenants with administrator and database, and filters by state', async () => {
    open();
    const table = await screen.findByRole('table', { name: '租户列表' });
    const cells = [...table.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].slice(0, 4).map(({ textContent }) => textContent),
    );
    expect(cells).toEqual([
      ['zhedong', '浙东', 'it@example.com', '独立数据库'],
      ['minhai', '闽海', '—', '平台数据库'],
    ]);
    await userEvent.selectOptions(screen.getByLabelText('状态'), '停用');
    await waitFor(() => expect(screen.getByRole('table').querySelectorAll('tbody tr')).toHaveLength(1));
  });

  it('adds a tenant once its name and e-mail address are valid, and sends nothing before', async () => {
    server.respondWith(createTenant, tenant);
    open();
    await userEvent.click(await screen.findByRole('button', { name: '新建租户' }));
    const form = within(await screen.findByRole('dialog', { name: '新建租户' }));
    await userEvent.type(form.getByLabelText(/^租户名/), '9');
    await userEvent.type(form.getByLabelText('管理员邮箱'), 'nobody');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    expect(form.getByText('请输入正确的邮箱地址')).toBeTruthy();
    expect(form.getByText(/租户名以字母开头/)).toBeTruthy();
    expect(server.requestsTo(createTenant)).toHaveLength(0);
    await userEvent.clear(form.getByLabelText(/^租户名/));
    await userEvent.type(form.getByLabelText(/^租户名/), 'chuanjiang');
    await userEvent.clear(form.getByLabelText('管理员邮箱'));
    expect(form.getByLabelText<HTMLInputElement>('数据库连接').type).toBe('password');
    await userEvent.type(form.getByLabelText('数据库连接'), 'Server=other');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(createTenant)[0]?.body).toEqual({
        tenancyName: 'chuanjiang',
        name: '',
        adminEmailAddress: '',
        connectionString: 'Server=other',
        isActive: true,
      }),
    );
  });

  it('edits the current state of a tenant and sends the revision that was shown; the tenant name is read-only', async () => {
    server.respondWith(updateTenant, tenant);
    open();
    await userEvent.click(await screen.findByRole('button', { name: '编辑 zhedong' }));
    const form = within(await screen.findByRole('dialog', { name: '编辑租户' }));
    expect((await form.findByLabelText<HTMLInputElement>(/^租户名/)).readOnly).toBe(true);
    await userEvent.type(form.getByLabelText('显示名称'), '检测');
    await userEvent.click(form.getByRole('button', { name: '保存' }));
    await waitFor(() =>
      expect(server.requestsTo(updateTenant)[0]).toMatchObject({
        body: { id: tenant.id, name: '浙东检测', connectionString: 'Server=db', isActive: true },
        headers: { 'If-Match': '"2"' },
      }),
    );
  });

  it('disables a tenant with a reason and keeps its other data, and deletes a tenant with a reason', async () => {
    server.respondWith(updateTenant, () => {
      rows = rows.map((row) => ({ ...row, isActive: false }));
      return { ...tenant, isActive: false };
    });
    server.respondWith(deleteTenant, () => {
      rows = rows.slice(1);
      return true as const;
    });
    open();
    await userEvent.click(await screen.findByRole('button', { name: '停用 zhedong' }));
    const box = within(await screen.findByRole('alertdialog', { name: '停用租户' }));
    await userEvent.click(box.getByRole('button', { name: '停用租户' }));
    expect(server.requestsTo(updateTenant)).toHaveLength(0);
    await userEvent.type(box.getByRole('textbox'), '欠费');
    await userEvent.click(box.getByRole('button', { name: '停用租户' }));
    await screen.findByRole('button', { name: '启用 zhedong' });
    expect(server.requestsTo(updateTenant)[0]?.body).toEqual({
      id: tenant.id,
      name: '浙东',
      adminEmailAddress: 'it@example.com',
      connectionString: 'Server=db',
      isActive: false,
      reason: '欠费',
    });
    await userEvent.click(screen.getByRole('button', { name: '删除 zhedong' }));
    const removal = within(await screen.findByRole('alertdialog', { name: '删除租户' }));
    await userEvent.type(removal.getByRole('textbox'), '合并');
    await userEvent.click(removal.getByRole('button', { name: '删除租户' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: '删除 zhedong' })).toBeNull());
  });

  it('shows changed fields with old and new values, with the connection string masked', async () => {
    server.respondWith(getRecordChanges, [
      {
        id: '1',
        action: 'TenantChanged',
        at: '2026-03-02T08:00:00.000Z',
        by: '周明远',
        reason: '',
        changes: [
          { field: 'name', about: '', member: '', old: '浙东', new: '浙东检测' },
          { field: 'connectionString', about: '', member: '', old: '', new: '****** 0001' },
        ],
      },
    ]);
    open();
    await userEvent.click(await screen.findByRole('button', { name: '历史 zhedong' }));
    const dialog = within(await screen.findByRole('dialog', { name: '历史 · zhedong' }));
    expect(
      [...(await dialog.findByRole('table', { name: '修改租户' })).querySelectorAll('tbody tr')].map((row) =>
        [...row.querySelectorAll('td')].map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['显示名称', '浙东', '浙东检测'],
      ['数据库连接', '—', '****** 0001'],
    ]);
    expect(server.requestsTo(getRecordChanges)[0]?.query).toMatchObject({ kind: 'tenant', id: tenant.id });
  });
});
