import { consigningUnit, load, problem, RuleBroken, testingUnit, type CommandContext } from '#domain';
import type { Engines, ViewName } from '#engines';
import { upToDate } from '../http/fresh.js';
import type { Decisions } from '../decisions/decisions.js';
import { takeValue } from '../decisions/unique-values.js';

type Numbered = { view: ViewName; kind: 'testingUnitNo' | 'consigningUnitNo'; unitNo: string; unitId: string };

/**
 * Takes a number for a unit. Units that were imported hold theirs without a reservation, so the view is asked too.
 * @throws RuleBroken UNIT_NO_TAKEN when another unit has it.
 */
export const takeUnitNumber = async (
  engines: Engines,
  decisions: Decisions,
  { view, kind, unitNo, unitId }: Numbered,
  context: CommandContext,
): Promise<void> => {
  const { eventStore, views } = engines;
  const taken = () => new RuleBroken(problem('UNIT_NO_TAKEN', { unitNo }, 'unitNo'));
  await upToDate(engines, view);
  const { rows } = await views.find<{ id: string }>(view, { where: [{ column: 'unitNo', eq: unitNo }], limit: 2 });
  if (rows.some(({ id }) => id !== unitId)) throw taken();
  const unitOf = async (id: string) =>
    (await (kind === 'testingUnitNo' ? load(eventStore, testingUnit, id) : load(eventStore, consigningUnit, id))).state;
  const isHeld = async (holderId: string) => (await unitOf(holderId))?.unitNo.toLowerCase() === unitNo.toLowerCase();
  try {
    await takeValue(
      engines,
      decisions,
      { kind, value: unitNo.toLowerCase(), holderId: unitId, step: `unit-number/${unitNo}`, isHeld },
      context,
    );
  } catch (error) {
    if (error instanceof RuleBroken && error.code === 'VALUE_TAKEN') throw taken();
    throw error;
  }
};
