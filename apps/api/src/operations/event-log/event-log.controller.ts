import { Controller, Req, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { followEvents, getEvent, listEvents } from '#contract';
import type { Position } from '#events';
import { bearerTokenOf } from '../../auth/access.guard.js';
import type { Caller } from '../../auth/caller.js';
import { CurrentUser, type ApiReply, type ApiRequest } from '../../http/api-request.js';
import { EventStreams } from '../../http/event-streams.js';
import { Input } from '../../http/input.js';
import { HandlesOperation, withMeta, type InputOf } from '../../http/operation-handlers.js';
import { EventLogSubscriptions, GetEvent, ListEvents } from './event-log.queries.js';

/** The event log: searching, reading single events, and following new ones. */
@Controller()
export class EventLogController {
  constructor(
    private readonly queries: QueryBus,
    private readonly subscriptions: EventLogSubscriptions,
    private readonly streams: EventStreams,
  ) {}

  @HandlesOperation(listEvents)
  async list(@Input() filter: InputOf<typeof listEvents>, @CurrentUser() caller: Caller) {
    const { page, stale } = await this.queries.execute(new ListEvents(filter, caller));
    return withMeta(page, { stale });
  }

  @HandlesOperation(getEvent)
  get(@Input() { eventId }: InputOf<typeof getEvent>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new GetEvent(eventId, caller));
  }

  @HandlesOperation(followEvents)
  async follow(
    @Input() { after, ...filter }: InputOf<typeof followEvents>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) reply: ApiReply,
  ) {
    const from = lastEventPosition(request) ?? after;
    const entries = await this.subscriptions.open(filter, from, caller);
    void reply.header('X-Accel-Buffering', 'no');
    return this.streams.start(
      { caller, token: bearerTokenOf(request) ?? '', operation: followEvents.name },
      entries,
      ({ position }) => position,
    );
  }
}

/** The position that a reconnecting client has seen last; null if the header is absent or not a position. */
const lastEventPosition = ({ headers }: ApiRequest): Position | null => {
  const last = headers['last-event-id'];
  return typeof last === 'string' && /^\d{20}$/.test(last) ? last : null;
};
