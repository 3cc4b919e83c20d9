import type { ConsignUnit } from '#contract';
import { consigningUnit, consigningUnits, flatAddress, load, type ConsigningUnitRow } from '#domain';
import type { Views } from '#engines';
import type { EventStore } from '#events';

/** More than a platform has. */
const ALL = 100_000;

/** Every consigning unit, for what no filter of the view finds. */
export const allConsigningUnits = async (views: Views): Promise<ConsigningUnitRow[]> =>
  (await views.find<ConsigningUnitRow>(consigningUnits, { limit: ALL })).rows;

/** A consigning unit as its own stream says now, with its trail; null for none. */
export const consigningUnitNow = async (store: EventStore, id: string): Promise<ConsigningUnitRow | null> => {
  const { past } = await load(store, consigningUnit, id);
  return past.reduce<ConsigningUnitRow | null>((row, event) => consigningUnits.project(row, event, id), null);
};

/** A consigning unit as its administration sees it. */
export const toConsignUnit = ({
  registrant,
  addresses,
  creatorId,
  lastModifierId,
  ...unit
}: ConsigningUnitRow): ConsignUnit => ({
  ...unit,
  regPerson: registrant?.name ?? '',
  regPhone: registrant?.phone ?? '',
  addresses: addresses.map(flatAddress),
  isDeleted: false,
  creatorUserId: creatorId,
  lastModifierUserId: lastModifierId,
});
