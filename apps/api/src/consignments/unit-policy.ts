import { type ConsignmentFacts, type UnitSettings, unitSettingsOf } from '#domain/consignment';
import { load } from '#domain/event-sourcing';
import { parseControlParams, settings, type UnitConfig, type VisibleAmounts, visibleAmountsOf } from '#domain/units';
import { type EventStore, ROLE } from '#events';
import { type Caller, hasRole } from '../auth/caller.js';

/** Control parameters of a testing unit: `rules` for decisions, `config` for responses, `mayShow` for amounts. */
type UnitSwitches = { rules: UnitSettings; config: UnitConfig; mayShow: VisibleAmounts };

/** The current control parameters of a unit from its stream; the defaults for null and for a unit that has set none. */
export const loadUnitSwitches = async (store: EventStore, unitId: string | null): Promise<UnitSwitches> => {
  const { params } = unitId === null ? settings.decider.initialState : (await load(store, settings, unitId)).state;
  const config = parseControlParams(params);
  return { rules: unitSettingsOf(params), config, mayShow: visibleAmountsOf(config) };
};

/** The rules of the testing unit a consignment is addressed to. */
export const loadUnitRules = async (store: EventStore, { header }: ConsignmentFacts): Promise<UnitSettings> =>
  (await loadUnitSwitches(store, header.testUnitId)).rules;

/** Which amounts a caller sees: administrators and auditors all, others what the testing unit shows (ADR-028). */
export const visibleAmountsFor = (caller: Caller, { mayShow }: Pick<UnitSwitches, 'mayShow'>): VisibleAmounts =>
  hasRole(caller, ROLE.admin, ROLE.auditor) ? { prices: true, estimate: true } : mayShow;
