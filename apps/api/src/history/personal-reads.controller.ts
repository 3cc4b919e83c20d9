import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { listPersonalReads, readHistoryPersons } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ReadHistoryPersons, ListPersonalReads } from './personal-reads.handlers.js';

/**
 * Readings of masked persons in the history, with reader and reason. Each reading is recorded before anything is shown.
 */
@Controller()
export class PersonalReadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(readHistoryPersons)
  read(
    @Input() input: InputOf<typeof readHistoryPersons>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ReadHistoryPersons(input, caller, context));
  }

  @HandlesOperation(listPersonalReads)
  list(@Input() input: InputOf<typeof listPersonalReads>) {
    return this.queries.execute(new ListPersonalReads(input));
  }
}
