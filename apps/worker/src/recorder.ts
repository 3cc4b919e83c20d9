import { v5 as uuidV5 } from 'uuid';
import type { CommandContext } from '#domain/event-sourcing';
import type { Actor } from '#events';

/** The actor of events that the worker records. */
export const WORKER_ACTOR: Actor = { userId: '00000000-0000-4000-8000-000000000002', role: 'worker', unitId: null };

/**
 * Context of the event that records the result of a request. The command id is derived from the request, so that a
 * repeated job records one event.
 */
export const resultContext = (requestId: string, result: string, now: Date): CommandContext => ({
  by: WORKER_ACTOR,
  at: now.toISOString(),
  commandId: uuidV5(result, requestId),
  correlationId: requestId,
  causationId: requestId,
});

/**
 * Context of an action that the worker takes by itself. The same action on a record for the same reason happens once.
 */
export const workerContext = (recordId: string, reason: string, now: Date): CommandContext => {
  const commandId = uuidV5(reason, recordId);
  return { by: WORKER_ACTOR, at: now.toISOString(), commandId, correlationId: commandId };
};
