import { unitSettingsOf, type UnitSettings } from '../consignment/unit-settings.js';
import type { UnitFlag } from './control-param-problems.js';

type Stored = Readonly<Record<string, string>>;

/** Which way a switch takes something from somebody: sight of prices, a second sample, the signature, the receipt, printing. */
const TAKES_AWAY: Readonly<Partial<Record<UnitFlag, '0' | '1'>>> = {
  IsConsignHidePrice: '1',
  IsConsignHideEstimatedCost: '1',
  isConsignSingleSample: '1',
  IsEnableConsignSign: '0',
  IsConsignSampleNeedConfirm: '0',
  testUnitIsLimsCust: '0',
};

/** Whether a switch is on for a unit, also where it has set nothing: receipt is confirmed unless it says no (000 CF-022). */
export const isParamOn = (params: Stored, code: UnitFlag): boolean => {
  const settings = unitSettingsOf(params);
  return code in settings ? settings[code as keyof UnitSettings] : params[code] === '1';
};

/** Switches that, changed so, take a right away; who changes them says why. */
export const rightsTakenBy = (before: Stored, changed: Stored): UnitFlag[] =>
  (Object.keys(TAKES_AWAY) as UnitFlag[]).filter(
    (code) =>
      code in changed && changed[code] === TAKES_AWAY[code] && isParamOn(before, code) !== (changed[code] === '1'),
  );
