import { type ConsignmentFacts, type UnitSettings, unitSettingsOf } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { parseControlParams, settings, type UnitConfig, type VisibleAmounts, visibleAmountsOf } from '#domain/units';
import { type EventStore, ROLE } from '#events';
import { type Caller, hasRole } from '../auth/caller.js';

/** Control parameters of a testing unit: `rules` for decisions, `config` and `visibleAmounts` for responses. */
type UnitPolicy = { rules: UnitSettings; config: UnitConfig; visibleAmounts: VisibleAmounts };

/** The current control parameters of a unit from its stream. The defaults for null and for a unit that has set none. */
export const loadUnitPolicy = async (store: EventStore, unitId: string | null): Promise<UnitPolicy> => {
  const { params } = unitId === null ? settings.decider.initialState : (await load(store, settings, unitId)).state;
  const config = parseControlParams(params);
  return { rules: unitSettingsOf(params), config, visibleAmounts: visibleAmountsOf(config) };
};

/** The rules of the testing unit that a consignment is addressed to. */
export const loadUnitRules = async (store: EventStore, { header }: ConsignmentFacts): Promise<UnitSettings> =>
  (await loadUnitPolicy(store, header.testUnitId)).rules;

/**
 * The amounts that a caller sees: administrators and auditors all, others those that the testing unit shows (ADR-028).
 */
export const visibleAmountsFor = (
  caller: Caller,
  { visibleAmounts }: Pick<UnitPolicy, 'visibleAmounts'>,
): VisibleAmounts => (hasRole(caller, ROLE.admin, ROLE.auditor) ? { prices: true, estimate: true } : visibleAmounts);
