import { load } from '#domain/event-sourcing';
import { sameId } from '#domain/rules';
import { testingUnit, testingUnits, webOriginOf, type TestingUnitRow } from '#domain/units';
import type { Views } from '#engines';
import type { EventStore } from '#events';
import { allTestingUnits } from '../units/unit-rows.js';

/** A page of a laboratory's system that shows pages of the platform: for which unit, and of which web origin. */
export type Embedding = { unitId: string; origin: string };

/** The testing unit by its number, else by the code its own system knows it by; null for an unknown one, and where several have that code. */
export const findUnitByCode = async (views: Views, unitCode: string): Promise<TestingUnitRow | null> => {
  const {
    rows: [numbered],
  } = await views.find<TestingUnitRow>(testingUnits, { where: [{ column: 'unitNo', eq: unitCode }], limit: 1 });
  return numbered ?? findUnitByCodeIn(await allTestingUnits(views), unitCode);
};

/** The same among all units. */
export const findUnitByCodeIn = (units: readonly TestingUnitRow[], unitCode: string): TestingUnitRow | null => {
  const [coded, ...others] = units.filter(({ lmisIntegratedCode }) => lmisIntegratedCode.trim() === unitCode);
  return units.find(({ unitNo }) => unitNo === unitCode) ?? (others.length === 0 ? (coded ?? null) : null);
};

/** The origins that may embed pages for a unit, as its own stream says now: one that is taken away embeds nothing from the next request on. */
export const allowedEmbedOrigins = async (store: EventStore, unitId: string): Promise<readonly string[]> =>
  ((await load(store, testingUnit, unitId)).state?.embedOrigins ?? []).map((origin) => webOriginOf(origin) ?? origin);

/** Whether somebody may be shown pages for a unit: everybody but the people of another laboratory. */
export const canEmbedFor = (user: { unitType: 1 | 2 | null; unitId: string | null }, unitId: string): boolean =>
  user.unitType !== 1 || sameId(user.unitId, unitId);
