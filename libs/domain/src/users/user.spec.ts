import { describe, expect, it } from '@jest/globals';
import type { UserEvent } from '#events';
import { expectIdempotentOnRedelivery, toRecordedEvents, projectRows } from '#harness/domain/recorded';
import { specificationOf } from '#harness/domain/specification';
import { passwordProblem } from './sign-in.js';
import { userNameKeys, user, type UserRegistration, users, usersByName } from './user.js';

const registration: UserRegistration = {
  userName: 'Lab1',
  profile: { name: '沈惠兰', phone: '13900001003', email: 'lab1@example.com' },
  roles: ['检测单位角色'],
  unitId: 't-1',
  unitType: 1,
  unitName: '浙东交通工程检测中心',
};
const registered: UserEvent = { type: 'UserRegistered', data: registration };
const deactivated: UserEvent = { type: 'UserDeactivated', data: { reason: '离职' } };
const AT = '2026-11-21T06:00:00.000Z';
const given = specificationOf(user.decider);

describe('a user', () => {
  it('is registered once', () => {
    given().when({ type: 'RegisterUser', registration }).then(registered);
    given(registered).when({ type: 'RegisterUser', registration }).thenRefused('RECORD_EXISTS');
  });

  it('is deactivated, activated and given other roles only if that changes something', () => {
    given(registered).when({ type: 'DeactivateUser', reason: ' 离职 ' }).then(deactivated);
    given(registered, deactivated).when({ type: 'DeactivateUser', reason: '离职' }).thenNothing();
    given(registered, deactivated)
      .when({ type: 'ActivateUser', at: AT })
      .then({ type: 'UserActivated', data: { at: AT } });
    given(registered).when({ type: 'ActivateUser', at: AT }).thenNothing();
    given(registered)
      .when({ type: 'ChangeUserRoles', roles: ['admin'] })
      .then({ type: 'UserRolesChanged', data: { roles: ['admin'] } });
    given(registered)
      .when({ type: 'ChangeUserRoles', roles: ['检测单位角色'] })
      .thenNothing();
  });

  it('is deactivated with or without a reason', () => {
    for (const reason of [' ', ' 离职 '])
      given(registered)
        .when({ type: 'DeactivateUser', reason })
        .then({ type: 'UserDeactivated', data: { reason: reason.trim() } });
  });

  it('has the profile that was recorded last, and an unchanged profile causes no event', () => {
    const profile = { name: '沈兰', phone: '13900001099', email: '' };
    given(registered)
      .when({ type: 'ChangeUserProfile', profile })
      .then({ type: 'UserProfileChanged', data: { profile } });
    given(registered, { type: 'UserProfileChanged', data: { profile } })
      .when({ type: 'ChangeUserProfile', profile })
      .thenNothing();
    expect(
      projectRows(
        users,
        toRecordedEvents('user-u-2', [registered, { type: 'UserProfileChanged', data: { profile } }]),
      ).get('u-2'),
    ).toMatchObject({ name: '沈兰', phone: '13900001099', email: '', userName: 'Lab1' });
  });

  it('keeps the description in the profile until another one is set', () => {
    const described = { ...registration.profile, description: '夜班' };
    const userRegistered: UserEvent = { type: 'UserRegistered', data: { ...registration, profile: described } };
    const renamed = { name: '沈兰', phone: '13900001099', email: '' };
    given(userRegistered)
      .when({ type: 'ChangeUserProfile', profile: renamed })
      .then({ type: 'UserProfileChanged', data: { profile: { ...renamed, description: '夜班' } } });
    given(userRegistered)
      .when({ type: 'ChangeUserProfile', profile: { ...described, description: '' } })
      .then({ type: 'UserProfileChanged', data: { profile: { ...described, description: '' } } });
    const history = toRecordedEvents('user-u-3', [
      userRegistered,
      { type: 'UserProfileChanged', data: { profile: renamed } },
    ]);
    expect(projectRows(users, history).get('u-3')).toMatchObject({ name: '沈兰', description: '夜班' });
  });

  it('must exist to be changed', () =>
    given().when({ type: 'DeactivateUser', reason: '离职' }).thenRefused('NO_SUCH_USER'));
});

describe('users', () => {
  const history = toRecordedEvents('user-u-1', [
    registered,
    deactivated,
    { type: 'UserActivated', data: {} },
    deactivated,
    { type: 'UserRolesChanged', data: { roles: ['admin'] } },
  ]);

  it('are listed with their current data', () =>
    expect(projectRows(users, history).get('u-1')).toEqual({
      id: 'u-1',
      userName: 'Lab1',
      name: '沈惠兰',
      phone: '13900001003',
      email: 'lab1@example.com',
      roles: ['admin'],
      unitId: 't-1',
      unitType: 1,
      unitName: '浙东交通工程检测中心',
      isActive: false,
      description: '',
      creationTime: '2026-03-01T08:00:00.000Z',
      position: '00000000000000000001',
      lastLoginTime: null,
    }));

  it('are found by their name in lower case', () =>
    expect([...projectRows(usersByName, history).values()]).toEqual([{ id: 'lab1', userId: 'u-1' }]));

  it('are found by the folded name, but first by the exact name of an account from before names were folded', () => {
    const registeredAs = (id: string, userName: string) =>
      toRecordedEvents(`user-${id}`, [{ type: 'UserRegistered', data: { ...registration, userName } }]);
    const all = [
      ...registeredAs('u-2', 'Ｃlerk'),
      ...registeredAs('u-3', 'clerk'),
      ...registeredAs('u-4', 'ＣＬＥＲＫ'),
    ];
    const rows = projectRows(usersByName, all);
    expect(userNameKeys('Ｃlerk').map((key) => [key, rows.get(key)?.userId])).toEqual([
      ['ｃlerk', 'u-2'],
      ['clerk', 'u-3'],
    ]);
    expect(rows.get('ｃｌｅｒｋ')?.userId).toBe('u-4');
    expectIdempotentOnRedelivery(usersByName, all);
  });

  it('are unchanged by a redelivery of events', () => {
    expectIdempotentOnRedelivery(users, history);
    expectIdempotentOnRedelivery(usersByName, history);
  });
});

describe('password', () => {
  it.each(['Consign-2026!', '混凝土Strength99xx', 'correct horse Battery 9'])('"%s" is strong enough', (password) =>
    expect(passwordProblem(password, 'admin')).toBeNull(),
  );

  it.each([
    ['Short-1!', 'too short'],
    ['alllowercase1234', 'two kinds'],
    ['My-admin-2026!x', 'holds the user name'],
    ['', 'empty'],
  ])('"%s" is refused: %s', (password) =>
    expect(passwordProblem(password, 'Admin')).toMatchObject({ code: 'PASSWORD_WEAK', params: { min: 12 } }),
  );
});
