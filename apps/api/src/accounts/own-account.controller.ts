import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { changeLanguage, changeUiTheme, getAddresses, getMessages, getUnitInfo, signOutEverywhere } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import {
  ChangePreferences,
  EndOwnSessions,
  GetOwnUnit,
  ListOwnAddresses,
  ListOwnMessages,
} from './own-account.handlers.js';

/** The caller's own preferences, sessions, unit and messages (002 US-009, US-016). */
@Controller()
export class OwnAccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(changeLanguage)
  changeLanguage(
    @Input() { languageName }: InputOf<typeof changeLanguage>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ChangePreferences(userId, { language: languageName }, context));
  }

  @HandlesOperation(changeUiTheme)
  changeTheme(
    @Input() { theme }: InputOf<typeof changeUiTheme>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() context: CommandContext,
  ) {
    return this.commands.execute(new ChangePreferences(userId, { theme }, context));
  }

  @HandlesOperation(signOutEverywhere)
  signOutEverywhere(@CurrentUser() { userId }: Caller, @CurrentCommand() context: CommandContext) {
    return this.commands.execute(new EndOwnSessions(userId, context));
  }

  @HandlesOperation(getUnitInfo)
  unit(@CurrentUser() caller: Caller) {
    return this.queries.execute(new GetOwnUnit(caller));
  }

  @HandlesOperation(getAddresses)
  addresses(@CurrentUser() caller: Caller) {
    return this.queries.execute(new ListOwnAddresses(caller));
  }

  @HandlesOperation(getMessages)
  messages(@Input() input: InputOf<typeof getMessages>, @CurrentUser() { userId }: Caller) {
    return this.queries.execute(new ListOwnMessages(input, userId));
  }
}
