import { describe, expect, it } from '@jest/globals';
import type { AccessKeyEvent } from '#events';
import { specificationOf } from '#harness/domain/specification';
import { accessKey, validSecrets } from './access-key.js';

const given = specificationOf(accessKey.decider);

const AT = '2026-03-01T08:00:00.000Z';
const UNTIL = '2026-03-02T08:00:00.000Z';
const issued: AccessKeyEvent = {
  type: 'AccessKeyIssued',
  data: {
    unitId: 'unit-1',
    unitType: 2,
    name: 'ERP',
    scopes: ['events:read', 'consignments:read'],
    expiresAt: null,
    reason: '',
  },
};
const rotatedTo = (secretId: string, previousUntil: string | null): AccessKeyEvent => ({
  type: 'AccessKeyRotated',
  data: { secretId, previousUntil, reason: '定期更换' },
});
const rotate = { type: 'RotateAccessKey', secretId: 's-2', overlapHours: 24, reason: '定期更换', at: AT } as const;
const secretsAfter = (at: string, ...events: AccessKeyEvent[]) => {
  const state = events.reduce(accessKey.decider.evolve, null);
  return state && validSecrets(state, at).map(({ id }) => id);
};

describe('An access key', () => {
  it('is renamed without a reason, gets other scopes only with a reason, and an unchanged value causes no event', () => {
    const renamed: AccessKeyEvent = { type: 'AccessKeyChanged', data: { name: '财务', reason: '' } };
    given(issued).when({ type: 'ChangeAccessKey', name: ' 财务 ', reason: '' }).then(renamed);
    given(issued, renamed).when({ type: 'ChangeAccessKey', name: '财务', reason: '' }).thenNothing();
    given(issued)
      .when({ type: 'ChangeAccessKey', scopes: ['consignments:read', 'events:read'], reason: '' })
      .thenNothing();
    given(issued)
      .when({ type: 'ChangeAccessKey', scopes: ['events:read'], reason: ' ' })
      .thenRefused('REASON_REQUIRED');
    given(issued)
      .when({ type: 'ChangeAccessKey', scopes: ['status:write'], reason: 'x' })
      .thenRefused('SCOPE_OF_TESTING_UNITS');
    given(issued).when({ type: 'ChangeAccessKey', name: ' ', reason: '' }).thenRefused('ACCESS_KEY_NAME_REQUIRED');
  });

  it('has at most two valid secrets, and an immediate rotation ends the earlier ones', () => {
    given(issued).when(rotate).then(rotatedTo('s-2', UNTIL));
    const third = { ...rotate, secretId: 's-3' };
    given(issued, rotatedTo('s-2', UNTIL)).when(third).thenRefused('ACCESS_KEY_SECRETS_BOTH_OPEN');
    given(issued, rotatedTo('s-2', UNTIL))
      .when({ ...third, overlapHours: 0 })
      .then(rotatedTo('s-3', null));
    expect(secretsAfter(AT, issued, rotatedTo('s-2', UNTIL))).toEqual(['s-2', null]);
    expect(secretsAfter(UNTIL, issued, rotatedTo('s-2', UNTIL))).toEqual(['s-2']);
    expect(secretsAfter(AT, issued, rotatedTo('s-2', UNTIL), rotatedTo('s-3', null))).toEqual(['s-3']);
  });

  it('that an earlier release rotated has only the secret that replaced the first one under the same id', () => {
    const oldRotation: AccessKeyEvent = { type: 'AccessKeyRotated', data: { reason: '定期更换' } };
    expect(secretsAfter(AT, issued, oldRotation)).toEqual([null]);
  });
});
