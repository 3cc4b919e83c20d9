import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { getUnitLogo, uploadUnitLogo } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { UploadInput, type UploadInputOf } from '../http/upload-input.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { Input } from '../http/input.js';
import { ShowUnitLogo, UploadUnitLogo } from './unit-logos.handlers.js';

/** Logos of units. */
@Controller()
export class UnitLogosController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(uploadUnitLogo)
  upload(
    @UploadInput() input: UploadInputOf<typeof uploadUnitLogo>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new UploadUnitLogo(input, caller, context));
  }

  @HandlesOperation(getUnitLogo)
  show(@Input() input: InputOf<typeof getUnitLogo>) {
    return this.queries.execute(new ShowUnitLogo(input));
  }
}
