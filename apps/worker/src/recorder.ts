import { v5 as uuidV5 } from 'uuid';
import type { CommandContext } from '#domain/event-sourcing';
import type { Actor } from '#events';

/** Under whom the worker's own events are recorded. */
export const WORKER_ACTOR: Actor = { userId: '00000000-0000-4000-8000-000000000002', role: 'worker', unitId: null };

/**
 * Context of the event that answers a request: its command id is made of the request's, so that answering twice records
 * once.
 */
export const answerContext = (requestId: string, result: string, now: Date): CommandContext => ({
  by: WORKER_ACTOR,
  at: now.toISOString(),
  commandId: uuidV5(result, requestId),
  correlationId: requestId,
  causationId: requestId,
});

/** Context of what the worker does to a record on its own, once: asked again for the same reason, it has been done. */
export const workerContext = (recordId: string, why: string, now: Date): CommandContext => {
  const commandId = uuidV5(why, recordId);
  return { by: WORKER_ACTOR, at: now.toISOString(), commandId, correlationId: commandId };
};
