import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { addPack, changePack, getPackChanges, listPacks, resetPack, withdrawPack } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ListPackChanges } from './changes.queries.js';
import { AddPack, ChangePack, ResetPack, WithdrawPack } from './packs.commands.js';
import { ListPacks } from './packs.queries.js';

/** Parameter packs of the template or of a testing unit; a pack comes with what its sample offers by default. */
@Controller()
export class PacksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(listPacks)
  list(@Input() input: InputOf<typeof listPacks>, @By() caller: Caller) {
    return this.queries.execute(new ListPacks(input, caller));
  }

  @Handles(addPack)
  add(@Input() input: InputOf<typeof addPack>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new AddPack(input, caller, context));
  }

  @Handles(changePack)
  change(@Input() input: InputOf<typeof changePack>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new ChangePack(input, caller, context));
  }

  @Handles(withdrawPack)
  withdraw(@Input() input: InputOf<typeof withdrawPack>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new WithdrawPack(input, caller, context));
  }

  @Handles(resetPack)
  reset(@Input() input: InputOf<typeof resetPack>, @By() caller: Caller, @Command() context: CommandContext) {
    return this.commands.execute(new ResetPack(input, caller, context));
  }

  @Handles(getPackChanges)
  changes(@Input() input: InputOf<typeof getPackChanges>, @By() caller: Caller) {
    return this.queries.execute(new ListPackChanges(input, caller));
  }
}
