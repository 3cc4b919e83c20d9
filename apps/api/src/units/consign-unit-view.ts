import type { ConsignUnit } from '#contract';
import { consigningUnit, consigningUnits, flatAddress, load, type ConsigningUnitRow } from '#domain';
import type { EventStore } from '#events';

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
