import { load, type CommandContext } from '#domain/event-sourcing';
import { problem, RuleBroken } from '#domain/rules';
import { foldedName } from '#domain/text';
import { consigningUnit, testingUnit } from '#domain/units';
import type { Engines, ViewName } from '#engines';
import { requireUpToDate } from '../http/wait-for-view.js';
import type { Decisions } from '../commands/decisions.js';
import { reserveValue } from '../commands/unique-values.js';

/** Prefixes of generated unit numbers. */
const PREFIX = { testingUnitNo: 'TU', consigningUnitNo: 'CU' } as const;
const ALL = 100_000;
/** Maximum number of attempts. Numbers may belong to deleted units or be reserved concurrently. */
const MAX_TRIES = 1000;

type UnitNumber = { view: ViewName; kind: 'testingUnitNo' | 'consigningUnitNo'; unitNo: string; unitId: string };

/**
 * Reserves a number for a unit, case-insensitively. Imported units have numbers without a reservation, so the view is
 * checked, too.
 * @throws RuleBroken UNIT_NO_TAKEN if another unit has it.
 */
export const reserveUnitNumber = async (
  engines: Engines,
  decisions: Decisions,
  { view, kind, unitNo, unitId }: UnitNumber,
  context: CommandContext,
): Promise<void> => {
  const { eventStore, views } = engines;
  const toTakenError = () => new RuleBroken(problem('UNIT_NO_TAKEN', { unitNo }, 'unitNo'));
  await requireUpToDate(engines, view);
  const number = foldedName(unitNo);
  const spellings = [...new Set([unitNo, number, number.toUpperCase()])];
  const { rows } = await views.find<{ id: string }>(view, { where: [{ column: 'unitNo', in: spellings }], limit: 4 });
  if (rows.some(({ id }) => id !== unitId)) throw toTakenError();
  const readUnit = async (id: string) =>
    (await (kind === 'testingUnitNo' ? load(eventStore, testingUnit, id) : load(eventStore, consigningUnit, id))).state;
  const isUsedBy = async (holderId: string) => foldedName((await readUnit(holderId))?.unitNo ?? '') === number;
  try {
    await reserveValue(
      engines,
      decisions,
      { kind, value: number, holderId: unitId, step: `unit-number/${unitNo}`, isUsedBy },
      context,
    );
  } catch (error) {
    if (error instanceof RuleBroken && error.code === 'VALUE_TAKEN') throw toTakenError();
    throw error;
  }
};

/** Reserves the number after the greatest generated one, e.g. TU008. */
export const reserveNextUnitNumber = async (
  engines: Engines,
  decisions: Decisions,
  { view, kind, unitId }: Omit<UnitNumber, 'unitNo'>,
  context: CommandContext,
): Promise<string> => {
  await requireUpToDate(engines, view);
  const { rows } = await engines.views.find<{ unitNo: string }>(view, { limit: ALL });
  const pattern = new RegExp(`^${PREFIX[kind]}(\\d{1,9})$`, 'i');
  const greatest = Math.max(0, ...rows.map(({ unitNo }) => Number(pattern.exec(unitNo)?.[1] ?? 0)));
  for (let next = greatest + 1; ; next += 1) {
    const unitNo = `${PREFIX[kind]}${String(next).padStart(3, '0')}`;
    try {
      await reserveUnitNumber(engines, decisions, { view, kind, unitNo, unitId }, context);
      return unitNo;
    } catch (error) {
      const isTaken = error instanceof RuleBroken && error.code === 'UNIT_NO_TAKEN';
      if (!isTaken || next > greatest + MAX_TRIES) throw error;
    }
  }
};
