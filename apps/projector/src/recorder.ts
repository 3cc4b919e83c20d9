import { randomUUID } from 'node:crypto';
import type { CommandContext } from '#domain/event-sourcing';
import type { Actor, RecordedEvent } from '#events';

/** The actor of events that the projector records. */
const PROJECTOR: Actor = { userId: '00000000-0000-4000-8000-000000000003', role: 'projector', unitId: null };

/** Context of what the projector records in answer to an operator's request. */
export const resultContext = (request: RecordedEvent | undefined, now: Date): CommandContext => {
  const commandId = randomUUID();
  return {
    by: PROJECTOR,
    at: now.toISOString(),
    commandId,
    correlationId: request?.metadata.correlationId ?? commandId,
    causationId: request?.id ?? null,
  };
};
