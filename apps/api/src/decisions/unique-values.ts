import { v5 } from 'uuid';
import { load, problem, reservation, reservationId, RuleBroken, type CommandContext } from '#domain';
import { fingerprint, type Engines } from '#engines';
import type { Decisions } from './decisions.js';

/**
 * A value that may exist once, of a kind, and for whom. `isHeld` says whether a holder really has it: its own stream tells, for the
 * reservation comes before the fact. `step` keeps this register's commands apart from others of the request.
 */
export type UniqueValue = { kind: string; value: string; holderId: string; step: string; isHeld(holderId: string): Promise<boolean> };

/** Longer than any request lives (002 K-007 gives it ten minutes): who has not used a reservation by then never will. */
const ABANDONED_MS = 15 * 60 * 1000;

/**
 * Reserves a value before the fact that uses it (DECISIONS 11). A request that ended in between leaves its reservation behind; after
 * a quarter of an hour whoever wants the value takes it over, and the log says so.
 * @throws RuleBroken VALUE_TAKEN when somebody else holds it
 */
export const takeValue = async ({ eventStore, vault }: Pick<Engines, 'eventStore' | 'vault'>, decisions: Decisions, { kind, value, holderId, step, isHeld }: UniqueValue, { expectedRevision: _, ...context }: CommandContext): Promise<void> => {
  const id = reservationId(kind, await fingerprint(vault, value));
  const { state: held, past } = await load(eventStore, reservation, id);
  const reservedAt = Date.parse(past.at(-1)?.metadata.at ?? '');
  const isAbandoned = held !== null && held.holderId !== holderId && Date.parse(context.at) - reservedAt > ABANDONED_MS && !(await isHeld(held.holderId));
  const command = isAbandoned ? { type: 'TakeOver' as const, kind, holderId, from: held.holderId } : { type: 'Reserve' as const, kind, holderId };
  const { state: after } = await decisions.decide(reservation, id, command, { ...context, commandId: v5(step, context.commandId) });
  // A request that comes again is told what it did then; since then somebody else may have taken over what it abandoned.
  if (after?.holderId !== holderId) throw new RuleBroken(problem('VALUE_TAKEN', {}, kind));
};
