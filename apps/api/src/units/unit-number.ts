import { v5 } from 'uuid';
import { problem, reservation, reservationId, RuleBroken, type CommandContext } from '#domain';
import { fingerprint, type Engines, type ViewName } from '#engines';
import { fresh } from '../http/fresh.js';
import type { Decisions } from '../decisions/decisions.js';

type Numbered = { view: ViewName; kind: 'testingUnitNo' | 'consigningUnitNo'; unitNo: string; unitId: string };

/**
 * Takes a number for a unit. Units that were imported hold theirs without a reservation, so the view is asked too.
 * @throws RuleBroken UNIT_NO_TAKEN when another unit has it.
 */
export const takeUnitNumber = async ({ eventStore, views, vault }: Engines, decisions: Decisions, { view, kind, unitNo, unitId }: Numbered, { expectedRevision: _, ...context }: CommandContext): Promise<void> => {
  const taken = () => new RuleBroken(problem('UNIT_NO_TAKEN', { unitNo }, 'unitNo'));
  await fresh(views, view, await eventStore.lastPosition());
  const { rows } = await views.find<{ id: string }>(view, { where: [{ column: 'unitNo', eq: unitNo }], limit: 2 });
  if (rows.some(({ id }) => id !== unitId)) throw taken();
  const stream = reservationId(kind, await fingerprint(vault, unitNo.toLowerCase()));
  try {
    await decisions.decide(reservation, stream, { type: 'Reserve', kind, holderId: unitId }, { ...context, commandId: v5(`unit-number/${unitNo}`, context.commandId) });
  } catch (error) {
    if (error instanceof RuleBroken && error.code === 'VALUE_TAKEN') throw taken();
    throw error;
  }
};
