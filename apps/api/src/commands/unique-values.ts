import { v5 } from 'uuid';
import { load, StaleRevision, type CommandContext } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { problem, RuleBroken } from '#domain/rules';
import { ageOf } from '#domain/time';
import { fingerprint, type Engines } from '#engines';
import type { Decisions } from './decisions.js';

/**
 * A value that may exist once, of a kind, and for whom. `isHeld` says whether a holder really has it: its own stream
 * tells, for the reservation comes before the fact. `step` keeps this register's commands apart from others of the
 * request.
 */
export type UniqueValue = {
  kind: string;
  value: string;
  holderId: string;
  step: string;
  isHeld(holderId: string): Promise<boolean>;
};

const REQUEST_MS = 10 * 60 * 1000; // 002 K-007
/** Longer than any request lives: who has not used a reservation by then never will. */
const ABANDONED_MS = 15 * 60 * 1000;
/**
 * Who comes again reserves anew what is older than this, so that no reservation is taken for abandoned while a request
 * may use it.
 */
const RENEWED_MS = ABANDONED_MS - REQUEST_MS;

/**
 * Reserves a value before the fact that uses it (ADR-002). A request that ended in between leaves its reservation
 * behind; after a quarter of an hour whoever wants the value takes it over, and the log says so. Its age counts from
 * when it was made, not from when the request arrived, and begins anew with a request that comes again and still means
 * to use it.
 * @throws RuleBroken VALUE_TAKEN when somebody else holds it
 */
export const reserveValue = async (
  { eventStore, vault }: Pick<Engines, 'eventStore' | 'vault'>,
  decisions: Decisions,
  { kind, value, holderId, step, isHeld }: UniqueValue,
  { expectedRevision: _, ...context }: CommandContext,
): Promise<void> => {
  const id = reservationId(kind, await fingerprint(vault, value));
  const { state: held, head, past } = await load(eventStore, reservation, id);
  const now = decisions.now();
  const isOwn = held?.holderId === holderId;
  const reservedAt = past.at(-1)?.metadata.at;
  const age = reservedAt === undefined ? 0 : ageOf(reservedAt, now.toISOString());
  const isUnused = held !== null && age > (isOwn ? RENEWED_MS : ABANDONED_MS) && !(await isHeld(held.holderId));
  const reserve = { type: 'Reserve', kind, holderId } as const;
  const stepContext = { ...context, at: now.toISOString(), commandId: v5(step, context.commandId) };
  const decide = () => {
    if (!isUnused) return decisions.decide(reservation, id, reserve, stepContext);
    if (isOwn) {
      // Each request that finds the own reservation old renews it.
      const commandId = v5(`${step}/${head.revision}`, context.commandId);
      return decisions.decide(reservation, id, { ...reserve, anew: true }, { ...stepContext, commandId });
    }
    // Another's is taken over only as it was read: not if its holder came back meanwhile.
    const takeOver = { type: 'TakeOver', kind, holderId, from: held.holderId } as const;
    return decisions.decide(reservation, id, takeOver, { ...stepContext, expectedRevision: head.revision });
  };
  const { state: after } = await decide().catch((error: unknown) => {
    throw error instanceof StaleRevision ? new RuleBroken(problem('VALUE_TAKEN', {}, kind)) : error;
  });
  // A request that comes again is told what it did then; since then somebody else may have taken over what it
  // abandoned.
  if (after?.holderId !== holderId) throw new RuleBroken(problem('VALUE_TAKEN', {}, kind));
};
