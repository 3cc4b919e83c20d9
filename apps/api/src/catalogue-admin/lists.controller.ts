import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getReferenceListChanges, keepReferenceList, listReferenceLists } from '#contract';
import type { CommandContext } from '#domain';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ChangeReferenceList } from './lists.commands.js';
import { ListReferenceListChanges, ListReferenceLists } from './lists.queries.js';

/** Dictionaries and qualifications of the platform, which administrators manage (002 CAT-007). */
@Controller()
export class ListsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(listReferenceLists)
  list() {
    return this.queries.execute(new ListReferenceLists());
  }

  @Handles(keepReferenceList)
  change(@Input() input: InputOf<typeof keepReferenceList>, @Command() context: CommandContext) {
    return this.commands.execute(new ChangeReferenceList(input, context));
  }

  @Handles(getReferenceListChanges)
  changes(@Input() input: InputOf<typeof getReferenceListChanges>) {
    return this.queries.execute(new ListReferenceListChanges(input));
  }
}
