import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { listSentNotifications, resendNotification } from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import { ListSentNotifications, ResendNotification } from './sent-notifications.handlers.js';

/** Notifications to the people of a unit, with failures and resending (ADR-037). */
@Controller()
export class SentNotificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(listSentNotifications)
  async list(@Input() filters: InputOf<typeof listSentNotifications>, @CurrentUser() caller: Caller) {
    const { page, stale } = await this.queries.execute(new ListSentNotifications(filters, caller));
    return withMeta(page, { stale });
  }

  @HandlesOperation(resendNotification)
  async resend(
    @Input() input: InputOf<typeof resendNotification>,
    @CurrentUser() caller: Caller,
    @CurrentCommand() { expectedRevision: _, ...context }: CommandContext,
  ) {
    const position = await this.commands.execute(new ResendNotification(input, caller, context));
    return withMeta(true as const, { position });
  }
}
