import { consigningUnit, load, testingUnit } from '#domain';
import type { EventStore } from '#events';

/** Somebody as the account was registered: `unitName` is what the unit was called then. */
type OfUnit = { unitId: string | null; unitType: 1 | 2 | null; unitName: string };

/** What somebody's unit is called now, as its own stream says; of a unit that is gone, the last name known. */
export const unitNameNow = async (store: EventStore, { unitId, unitType, unitName }: OfUnit): Promise<string> => {
  if (unitId === null) return unitName;
  if (unitType === 1) return (await load(store, testingUnit, unitId)).state?.testUnitName ?? unitName;
  return (await load(store, consigningUnit, unitId)).state?.name ?? unitName;
};

/** The same rows with the names their units have now; each unit is asked for once. */
export const withUnitNames = async <Row extends OfUnit>(store: EventStore, rows: readonly Row[]): Promise<Row[]> => {
  const ofUnit = new Map(rows.map((row) => [row.unitId, row]));
  const names = new Map(
    await Promise.all([...ofUnit].map(async ([id, row]) => [id, await unitNameNow(store, row)] as const)),
  );
  return rows.map((row) => (row.unitId === null ? row : { ...row, unitName: names.get(row.unitId) ?? row.unitName }));
};
