import { sameId } from '#domain/rules';
import { unitSettings, type UnitSettingsRow } from '#domain/units';
import type { Views } from '#engines';
import { ROLE, UNIT_TYPE } from '#events';
import { hasRole, isPlatformAdmin, type Caller } from '../auth/caller.js';
import { Problem } from '../http/problem.js';

/** Whether the caller may read all data of a unit: its staff, platform administrators and auditors. */
export const canReadUnit = (caller: Caller, unitId: string): boolean =>
  isPlatformAdmin(caller) || hasRole(caller, ROLE.auditor) || sameId(caller.unitId, unitId);

/** The requested unit, else the caller's own. @throws Problem 404 if there is neither */
export const requestedUnitId = (requested: string | undefined, caller: Caller): string => {
  const unitId = requested ?? caller.unitId;
  if (unitId === null) throw Problem.notFound();
  return unitId;
};

/** @throws Problem 403 unless the caller belongs to the unit or may manage all units */
export const requireUnitAccess = (caller: Caller, unitId: string | null): void => {
  if (!isPlatformAdmin(caller) && !sameId(caller.unitId, unitId)) throw Problem.forbidden();
};

/**
 * Whether a testing unit hides its unit prices from the caller. Administrators and auditors see all prices (ADR-028).
 */
export const arePricesHidden = async (views: Views, testUnitId: string | null, caller: Caller): Promise<boolean> => {
  if (hasRole(caller, ROLE.admin, ROLE.auditor)) return false;
  const unitId = caller.unitType === UNIT_TYPE.laboratory ? caller.unitId : testUnitId;
  if (unitId === null) return false;
  const settings = await views.get<UnitSettingsRow>(unitSettings, unitId);
  return settings?.config['IsConsignHidePrice'] === true;
};
