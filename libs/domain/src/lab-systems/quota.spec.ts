import { describe, expect, it } from '@jest/globals';
import type { QuotaEvent } from '#events';
import { specificationOf } from '#harness/domain/specification';
import { quota, type QuotaCommand } from './quota.js';

const given = specificationOf(quota.decider);

const AT = '2026-03-01T08:00:00.000Z';
const of = { kind: 'webhook', unitId: 'unit-1' } as const;
const placeTaken = (holderId: string): QuotaEvent => ({ type: 'QuotaPlaceTaken', data: { ...of, holderId, at: AT } });
const takePlace = (holderId: string, overrides: Partial<QuotaCommand> = {}): QuotaCommand => ({
  type: 'TakePlace',
  ...of,
  holderId,
  at: AT,
  existingHolderIds: [],
  released: [],
  ...overrides,
});
const twenty = Array.from({ length: 20 }, (_, n) => `w-${n}`);

describe('The quota of a unit', () => {
  it('gives each holder one place, and refuses a new holder if all places are taken', () => {
    given().when(takePlace('w-1')).then(placeTaken('w-1'));
    given(placeTaken('w-1')).when(takePlace('w-1')).thenNothing();
    given(...twenty.map(placeTaken))
      .when(takePlace('w-20'))
      .thenRefused('TOO_MANY_WEBHOOKS');
    given(...twenty.map(placeTaken))
      .when(takePlace('w-0'))
      .thenNothing();
  });

  it('counts holders that existed before the quota', () => {
    const holdersFound: QuotaEvent = { type: 'QuotaHoldersFound', data: { ...of, holderIds: ['w-1', 'w-2'] } };
    given()
      .when(takePlace('w-3', { existingHolderIds: ['w-1', 'w-2'] }))
      .then(holdersFound, placeTaken('w-3'));
    given()
      .when(takePlace('w-20', { existingHolderIds: twenty }))
      .thenRefused('TOO_MANY_WEBHOOKS');
  });

  it('frees the places of removed holders', () => {
    const released: QuotaEvent = { type: 'QuotaPlacesReleased', data: { ...of, holderIds: ['w-3'] } };
    given(...twenty.map(placeTaken))
      .when(takePlace('w-20', { released: ['w-3', 'unknown'] }))
      .then(released, placeTaken('w-20'));
    const state = [...twenty.map(placeTaken), released].reduce(quota.decider.evolve, null);
    expect(state?.holders).toHaveLength(19);
  });
});
