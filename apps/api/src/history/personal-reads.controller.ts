import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { listPersonalReads, readHistoryPersons } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ReadHistoryPersons } from './personal-reads.commands.js';
import { ListPersonalReads } from './personal-reads.queries.js';

/** Who has read masked persons of the history, and why. Each reading is recorded before anything is shown. */
@Controller()
export class PersonalReadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(readHistoryPersons)
  read(@Input() input: InputOf<typeof readHistoryPersons>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new ReadHistoryPersons(input, caller, context));
  }

  @Handles(listPersonalReads)
  list(@Input() input: InputOf<typeof listPersonalReads>) {
    return this.queries.execute(new ListPersonalReads(input));
  }
}
