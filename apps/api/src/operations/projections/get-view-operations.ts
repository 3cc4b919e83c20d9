import { Controller, Inject } from '@nestjs/common';
import { getViewOperations } from '#contract';
import { streamName } from '#domain/event-sourcing';
import { operationsIdOf, viewOperations } from '#domain/operations';
import { problem, RuleBroken } from '#domain/rules';
import { allProjections } from '#domain/views';
import type { Engines } from '#engines';
import { decode, viewOperationEvents } from '#events';
import { Users } from '../../auth/users.js';
import { loadUserNames } from '../../consignments/persons.js';
import { HandlesOperation, type InputOf } from '../../http/operation-handlers.js';
import { Input } from '../../http/input.js';
import { ENGINES } from '../../provided.js';

/** Older ones are in the log of events. */
const SHOWN = 50;

@Controller()
export class GetViewOperations {
  constructor(
    @Inject(ENGINES) private readonly engines: Engines,
    @Inject(Users) private readonly users: Users,
  ) {}

  @HandlesOperation(getViewOperations)
  async handle(@Input() { view }: InputOf<typeof getViewOperations>) {
    if (!allProjections.some(({ name }) => name === view)) throw new RuleBroken(problem('NO_SUCH_VIEW'));
    const { events } = await this.engines.eventStore.read(streamName(viewOperations, operationsIdOf(view)));
    const newest = events.slice(-SHOWN).toReversed();
    const nameOf = await loadUserNames(
      this.users,
      newest.map(({ metadata }) => metadata.by.userId),
    );
    return {
      items: newest.map((event) => {
        const { type, data } = decode(viewOperationEvents, event);
        return {
          eventId: event.id,
          at: event.metadata.at,
          userName: nameOf(event.metadata.by.userId),
          type,
          build: data.build,
          reason: 'reason' in data ? data.reason : null,
        };
      }),
    };
  }
}
