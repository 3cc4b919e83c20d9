import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { accessoryTypeCreate, accessoryTypeDelete, accessoryTypeUpdate } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { CreateAccessoryType, DeleteAccessoryType, UpdateAccessoryType } from './accessory-types.commands.js';

/** Types of attachments: administrators manage those of every testing unit, each unit manages its own (002 CAT-004). */
@Controller()
export class AccessoryTypesController {
  constructor(private readonly commands: CommandBus) {}

  @Handles(accessoryTypeCreate)
  create(
    @Input() input: InputOf<typeof accessoryTypeCreate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new CreateAccessoryType(input, caller, context));
  }

  @Handles(accessoryTypeUpdate)
  update(
    @Input() input: InputOf<typeof accessoryTypeUpdate>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new UpdateAccessoryType(input, caller, context));
  }

  @Handles(accessoryTypeDelete)
  delete(
    @Input() input: InputOf<typeof accessoryTypeDelete>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new DeleteAccessoryType(input, caller, context));
  }
}
