import { v5 } from 'uuid';
import { load, StaleRevision, type CommandContext } from '#domain/event-sourcing';
import { reservation, reservationId } from '#domain/reference';
import { problem, RuleBroken } from '#domain/rules';
import { ageOf } from '#domain/time';
import { fingerprint, type Engines } from '#engines';
import type { Decisions } from './decisions.js';

/**
 * A value that may exist only once within its kind, and its holder. `isUsedBy` says whether a holder really uses the
 * value. It reads the holder's own stream, because the reservation precedes the fact. `step` separates the commands of
 * this register from other commands of the same request.
 */
export type UniqueValue = {
  kind: string;
  value: string;
  holderId: string;
  step: string;
  isUsedBy(holderId: string): Promise<boolean>;
};

const REQUEST_MS = 10 * 60 * 1000; // 002 K-007
/** Longer than any request lasts. A reservation that is unused after this time is abandoned. */
const ABANDONED_MS = 15 * 60 * 1000;
/**
 * A request renews its own reservation if it is older than this, so that a reservation is not treated as abandoned
 * while a request may use it.
 */
const RENEWED_MS = ABANDONED_MS - REQUEST_MS;

/**
 * Reserves a value before the fact that uses it (ADR-002). A request that ended in between leaves its reservation
 * behind. After 15 minutes another request for the value takes it over, and the log records this. The age counts from
 * the time when the reservation was made, not from the arrival of the request. It restarts when a repeated request
 * still intends to use the value.
 * @throws RuleBroken VALUE_TAKEN if another holder has the value
 */
export const reserveValue = async (
  { eventStore, vault }: Pick<Engines, 'eventStore' | 'vault'>,
  decisions: Decisions,
  { kind, value, holderId, step, isUsedBy }: UniqueValue,
  { expectedRevision: _, ...context }: CommandContext,
): Promise<void> => {
  const id = reservationId(kind, await fingerprint(vault, value));
  const { state: current, head, events } = await load(eventStore, reservation, id);
  const now = decisions.now();
  const isOwn = current?.holderId === holderId;
  const reservedAt = events.at(-1)?.metadata.at;
  const age = reservedAt === undefined ? 0 : ageOf(reservedAt, now.toISOString());
  const isUnused = current !== null && age > (isOwn ? RENEWED_MS : ABANDONED_MS) && !(await isUsedBy(current.holderId));
  const reserve = { type: 'Reserve', kind, holderId } as const;
  const stepContext = { ...context, at: now.toISOString(), commandId: v5(step, context.commandId) };
  const decide = () => {
    if (!isUnused) return decisions.decide(reservation, id, reserve, stepContext);
    if (isOwn) {
      // Each request that finds its own reservation old renews it, so the command id contains the revision.
      const commandId = v5(`${step}/${head.revision}`, context.commandId);
      return decisions.decide(reservation, id, { ...reserve, renews: true }, { ...stepContext, commandId });
    }
    // The reservation of another holder is taken over only at the revision that was read, so not if that holder renewed
    // it.
    const takeOver = { type: 'TakeOver', kind, holderId, from: current.holderId } as const;
    return decisions.decide(reservation, id, takeOver, { ...stepContext, expectedRevision: head.revision });
  };
  const { state: updated } = await decide().catch((error: unknown) => {
    throw error instanceof StaleRevision ? new RuleBroken(problem('VALUE_TAKEN', {}, kind)) : error;
  });
  // A repeated request gets its first result. Since then, another request may have taken over the abandoned
  // reservation.
  if (updated?.holderId !== holderId) throw new RuleBroken(problem('VALUE_TAKEN', {}, kind));
};
