import { describe, expect, it } from '@jest/globals';
import { decode, type Tenant, tenantEvents } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { labSystem } from '../units/lab-system.js';
import { toApiTenant, tenant, tenants } from './tenant.js';

const given = specificationOf(tenant.decider);
const facts: Tenant = {
  tenancyName: 'zhedong',
  name: '浙东',
  administrator: { name: '', phone: '', email: 'it@example.com' },
  connection: '',
  isActive: true,
};
const created = { type: 'TenantCreated', data: facts } as const;

describe('a tenant', () => {
  it('is created once, with a name that is valid in an address', () => {
    given().when({ type: 'CreateTenant', tenant: facts }).then(created);
    given(created).when({ type: 'CreateTenant', tenant: facts }).thenRefused('RECORD_EXISTS');
    given()
      .when({ type: 'CreateTenant', tenant: { ...facts, tenancyName: '9' } })
      .thenRefused('TENANCY_NAME_INVALID');
  });

  it('keeps its name, and is deleted with an optional reason', () => {
    const { tenancyName: _, ...changeable } = facts;
    given(created).when({ type: 'ChangeTenant', tenant: changeable }).thenNothing();
    given(created)
      .when({ type: 'ChangeTenant', tenant: { ...changeable, isActive: false } })
      .then({ type: 'TenantChanged', data: { ...facts, isActive: false } });
    given(created)
      .when({ type: 'DeleteTenant', reason: ' ' })
      .then({ type: 'TenantDeleted', data: { reason: '' } });
    given(created, { type: 'TenantDeleted', data: { reason: '合并' } })
      .when({ type: 'DeleteTenant', reason: '再次' })
      .thenRefused('NO_SUCH_TENANT');
  });

  it('records why it was switched off, and shows its secret only masked', () => {
    const { tenancyName: _, ...changeable } = facts;
    given(created)
      .when({ type: 'ChangeTenant', tenant: { ...changeable, isActive: false }, reason: ' 欠费 ' })
      .then({ type: 'TenantChanged', data: { ...facts, isActive: false, reason: '欠费' } });
    given(created)
      .when({ type: 'ChangeTenant', tenant: { ...changeable, isActive: false }, reason: '欠费' })
      .thenState({ ...facts, isActive: false });
    expect(toApiTenant({ ...facts, connection: 'tenant-connection/t/c-0001' })).toMatchObject({
      adminEmailAddress: 'it@example.com',
      connectionString: '****** 0001',
    });
  });

  it('is listed with its current data, also after a redelivery of events', () => {
    const history = toRecordedEvents('tenant-t-1', [
      created,
      { type: 'TenantChanged', data: { ...facts, connection: 'tenant-connection/t-1/c', isActive: false } },
    ]);
    expect(projectRows(tenants, history).get('t-1')).toMatchObject({
      id: 't-1',
      tenancyName: 'zhedong',
      adminEmailAddress: 'it@example.com',
      hasConnection: true,
      isActive: false,
      revision: 1,
    });
    expectIdempotentOnRedelivery(tenants, history);
    expect(
      projectRows(tenants, [
        ...history,
        ...toRecordedEvents('tenant-t-1', [{ type: 'TenantDeleted', data: { reason: '合并' } }]),
      ]).size,
    ).toBe(0);
  });

  it('is still readable if it was recorded before secrets were stored in the vault', () => {
    const { data } = decode(tenantEvents, {
      type: 'TenantCreated',
      data: {
        tenancyName: 'old',
        name: '旧',
        adminEmailAddress: 'it@example.com',
        connectionString: 'Server=db',
        isActive: true,
      },
      metadata: { schemaVersion: 1 },
    });
    expect(data).toEqual({
      tenancyName: 'old',
      name: '旧',
      administrator: { name: '', phone: '', email: 'it@example.com' },
      connection: '',
      connectionString: 'Server=db',
      isActive: true,
    });
  });
});

describe('the code of a laboratory system', () => {
  const of = specificationOf(labSystem.decider);
  const issued = { type: 'LabSystemCodeIssued', data: { version: 1 } } as const;

  it('is different each time, also after it was withdrawn', () => {
    const withdrawn = { type: 'LabSystemCodeWithdrawn', data: { reason: '停用' } } as const;
    of().when({ type: 'IssueCode' }).then(issued);
    of(issued).when({ type: 'WithdrawCode', reason: ' 停用 ' }).then(withdrawn);
    of(issued).when({ type: 'WithdrawCode', reason: '' }).thenRefused('REASON_REQUIRED');
    of(issued, withdrawn).when({ type: 'WithdrawCode', reason: '停用' }).thenNothing();
    of(issued, withdrawn)
      .when({ type: 'IssueCode' })
      .then({ type: 'LabSystemCodeIssued', data: { version: 2 } });
  });
});
