import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accessoryTypeCreate, accessoryTypeDelete, accessoryTypeUpdate } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { CreateAccessoryType, DeleteAccessoryType, UpdateAccessoryType } from './accessory-types.commands.js';

/** Types of attachments: administrators manage those of every testing unit, each unit manages its own (002 CAT-004). */
@Controller()
export class AccessoryTypesController {
  constructor(private readonly commands: CommandBus) {}

  @HandlesOperation(accessoryTypeCreate)
  create(
    @Input() input: InputOf<typeof accessoryTypeCreate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new CreateAccessoryType(input, caller, context));
  }

  @HandlesOperation(accessoryTypeUpdate)
  update(
    @Input() input: InputOf<typeof accessoryTypeUpdate>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UpdateAccessoryType(input, caller, context));
  }

  @HandlesOperation(accessoryTypeDelete)
  delete(
    @Input() input: InputOf<typeof accessoryTypeDelete>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteAccessoryType(input, caller, context));
  }
}
