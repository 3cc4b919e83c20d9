import { load } from '#domain/event-sourcing';
import { problem, refuseIf, RuleBroken } from '#domain/rules';
import { consigningUnit, testingUnit, UNIT_STATUS, type Opening } from '#domain/units';
import { type EventStore, type RecordedEvent, type TestingUnit, UNIT_TYPE, type UnitType } from '#events';

/** A member of a unit; `unitName` is the name at registration. */
type NamedMember = { unitId: string | null; unitType: UnitType | null; unitName: string };

/** The current name of a unit from its stream, or the last known name if the unit is deleted. */
export const readUnitName = async (store: EventStore, { unitId, unitType, unitName }: NamedMember): Promise<string> => {
  if (unitId === null) return unitName;
  if (unitType === UNIT_TYPE.laboratory)
    return (await load(store, testingUnit, unitId)).state?.testUnitName ?? unitName;
  return (await load(store, consigningUnit, unitId)).state?.name ?? unitName;
};

/** The rows with the current names of their units; each unit is read once. */
export const withUnitNames = async <Row extends NamedMember>(
  store: EventStore,
  rows: readonly Row[],
): Promise<Row[]> => {
  const rowsByUnit = new Map(rows.map((row) => [row.unitId, row]));
  const names = new Map(
    await Promise.all([...rowsByUnit].map(async ([id, row]) => [id, await readUnitName(store, row)] as const)),
  );
  return rows.map((row) => (row.unitId === null ? row : { ...row, unitName: names.get(row.unitId) ?? row.unitName }));
};

type UnitMember = { unitId: string | null; unitType: UnitType | null };

/** The pending approval of a unit, and the event that registered it. */
type UnopenedUnit = { opening: Opening; registration: RecordedEvent };

/** The pending approval of a member's unit from its stream; null once it was approved. */
export const findUnopenedUnit = async (
  store: EventStore,
  { unitId, unitType }: UnitMember,
): Promise<UnopenedUnit | null> => {
  if (unitId === null) return null;
  const { state, events } =
    unitType === UNIT_TYPE.laboratory
      ? await load(store, testingUnit, unitId)
      : await load(store, consigningUnit, unitId);
  const [registration] = events;
  return registration && state?.opening ? { opening: state.opening, registration } : null;
};

/**
 * @throws RuleBroken CONSIGNING_UNIT_CLOSED if the unit is deactivated, because it may not start or submit consignments
 */
export const requireOpenConsigningUnit = async (store: EventStore, unitId: string | null): Promise<void> => {
  if (unitId === null) return; // the decision rejects a caller without a unit
  const { state } = await load(store, consigningUnit, unitId);
  refuseIf(state?.status === UNIT_STATUS.closed ? problem('CONSIGNING_UNIT_CLOSED') : null);
};

/** A testing unit that can be chosen. @throws RuleBroken TESTING_UNIT_UNKNOWN for an unknown or closed one */
export const requireOpenTestingUnit = async (store: EventStore, testUnitId: string): Promise<TestingUnit> => {
  const { state } = await load(store, testingUnit, testUnitId);
  if (!state?.isActive) throw new RuleBroken(problem('TESTING_UNIT_UNKNOWN', {}, 'testUnitId'));
  return state;
};
