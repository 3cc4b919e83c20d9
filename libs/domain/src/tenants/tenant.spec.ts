import { describe, it } from '@jest/globals';
import type { Tenant } from '#events';
import { specificationOf } from '../testing/specification.js';
import { labSystem } from '../units/lab-system.js';
import { tenant } from './tenant.js';

const given = specificationOf(tenant.decider);
const facts: Tenant = { tenancyName: 'zhedong', name: '浙东', adminEmailAddress: '', connectionString: '', isActive: true };
const created = { type: 'TenantCreated', data: facts } as const;

describe('a tenant', () => {
  it('is made once, under a name that an address can hold', () => {
    given().when({ type: 'CreateTenant', tenant: facts }).then(created);
    given(created).when({ type: 'CreateTenant', tenant: facts }).thenRefused('RECORD_EXISTS');
    given().when({ type: 'CreateTenant', tenant: { ...facts, tenancyName: '9' } }).thenRefused('TENANCY_NAME_INVALID');
  });

  it('keeps its name, and goes for a reason only', () => {
    const { tenancyName: _, ...changeable } = facts;
    given(created).when({ type: 'ChangeTenant', tenant: changeable }).thenNothing();
    given(created).when({ type: 'ChangeTenant', tenant: { ...changeable, isActive: false } }).then({ type: 'TenantChanged', data: { ...facts, isActive: false } });
    given(created).when({ type: 'DeleteTenant', reason: ' ' }).thenRefused('REASON_REQUIRED');
    given(created, { type: 'TenantDeleted', data: { reason: '合并' } }).when({ type: 'DeleteTenant', reason: '再次' }).thenRefused('NO_SUCH_TENANT');
  });
});

describe('the code of a laboratory’s system', () => {
  const of = specificationOf(labSystem.decider);
  const issued = { type: 'LabSystemCodeIssued', data: { version: 1 } } as const;

  it('is another one each time, also after it was withdrawn', () => {
    const withdrawn = { type: 'LabSystemCodeWithdrawn', data: { reason: '停用' } } as const;
    of().when({ type: 'IssueCode' }).then(issued);
    of(issued).when({ type: 'WithdrawCode', reason: ' 停用 ' }).then(withdrawn);
    of(issued).when({ type: 'WithdrawCode', reason: '' }).thenRefused('REASON_REQUIRED');
    of(issued, withdrawn).when({ type: 'WithdrawCode', reason: '停用' }).thenNothing();
    of(issued, withdrawn).when({ type: 'IssueCode' }).then({ type: 'LabSystemCodeIssued', data: { version: 2 } });
  });
});
