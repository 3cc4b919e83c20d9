import { load } from '#domain/event-sourcing';
import { sameId } from '#domain/rules';
import { labSystem, testingUnit, testingUnits, webOriginOf, type TestingUnitRow } from '#domain/units';
import type { Views } from '#engines';
import { type EventStore, UNIT_TYPE, type UnitType } from '#events';
import { allTestingUnits } from '../units/unit-rows.js';

/** The part of UnitManagerAccess that is used here. */
type UnitManagers = { isManager(unitId: string, userId: string): Promise<boolean> };

/**
 * The secret by which a testing unit's own system vouches for the unit's staff: the unit, and the version of its
 * secret.
 */
export type LabSecret = { unitId: string; version: number };

/** The unit's current secret; null if its system has none. */
export const currentLabSecret = async (store: EventStore, unitId: string): Promise<LabSecret | null> => {
  const { version, isOn } = (await load(store, labSystem, unitId)).state;
  return isOn ? { unitId, version } : null;
};

/**
 * Whether the secret has lapsed because its issuer is no longer a unit manager. The secret acts for colleagues with the
 * right of the issuer, who still knows it after losing that right (ADR-017). The event of the secret names the issuer,
 * also in data from before the right existed.
 */
export const isSecretLapsed = async (store: EventStore, acting: UnitManagers, unitId: string): Promise<boolean> => {
  const { state, events } = await load(store, labSystem, unitId);
  const issuedBy = events.findLast(({ type }) => type === 'LabSystemCodeIssued')?.metadata.by.userId;
  return state.isOn && (issuedBy === undefined || !(await acting.isManager(unitId, issuedBy)));
};

/** Whether sessions that a secret opened stay valid: the secret is neither replaced nor withdrawn nor lapsed. */
export const isSecretCurrent = async (
  store: EventStore,
  acting: UnitManagers,
  { unitId, version }: LabSecret,
): Promise<boolean> =>
  (await currentLabSecret(store, unitId))?.version === version && !(await isSecretLapsed(store, acting, unitId));

/**
 * Whether sessions that the unit's secret opened at `at` (UTC ISO) stay valid: the secret of that time is still
 * current.
 */
export const isSecretCurrentSince = async (
  store: EventStore,
  acting: UnitManagers,
  unitId: string,
  at: string,
): Promise<boolean> => {
  const { state, events } = await load(store, labSystem, unitId);
  const issued = events.findLast(({ type }) => type === 'LabSystemCodeIssued');
  return (
    state.isOn && issued !== undefined && issued.metadata.at <= at && !(await isSecretLapsed(store, acting, unitId))
  );
};

/** An embedded page of the platform in a laboratory's system: its unit, and the web origin of the outer page. */
export type Embedding = { unitId: string; origin: string };

/**
 * The testing unit with this number, otherwise the unit with this code of its own system. Null if it is unknown or
 * several units have the code.
 */
export const findUnitByCode = async (views: Views, unitCode: string): Promise<TestingUnitRow | null> => {
  const {
    rows: [unitByNumber],
  } = await views.find<TestingUnitRow>(testingUnits, { where: [{ column: 'unitNo', eq: unitCode }], limit: 1 });
  return unitByNumber ?? findUnitByCodeIn(await allTestingUnits(views), unitCode);
};

/** As findUnitByCode, in a list of all testing units. */
export const findUnitByCodeIn = (units: readonly TestingUnitRow[], unitCode: string): TestingUnitRow | null => {
  const [unitByCode, ...otherUnits] = units.filter(({ lmisIntegratedCode }) => lmisIntegratedCode.trim() === unitCode);
  return units.find(({ unitNo }) => unitNo === unitCode) ?? (otherUnits.length === 0 ? (unitByCode ?? null) : null);
};

/**
 * The origins that may embed pages for a unit. They are read from its stream, so that a removed origin is rejected with
 * the next request.
 */
export const allowedEmbedOrigins = async (store: EventStore, unitId: string): Promise<readonly string[]> =>
  ((await load(store, testingUnit, unitId)).state?.embedOrigins ?? []).map((origin) => webOriginOf(origin) ?? origin);

/** Whether a user may see embedded pages for a unit: everybody but the staff of another laboratory. */
export const canEmbedFor = (user: { unitType: UnitType | null; unitId: string | null }, unitId: string): boolean =>
  user.unitType !== UNIT_TYPE.laboratory || sameId(user.unitId, unitId);
