import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getUnitLogo, uploadUnitLogo } from '#contract';
import type { CommandContext } from '#domain';
import type { Caller } from '../auth/caller.js';
import { Received, type ReceivedOf } from '../files/received.js';
import { By } from '../http/api-request.js';
import { Command } from '../http/command.js';
import { Handles, type InputOf } from '../http/handles.js';
import { Input } from '../http/input.js';
import { ShowUnitLogo, UploadUnitLogo } from './unit-logos.handlers.js';

/** Logos of units. */
@Controller()
export class UnitLogosController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Handles(uploadUnitLogo)
  upload(
    @Received() input: ReceivedOf<typeof uploadUnitLogo>,
    @By() caller: Caller,
    @Command() context: CommandContext,
  ) {
    return this.commands.execute(new UploadUnitLogo(input, caller, context));
  }

  @Handles(getUnitLogo)
  show(@Input() input: InputOf<typeof getUnitLogo>) {
    return this.queries.execute(new ShowUnitLogo(input));
  }
}
