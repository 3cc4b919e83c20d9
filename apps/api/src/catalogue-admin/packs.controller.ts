import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { addPack, changePack, getPackChanges, listPacks, resetPack, withdrawPack } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ListPackChanges } from './changes.queries.js';
import { AddPack, ChangePack, ResetPack, WithdrawPack } from './packs.commands.js';
import { ListPacks } from './packs.queries.js';

/**
 * Parameter packs of the template or of a testing unit. A new entry of a pack has the default standards of its
 * parameter.
 */
@Controller()
export class PacksController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(listPacks)
  list(@Input() input: InputOf<typeof listPacks>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListPacks(input, caller));
  }

  @HandlesOperation(addPack)
  add(
    @Input() input: InputOf<typeof addPack>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new AddPack(input, caller, context));
  }

  @HandlesOperation(changePack)
  change(
    @Input() input: InputOf<typeof changePack>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ChangePack(input, caller, context));
  }

  @HandlesOperation(withdrawPack)
  withdraw(
    @Input() input: InputOf<typeof withdrawPack>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new WithdrawPack(input, caller, context));
  }

  @HandlesOperation(resetPack)
  reset(
    @Input() input: InputOf<typeof resetPack>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ResetPack(input, caller, context));
  }

  @HandlesOperation(getPackChanges)
  changes(@Input() input: InputOf<typeof getPackChanges>, @CurrentUser() caller: Caller) {
    return this.queries.execute(new ListPackChanges(input, caller));
  }
}
