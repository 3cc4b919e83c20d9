import { ROLE } from '#events';
import { unitSettings, type UnitSettingsRow } from '#domain';
import type { Views } from '#engines';
import { has, type Caller } from '../auth/caller.js';

/** Whether a testing unit keeps its unit prices from this caller; admin and auditor see all (ADR-028). A laboratory asks for itself. */
export const hidesPricesFrom = async (views: Views, testUnitId: string | null, caller: Caller): Promise<boolean> => {
  if (has(caller, ROLE.admin, ROLE.auditor)) return false;
  const unitId = caller.unitType === 1 ? caller.unitId : testUnitId;
  if (unitId === null) return false;
  const settings = await views.get<UnitSettingsRow>(unitSettings, unitId);
  return settings?.config['IsConsignHidePrice'] === true;
};
