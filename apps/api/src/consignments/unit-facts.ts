import type { EventStore } from '#events';
import {
  load,
  parseControlParams,
  settings,
  unitSettingsOf,
  type ShownMoney,
  type UnitConfig,
  type UnitSettings,
} from '#domain';

/** What a testing unit has switched on: `rules` for decisions, `config` as its flags are shown. */
export type UnitSwitches = {
  rules: UnitSettings;
  config: UnitConfig;
  hidesPrices: boolean;
  hidesEstimate: boolean;
  mayShow: ShownMoney;
};

/** Switches of a unit as its stream says now; all defaults for none and for one that has set nothing. */
export const switchesOf = async (store: EventStore, unitId: string | null): Promise<UnitSwitches> => {
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
