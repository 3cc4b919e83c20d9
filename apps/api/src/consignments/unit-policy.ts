import { type ConsignmentFacts, type UnitSettings, unitSettingsOf } from '#domain/consignment';
import type { ShownMoney } from '#domain/documents';
import { load } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { parseControlParams, settings, testingUnit, type UnitConfig } from '#domain/units';
import { type EventStore, ROLE, type TestingUnit } from '#events';
import { type Caller, hasRole } from '../auth/caller.js';

/** What a testing unit has switched on: `rules` for decisions, `config` as its flags are shown. */
type UnitSwitches = {
  rules: UnitSettings;
  config: UnitConfig;
  hidesPrices: boolean;
  hidesEstimate: boolean;
  mayShow: ShownMoney;
};

/** Switches of a unit as its stream says now; all defaults for none and for one that has set nothing. */
export const loadUnitSwitches = async (store: EventStore, unitId: string | null): Promise<UnitSwitches> => {
  const { params } = unitId === null ? settings.decider.initialState : (await load(store, settings, unitId)).state;
  const config = parseControlParams(params);
  const hidesPrices = config['IsConsignHidePrice'] === true;
  const hidesEstimate = config['IsConsignHideEstimatedCost'] === true;
  return {
    rules: unitSettingsOf(params),
    config,
    hidesPrices,
    hidesEstimate,
    mayShow: { prices: !hidesPrices, estimate: !hidesEstimate },
  };
};

/** The rules of the testing unit a consignment is addressed to. */
export const loadUnitRules = async (store: EventStore, { header }: ConsignmentFacts): Promise<UnitSettings> =>
  (await loadUnitSwitches(store, header.testUnitId)).rules;

/** What of money a caller is shown (ADR-028): unit prices, and estimated costs. Actual fees always stay. */
export type VisibleAmounts = { prices: boolean; estimate: boolean };

export const shownTo = (caller: Caller, { hidesPrices, hidesEstimate }: UnitSwitches): VisibleAmounts => {
  const seesAll = hasRole(caller, ROLE.admin, ROLE.auditor);
  return { prices: seesAll || !hidesPrices, estimate: seesAll || !hidesEstimate };
};

/** A testing unit that can be chosen. @throws RuleBroken TESTING_UNIT_UNKNOWN for an unknown or closed one. */
export const requireOpenTestingUnit = async (store: EventStore, testUnitId: string): Promise<TestingUnit> => {
  const { state } = await load(store, testingUnit, testUnitId);
  if (!state?.isActive) throw new RuleBroken(problem('TESTING_UNIT_UNKNOWN', {}, 'testUnitId'));
  return state;
};
