import { Controller, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { erasePerson, getPersonalData } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser, type ApiRequest } from '../http/api-request.js';
import { commandContextOf, CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { ErasePerson } from './erasure.commands.js';
import { ReadPersonalData } from './personal-data.commands.js';

/** The personal data of an account: export and erasure. */
@Controller()
export class PersonalDataController {
  constructor(private readonly commands: CommandBus) {}

  @HandlesOperation(getPersonalData)
  read(
    @Input() { userId }: InputOf<typeof getPersonalData>,
    @CurrentUser() caller: Caller,
    @Req() request: ApiRequest,
  ) {
    return this.commands.execute(new ReadPersonalData(userId, caller, commandContextOf(request, caller.actor)));
  }

  @HandlesOperation(erasePerson)
  erase(
    @Input() input: InputOf<typeof erasePerson>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ErasePerson(input, caller, context));
  }
}
