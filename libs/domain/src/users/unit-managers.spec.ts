import { describe, expect, it } from '@jest/globals';
import type { UnitManagerEvent, UserEvent } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { effectiveUnitManagers, unitManagers } from './unit-managers.js';
import { users } from './user.js';

const given = specificationOf(unitManagers.decider);
const granted = (userId: string, managers: string[]): UnitManagerEvent => ({
  type: 'UnitManagerGranted',
  data: { userId, managers, reason: '' },
});
const grant = (userId: string, holders: string[]) =>
  ({ type: 'GrantUnitManager', userId, holders, reason: '' }) as const;
const withdraw = (userId: string, holders: string[], reason = '离职') =>
  ({ type: 'WithdrawUnitManager', userId, holders, reason }) as const;

describe('the right of a unit manager', () => {
  it('is granted in addition to the existing managers, and only once', () => {
    given()
      .when(grant('b', ['a']))
      .then(granted('b', ['a', 'b']));
    given(granted('b', ['a', 'b']))
      .when(grant('b', ['a', 'b']))
      .thenNothing();
    given()
      .when(grant('a', ['a']))
      .thenNothing();
  });

  it('is withdrawn with a reason, but never from the last manager who can sign in', () => {
    given(granted('b', ['a', 'b']))
      .when(withdraw('a', ['a', 'b'], ' 离职 '))
      .then({ type: 'UnitManagerWithdrawn', data: { userId: 'a', managers: ['b'], reason: '离职' } });
    given(granted('b', ['a', 'b']))
      .when(withdraw('a', ['a', 'b'], ' '))
      .thenRefused('REASON_REQUIRED');
    given()
      .when(withdraw('a', ['a']))
      .thenRefused('LAST_UNIT_MANAGER');
    given(granted('b', ['a', 'b']))
      .when(withdraw('a', ['a']))
      .thenRefused('LAST_UNIT_MANAGER');
    given()
      .when(withdraw('c', ['a']))
      .thenNothing();
  });

  it('stays with a deactivated account when another account gets it', () => {
    given(granted('b', ['a', 'b']))
      .when(grant('c', ['b']))
      .then(granted('c', ['a', 'b', 'c']));
  });

  it('belongs to the oldest active account if no manager is named or none of the named ones can sign in', () => {
    expect(effectiveUnitManagers({ managerIds: null }, ['a', 'b'])).toEqual(['a']);
    expect(effectiveUnitManagers({ managerIds: ['a', 'c'] }, ['a', 'b', 'c'])).toEqual(['a', 'c']);
    expect(effectiveUnitManagers({ managerIds: ['a', 'c'] }, ['b', 'd'])).toEqual(['b']);
    expect(effectiveUnitManagers({ managerIds: ['a'] }, [])).toEqual([]);
  });
});

describe('the order of accounts', () => {
  const registered = (userName: string): UserEvent => ({
    type: 'UserRegistered',
    data: {
      userName,
      profile: { name: userName, phone: '', email: '' },
      roles: ['检测单位角色'],
      unitId: 't-1',
      unitType: 1,
      unitName: '',
    },
  });

  it('follows their registrations in the log, also after later changes and a redelivery of events', () => {
    const later: UserEvent[] = [
      registered('a'),
      { type: 'UserDeactivated', data: { reason: '' } },
      { type: 'UserActivated', data: {} },
    ];
    const events = toRecordedEvents('user-u-1', later);
    expect(projectRows(users, events).get('u-1')?.position).toBe(events[0]?.position);
    expectIdempotentOnRedelivery(users, events);
  });
});
