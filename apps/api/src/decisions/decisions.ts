import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { EventCatalogue } from '#events';
import type { Aggregate, CommandContext, CommandFor, Handled } from '#domain';
import { CLOCK, type Clock } from '../provided.js';
import { Decide, DecideHandler } from './decide.js';

/** How use cases change anything: one command on one aggregate, over the bus. */
@Injectable()
export class Decisions {
  /** The handler is asked for so that Nest refuses to start without it; the bus alone would notice at the first command. */
  constructor(
    private readonly bus: CommandBus,
    _handler: DecideHandler,
    @Inject(CLOCK) readonly now: Clock,
  ) {}

  /** State, revision and position afterwards. @throws whatever handle() of libs/domain throws. */
  decide<Catalogue extends EventCatalogue, Ordered extends { type: string }, State>(
    aggregate: Aggregate<Catalogue, Ordered, State>,
    id: string,
    command: CommandFor<Ordered, State>,
    context: CommandContext,
  ): Promise<Handled<State>> {
    return this.bus.execute(new Decide(aggregate, id, command, context));
  }
}
