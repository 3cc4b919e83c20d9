import { Controller } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import {
  chooseNotificationChannels,
  countNotifications,
  getNotificationChoices,
  listNotifications,
  readAllNotifications,
  readNotifications,
} from '#contract';
import type { CommandContext } from '#domain/event-sourcing';
import type { Caller } from '../auth/caller.js';
import { withMeta, HandlesOperation, type InputOf } from '../http/operation-handlers.js';
import { CurrentUser } from '../http/api-request.js';
import { CurrentCommand } from '../http/command-context.js';
import { Input } from '../http/input.js';
import {
  ChooseNotificationChannels,
  CountUnread,
  GetNotificationChoices,
  ListNotifications,
  ReadAllNotifications,
  ReadNotifications,
} from './notifications.handlers.js';

/** The caller's own notifications. The user's id comes from the session, never from the request (ADR-037). */
@Controller()
export class NotificationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @HandlesOperation(listNotifications)
  async list(@Input() filters: InputOf<typeof listNotifications>, @CurrentUser() { userId }: Caller) {
    const { page, stale } = await this.queries.execute(new ListNotifications(filters, userId));
    return withMeta(page, { stale });
  }

  @HandlesOperation(countNotifications)
  async count(@Input() { atLeast }: InputOf<typeof countNotifications>, @CurrentUser() { userId }: Caller) {
    const { unreadCount, stale } = await this.queries.execute(new CountUnread(atLeast, userId));
    return withMeta({ unreadCount }, { stale });
  }

  @HandlesOperation(readNotifications)
  async read(
    @Input() { ids }: InputOf<typeof readNotifications>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() { expectedRevision: _, ...context }: CommandContext,
  ) {
    const position = await this.commands.execute(new ReadNotifications(ids, userId, context));
    return withMeta(true as const, { position });
  }

  @HandlesOperation(readAllNotifications)
  async readAll(
    @Input() { upTo }: InputOf<typeof readAllNotifications>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() { expectedRevision: _, ...context }: CommandContext,
  ) {
    const position = await this.commands.execute(new ReadAllNotifications(upTo, userId, context));
    return withMeta(true as const, { position });
  }

  @HandlesOperation(getNotificationChoices)
  choices(@CurrentUser() { userId }: Caller) {
    return this.queries.execute(new GetNotificationChoices(userId));
  }

  @HandlesOperation(chooseNotificationChannels)
  async choose(
    @Input() { choices }: InputOf<typeof chooseNotificationChannels>,
    @CurrentUser() { userId }: Caller,
    @CurrentCommand() { expectedRevision: _, ...context }: CommandContext,
  ) {
    const result = await this.commands.execute(new ChooseNotificationChannels(choices, userId, context));
    return withMeta(result.choices, { position: result.position });
  }
}
