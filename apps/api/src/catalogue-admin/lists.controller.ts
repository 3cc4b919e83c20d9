import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getReferenceListChanges, saveReferenceList, listReferenceLists } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ChangeReferenceList, ListReferenceListChanges, ListReferenceLists } from './lists.handlers.js';

/** Dictionaries and qualifications of the platform, which administrators manage (002 CAT-007). */
@Controller()
export class ListsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(listReferenceLists)
  list() {
    return this.queries.execute(new ListReferenceLists());
  }

  @HandlesOperation(saveReferenceList)
  change(@Input() input: InputOf<typeof saveReferenceList>, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new ChangeReferenceList(input, context));
  }

  @HandlesOperation(getReferenceListChanges)
  changes(@Input() input: InputOf<typeof getReferenceListChanges>) {
    return this.queries.execute(new ListReferenceListChanges(input));
  }
}
