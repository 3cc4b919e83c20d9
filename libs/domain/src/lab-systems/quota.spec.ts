import { describe, expect, it } from '@jest/globals';
import type { QuotaEvent } from '#events';
import { specificationOf } from '#harness/domain/specification';
import { quota, type QuotaCommand } from './quota.js';

const given = specificationOf(quota.decider);

const AT = '2026-03-01T08:00:00.000Z';
const of = { kind: 'webhook', unitId: 'unit-1' } as const;
const taken = (holderId: string): QuotaEvent => ({ type: 'QuotaPlaceTaken', data: { ...of, holderId, at: AT } });
const take = (holderId: string, more: Partial<QuotaCommand> = {}): QuotaCommand => ({
  type: 'TakePlace',
  ...of,
  holderId,
  at: AT,
  existingHolderIds: [],
  released: [],
  ...more,
});
const twenty = Array.from({ length: 20 }, (_, n) => `w-${n}`);

describe('The quota of a unit', () => {
  it('gives each holder one place, and refuses a new holder if all places are taken', () => {
    given().when(take('w-1')).then(taken('w-1'));
    given(taken('w-1')).when(take('w-1')).thenNothing();
    given(...twenty.map(taken))
      .when(take('w-20'))
      .thenRefused('TOO_MANY_WEBHOOKS');
    given(...twenty.map(taken))
      .when(take('w-0'))
      .thenNothing();
  });

  it('counts holders that existed before the quota', () => {
    const found: QuotaEvent = { type: 'QuotaHoldersFound', data: { ...of, holderIds: ['w-1', 'w-2'] } };
    given()
      .when(take('w-3', { existingHolderIds: ['w-1', 'w-2'] }))
      .then(found, taken('w-3'));
    given()
      .when(take('w-20', { existingHolderIds: twenty }))
      .thenRefused('TOO_MANY_WEBHOOKS');
  });

  it('frees the places of removed holders', () => {
    const released: QuotaEvent = { type: 'QuotaPlacesReleased', data: { ...of, holderIds: ['w-3'] } };
    given(...twenty.map(taken))
      .when(take('w-20', { released: ['w-3', 'unknown'] }))
      .then(released, taken('w-20'));
    const state = [...twenty.map(taken), released].reduce(quota.decider.evolve, null);
    expect(state?.holders).toHaveLength(19);
  });
});
