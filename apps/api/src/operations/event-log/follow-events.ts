import { Controller, Inject, Req, Res } from '@nestjs/common';
import { followEvents, type EventLogEntry } from '#contract';
import { eventLog, eventLogRow } from '#domain/operations';
import type { Condition, Engines } from '#engines';
import type { Position } from '#events';
import { bearerTokenOf } from '../../auth/access.guard.js';
import type { Caller } from '../../auth/caller.js';
import { CurrentUser, type ApiReply, type ApiRequest } from '../../http/api-request.js';
import { EventStreams } from '../../http/event-streams.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { ENGINES } from '../../provided.js';
import { eventConditions, matchesConditions } from './event-conditions.js';
import { EventEntries } from './event-entries.js';

/** The log as it grows, straight from the store: an event is told before any view has it. */
@Controller()
export class FollowEvents {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    private readonly entries: EventEntries,
    private readonly streams: EventStreams,
  ) {}

  @HandlesOperation(followEvents)
  async handle(
    @Input() { after, ...filter }: InputOf<typeof followEvents>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const from = resumedAt(request) ?? after;
    const conditions = await eventConditions(this.engines.views, filter);
    void reply.header('X-Accel-Buffering', 'no');
    return this.streams.start(
      { caller, token: bearerTokenOf(request) ?? '', operation: followEvents.name },
      (over) => this.following(from, conditions, caller, over),
      ({ position }) => position,
    );
  }

  private async *following(
    from: Position,
    conditions: readonly Condition[],
    caller: Caller,
    over: AbortSignal,
  ): AsyncGenerator<EventLogEntry> {
    for await (const item of this.engines.eventStore.subscribe(from, eventLog.types, over)) {
      if (!('event' in item)) continue;
      const row = eventLogRow(item.event);
      if (matchesConditions(row, conditions)) yield* await this.entries.of([row], caller);
    }
  }
}

/** What a client that was cut off has seen last; anything but a position counts as not said. */
const resumedAt = ({ headers }: ApiRequest): Position | null => {
  const last = headers['last-event-id'];
  return typeof last === 'string' && /^\d{20}$/.test(last) ? last : null;
};
