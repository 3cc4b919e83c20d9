import { describe, expect, it } from '@jest/globals';
import { decode, ERASED } from './define-event.js';
import { userEvents } from './user.events.js';

/** As accounts were recorded when their description stood in clear, beside the sealed profile. */
const firstVersion = (type: string, data: object) => ({ type, data, metadata: { schemaVersion: 1 } });
const profile = { name: '周小川', phone: '13900001111', email: 'zhou@example.com' };
const registration = {
  userName: 'zhou',
  profile,
  roles: ['admin'],
  unitId: null,
  unitType: null,
  unitName: '',
};

describe('an account event recorded before descriptions were sealed', () => {
  it('still yields the description', () => {
    for (const [type, data] of [
      ['UserRegistered', registration],
      ['UserProfileChanged', { profile }],
    ] as const) {
      expect(decode(userEvents, firstVersion(type, { ...data, description: '资料员' })).data).toEqual({
        ...data,
        profile: { ...profile, description: '资料员' },
      });
      expect(decode(userEvents, firstVersion(type, data)).data).toEqual(data);
    }
  });

  it('no longer yields the description after the person was erased', () => {
    const erased = { name: ERASED, phone: ERASED, email: ERASED };
    expect(
      decode(userEvents, firstVersion('UserProfileChanged', { profile: erased, description: '资料员' })).data,
    ).toEqual({
      profile: { ...erased, description: ERASED },
    });
  });
});
